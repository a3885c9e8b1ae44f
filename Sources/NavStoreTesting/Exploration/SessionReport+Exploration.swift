internal import NavStore
internal import NavStoreInspection

extension SessionReport {
  /// Creates the report of an exploration: the graph of the screens that it reached and of the actions between them.
  ///
  /// If a check failed, the steps of the report are those of the first violation, and the graph shows their screens as
  /// the counterexample.
  ///
  /// ```swift
  /// let exploration = explorer.explore(maxDepth: 6)
  /// try SessionReport(of: exploration, expectedScreens: ["/home", "settings"]).write(to: file)
  /// ```
  ///
  /// A screen has the name of its route, or a slash and the name of the tab if it is the root of a tab. Names are those
  /// that the page shows. If an exploration has more than 10,000 states, the graph shows the others as one screen.
  ///
  /// - Parameters:
  ///   - exploration: The report of the exploration.
  ///   - expectedScreens: The names of screens that the exploration should reach. The page lists those that it did not
  ///     reach.
  ///   - name: The title of the report.
  /// - Throws: ``SessionReportError`` if no state contains a navigation.
  /// - Complexity: O(n), where n is the number of transitions, which are repeated.
  public init<State, Action>(
    of exploration: ExplorationReport<State, Action>, expectedScreens: [String] = [], named name: String = "Exploration"
  ) throws(SessionReportError) {
    var report = AppReport<State, Action>(.exploration, named: name)
    var screens = ReportScreens<State, Action>(report)
    var graph = ReportGraph(exploration.graph { screens.label(of: $0) })
    if let violation = exploration.foundViolations.first {
      let states = exploration.states(of: violation)
      report.begin("the initial state of the exploration", in: exploration.system.initialState)
      for (index, (action, state)) in zip(violation.actions, states).enumerated() {
        report.add(index + 1, .user, [action], to: state)
      }
      report.setFailure(violation.description)
      graph.setCounterexample(([exploration.system.initialState] + states).map { screens.label(of: $0) })
    }
    graph.screens = screens.screens
    let missing = expectedScreens.filter { screens.screens[$0] == nil }
    if !screens.isShortened { graph.unreached = missing }
    guard report.hasNavigation || screens.hasNavigation else { throw .noNavigation(in: State.self) }
    report.setGraph(graph)
    if screens.isShortened { report.setNotice(screens.notice(missing: missing)) }
    self.init(bytes: report.page)
  }
}

extension SessionReport {
  /// Creates the report of the screens that an exploration reached, with the link of each screen, the shortest way to
  /// it, and the findings.
  ///
  /// ```swift
  /// let visits = try log.screenVisits(schema, reducer: AppReducer())
  /// try SessionReport(of: screens, visits: visits).write(to: file)
  /// ```
  ///
  /// With `visits`, the graph shows how often each screen was visited in recorded sessions: which screens nobody visits,
  /// and which ones the exploration did not reach.
  ///
  /// - Parameters:
  ///   - screens: The screens.
  ///   - visits: The number of visits of each screen, by its name. The default is no recorded session: the graph then
  ///     shows the number of explored states of each screen.
  ///   - name: The title of the report.
  /// - Complexity: O(n), where n is the number of transitions, which are repeated.
  public init<State, Action>(
    of screens: ReachableScreens<State, Action>, visits: [String: Int] = [:], named name: String = "Screens"
  ) {
    var report = AppReport<State, Action>(.exploration, named: name)
    var graph = ReportGraph(screens.exploration.graph(of: screens.makeNames()))
    if !visits.isEmpty { graph.graph.setNodeCounts(visits) }
    for screen in screens.screens {
      let navigation = screens.navigation(screen.state)
      graph.screens[screen.name] = ReportGraph.Screen(
        name: navigation?.screenCaseName ?? screen.name, navigation: navigation, details: screen.details)
    }
    graph.unreached = screens.findings.compactMap { if case .notReached(let name) = $0 { name } else { nil } }
    report.setGraph(graph)
    report.setFindings(screens.findings.map { screens.text(of: $0) })
    let unknown = visits.keys.filter { graph.screens[$0] == nil }.sorted()
    if let names = unknown.listing {
      report.setNotice("The exploration did not reach \(names), which recorded sessions show.")
    }
    self.init(bytes: report.page)
  }
}

extension ReachableScreens.Screen {
  /// What the page shows below the name of the screen.
  fileprivate var details: String {
    let way = actions.isEmpty ? "the start" : actions.map { swiftSource($0) }.joined(separator: ", ")
    return [title.map { "Title: \($0)" }, link.map { "Link: \($0)" }, "Way: \(way)"]
      .compactMap { $0 }.joined(separator: "\n")
  }
}

private struct ReportScreens<State: Hashable & Sendable, Action: Sendable> {
  private let report: AppReport<State, Action>
  private var labels: [State: String] = [:]
  private(set) var screens: [String: ReportGraph.Screen] = [:]

  /// The number of states that are reflected. Each takes tens of microseconds.
  private static var most: Int { 10_000 }
  private static var otherStates: String { "other states" }

  init(_ report: AppReport<State, Action>) {
    self.report = report
  }

  var hasNavigation: Bool { screens.values.contains { $0.navigation != nil } }

  var isShortened: Bool { screens[Self.otherStates] != nil }

  func notice(missing: [String]) -> String {
    "The graph shows the screens of \(counted(Self.most, "state")). All others are one screen, “\(Self.otherStates)”."
      + (missing.listing.map { " It is not known whether they show \($0)." } ?? "")
  }

  mutating func label(of state: State) -> String {
    if let label = labels[state] { return label }
    guard labels.count < Self.most else {
      screens[Self.otherStates] = ReportGraph.Screen(name: Self.otherStates, navigation: nil)
      return Self.otherStates
    }
    let navigation = report.navigation(in: state)
    let label = navigation?.screenName ?? "no navigation"
    if screens[label] == nil {
      screens[label] = ReportGraph.Screen(name: navigation?.screenCaseName ?? label, navigation: navigation)
    }
    labels[state] = label
    return label
  }
}

extension ExplorationReport {
  fileprivate func states(of violation: Violation) -> [State] {
    var state = system.initialState
    return violation.actions.map { action in
      _ = system.step(&state, action)
      return state
    }
  }
}
