import NavStore
import NavStoreTesting
import Testing

/// How do I restore a path whose items have changed, or are gone, since it was saved?
///
/// Put identifiers into the routes, not items, so that a screen always shows today's item; and when the items have been
/// loaded, end each path before the first one that is gone.
@Suite struct RefreshingRestoredItemsTests {
  struct Recipe: Identifiable, Hashable {
    let id: Int
    var title: String
  }

  enum AppTab: String, Codable, CaseIterable { case recipes, shopping }
  enum Route: Hashable, Codable { case recipe(Recipe.ID), notes(Recipe.ID) }

  struct AppState: Equatable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    var recipes: [Recipe.ID: Recipe] = [:]

    /// What the screen of a route shows.
    func title(of route: Route) -> String? {
      switch route {
      case .recipe(let id): recipes[id]?.title
      case .notes(let id): recipes[id].map { "Notes on \($0.title)" }
      }
    }

    /// Ends each path before the first screen that has nothing to show.
    mutating func dropMissingScreens() {
      for tab in navigation.tabs {
        navigation.setPath(Array(navigation.path(of: tab).prefix { title(of: $0) != nil }), in: .tab(tab))
      }
      if let gone = navigation.modals.first(where: { title(of: $0.root) == nil }) { navigation.dismiss(gone.id) }
      for modal in navigation.modals {
        navigation.setPath(Array(modal.path.prefix { title(of: $0) != nil }), in: .modal(modal.id))
      }
    }
  }

  enum AppAction: Equatable {
    case navigation(NavigationAction<AppTab, Route>)
    case loaded([Recipe])
  }

  static let reducer = Reduce<AppState, AppAction> { state, action in
    switch action {
    case .navigation(let action): state.navigation.apply(action)
    case .loaded(let recipes):
      state.recipes = Dictionary(uniqueKeysWithValues: recipes.map { ($0.id, $0) })
      state.dropMissingScreens()
    }
    return .none
  }

  /// The app as it starts: what was saved is restored, the recipes are not there yet.
  func restoredState(_ saved: NavigationState<AppTab, Route>) throws -> AppState {
    let data = try Persistence.encoded(saved)
    return AppState(navigation: Persistence.restored(AppState().navigation, from: data).state)
  }

  @Test func `a restored screen shows the item as it is today`() throws {
    let saved = NavigationState<AppTab, Route>(tabs: AppTab.allCases, paths: [.recipes: [.recipe(7)]])
    let store = Store(initialState: try restoredState(saved), reducer: Self.reducer)
    store.send(.loaded([Recipe(id: 7, title: "Leek soup, improved")]))
    #expect(store.state.navigation.top.flatMap(store.state.title) == "Leek soup, improved")
  }

  @Test func `a path ends before the first item that is gone, in every tab and on every sheet`() throws {
    var saved = NavigationState<AppTab, Route>(
      tabs: AppTab.allCases, paths: [.recipes: [.recipe(7), .recipe(8), .recipe(7)], .shopping: [.recipe(8)]])
    saved.present(.recipe(7))
    saved.push(.notes(8))

    let store = Store(initialState: try restoredState(saved), reducer: Self.reducer)
    store.send(.loaded([Recipe(id: 7, title: "Leek soup")]))
    #expect("\(store.state.navigation)" == "[recipes] /recipe(7) | shopping / | sheet 1: recipe(7)")
  }

  @Test func `a sheet whose item is gone is dismissed, with those that lie on it`() throws {
    var saved = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    saved.present(.recipe(8))
    saved.present(.recipe(7))

    let store = Store(initialState: try restoredState(saved), reducer: Self.reducer)
    store.send(.loaded([Recipe(id: 7, title: "Leek soup")]))
    #expect(store.state.navigation.modals.isEmpty)
  }

  @Test func `an item that took the place of another is put there, and the screens above it stay`() {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases, paths: [.recipes: [.recipe(7), .notes(9)]])
    let path = navigation.path(of: .recipes).map { $0 == .recipe(7) ? .recipe(70) : $0 }
    navigation.setPath(path, in: .tab(.recipes))
    #expect(navigation.path(of: .recipes) == [.recipe(70), .notes(9)])
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
