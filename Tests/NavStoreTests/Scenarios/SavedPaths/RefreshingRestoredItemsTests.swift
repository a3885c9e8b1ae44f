import NavStore
import Testing

/// How do I restore a path whose items have changed or no longer exist?
///
/// Store identifiers in the routes, not items, so that a screen always shows the current item. After the app has
/// started, look up the restored routes. A missing item is removed, with the screens above it.
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

  /// The current recipes, as a server returns them.
  struct Server: Sendable {
    var recipes: [Recipe]
    /// The recipes that were merged into another one.
    var merged: [Recipe.ID: Recipe.ID] = [:]

    func recipe(_ id: Recipe.ID) async throws -> Recipe? { recipes.first { $0.id == merged[id] ?? id } }

    /// The result of the lookup of a restored screen.
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

  /// The app after its start, with the restored state.
  func start(_ saved: Navigation) throws -> Navigator<AppTab, Route> {
    let restored = Persistence.restored(Navigation(tabs: AppTab.allCases), from: try Persistence.encoded(saved))
    return Navigator(Store(initialState: restored.state, reducer: NavigationReducer()))
  }

  @Test func `a restored screen shows the current item`() async throws {
    let navigator = try start(Navigation(tabs: AppTab.allCases, paths: [.recipes: [.recipe(7)]]))
    let shown = try #require(navigator.top)
    #expect(try await server.recipe(shown.id)?.title == "Leek soup, improved")
  }

  @Test func `a path ends before the first missing item, in each tab and each sheet`() async throws {
    var saved = Navigation(
      tabs: AppTab.allCases, paths: [.recipes: [.recipe(7), .recipe(8), .recipe(7)], .shopping: [.recipe(8)]])
    saved.present(.recipe(7))
    saved.push(.notes(8))

    let navigator = try start(saved)
    try await navigator.validate(server.validity)
    #expect("\(navigator.current)" == "[recipes] /recipe(7) | shopping / | sheet 1: recipe(7)")
  }

  @Test func `a sheet whose item is missing is dismissed, with the sheets above it`() async throws {
    var saved = Navigation(tabs: AppTab.allCases)
    saved.present(.recipe(8))
    saved.present(.recipe(7))

    let navigator = try start(saved)
    try await navigator.validate(server.validity)
    #expect(navigator.modals.isEmpty)
  }

  @Test func `an item that replaced another is put in its place, and the screens above it stay`() async throws {
    let navigator = try start(Navigation(tabs: AppTab.allCases, paths: [.recipes: [.recipe(9), .notes(7)]]))
    var server = server
    server.merged = [9: 70]
    try await navigator.validate(server.validity)
    #expect(navigator[pathOf: .recipes] == [.recipe(70), .notes(7)])
  }

  @Test func `routes that the user opened before the server answered are kept`() async throws {
    let navigator = try start(Navigation(tabs: AppTab.allCases, paths: [.recipes: [.recipe(8)]]))
    let validation = try await navigator.validate { [server] route in
      navigator.popToRoot()
      navigator.push(.recipe(7))
      return try await server.validity(of: route)
    }
    #expect(navigator[pathOf: .recipes] == [.recipe(7)])
    #expect(validation.findings.map(\.outcome) == [.overtaken])
  }

  @Test func `routes that contain items are the same screen if their identifiers are equal`() {
    let (old, new) = (Recipe(id: 7, title: "Leek soup"), Recipe(id: 7, title: "Leek soup, improved"))
    var navigation = NavigationState<AppTab, Recipe>(tabs: AppTab.allCases)
    navigation.push(old)
    navigation.push(Recipe(id: 8, title: "Bread"))
    #expect(navigation.popTo(new) == .unchanged(.notFound))  // by ==, it is a different screen

    let rules = NavigationRules<AppTab, Recipe>(sameRoute: { $0.id == $1.id })
    #expect(navigation.popTo(new, rules: rules) == .changed)
    #expect(navigation.pushUnlessTop(new, rules: rules) == .unchanged(.alreadyOnTop))
    navigation.bringToFront(new, rules: rules)  // its new contents are now in the path
    #expect(navigation.path(of: .recipes) == [new])
  }
}
