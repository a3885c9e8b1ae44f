import NavStore
import NavStoreTesting
import Testing

/// Explores the project's own navigation and checks the laws of its design.
@Suite struct NavigationExplorationTests {
  typealias Laws = NavigationLaws<AppTab, Route>

  static let routes: [Route] = [.song(1), .song(2), .settings]
  static let core = Laws.coreActions(AppTab.allCases, routes)
  static let all = Laws.allActions(AppTab.allCases, routes)

  static func initialState(_ rule: BackRule) -> Laws.State {
    Laws.State(tabs: AppTab.allCases, backRule: rule)
  }

  @Test(arguments: BackRule.allCases)
  func `a navigation keeps the laws under every back rule`(rule: BackRule) {
    let laws = Laws(rules: NavigationRules(backRule: rule))
    for (actions, depth) in [(Self.core, TestEnvironment.isLong ? 6 : 4), (Self.all, TestEnvironment.isLong ? 4 : 2)] {
      let report = laws.explorer(Self.initialState(rule), actions: actions).explore(maxDepth: depth)
      report.expectNoViolations()
      #expect(report.depth == depth)
    }
  }
}
