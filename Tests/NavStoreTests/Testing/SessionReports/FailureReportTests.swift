import Foundation
import NavStore
import NavStoreInspection
import NavStoreTesting
import Testing

/// The report of the first failure of a test store.
@Suite struct FailureReportTests {
  private let log = FailureLog()

  /// The data of the only report.
  private func report() throws -> ReportData {
    #expect(log.reports.count == 1)
    return try ReportData(#require(log.reports.first).bytes)
  }

  private func makeApp(
    from state: ReportedApp.State = ReportedApp.State()
  ) -> TestStore<ReportedApp.State, ReportedApp.Action> {
    makeTestStore(ReportedApp(), from: state, log: log)
  }

  private static func json(_ state: some Encodable) throws -> String {
    String(decoding: try CanonicalJSONEncoder().encode(state), as: UTF8.self)
  }

  @Test func `the states equal those of the store, for random actions`() throws {
    for seed in 1...10 as ClosedRange<UInt64> {
      var random = RandomNavigation(random: SplitMix64(seed: seed))
      let rules = random.rules()
      let log = FailureLog()
      let start = random.start(rules: rules)
      let store = makeTestStore(NavigationReducer(rules: rules, reportingTo: nil), from: start, log: log)
      store.exhaustivity = .off
      var states = try [Self.json(start)]
      for _ in 0..<200 {
        let state = store.state
        store.send((0...random.random.below(3)).map { _ in random.action(in: state) })
        states.append(try Self.json(store.state))
      }
      store.send(.back) { $0 = start }
      states.append(try Self.json(store.state))
      #expect(log.messages.count == 1)
      let report = try ReportData(#require(log.reports.first).bytes)
      #expect(report.states.map(\.json) == states, "seed \(seed)")
      #expect(report.states.map(\.number) == Array(0...201))
    }
  }

  @Test func `a report names the actions, what they changed, the failed step and the message`() throws {
    let store = makeApp()
    store.send(.navigation(.push(.song(7))), origin: ActionOrigin(rawValue: "tap")) {
      $0.content?.navigation.push(.song(7))
    }
    store.send([.rename("a"), .rename("b")]) { $0.content?.title = "b" }
    store.send(.navigation(.tabTapped(.library)), line: 12)
    store.send(.navigation(.back)) { $0.content?.navigation.back() }
    let report = try report()
    #expect(
      report.shown == [
        "the initial state",
        "     1     0.000  tap      .navigation(.push(.song(7)))  pushed song(7) in home",
        #"     2     0.000  user     .rename("a")                  the navigation is unchanged"#,
        #"                  user     .rename("b")                  "#,
        "     3     0.000  user     .navigation(.tabTapped(.library))  selected library",
      ])
    #expect(report.data["kind"] == .string("failure"))
    #expect(report.data["failure"]?["step"] == .integer(3))
    #expect(report.data["failure"]?["message"] == .string(log.messages[0]))
    #expect(report.data["name"] == .string("NavStoreTests/FailureReportTests.swift:12"))
    #expect(log.reports[0].name == "FailureReportTests-12.html")
    #expect(report.row("actions", .integer(0), 2) == "navigation")
    #expect(report.row("actions", .integer(0), 1) == #"".navigation(.push(.song(7)))""#)
    #expect(report.row("actions", .integer(1), 2) == "rename")
  }

  @Test func `the actions of a navigation have the texts of a log`() throws {
    let store = makeTestStore(
      NavigationReducer<AppTab, Route>(), from: NavigationState(tabs: AppTab.allCases), log: log)
    store.send(.push(.song(7)))
    let report = try report()
    #expect(report.row("actions", .integer(0), 0) == "push song(7)")
    #expect(report.row("actions", .integer(0), 1) == #"{"push":[{"song":{"_0":7}}]}"#)
    #expect(report.row("actions", .integer(0), 2) == "push")
  }

  @Test func `the failed step is the asserted one, also if effects have sent more actions`() throws {
    let store = makeApp()
    store.send(.renameLater("x")) { $0.content?.title = "y" }
    store.skipReceived()
    let report = try report()
    #expect(report.steps.count == 3)
    #expect(report.data["failure"]?["step"] == .integer(1))
  }

  @Test func `with exhaustivity off, the failed step of assert is the last one`() throws {
    let store = makeApp()
    store.exhaustivity = .off
    store.send(.renameLater("x"))
    store.assert { $0.content?.title = "y" }
    let report = try report()
    #expect(report.steps.count == 3)
    #expect(report.data["failure"]?["step"] == .integer(2))
  }

  @Test func `without a report, a test store keeps no earlier states`() throws {
    final class Content: Equatable, Sendable {
      static func == (first: Content, second: Content) -> Bool { first === second }
    }
    let reducer = Reduce<Content?, Bool> { content, isShown in
      content = isShown ? Content() : nil
      return .none
    }
    let store = makeTestStore(reducer, from: nil, log: log)
    store.exhaustivity = .off
    store.send(true)
    weak var content = store.state
    store.send(false)
    #expect(content != nil)
    store.attachesReport = false
    #expect(content == nil)
    store.send(true)
    content = store.state
    store.send(false)
    #expect(content == nil)
    store.attachesReport = true
    #expect(store.attachesReport)
  }

  @Test func `a report that is requested later begins with the present state`() throws {
    let store = makeApp()
    store.attachesReport = false
    store.exhaustivity = .off
    store.send(.navigation(.push(.song(7))))
    store.attachesReport = true
    store.send(.navigation(.push(.song(8)))) { $0.content = nil }
    let report = try report()
    #expect(report.steps.count == 2)
    var content = ReportedApp.Content()
    content.navigation.push(.song(7))
    #expect(report.states.first?.json == (try Self.json(content.reported)))
  }

  @Test func `a failure when the store is released has a report`() throws {
    do {
      let store = makeApp()
      store.send(.renameLater("x"))
    }
    #expect(log.headlines.first?.hasPrefix(#"Unasserted: before the test ended, .rename("x") was received"#) == true)
    #expect(try report().steps.count == 3)
  }

  @Test func `a state that appears later is shown from then on, and one that disappears stays`() throws {
    let store = makeApp(from: ReportedApp.State(content: nil))
    store.send(.rename("nobody"))
    store.send(.signIn) { $0.content = ReportedApp.Content() }
    store.send(.navigation(.push(.text("a")))) { $0.content?.navigation.push(.text("a")) }
    store.send(.signOut)
    let report = try report()
    let start = try Self.json(ReportedApp.Content().reported)
    var pushed = ReportedApp.Content()
    pushed.navigation.push(.text("a"))
    let last = try Self.json(pushed.reported)
    #expect(report.states.map(\.json) == [start, last, last])
    #expect(report.steps.map { $0[4] }.first == .null)
    #expect(report.shown.last == "     4     0.000  user     .signOut                      the state has no navigation")
  }

  @Test func `a state that was replaced without an action is a step`() throws {
    var state = ReportedApp.State()
    let store = Store(initialState: state, reducer: ReportedApp())
    let test = TestStore(
      store, initialState: state, clock: TestClock(), testTimeout: TestTimeout(limit: .seconds(60)),
      reporter: log.reporter, site: CallSite(fileID: #fileID, filePath: #filePath, line: 1, column: 1))
    state.content?.navigation.push(.song(7))
    store.core.replace(state, origin: .restore)
    test.exhaustivity = .off
    test.send(.rename("a")) { $0.content?.title = "b" }
    let report = try report()
    #expect(report.steps.map { $0[0] } == [.integer(1), .integer(2), .integer(0)])
    #expect(report.states[1].json == (try Self.json(#require(state.content).reported)))
  }

  @Test func `at least the last 1,000 actions are recorded`() throws {
    let store = makeApp()
    store.exhaustivity = .off
    for number in 1...2_500 { store.send(.navigation(.replaceTop(.song(number)))) }
    for number in 1...10 { store.send(.navigation(.push(.song(number)))) }
    store.send(.signOut) { $0 = ReportedApp.State() }
    let report = try report()
    #expect(report.steps.count == 1_512)
    #expect(report.shown.first == "after 1000 earlier transactions")
    #expect(report.steps.last?[2] == .integer(2_511))
    #expect(report.data["failure"]?["step"] == .integer(1_511))
  }

  @Test func `a recording begins between two transactions`() throws {
    let store = makeApp()
    store.exhaustivity = .off
    var states: [String] = []
    for number in 1...700 {
      store.send([.navigation(.popToRoot), .navigation(.push(.song(number))), .rename("\(number)")])
      states.append(try Self.json(#require(store.state.content).reported))
    }
    store.send(.signOut) { $0 = ReportedApp.State() }
    // The navigation stays when the user has signed out.
    states.append(try #require(states.last))
    let report = try report()
    #expect(report.states.count < 700)
    #expect(report.states.map(\.json) == states.suffix(report.states.count))
  }

  @Test func `only the first failure has a report`() throws {
    let store = makeApp()
    for title in ["a", "b", "c"] { store.send(.rename(title)) }
    #expect(log.messages.count == 3)
    _ = try report()
  }

  @Test func `no report is made of a state without a navigation, or if no test fails`() {
    let store = makeTestStore(Counting(), from: 0, log: log)
    store.send(.add(1))
    #expect(log.messages.count == 1)
    let app = makeApp()
    app.send(.rename("a")) { $0.content?.title = "a" }
    #expect(log.messages.count == 1)
    #expect(log.reports.isEmpty)
  }

  @Test(arguments: [
    "</script><script>alert(1)</script>", "<!--", "\u{202E}txt", "\u{0}\u{1B}[2J\u{7F}\n", "\u{2028}\u{2029}", "\"\\",
    String(repeating: "<x>", count: 20_000),
  ])
  func `no text of an app can end the element of the data`(text: String) throws {
    let store = makeApp()
    store.send([.navigation(.push(.text(text))), .rename(text)], origin: ActionOrigin(rawValue: text))
    let report = try report()
    #expect(report.html.components(separatedBy: "</script>").count == 3)
    #expect(!report.json.contains("<") && !report.json.contains("\u{2028}"))
    var content = ReportedApp.Content()
    content.navigation.push(.text(text))
    #expect(report.states.last?.json == (try Self.json(content.reported)))
  }

  // MARK: - Where the navigation is

  @Test func `the navigation behind a long array is found`() throws {
    var state = ReportedApp.State()
    state.numbers = Array(0..<3_000)
    let store = makeApp(from: state)
    store.send(.navigation(.push(.song(7))))
    #expect(try report().states.count == 2)
  }

  @Test func `the navigation of screens is found`() throws {
    let store = makeTestStore(
      NumberScreensReducer.adding(), from: NumberScreens(NumberState(tabs: [0, 1])), log: log)
    store.send(.navigation(.push(3)))
    #expect(try report().states.last?.json == (try Self.json(store.state.navigation)))
  }

  @Test func `the present of an undo history is found`() throws {
    let store = makeTestStore(
      UndoReducer(NavigationReducer<Int, Int>()), from: UndoState(NumberState(tabs: [0, 1])), log: log)
    store.exhaustivity = .off
    for number in 1...3 { store.send(.action(.push(number))) }
    store.send(.undo) { $0 = UndoState(NumberState(tabs: [0, 1])) }
    #expect(try report().states.last?.json == (try Self.json(store.state.present)))
  }

  // MARK: - The folder

  private func fail(storing folder: String, times: Int = 1) -> FailureLog {
    let log = FailureLog()
    for _ in 0..<times {
      let state = ReportedApp.State()
      let store = TestStore(
        Store(initialState: state, reducer: ReportedApp()), initialState: state, clock: TestClock(),
        testTimeout: TestTimeout(limit: .seconds(60)), reporter: log.reporter(reports: folder),
        site: CallSite(fileID: #fileID, filePath: #filePath, line: 1, column: 1))
      store.send(.rename("a"), line: 7)
      store.send(.rename("b"), line: 8)
    }
    return log
  }

  @Test func `a report is stored in a folder, which is created, and the message says where`() throws {
    let directory = try TemporaryDirectory()
    let folder = directory.path("new/reports")
    let log = fail(storing: folder)
    let path = folder + "/FailureReportTests-7.html"
    #expect(log.messages[0].hasSuffix("\nSession report: \(path)"))
    #expect(!log.messages[1].contains("Session report"))
    let stored = directory.bytes("new/reports/FailureReportTests-7.html")
    #expect(stored.map { Array($0) } == log.reports.first?.bytes)
    let message = String(log.messages[0].dropLast("\nSession report: \(path)".count))
    #expect(try ReportData(log.reports[0].bytes).data["failure"]?["message"] == .string(message))
  }

  @Test func `no file in the folder is replaced`() throws {
    let directory = try TemporaryDirectory()
    try directory.put("mine", "FailureReportTests-7.html")
    let log = fail(storing: directory.path, times: 2)
    #expect(directory.names == (["", "-2", "-3"].map { "FailureReportTests-7\($0).html" }).sorted())
    #expect(directory.text("FailureReportTests-7.html") == "mine")
    #expect(log.messages[2].hasSuffix("/FailureReportTests-7-3.html"))
  }

  @Test func `a folder that cannot be used is part of the message`() throws {
    let directory = try TemporaryDirectory()
    try directory.put("mine", "file")
    let log = fail(storing: directory.path("file"))
    #expect(
      log.messages[0].hasSuffix(
        "\nThe session report could not be stored: opening \(directory.path("file"))/FailureReportTests-7.html failed: "
          + "Not a directory (error 20)."))
    #expect(log.reports.count == 1)
    #expect(directory.text("file") == "mine")
  }
}
