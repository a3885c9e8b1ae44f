import Foundation
import NavStore
import Testing

/// `navtool log backtest`: recorded sessions under changed rules.
@Suite(.startsProcess) struct LogBackTestTests {
  typealias State = NavigationState<AppTab, Route>
  typealias Action = NavigationAction<AppTab, Route>
  typealias Rules = NavigationRules<AppTab, Route>

  private static let hint =
    "navtool: \"navtool log test --until N --minimize FILE\" prints a session as a test, up to transaction N.\n"

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func record(
    _ actions: [Action], as name: String, rules: Rules = Rules(backRule: .history), loggedRules: Rules? = nil
  ) async throws {
    let store = Store(
      initialState: State(tabs: AppTab.allCases, backRule: rules.backRule),
      reducer: NavigationReducer(rules: rules, reportingTo: nil))
    let recorder = try ActionLogRecorder(
      of: store, schema: ActionLogSchema(rules: loggedRules ?? rules), to: directory.path(name))
    for action in actions { store.send(action) }
    try await recorder.close()
  }

  /// Runs the command, and removes the path of the directory from its output.
  private func backTest(_ arguments: String...) async throws -> ToolProcess.Result {
    let result = try await ToolProcess.run(["log", "backtest"] + arguments)
    return ToolProcess.Result(
      status: result.status, output: result.output.replacing(directory.path, with: "logs"),
      errors: result.errors.replacing(directory.path, with: "logs"))
  }

  @Test func `the first difference is the action whose result a user sees, and not the tap that changes the visits`()
    async throws
  {
    // The rule changes the visits at each tap on another tab.
    try await record([.tabTapped(.library), .push(.song(1)), .back, .back], as: "a.navlog")
    try await record([.tabTapped(.library), .push(.song(1)), .back, .back, .back], as: "b.navlog")
    try await record([.push(.song(1)), .tabTapped(.search), .back, .tabTapped(.search), .back], as: "c.navlog")
    try await record([.tabTapped(.search), .back, .push(.song(1))], as: "d.navlog")
    try await record([.tabTapped(.library), .push(.song(7))], as: "equal.navlog")
    try directory.put("milk\n", "notes.txt")
    let result = try await backTest("--back-rule", "none", directory.path)
    #expect(
      result.output == """
        5 sessions: 4 differ, 1 do not
        2 sessions: back from /library does not change the navigation; it led to /home
          logs/a.navlog: transaction 4
        1 session: back from /search does not change the navigation; it led to /home
          logs/d.navlog: transaction 2
        1 session: back from /search does not change the navigation; it led to song
          logs/c.navlog: transaction 3

        """)
    #expect((result.status, result.errors) == (1, Self.hint))

    let equal = try await backTest("--back-rule=history", "--max-depth=1", directory.path + "/")
    #expect((equal.status, equal.output, equal.errors) == (0, "5 sessions: 0 differ, 5 do not\n", ""))
  }

  @Test func `each option changes its rule, and the other rules stay those of the log`() async throws {
    let rules = Rules(backRule: .fullHistory, maxDepth: 2)
    let taps = [Action.tabTapped(.search), .tabTapped(.library), .back, .back]
    try await record(taps + [.push(.song(1)), .push(.song(2)), .push(.song(3))], as: "a.navlog", rules: rules)
    let kinds: [(String, String)] = [
      ("--max-depth=1", "push from song does not change the navigation; it led to another song"),
      ("--max-depth=3", "push from song leads to another song; it did not change the navigation"),
      ("--max-visits=2", "back from /search does not change the navigation; it led to /home"),
      ("--back-rule=firstTab", "back from /library leads to /home; it led to /search"),
    ]
    for (option, kind) in kinds {
      let result = try await backTest(option, directory.path)
      #expect(result.output.split(separator: "\n").dropFirst().first == "1 session: \(kind)", "\(option): \(result)")
    }
    #expect(try await backTest("--max-depth=2", "--max-visits=100", directory.path).status == 0)
  }

  @Test func `the files of a session are one session, and paths that no screen shows are compared`() async throws {
    let store = Store(
      initialState: State(tabs: AppTab.allCases, backRule: .history),
      reducer: NavigationReducer(rules: Rules(backRule: .history)))
    let recorder = try ActionLogRecorder(
      of: store, schema: ActionLogSchema(rules: Rules(backRule: .history)), to: directory.path("long.navlog"),
      options: ActionLogOptions(transactionsPerFile: 50))
    for _ in 0..<99 { store.send(.tabTapped(.home)) }
    store.send(.setPath([.settings, .song(1), .song(2)], in: .tab(.library)))
    try await recorder.close()
    #expect(directory.names.count > 1)
    let result = try await backTest("--max-depth=2", directory.path)
    #expect(
      result.output == """
        1 session: 1 differ, 0 do not
        1 session: setPath from /home does not change the navigation; it led to other paths
          logs/long.navlog: transaction 100

        """)
  }

  @Test func `two states with the same kind of screen on top are different states`() async throws {
    let store = Store(initialState: State(tabs: AppTab.allCases), reducer: NavigationReducer())
    let recorder = try ActionLogRecorder(
      of: store, schema: ActionLogSchema(rules: Rules()), to: directory.path("a.navlog"))
    store.send([.push(.song(1)), .push(.song(2))])
    try await recorder.close()
    #expect(
      try await backTest("--max-depth=1", directory.path).output.contains(
        "\n1 session: push, push from /home leads to song; it led to a different state\n"))
  }

  @Test func `logs that cannot be replayed are named and counted, and the other logs are compared`() async throws {
    try await record([.tabTapped(.library), .back], as: "good.navlog")
    try await record(
      [.push(.song(1)), .tabTapped(.library), .back], as: "other-rules.navlog", loggedRules: Rules(backRule: .none))
    // At the second transaction, the changed rules lead to the recorded state, and the rules in the log do not.
    try await record(
      [.push(.song(1)), .push(.song(2))], as: "other-depth.navlog", rules: Rules(backRule: .history, maxDepth: 1),
      loggedRules: Rules(backRule: .history))
    try directory.put("milk\n", "text.navlog")
    try directory.put(
      #"{"t":"header","format":"navstore.log","v":1,"schema":1,"session":"s","part":1,"n":0,"at":0,"began":0,"state":{"cart":1}}"#
        + "\n", "whole-app.navlog")
    for option in ["--back-rule=firstTab", "--max-depth=1"] {
      let result = try await backTest(option, directory.path)
      let lines = result.output.split(separator: "\n").map(String.init)
      try #require(result.status == 1 && lines.count == 5, "\(result)")
      #expect(lines[0] == "5 sessions: 0 differ, 1 do not, 4 could not be replayed")
      #expect(lines[1] == "2 sessions: the log cannot be read")
      #expect(lines[2].hasPrefix("  logs/text.navlog: logs/text.navlog is not an action log"), "\(lines[2])")
      #expect(lines[3] == "2 sessions: the reducer of the recording does not lead to the recorded states")
      #expect(lines[4] == "  logs/other-depth.navlog: transaction 2")
      #expect(result.errors == "")
    }
  }

  @Test func `a folder without a log that can be replayed is reported`() async throws {
    let empty = try await backTest("--max-depth=1", directory.path)
    #expect((empty.status, empty.output) == (1, ""))
    #expect(empty.errors == "navtool: logs contains no logs: no file has the extension navlog.\n")

    try directory.put("milk\n", "a\u{1B}[2J.navlog")
    let unreadable = try await backTest("--max-depth=1", directory.path)
    #expect(unreadable.status == 1)
    #expect(unreadable.output.hasPrefix("1 session: 0 differ, 0 do not, 1 could not be replayed\n"))
    #expect(unreadable.output.contains(#"logs/a\u{1B}[2J.navlog: "#) && !unreadable.output.contains("\u{1B}"))
    #expect(unreadable.errors == "navtool: logs contains no log of a navigation that can be replayed.\n")

    let missing = try await backTest("--max-depth=1", directory.path("missing"))
    #expect((missing.status, missing.output) == (66, ""))
    #expect(missing.errors.hasPrefix("navtool: the folder logs/missing cannot be read: No such file or directory"))
    try directory.put("milk\n", "file")
    let file = try await backTest("--max-depth=1", directory.path("file"))
    #expect(file.status == 66 && file.errors.hasPrefix("navtool: the folder logs/file cannot be read: Not a directory"))
  }

  @Test func `the largest kinds are shown, as text or as JSON`() async throws {
    for number in 1...3 { try await record([.push(.song(number)), .push(.settings)], as: "settings-\(number).navlog") }
    for number in 1...2 { try await record([.push(.song(number)), .push(.song(0))], as: "song-\(number).navlog") }
    try await record([.push(.song(1)), .navigate(to: .song(2))], as: "navigate.navlog")
    let text = try await backTest("--max-depth=1", "--limit=1", directory.path)
    #expect(
      text.output == """
        6 sessions: 6 differ, 0 do not
        3 sessions: push from song does not change the navigation; it led to settings
          logs/settings-1.navlog: transaction 2
        +2 more kinds, of 3 sessions

        """)
    let json = try await backTest("--max-depth=1", "--limit=2", "--json", directory.path)
    #expect(
      json.output == """
        {"compared":true,"file":"logs/settings-1.navlog","kind":"push from song does not change the navigation; it led to settings","sessions":3,"transaction":2}
        {"compared":true,"file":"logs/song-1.navlog","kind":"push from song does not change the navigation; it led to another song","sessions":2,"transaction":2}

        """)
    #expect((json.status, json.errors) == (1, "navtool: logs: 6 sessions: 6 differ, 0 do not.\n" + Self.hint))
  }

  @Test func `the command that is printed prints a test that ends with the difference`() async throws {
    try await record([.tabTapped(.library), .push(.song(1)), .back, .back, .push(.song(2))], as: "a.navlog")
    let result = try await backTest("--back-rule=none", directory.path)
    #expect(result.output.contains("\n  logs/a.navlog: transaction 4\n"))
    let test = try await ToolProcess.run(["log", "test", "--until", "4", "--minimize", directory.path("a.navlog")])
    #expect(test.status == 0)
    #expect(test.output.contains("transactions 1 to 4 of") && test.output.contains("backRule: .history"))
    #expect(test.output.contains(#"{"back":[]}"#))
  }

  @Test func `the progress is shown in a terminal, and removed at the end`() async throws {
    for number in 1...4 { try await record([.push(.song(number))], as: "\(number).navlog") }
    let process = try TerminalProcess(["log", "backtest", "--max-depth=1", directory.path])
    for percent in [25, 50, 75, 100] {
      #expect(await process.readOutput(until: "\r\(percent) % of 4 sessions") != nil)
    }
    #expect(await process.readOutput(until: "\r\u{1B}[K4 sessions: 0 differ, 4 do not") != nil)
    #expect(await process.finish() == 0)
  }
}
