import NavStore
import Testing

/// How do I restore a path whose items have changed, or are gone, since it was saved?
///
/// Put identifiers into the routes, not items, so that a screen always shows today's item; and when the app has
/// started, look the restored routes up: what is gone is dropped, with what lies above it.
@Suite struct RefreshingRestoredItemsTests {
  struct Recipe: Identifiable, Hashable {
    let id: Int
    var title: String
  }

  enum AppTab: String, Codable, CaseIterable { case recipes, shopping }

  enum Route: Hashable, Codable {
    case recipe(Recipe.ID), notes(Recipe.ID)

    var id: Recipe.ID {
      switch self {
      case .recipe(let id), .notes(let id): id
      }
    }
  }

  typealias Navigation = NavigationState<AppTab, Route>

  /// The recipes of today, which some server has.
  struct Server: Sendable {
    var recipes: [Recipe]
    /// Those that became another one.
    var merged: [Recipe.ID: Recipe.ID] = [:]

    func recipe(_ id: Recipe.ID) async throws -> Recipe? { recipes.first { $0.id == merged[id] ?? id } }

    /// What becomes of a restored screen.
    func validity(of route: Route) async throws -> RouteValidity<Route> {
      guard let recipe = try await recipe(route.id) else { return .drop }
      if recipe.id == route.id { return .keep }
      return switch route {
      case .recipe: .replace(with: .recipe(recipe.id))
      case .notes: .replace(with: .notes(recipe.id))
      }
    }
  }

  let server = Server(recipes: [Recipe(id: 7, title: "Leek soup, improved"), Recipe(id: 70, title: "Bread")])

  /// The app as it starts: what was saved is restored and can be shown.
  func start(_ saved: Navigation) throws -> Navigator<AppTab, Route> {
    let restored = Persistence.restored(Navigation(tabs: AppTab.allCases), from: try Persistence.encoded(saved))
    return Navigator(Store(initialState: restored.state, reducer: NavigationReducer()))
  }

  @Test func `a restored screen shows the item as it is today`() async throws {
    let navigator = try start(Navigation(tabs: AppTab.allCases, paths: [.recipes: [.recipe(7)]]))
    let shown = try #require(navigator.top)
    #expect(try await server.recipe(shown.id)?.title == "Leek soup, improved")
  }

  @Test func `a path ends before the first item that is gone, in every tab and on every sheet`() async throws {
    var saved = Navigation(
      tabs: AppTab.allCases, paths: [.recipes: [.recipe(7), .recipe(8), .recipe(7)], .shopping: [.recipe(8)]])
    saved.present(.recipe(7))
    saved.push(.notes(8))

    let navigator = try start(saved)
    try await navigator.validate(server.validity)
    #expect("\(navigator.current)" == "[recipes] /recipe(7) | shopping / | sheet 1: recipe(7)")
  }

  @Test func `a sheet whose item is gone is dismissed, with those that lie on it`() async throws {
    var saved = Navigation(tabs: AppTab.allCases)
    saved.present(.recipe(8))
    saved.present(.recipe(7))

    let navigator = try start(saved)
    try await navigator.validate(server.validity)
    #expect(navigator.modals.isEmpty)
  }

  @Test func `an item that took the place of another is put there, and the screens above it stay`() async throws {
    let navigator = try start(Navigation(tabs: AppTab.allCases, paths: [.recipes: [.recipe(9), .notes(7)]]))
    var server = server
    server.merged = [9: 70]
    try await navigator.validate(server.validity)
    #expect(navigator[pathOf: .recipes] == [.recipe(70), .notes(7)])
  }

  @Test func `where the user has gone on before the server answered, he stays`() async throws {
    let navigator = try start(Navigation(tabs: AppTab.allCases, paths: [.recipes: [.recipe(8)]]))
    let validation = try await navigator.validate { [server] route in
      navigator.popToRoot()
      navigator.push(.recipe(7))
      return try await server.validity(of: route)
    }
    #expect(navigator[pathOf: .recipes] == [.recipe(7)])
    #expect(validation.findings.map(\.outcome) == [.overtaken])
  }

  @Test func `where routes hold whole items, a refetched one is the same screen by its identifier`() {
    let (old, new) = (Recipe(id: 7, title: "Leek soup"), Recipe(id: 7, title: "Leek soup, improved"))
    var navigation = NavigationState<AppTab, Recipe>(tabs: AppTab.allCases)
    navigation.push(old)
    navigation.push(Recipe(id: 8, title: "Bread"))
    #expect(navigation.popTo(new) == .unchanged(.notFound))  // by ==, it is another screen

    let rules = NavigationRules<AppTab, Recipe>(sameRoute: { $0.id == $1.id })
    #expect(navigation.popTo(new, rules: rules) == .changed)
    #expect(navigation.pushUnlessTop(new, rules: rules) == .unchanged(.alreadyOnTop))
    navigation.bringToFront(new, rules: rules)  // and with this its new contents are in the path
    #expect(navigation.path(of: .recipes) == [new])
  }
}
