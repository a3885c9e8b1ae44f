import NavStore
import NavStoreTesting

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

private enum AppTab: Sendable, CaseIterable {
  case home, search, library
}

private enum Route: Sendable, CaseIterable {
  case song, album, settings
}

private typealias Laws = NavigationLaws<AppTab, Route>

/// Explores the navigation reducer with 3 tabs and 3 routes under every back rule, and prints how much there is and how
/// many seconds of one core it takes.
///
///     swift run -c release --package-path Benchmarks ExplorerSpeed
///     swift run -c release --package-path Benchmarks ExplorerSpeed --all-to-depth-8
///
/// The second form takes eight minutes and 3 GiB. The exit status is 1 when a law does not hold.
@main
struct ExplorerSpeed {
  static func main() {
    let core = Laws.coreActions(AppTab.allCases, Route.allCases)
    let all = Laws.allActions(AppTab.allCases, Route.allCases)
    var isLawful = explore("what users do all the time", core, depth: 8, withLaws: true)
    isLawful = explore("every kind of action", all, depth: 5, withLaws: true) && isLawful
    explore("what users do all the time", core, depth: 8)
    explore("every kind of action", all, depth: CommandLine.arguments.contains("--all-to-depth-8") ? 8 : 6)
    if !isLawful { exit(1) }
  }

  /// Explores under each back rule, and says whether the laws hold that were checked.
  @discardableResult
  private static func explore(_ title: String, _ actions: [Laws.Action], depth: Int, withLaws: Bool = false) -> Bool {
    print("\(title): \(actions.count) actions, depth \(depth), \(withLaws ? "with" : "without") the laws of navigation")
    var total = Total()
    var isLawful = true
    for rule in BackRule.allCases {
      let rules = NavigationRules<AppTab, Route>(backRule: rule)
      let initialState = Laws.State(tabs: AppTab.allCases, backRule: rule)
      let explorer =
        withLaws
        ? Laws(rules: rules).explorer(initialState, actions: actions)
        : StateExplorer(initialState: initialState, reducer: NavigationReducer(rules: rules), actions: actions)
      var run = Total()
      let start = clock()
      let report = explorer.explore(maxDepth: depth, maxStates: .max)
      run.seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
      run.states = report.states
      run.transitions = report.transitions
      print(run.line(rule.rawValue))
      for violation in report.violations { print(violation) }
      isLawful = isLawful && report.violations.isEmpty
      total.add(run)
    }
    print(total.line("all rules"))
    return isLawful
  }
}

private struct Total {
  var states = 0
  var transitions = 0
  var seconds = 0.0

  mutating func add(_ other: Total) {
    states += other.states
    transitions += other.transitions
    seconds += other.seconds
  }

  func line(_ name: String) -> String {
    let rate = (Double(transitions) / seconds / 10_000).rounded() / 100
    let time = (seconds * 100).rounded() / 100
    return "  \(name): \(states) states, \(transitions) transitions, \(time) s, \(rate) million transitions a second"
  }
}
