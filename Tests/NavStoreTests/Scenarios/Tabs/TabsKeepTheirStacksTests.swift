import NavStore
import NavStoreTesting
import Testing

/// How do I keep the stack of each tab of a `TabView`, and go back to the tab before?
///
/// Each tab has a path of its own, which nobody touches while another tab is shown. To set `navigator.selectedTab` is a
/// tap, and on the selected tab it pops; `selectTab` is for code and never pops. A `BackRule` says where back leads
/// from a tab's root.
@Suite struct TabsKeepTheirStacksTests {
  enum AppTab: String, Codable, CaseIterable { case home, search, library }
  enum Route: Hashable, Codable { case song(Int), settings }

  /// A view's side of an app that goes back as `backRule` says.
  func makeNavigator(backRule: BackRule = .none) -> Navigator<AppTab, Route> {
    Navigator(
      Store(
        initialState: NavigationState(tabs: AppTab.allCases),
        reducer: NavigationReducer(rules: NavigationRules(backRule: backRule))))
  }

  @Test func `a tab keeps its stack while another one is used`() {
    let navigator = makeNavigator()
    navigator[pathOf: .home] = [.song(7)]
    navigator.selectedTab = .library
    navigator.push(.song(8))
    navigator.push(.song(9))
    navigator.selectedTab = .home
    #expect(navigator.top == .song(7))
    #expect(navigator[pathOf: .library] == [.song(8), .song(9)])
  }

  @Test func `only a second tap pops, and only on its own tab`() {
    let navigator = makeNavigator()
    navigator[pathOf: .home] = [.song(7)]
    navigator[pathOf: .library] = [.song(8)]
    navigator.selectedTab = .library
    navigator.selectedTab = .library
    #expect("\(navigator.current)" == "home /song(7) | search / | [library] /")
  }

  @Test func `a tab selected by code is not tapped: selected twice, it keeps its stack and does not scroll`() {
    let navigator = makeNavigator()
    navigator[pathOf: .library] = [.song(8)]
    navigator.send(.selectTab(.library))
    navigator.send(.selectTab(.library))
    #expect(navigator.top == .song(8))
    navigator.pop()
    navigator.send(.selectTab(.library))
    #expect(navigator.scrollSignal(of: .library) == 0)
  }

  @Test func `back pops first, and at the root leads to the tab that was used before`() {
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
  func `where back leads from the library, after home, search, home, search`(rule: BackRule, tabs: [AppTab]) {
    let navigator = makeNavigator(backRule: rule)
    for tab in [AppTab.search, .home, .search, .library] { navigator.selectedTab = tab }
    var seen: [AppTab] = []
    while navigator.canGoBack {
      navigator.back()
      seen.append(navigator.selectedTab)
    }
    #expect(seen == tabs)
  }

  @Test func `an app that starts on another tab than the first tells the state its back rule, too`() {
    let start = NavigationState<AppTab, Route>(tabs: AppTab.allCases, selectedTab: .library, backRule: .order)
    let store = Store(initialState: start, reducer: NavigationReducer(rules: NavigationRules(backRule: .order)))
    store.send(.back)
    #expect(store.state.selectedTab == .search)

    let untold = NavigationState<AppTab, Route>(tabs: AppTab.allCases, selectedTab: .library, backRule: .none)
    #expect(!untold.canGoBack)  // until the first tap
  }

  @Test func `a tab that shall start anew each time says so by a policy`() {
    let rules = NavigationRules<AppTab, Route>(onLeave: [.search: .popToRoot])
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases, paths: [.home: [.song(7)]])
    navigation.tabTapped(.search, rules: rules)
    navigation.push(.song(8))
    navigation.tabTapped(.home, rules: rules)
    #expect("\(navigation)" == "[home] /song(7) | search / | library /")
  }
}
