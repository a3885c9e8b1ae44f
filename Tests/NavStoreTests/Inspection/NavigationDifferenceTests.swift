import NavStore
import NavStoreInspection
import Testing

@Suite struct NavigationDifferenceTests {
  private var state = NavigationState<AppTab, Route>(
    tabs: [.home, .search, .library], paths: [.home: [.song(7)]], backRule: .history)

  @Test func `a push shows the path of its tab`() {
    var pushed = state
    pushed.push(.settings)
    #expect(
      difference(expected: state, actual: pushed) == """
          NavigationState(
            … (2 unchanged)
            paths: [
        −     .home: [.song(7)],
        +     .home: [.song(7), .settings],
              … (2 unchanged)
            ],
            … (3 unchanged)
          )
        """)
  }

  @Test func `tabs, visits and modals are shown as a user of the state knows them`() {
    var changed = state
    changed.selectTab(.library, rules: NavigationRules(backRule: .history))
    changed.present(.settings, style: .cover)
    #expect(
      difference(expected: state, actual: changed) == """
          NavigationState(
            … (1 unchanged)
        −   selectedTab: .home,
        +   selectedTab: .library,
            … (1 unchanged)
        −   visits: [.home],
        +   visits: [.home, .library],
            modals: [
        +     [0]: Modal(id: ModalID(rawValue: 1), style: .cover, root: .settings, path: []),
            ],
            … (1 unchanged)
          )
        """)
    var deeper = changed
    deeper.push(.song(1))
    #expect(
      difference(expected: changed, actual: deeper) == """
          NavigationState(
            … (4 unchanged)
            modals: [
              [0]: Modal(
                id: ModalID(rawValue: 1),
                … (2 unchanged)
        −       path: [],
        +       path: [.song(1)],
              ),
            ],
            … (1 unchanged)
          )
        """)
    changed = state
    changed.setTabs([.search, .home])
    #expect(
      difference(expected: state, actual: changed) == """
          NavigationState(
        −   tabs: [.home, .search, .library],
        +   tabs: [.search, .home],
            … (1 unchanged)
            paths: [
        −     .library: [],
              … (2 unchanged)
            ],
            … (3 unchanged)
          )
        """)
  }

  @Test func `properties that == ignores are not shown`() {
    var changed = state
    changed.popToRoot()
    changed.tabTapped(.home)
    changed.present(.settings)
    changed.dismiss()
    #expect(changed.scrollSignal(of: .home) == 1)
    let root = NavigationState<AppTab, Route>(tabs: [.home, .search, .library], backRule: .history)
    #expect(changed == root)
    #expect(difference(expected: root, actual: changed) == nil)
  }

  @Test func `properties that == compares are shown`() {
    for seed in TestEnvironment.seeds(20) {
      var random = RandomNavigation(random: SplitMix64(seed: seed))
      let rules = random.rules()
      var state = random.start(rules: rules)
      for _ in 0..<30 {
        let before = state
        let action = random.action()
        state.apply(action, rules: rules)
        #expect((difference(expected: before, actual: state) == nil) == (before == state), "\(action), seed \(seed)")
      }
    }
  }

  @Test func `mirrors show what the public members hold`() {
    var state = self.state
    state.present(.song(1), style: .cover)
    #expect(
      swiftSource(state) == """
        NavigationState(tabs: [.home, .search, .library], selectedTab: .home, \
        paths: [.home: [.song(7)], .library: [], .search: []], visits: [.home], \
        modals: [Modal(id: ModalID(rawValue: 1), style: .cover, root: .song(1), path: [])], initialTab: .home)
        """)
  }
}
