import Foundation
import NavStore
import NavStoreInspection
import NavStoreTool
import Testing

/// Text from outside in the output of `navtool`: file names and the contents of logs.
@Suite(.startsProcess) struct EscapedOutputTests {
  /// A text with characters that control a terminal or are invisible: escapes, an 8-bit escape, line ends, a change of
  /// direction and a deletion.
  private static let odd = "a\u{1B}[2J\u{9B}31m\nb\r\u{202E}c\u{7F}\u{2028}d\u{85}e"

  /// Returns the invisible characters of a text, without line feeds.
  private static func hidden(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse: scalar != "\n"
      default: false
      }
    }
  }

  private static func hidden(_ result: ToolProcess.Result) -> [Unicode.Scalar] {
    // Without escaping, the line feed of `odd` would begin a new line of the output.
    let isBroken = (result.output + result.errors).contains("31m\nb")
    return hidden(result.output) + hidden(result.errors) + (isBroken ? ["\n"] : [])
  }

  /// Writes a log whose tabs, routes, origins, marks, session and information contain `odd`.
  private func write(_ name: String, in directory: TemporaryDirectory) async throws -> String {
    let path = directory.path(name)
    let clock = ManualClock()
    let odd = Self.odd
    let rules = TextRules(backRule: .none, onLeave: [odd: .popToRoot])
    let store = Store(
      initialState: TextState(tabs: ["home", odd], backRule: .none), reducer: NavigationReducer(rules: rules))
    let recorder = try ActionLogRecorder(
      of: store, state: { $0 }, action: { $0 }, schema: ActionLogSchema(rules: rules), to: path,
      information: ["app": .string(odd)], clock: clock, session: odd, began: 0)
    store.send(.push(odd), origin: ActionOrigin(rawValue: odd))
    recorder.mark(odd, note: .string(odd))
    store.send(.present(odd))
    store.send(.tabTapped(odd))
    store.send(.setPath([odd, "\(odd)2"], in: .tab(odd)))
    try await recorder.close()
    return path
  }

  private static let arguments: [LogSubcommand: [[String]]] = [
    .show: [
      [], ["--json"], ["--tab", odd], ["--mark", odd], ["--origin", odd], ["--tab", "no\(odd)"],
      ["--mark", "no\(odd)"],
    ],
    .replay: [[], ["--json"], ["--last"], ["--last", "--json"], ["--back-rule", "none"]],
    .verify: [[], ["--complete"]],
    .stats: [[], ["--by", "route"]],
    .graph: [["--format", "dot"], ["--format", "mermaid"], ["--format", "dot", "--by", "route"]],
    .test: [[], ["--minimize"]],
    .diff: [[]],
  ]

  @Test(arguments: LogSubcommand.allCases)
  func `control characters of a log and of its name are printed as escapes`(subcommand: LogSubcommand) async throws {
    let directory = try TemporaryDirectory()
    let name = Self.odd.replacing("/", with: "")
    let good = try await write("\(name).navlog", in: directory)
    let other = try await write("other\(name).navlog", in: directory)
    var lines = try String(contentsOfFile: other, encoding: .utf8).split(separator: "\n").map(String.init)
    lines[3] = "milk\u{1B}\u{9B}"
    try directory.put(lines.joined(separator: "\n"), "damaged\(name).navlog")
    try directory.put("milk", "foreign\(name).navlog")
    let header =
      #"{"t":"header","format":"navstore.log","v":1,"schema":1,"session":"x","part":1,"n":0,"at":0,"began":0,"#
      + #""sums":"json","state":{"\u001b\u009b\u202e":1}}"#
    try directory.put(header + "\n", "app\(name).navlog")
    let files = [good, other] + ["damaged", "foreign", "app", "missing"].map { directory.path("\($0)\(name).navlog") }
    for options in Self.arguments[subcommand] ?? [] {
      for file in files + [directory.path(name + "/x")] {
        let files = subcommand == .diff ? [good, file] : [file]
        let result = try await ToolProcess.run(["log", subcommand.rawValue] + options + files)
        #expect(Self.hidden(result) == [], "\(options) \(file.debugDescription)")
        #expect(!result.output.isEmpty || !result.errors.isEmpty)
      }
    }
  }

  @Test func `the output contains no escape sequences except colours`() async throws {
    let directory = try TemporaryDirectory()
    let path = try await write("x.navlog", in: directory)
    for command in ["show", "replay", "verify", "diff"] {
      let files = command == "diff" ? [path, path] : [path]
      let result = try await ToolProcess.run(["log", command, "--color", "always"] + files)
      #expect(Self.hidden(result.output.replacing(/\u{1B}\[(0|1|2|31|32|33)m/, with: "")) == [], "\(command)")
    }
  }

  @Test func `the JSON of a replay is escaped and has the same values`() async throws {
    let directory = try TemporaryDirectory()
    let path = try await write("x.navlog", in: directory)
    let result = try await ToolProcess.run(["log", "replay", "--json", path])
    #expect(Self.hidden(result.output) == [])
    let states = try result.output.split(separator: "\n").map { line in
      let state = try #require(try JSONValue(parsing: line.utf8)["state"])
      return try JSON.value(TextState.self, String(decoding: state.canonicalBytes, as: UTF8.self))
    }
    let last = try #require(states.last)
    #expect(states.count == 5)
    #expect(last.selectedTab == Self.odd)
    #expect(last.path(of: Self.odd) == [Self.odd, "\(Self.odd)2"])
    #expect(last.modals.map(\.root) == [Self.odd])
  }

  @Test func `the source of a test is escaped and has the same values`() async throws {
    let directory = try TemporaryDirectory()
    let path = try await write("x.navlog", in: directory)
    let result = try await ToolProcess.run(["log", "test", path])
    #expect(Self.hidden(result.output) == [])
    let literals = result.output.matches(of: /#"(.*)"#/).map { String($0.output.1) }
    let states = literals.compactMap { try? JSON.value(TextState.self, $0) }
    #expect(states.map(\.selectedTab) == ["home", Self.odd])
    #expect(states.last?.path(of: Self.odd) == [Self.odd, "\(Self.odd)2"])
    let actions = literals.compactMap { try? JSON.value(TextAction.self, $0) }
    #expect(actions.first == .push(Self.odd))
    #expect(actions.count == 4)
  }

  @Test(arguments: [
    [odd], ["--\(odd)"], ["demo", odd], ["demo", "--\(odd)"], ["log", odd], ["log", "show", "--\(odd)"],
    ["log", "show", "--action", odd, "x"], ["log", "show", "--from", odd, "x"], ["log", "show", "--color", odd, "x"],
    ["log", "show", "--mark=x", "--json=\(odd)"], ["demo", "--play", "/dev/null/\(odd)"],
    ["demo", "--state", "\(odd)/"],
    ["demo", "--lines", "--state", "/dev/null/\(odd)/x"], ["demo", "--lines", "--record", "/dev/null/\(odd)/x"],
  ])
  func `control characters in arguments are escaped`(arguments: [String]) async throws {
    let folder = try TemporaryDirectory()
    let result = try await ToolProcess.run(
      arguments, input: "push song:3\ntap \u{202E}\nopen navstore://\u{200B}\nurl\n",
      environment: ["XDG_STATE_HOME": folder.path, "HOME": folder.path])
    #expect(Self.hidden(result) == [])
    #expect(result.status != 0)
  }

  @Test func `control characters in the demo's file names are escaped`() async throws {
    let folder = try TemporaryDirectory()
    let result = try await ToolProcess.run(
      ["demo", "--state", folder.path(Self.odd), "--record", folder.path("log\(Self.odd)")], input: "push song:3\n")
    #expect(Self.hidden(result) == [])
    #expect(result.status == 0)
    #expect(result.output.contains(#"a\u{1B}[2J\u{9B}31m\u{A}b"#))
  }
}
