internal import NavStore

/// `navstore log test`: the actions of a log as the source code of a test.
struct LogTest {
  private let log: NavigationLog
  private let options: LogOptions
  private let output: ReportOutput

  init(_ log: NavigationLog, _ options: LogOptions, _ output: ReportOutput) {
    self.log = log
    self.options = options
    self.output = output
  }

  /// Writes the test.
  ///
  /// - Returns: Whether the log has transactions to test.
  func run() throws -> Bool {
    guard var range = try TransactionRange(of: log, from: options.from, until: options.until, output: output),
      !range.transactions.isEmpty
    else {
      output.warn("\(log.name): no transaction of the requested range can be replayed from a known state.")
      // The findings show why no transaction can be replayed.
      let report = try log.replay()
      try FindingsReport(log: log, report: report, output: output).write()
      return false
    }
    output.endProgress()
    if !range.hasRecordedState {
      output.warn(
        "transaction \(range.transactions.last?.number ?? 0) led to a state that differs from the recorded state, and "
          + "the log contains only the fingerprint of the recorded state. The test expects the state of the replay.")
    }
    let count = range.transactions.count
    if options.minimizes {
      range = range.minimized(by: log.reducer)
      output.warn("the test contains \(range.transactions.count) of \(count.counting("transaction")).")
    }
    try output.write(TestSource(range: range, log: log, options: options).source)
    return true
  }
}

/// The source code of a test that repeats a range of a log. The source code uses the type names in the options.
private struct TestSource {
  let range: TransactionRange
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
        "  \(Self.literal(range.initial))",
        ")",
      ] + rules + [
        "let store = TestStore(initialState: initial, reducer: NavigationReducer(rules: rules))",
        "store.exhaustivity = .off",
      ] + range.transactions.flatMap { send($0.actions) } + [
        "let recorded: NavigationState\(types) = try decoded(",
        "  \(Self.literal(range.recorded))",
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
    let first = range.transactions.first?.number ?? 0
    let last = range.transactions.last?.number ?? 0
    return first == last
      ? "transaction \(first) of a recorded session leads to the recorded state"
      : "transactions \(first) to \(last) of a recorded session lead to the recorded state"
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

  /// Returns the JSON of a value as a raw string literal without escape sequences.
  private static func literal(_ value: some Encodable) -> String {
    let json = (try? CanonicalJSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    let text = json.printableJSON
    var delimiter = "#"
    while text.contains("\"\(delimiter)") || text.contains("\\\(delimiter)") { delimiter += "#" }
    return "\(delimiter)\"\(text)\"\(delimiter)"
  }
}
