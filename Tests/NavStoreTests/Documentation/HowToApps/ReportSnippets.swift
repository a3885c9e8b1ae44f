import NavStore
import NavStoreTesting
import Testing

/// The code of the guide to session reports.
@Suite struct ReportSnippets {
  typealias AppState = NavigationState<AppTab, Route>
  typealias AppAction = NavigationAction<AppTab, Route>

  private let schema = ActionLogSchema<AppState, AppAction>()
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func record() async throws -> ActionLog {
    let log = ActionLog(path: directory.path("session.navlog"))
    let store = Store(initialState: AppState(tabs: AppTab.allCases), reducer: NavigationReducer())
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: log.paths[0])
    store.send(.push(.song(7)))
    try await recorder.close()
    return log
  }

  @Test func `a log and its replay`() async throws {
    let log = try await record()
    let folder = directory.path
    // snippet: report of a log
    try SessionReport(of: log).write(to: "\(folder)/session.html")
    try SessionReport(replaying: log, schema, reducer: NavigationReducer(), named: "Today")
      .write(to: "\(folder)/replay.html")
    // end
    #expect(directory.names == ["replay.html", "session.html", "session.navlog"])
  }

  @Test func `an exploration`() throws {
    let folder = directory.path
    // snippet: report of an exploration
    let exploration = StateExplorer(
      initialState: AppState(tabs: AppTab.allCases), reducer: NavigationReducer(),
      actions: AppTab.allCases.map { .tabTapped($0) } + [.push(.song(7)), .back]
    ).explore(maxDepth: 4)
    let expected = AppTab.allCases.map { "/\($0)" } + ["song(7)", "settings"]
    try SessionReport(of: exploration, expectedScreens: expected).write(to: "\(folder)/exploration.html")
    // end
    let report = try ReportData(directory.read("exploration.html"))
    #expect(report.data["graph"]?["unreached"]?.list.map { report.text($0) } == ["settings"])
  }
}
