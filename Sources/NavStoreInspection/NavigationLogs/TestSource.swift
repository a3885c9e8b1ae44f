internal import NavStore

package struct TestSource {
  /// What a log contains of the state that a test expects.
  package enum Recorded {
    case state(LoggedState)
    /// The hexadecimal digits of the fingerprint.
    case fingerprint(String)
  }

  private let rules: NavigationRules<JSONText, JSONText>
  private let types: String

  package init(_ log: NavigationLog, tabType: String, routeType: String) {
    rules = log.rules
    types = "<\(tabType), \(routeType)>"
  }

  package func source(
    _ transactions: [(number: Int, actions: [LoggedAction])], from initial: LoggedState, to recorded: Recorded
  ) -> String {
    let first = transactions.first?.number ?? 0
    let last = transactions.last?.number ?? 0
    return source(
      named: first == last
        ? "transaction \(first) of a recorded session leads to the recorded state"
        : "transactions \(first) to \(last) of a recorded session lead to the recorded state",
      from: Self.literal(initial), transactions.flatMap { Self.send($0.actions) }, expecting: expectation(recorded))
  }

  var template: String {
    source(named: "{{name}}", from: "{{initial}}", ["{{actions}}"], expecting: equality("{{recorded}}"))
  }

  private func expectation(_ recorded: Recorded) -> [String] {
    switch recorded {
    case .state(let state): equality(Self.literal(state))
    case .fingerprint(let digits):
      [
        "let schema = ActionLogSchema<NavigationState\(types), NavigationAction\(types)>()",
        "#expect(try schema.fingerprint(of: store.state) == \"\(digits)\")",
      ]
    }
  }

  private func equality(_ literal: String) -> [String] {
    [
      "let recorded: NavigationState\(types) = try decoded(",
      "  \(literal)",
      ")",
      "expectNoDifference(store.state, recorded)",
    ]
  }

  private func source(
    named name: String, from initial: String, _ actions: [String], expecting expectation: [String]
  ) -> String {
    let lines =
      [
        "func decoded<Value: Decodable>(_ text: String) throws -> Value {",
        "  try JSONDecoder().decode(Value.self, from: Data(text.utf8))",
        "}",
        "func action(_ text: String) throws -> NavigationAction\(types) { try decoded(text) }",
        "let initial: NavigationState\(types) = try decoded(",
        "  \(initial)",
        ")",
      ] + ruleLines + [
        "let store = TestStore(initialState: initial, reducer: NavigationReducer(rules: rules))",
        "store.exhaustivity = .off",
      ] + actions + expectation
    return """
      // Imports: Foundation, NavStore, NavStoreTesting, Testing.
      @Test func `\(name)`() throws {
      \(lines.map { "  " + $0 }.joined(separator: "\n"))
      }
      """
  }

  private var ruleLines: [String] {
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

  private static func send(_ actions: [LoggedAction]) -> [String] {
    let texts = actions.map { "action(\(literal($0)))" }
    if texts.count == 1 { return ["try store.send(\(texts[0]))"] }
    return ["try store.send(["] + texts.map { "  \($0)," } + ["])"]
  }

  private static func literal(_ value: some Encodable) -> String {
    let json = (try? CanonicalJSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    // In JSON, two adjacent opening braces occur only in strings. Without the escape, they could look like a
    // placeholder.
    let text = json.printableJSON.replacing("{{", with: #"\u007b\u007b"#)
    var delimiter = "#"
    while text.contains("\"\(delimiter)") || text.contains("\\\(delimiter)") { delimiter += "#" }
    return "\(delimiter)\"\(text)\"\(delimiter)"
  }
}
