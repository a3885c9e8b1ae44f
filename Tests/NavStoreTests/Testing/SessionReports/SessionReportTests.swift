import Foundation
import NavStore
import NavStoreInspection
import NavStoreTesting
import Testing

/// Reports of logs and of their replays.
@Suite struct SessionReportTests {
  /// An app whose reducer can forget each third push.
  struct App: Reducer {
    struct State: Codable, Equatable, Sendable {
      var count = 0
      var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    }

    enum Action: Codable, Sendable {
      case navigation(NavigationAction<AppTab, Route>)
      case add(Int)
    }

    var forgets = false

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .navigation(.push(.song(let number), _)) where forgets && number % 3 == 0: break
      case .navigation(let action): state.navigation.apply(action, rules: NavigationRules())
      case .add(let number): state.count += number
      }
      return .none
    }
  }

  static let schema = ActionLogSchema<App.State, App.Action>()

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Records pushes with increasing numbers, and returns the log and all states as JSON.
  ///
  /// - Parameter depth: The number of pushes after which the path is popped to its root.
  private func record(
    _ count: Int, stateInterval: Int = 4, depth: Int = .max
  ) async throws -> (log: ActionLog, states: [String]) {
    let path = directory.path("session.navlog")
    let store = Store(initialState: App.State(), reducer: App())
    let recorder = try ActionLogRecorder(
      of: store, schema: Self.schema, to: path, options: ActionLogOptions(stateInterval: stateInterval))
    var states = [try Self.json(store.state.navigation)]
    for number in 1...count {
      store.send([.add(1), .navigation(number.isMultiple(of: depth) ? .popToRoot : .push(.song(number)))])
      states.append(try Self.json(store.state.navigation))
    }
    try await recorder.close()
    return (ActionLog(path: path), states)
  }

  private static func json(_ state: some Encodable) throws -> String {
    String(decoding: try CanonicalJSONEncoder().encode(state), as: UTF8.self)
  }

  @Test func `the states of a replay are those of the app`() async throws {
    let (log, states) = try await record(10)
    let report = try ReportData(SessionReport(replaying: log, Self.schema, reducer: App()).html.utf8)
    #expect(report.states.map(\.json) == states)
    #expect(report.data["kind"] == .string("replay"))
    #expect(report.data["name"] == .string("session.navlog"))
    #expect(report.data["result"]?["verdict"] == .string("verified"))
    #expect(report.shown[1].hasSuffix(".add(1)                       pushed song(1) in home"))
    #expect(report.shown[2].hasSuffix(".navigation(.push(.song(1)))  "))
    #expect(report.row("actions", report.steps[1][4]?[1]?[0], 2) == "push")
    let json = report.row("actions", report.steps[1][4]?[1]?[0], 1)
    #expect(json == #"{"navigation":{"_0":{"push":[{"song":{"_0":1}}]}}}"#)
  }

  @Test func `a divergence has the replayed and the recorded state, and the replay continues from the recorded`()
    async throws
  {
    let (log, states) = try await record(10, stateInterval: 1)
    let report = try ReportData(
      SessionReport(replaying: log, Self.schema, reducer: App(forgets: true), named: "title").html.utf8)
    let marked = report.divergences.map { report.steps[$0] }
    #expect(marked.map { $0[2] } == [3, 6, 9].map { .integer($0) })
    // The transaction makes no change, and the next step has the recorded state, with one more route.
    #expect(marked.map { $0[5] } == [.array([]), .array([]), .array([])])
    #expect(report.divergences.map { report.steps[$0 + 1][0] } == [.integer(3), .integer(3), .integer(3)])
    #expect(report.states.filter { $0.number == 3 }.map(\.json) == [states[2], states[3]])
    #expect(report.data["result"]?["verdict"] == .string("failed"))
    let findings = report.data["result"]?["findings"]?.list ?? []
    #expect(findings.count == 3)
    #expect(findings.first?.string?.contains("After transaction 3, − recorded, + replayed:\n") == true)
    #expect(findings.first?.string?.contains("[.song(1), .song(2), .song(3)]") == true)
    #expect(report.data["name"] == .string("title"))
  }

  @Test func `a torn log is shown as far as it can be read`() async throws {
    let (log, states) = try await record(10)
    let text = try #require(directory.text("session.navlog"))
    try directory.put(String(text.prefix(text.count / 2)) + "\n{\n", "session.navlog")
    let report = try ReportData(SessionReport(replaying: log, Self.schema, reducer: App()).html.utf8)
    #expect(report.states.map(\.json) == Array(states.prefix(report.states.count)))
    #expect(report.states.count > 3)
    #expect(report.steps.last?[0] == .integer(6))
  }

  @Test func `a log without a navigation, and a file that is not a log, are errors`() async throws {
    let path = directory.path("tally.navlog")
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(of: store, schema: TallySchema(), to: path)
    store.send(.add(1))
    try await recorder.close()
    let error = #expect(throws: SessionReportError.self) {
      try SessionReport(replaying: ActionLog(path: path), TallySchema(), reducer: TallyReducer())
    }
    #expect(
      error?.description
        == "No state of type Tally contains a NavigationState, so a session report has nothing to show.")
    try directory.put("text", "text")
    #expect(throws: SessionReportError.self) {
      try SessionReport(replaying: ActionLog(path: directory.path("text")), Self.schema, reducer: App())
    }
    #expect(throws: SessionReportError.self) { try SessionReport(of: ActionLog(path: directory.path("text"))) }
    #expect(throws: SessionReportError.self) { try SessionReport(of: ActionLog(path: directory.path("none"))) }
  }

  @Test func `the report of a navigation's log is the one of the command`() async throws {
    let sample = try await SampleLog()
    let result = try await sample.log("report", "sample.navlog")
    #expect(result.status == 0)
    let report = try SessionReport(of: ActionLog(path: sample.path))
    #expect(Array(report.html.utf8) == Array(try sample.directory.read("sample.html")))
    let named = try SessionReport(of: ActionLog(path: sample.path), named: "iOS 26 / iPad")
    #expect(try ReportData(named.html.utf8).data["name"] == .string("iOS 26 / iPad"))
  }

  @Test func `two logs are compared, also with today's reducer`() async throws {
    let (log, _) = try await record(3)
    let other = try await SampleLog()
    let report = try SessionReport(of: ActionLog(path: other.path), comparedWith: ActionLog(path: other.path))
    let data = try ReportData(report.html.utf8).data
    #expect(data["other"]?["steps"] == data["steps"])
    #expect(data["steps"]?.list.isEmpty == false)
    #expect(data["other"]?["name"] == .string("sample.navlog"))
    #expect(data["other"]?["result"] == data["result"] && data["result"] != nil)

    let replay = try SessionReport(replaying: log, Self.schema, reducer: App(), comparedWith: log, named: "first")
    let replayed = try ReportData(replay.html.utf8).data
    #expect(replayed["other"]?["steps"] == replayed["steps"])
    #expect(replayed["other"]?["texts"] == replayed["texts"])
    #expect(replayed["steps"]?.list.count == 5)
    #expect(replayed["other"]?["name"] == .string("session.navlog"))
    #expect(replayed["other"]?["result"]?["verdict"] == .string("verified"))
    #expect(throws: SessionReportError.self) {
      try SessionReport(
        replaying: log, Self.schema, reducer: App(), comparedWith: ActionLog(path: directory.path("none")))
    }
  }

  @Test func `a report shows the requested part of a log`() async throws {
    let (log, states) = try await record(10, stateInterval: 1)
    let replay = try SessionReport(replaying: log, Self.schema, reducer: App(), from: 3, until: 5)
    let report = try ReportData(replay.html.utf8)
    #expect(report.states.map(\.number) == [2, 3, 4, 5])
    #expect(report.states.map(\.json) == Array(states[2...5]))
    let sample = try await SampleLog()
    let part = try ReportData(SessionReport(of: ActionLog(path: sample.path), from: 2, until: 3).html.utf8)
    #expect(part.states.map(\.number) == [1, 2, 3])
    #expect(part.data["cut"] == .string("Only the transactions from number 2 to 3 are shown."))
  }

  @Test func `a part that the schema cannot read ends the steps with the reason`() async throws {
    let (log, states) = try await record(3)
    let first = try #require(directory.text("session.navlog")).split(separator: "\n").dropLast()
    let path = directory.path("later.navlog")
    let store = Store(initialState: App.State(), reducer: App())
    let later = try ActionLogRecorder(of: store, schema: ActionLogSchema<App.State, App.Action>(version: 2), to: path)
    store.send(.add(1))
    try await later.close()
    let lines = try first + #require(directory.text("later.navlog")).split(separator: "\n")
    try directory.put(lines.map { $0 + "\n" }.joined(), "session.navlog")
    let report = try ReportData(SessionReport(replaying: log, Self.schema, reducer: App()).html.utf8)
    #expect(report.states.map(\.json) == states)
    #expect(report.steps.last?[0] == .integer(6))
    #expect(report.shown.last?.contains("version 2") == true)
  }

  // MARK: - Writing

  @Test func `a report replaces an earlier one, and keeps another file`() async throws {
    let (log, _) = try await record(3)
    let first = try SessionReport(replaying: log, Self.schema, reducer: App(), named: "first")
    let second = try SessionReport(replaying: log, Self.schema, reducer: App(), named: "second")
    let path = directory.path("report.html")
    try first.write(to: path)
    try second.write(to: path)
    #expect(directory.text("report.html") == second.html)
    try directory.put("mine", "mine.html")
    let error = #expect(throws: SessionReportError.self) { try second.write(to: directory.path("mine.html")) }
    #expect(error?.description.contains("exists and is not a session report, so it is kept.") == true)
    #expect(throws: SessionReportError.self) { try second.write(to: directory.path("none/report.html")) }
    #expect(directory.names == ["mine.html", "report.html", "session.navlog"])
    #expect(directory.text("mine.html") == "mine")
    try directory.put("", "empty.html")
    try second.write(to: directory.path("empty.html"))
    #expect(directory.text("empty.html") == second.html)
  }

  // MARK: - A test store that replays a log

  private func failures(
    _ log: ActionLog, _ reducer: App, options: ReplayOptions = ReplayOptions()
  ) throws -> FailureLog {
    let failures = FailureLog()
    _ = try TestStore(
      replaying: log, Self.schema, reducer: reducer, options: options, reporter: failures.reporter,
      site: CallSite(fileID: #fileID, filePath: #filePath, line: 7, column: 1))
    return failures
  }

  @Test func `a failing replay of a test store has one report, of the replay`() async throws {
    let (log, _) = try await record(10)
    let failures = try failures(log, App(forgets: true), options: ReplayOptions(atDivergence: .keepGoing))
    #expect(failures.messages.count == 1)
    #expect(failures.reports.map(\.name) == ["SessionReportTests-7.html"])
    let report = try ReportData(#require(failures.reports.first).bytes)
    #expect(report.data["kind"] == .string("replay"))
    #expect(!report.divergences.isEmpty)
    #expect(try self.failures(log, App()).reports.isEmpty)
  }

  @Test func `the report of a long replay shows the transactions around the first problem`() async throws {
    let (log, _) = try await record(1_400, stateInterval: 100, depth: 3)
    let lines = try #require(directory.text("session.navlog")).split(separator: "\n")
    // The recorder wrote the header, and two lines and sometimes a snapshot for each transaction.
    let index = try #require(lines.firstIndex { $0.contains(#""n":1300,"#) && $0.contains("add") })
    try directory.put((lines[..<index] + lines[(index + 2)...]).joined(separator: "\n") + "\n", "session.navlog")
    let failures = try failures(log, App())
    let report = try ReportData(#require(failures.reports.first).bytes)
    #expect(report.data["cut"] == .string("Only the transactions from number 300 to 2300 are shown."))
    #expect(report.data["result"]?["verdict"] == .string("failed"))
    #expect(report.states.map(\.number).prefix(2) == [299, 300])
    #expect(report.steps.contains { $0[0] == .integer(5) && $0[2] == .integer(1299) })
  }

  @Test func `the report of a failing replay has its range and its result`() async throws {
    let (log, _) = try await record(1_400, stateInterval: 25, depth: 10)
    let failures = try failures(log, App(forgets: true), options: ReplayOptions(from: 50))
    let report = try ReportData(#require(failures.reports.first).bytes)
    // The reducer forgets song 51, which is the first divergence after transaction 50.
    #expect(report.states.map(\.number).prefix(2) == [50, 51])
    #expect(report.data["cut"] == .string("Only the transactions from number 51 to 1051 are shown."))
    #expect(report.data["result"]?["verdict"] == .string("failed"))
  }

  @Test func `the report of damaged lines begins at the beginning`() async throws {
    let (log, _) = try await record(30)
    var lines = try #require(directory.text("session.navlog")).split(separator: "\n").map(String.init)
    lines.insert("{", at: 3)
    try directory.put(lines.map { $0 + "\n" }.joined(), "session.navlog")
    let failures = try failures(log, App())
    #expect(failures.headlines.first?.hasPrefix("A line of the log cannot be used") == true)
    let report = try ReportData(#require(failures.reports.first).bytes)
    #expect(report.data["cut"] == nil)
    #expect(report.steps.first?[0] == .integer(1))
    #expect(report.steps.contains { $0[0] == .integer(6) })
  }
}
