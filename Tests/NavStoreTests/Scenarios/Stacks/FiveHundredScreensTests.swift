import NavStore
import NavStoreTesting
import Testing

/// How deep may the path of a `NavigationStack` be?
///
/// Only memory limits it. A push costs the same at any depth, one action leads back to the root, and a path of five
/// hundred routes is saved and restored like a path of five. `maxDepth` sets a limit for an app whose screens link to
/// each other endlessly. `StepLimits` are for a framework that cannot push many screens in one step.
@Suite struct FiveHundredScreensTests {
  enum AppTab: String, Codable, CaseIterable { case articles, saved }
  enum Route: Hashable, Codable { case article(Int) }

  let start = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
  let deep = (1...500).map(Route.article)

  /// A store after the user has followed five hundred links.
  func deepStore(
    rules: NavigationRules<AppTab, Route> = NavigationRules()
  ) -> Store<NavigationState<AppTab, Route>, NavigationAction<AppTab, Route>> {
    let store = Store(initialState: start, reducer: NavigationReducer(rules: rules))
    for article in deep { store.send(.push(article)) }
    return store
  }

  @Test func `one action leads from screen five hundred to the root`() {
    let store = deepStore()
    #expect(store.state.depth == 500)
    store.send(.popToRoot)
    #expect(store.state.depth == 0)
  }

  @Test func `a tap on the tab does the same, and other tabs keep their depth`() {
    let navigator = Navigator(deepStore())
    #expect(navigator[pathOf: .saved] == [])
    navigator.selectedTab = .articles
    #expect(navigator[pathOf: .articles] == [])
  }

  @Test func `five hundred screens are restored`() async throws {
    let storage = InMemoryStorage()
    let store = deepStore()
    let persistence = Persistence(of: store, to: storage)
    store.send(.push(.article(501)))
    try await persistence.flush()
    let restored = Persistence.load(start, from: storage)
    #expect(restored.state.path(of: .articles) == deep + [.article(501)])
  }

  @Test func `with a depth limit the path grows no further, and back still works`() {
    let store = deepStore(rules: NavigationRules(maxDepth: 20))
    #expect(store.state.focusedPath == Array(deep.prefix(20)))
    #expect(store.state.canGoBack)
    store.send(.back)
    #expect(store.state.depth == 19)
    Navigator(store)[pathOf: .articles] = deep  // the limit applies to a view's binding too
    #expect(store.state.depth == 19)
  }

  @Test func `a restored path beyond the limit is kept, and can only become shorter`() {
    let rules = NavigationRules<AppTab, Route>(maxDepth: 20)
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases, paths: [.articles: deep])
    #expect(navigation.push(.article(501), rules: rules) == .unchanged(.tooDeep))
    #expect(navigation.setPath(Array(deep.prefix(499)), in: .focused, rules: rules) == .pathChanged(.popped(1)))
  }

  @Test func `a presenter pushes the screens in one step, or one by one with step limits`() {
    let state = deepStore().state
    #expect(state.steps(from: start).map(\.change) == [.setPath(deep, in: .tab(.articles))])
    let steps = state.steps(from: start, limits: StepLimits(pushes: 1))
    #expect(steps.map(\.change) == deep.map { .push($0, in: .tab(.articles)) })
    #expect(start.steps(from: state).map(\.change) == [.pop(500, in: .tab(.articles))])
  }
}
