import NavStore
import NavStoreTesting
import Testing

/// How do I keep the stack of each tab of a `TabView`, and return to the previous tab?
///
/// Each tab has its own path, which does not change while another tab is selected. Setting `navigator.selectedTab` is
/// a tap: on the selected tab it pops. `selectTab` is for code and never pops. A `BackRule` decides where `back`
/// leads from the root of a tab.
@Suite struct TabsKeepTheirStacksTests {
  enum AppTab: String, Codable, CaseIterable { case home, search, library }
  enum Route: Hashable, Codable { case song(Int), settings }

  /// The navigator of an app with `backRule`.
  func makeNavigator(backRule: BackRule = .none) -> Navigator<AppTab, Route> {
    Navigator(
      Store(
        initialState: NavigationState(tabs: AppTab.allCases),
        reducer: NavigationReducer(rules: NavigationRules(backRule: backRule))))
  }

  @Test func `a tab keeps its stack while another tab is selected`() {
    let navigator = makeNavigator()
    navigator[pathOf: .home] = [.song(7)]
    navigator.selectedTab = .library
    navigator.push(.song(8))
    navigator.push(.song(9))
    navigator.selectedTab = .home
    #expect(navigator.top == .song(7))
    #expect(navigator[pathOf: .library] == [.song(8), .song(9)])
  }

  @Test func `only a second tap pops, and only the tapped tab`() {
    let navigator = makeNavigator()
    navigator[pathOf: .home] = [.song(7)]
    navigator[pathOf: .library] = [.song(8)]
    navigator.selectedTab = .library
    navigator.selectedTab = .library
    #expect("\(navigator.current)" == "home /song(7) | search / | [library] /")
  }

  @Test func `selecting a tab twice in code keeps its stack and does not scroll`() {
    let navigator = makeNavigator()
    navigator[pathOf: .library] = [.song(8)]
    navigator.send(.selectTab(.library))
    navigator.send(.selectTab(.library))
    #expect(navigator.top == .song(8))
    navigator.pop()
    navigator.send(.selectTab(.library))
    #expect(navigator.scrollSignal(of: .library) == 0)
  }

  @Test func `back pops first, and at the root selects the previous tab`() {
    let navigator = makeNavigator(backRule: .history)
    navigator.selectedTab = .library
    navigator.selectedTab = .search
    navigator.push(.song(9))
    navigator.back()
    #expect(navigator.selectedTab == .search)
    navigator.back()
    #expect(navigator.selectedTab == .library)
    navigator.back()
    #expect(navigator.selectedTab == .home)
    #expect(!navigator.canGoBack)
  }

  @Test(arguments: [
    (BackRule.history, [AppTab.search, .home]), (.fullHistory, [.search, .home, .search, .home]),
    (.order, [.search, .home]), (.firstTab, [.home]), (.initialTab, [.home]), (.none, []),
  ])
  func `the back rule decides where back leads from the library`(rule: BackRule, tabs: [AppTab]) {
    let navigator = makeNavigator(backRule: rule)
    for tab in [AppTab.search, .home, .search, .library] { navigator.selectedTab = tab }
    var seen: [AppTab] = []
    while navigator.canGoBack {
      navigator.back()
      seen.append(navigator.selectedTab)
    }
    #expect(seen == tabs)
  }

  @Test func `an app that starts on a tab other than the first passes its back rule to the state`() {
    let start = NavigationState<AppTab, Route>(tabs: AppTab.allCases, selectedTab: .library, backRule: .order)
    let store = Store(initialState: start, reducer: NavigationReducer(rules: NavigationRules(backRule: .order)))
    store.send(.back)
    #expect(store.state.selectedTab == .search)

    let withoutBackRule = NavigationState<AppTab, Route>(tabs: AppTab.allCases, selectedTab: .library, backRule: .none)
    #expect(!withoutBackRule.canGoBack)  // until the first tap
  }

  @Test func `a leave policy makes a tab start at its root each time`() {
    let rules = NavigationRules<AppTab, Route>(onLeave: [.search: .popToRoot])
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases, paths: [.home: [.song(7)]])
    navigation.tabTapped(.search, rules: rules)
    navigation.push(.song(8))
    navigation.tabTapped(.home, rules: rules)
    #expect("\(navigation)" == "[home] /song(7) | search / | library /")
  }
}
