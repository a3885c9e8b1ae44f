internal import NavStore

/// `navstore log test`: the actions of a log as a Swift test, to paste.
struct LogTest {
  private let log: NavigationLog
  private let options: LogOptions
  private let terminal: LogTerminal

  init(_ log: NavigationLog, _ options: LogOptions, _ terminal: LogTerminal) {
    self.log = log
    self.options = options
    self.terminal = terminal
  }

  /// Whether there is something to make a test of.
  func run() throws -> Bool {
    guard var part = try RecordedPart(of: log, from: options.from, until: options.until, terminal: terminal),
      !part.transactions.isEmpty
    else {
      terminal.warn("\(log.name): no transaction of that part can be replayed from a known state up to its end.")
      // What stands in the way.
      let report = try log.replay()
      try LogFindings(log: log, report: report, terminal: terminal).write()
      return false
    }
    terminal.endProgress()
    if part.diverges, !part.hasRecordedState {
      part = try ending(part)
    }
    let count = part.transactions.count
    if options.minimizes {
      part = part.minimized(by: log.reducer)
      terminal.warn("\(part.transactions.count) of \(count.counting("transaction")) are left.")
    }
    try terminal.write(RecordedTest(part: part, log: log, options: options).source)
    return true
  }

  /// The part as it is, with a word on what it cannot expect.
  private func ending(_ part: RecordedPart) throws -> RecordedPart {
    let number = part.transactions.last?.number ?? 0
    terminal.warn(
      "transaction \(number) led to another state when it was recorded, and the log has that state's fingerprint only: the test "
        + "expects what the reducer does today.")
    return part
  }
}

/// Writes a part of a log as a test that compiles where the app's types are named as the options say.
private struct RecordedTest {
  let part: RecordedPart
  let log: NavigationLog
  let options: LogOptions

  private var types: String { "<\(options.tabType), \(options.routeType)>" }

  var source: String {
    let lines =
      [
        "func decoded<Value: Decodable>(_ text: String) throws -> Value {",
        "  try JSONDecoder().decode(Value.self, from: Data(text.utf8))",
        "}",
        "func action(_ text: String) throws -> NavigationAction\(types) { try decoded(text) }",
        "let initial: NavigationState\(types) = try decoded(",
        "  \(Self.literal(part.initial))",
        ")",
      ] + rules + [
        "let store = TestStore(initialState: initial, reducer: NavigationReducer(rules: rules))",
        "store.exhaustivity = .off",
      ] + part.transactions.flatMap { send($0.actions) } + [
        "let recorded: NavigationState\(types) = try decoded(",
        "  \(Self.literal(part.recorded))",
        ")",
        "expectNoDifference(store.state, recorded)",
      ]
    return """
      // Imports: Foundation, NavStore, NavStoreTesting, Testing.
      @Test func `\(name)`() throws {
      \(lines.map { "  " + $0 }.joined(separator: "\n"))
      }
      """
  }

  private var name: String {
    let first = part.transactions.first?.number ?? 0
    let last = part.transactions.last?.number ?? 0
    return first == last
      ? "transaction \(first) of a recorded session leads where it led then"
      : "transactions \(first) to \(last) of a recorded session lead where they led then"
  }

  private var rules: [String] {
    let rules = log.rules
    var arguments = ["backRule: .\(rules.backRule.rawValue)"]
    if rules.maxDepth < .max { arguments.append("maxDepth: \(rules.maxDepth)") }
    if rules.maxVisits != NavigationRules<JSONText, JSONText>().maxVisits {
      arguments.append("maxVisits: \(rules.maxVisits)")
    }
    let changes =
      rules.onLeave.filter { $0.value != .keepPath }.sorted { $0.key.description < $1.key.description }.map {
        "try rules.onLeave[decoded(\(Self.literal($0.key)))] = .\($0.value.rawValue)"
      } + (rules.initialState.map { ["rules.initialState = try decoded(", "  \(Self.literal($0))", ")"] } ?? [])
    return [
      "\(changes.isEmpty ? "let" : "var") rules = NavigationRules\(types)(\(arguments.joined(separator: ", ")))"
    ] + changes
  }

  private func send(_ actions: [LoggedAction]) -> [String] {
    let texts = actions.map { "action(\(Self.literal($0)))" }
    if texts.count == 1 { return ["try store.send(\(texts[0]))"] }
    return ["try store.send(["] + texts.map { "  \($0)," } + ["])"]
  }

  /// A value's JSON as a literal in which no character has a meaning.
  private static func literal(_ value: some Encodable) -> String {
    let json = (try? CanonicalJSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    let text = json.printableJSON
    var fence = "#"
    while text.contains("\"\(fence)") || text.contains("\\\(fence)") { fence += "#" }
    return "\(fence)\"\(text)\"\(fence)"
  }
}
