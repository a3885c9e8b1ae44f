import Foundation
import NavStore
import NavStoreInspection
import NavStoreTesting
import Testing

/// Compares the lines of recorders with Docs/Reference/ActionLogFormat.md, by a second implementation of that page.
@Suite struct LogSpecificationTests {
  /// A state with all kinds of JSON values. Its fingerprint is computed from its JSON.
  struct Mixed: Codable, Equatable, Sendable {
    var text = ""
    var number = 0.0
    var integers: [Int] = []
    var flags: [String: Bool?] = [:]
    var nested: [Mixed] = []
  }

  private static let keys: [String: [String]] = [
    "header": [
      "t", "format", "v", "schema", "session", "part", "n", "at", "began", "sums", "library", "info", "state", "sum",
      "c",
    ],
    "action": ["t", "n", "at", "origin", "action", "i", "of", "sum", "c"],
    "set": ["t", "n", "at", "origin", "state", "sum", "c"],
    "snap": ["t", "n", "at", "state", "sum", "c"],
    "gap": ["t", "n", "at", "lost", "c"],
    "mark": ["t", "n", "at", "name", "note", "c"],
    "end": ["t", "n", "at", "next", "c"],
  ]

  /// Returns the first difference between a file and the specification; `nil` if there is no difference. `live` has the
  /// JSON of the state after each transaction.
  private static func fault(_ text: String, live: [Int: Any]) throws -> String? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.removeLast().isEmpty else { return "the last line does not end" }
    var sums = ""
    var number: Int?
    var time = 0
    for line in lines {
      guard let object = try ReferenceJSON.value(line) as? [String: Any], let type = object["t"] as? String,
        let order = keys[type], let found = object["n"] as? Int, let at = object["at"] as? Int
      else { return "not a line: \(line)" }
      // The keys are in the order of the table, and the values are in canonical form without white space.
      let members = order.compactMap { key in object[key].map { "\"\(key)\":\(ReferenceJSON.canonical($0))" } }
      guard members.count == object.count, "{" + members.joined(separator: ",") + "}" == line else {
        return "another spelling: \(firstDifference(line, "{" + members.joined(separator: ",") + "}"))"
      }
      let content = line.components(separatedBy: ",\"c\":\"").dropLast().joined(separator: ",\"c\":\"")
      guard object["c"] as? String == ReferenceFingerprints.check(content) else { return "wrong check: \(line)" }
      guard at >= time else { return "the time decreases: \(line)" }
      time = at
      switch type {
      case "header":
        sums = object["sums"] as? String ?? ""
        guard object["format"] as? String == "navstore.log", object["v"] as? Int == 1, found == number ?? found else {
          return "wrong header: \(line)"
        }
      case "action" where (object["i"] as? Int ?? 1) > 1:
        guard found == number else { return "wrong number: \(line)" }
      case "action", "set":
        guard found == (number ?? -1) + 1 else { return "wrong number: \(line)" }
      case "gap":
        guard let lost = object["lost"] as? Int, lost > 0, found == (number ?? -1) + lost else {
          return "wrong gap: \(line)"
        }
      default:
        guard found == number else { return "wrong number: \(line)" }
      }
      number = found
      if let state = object["state"], let expected = live[found] {
        guard ReferenceJSON.canonical(state) == ReferenceJSON.canonical(expected) else { return "wrong state: \(line)" }
      }
      if let sum = object["sum"] as? String, let state = live[found] {
        guard sum == ReferenceFingerprints.sum(sums, of: state) else { return "wrong fingerprint: \(line)" }
      } else if type == "snap" || type == "header" {
        return "missing fingerprint: \(line)"
      }
    }
    return nil
  }

  /// Returns the first difference between two texts.
  private static func firstDifference(_ first: String, _ second: String) -> String {
    let common = zip(first.unicodeScalars, second.unicodeScalars).prefix { $0 == $1 }.count
    func rest(_ text: String) -> String {
      String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(max(0, common - 20)).prefix(80)))
    }
    return "…\(rest(first))… and …\(rest(second))…"
  }

  private static func json(_ value: some Encodable) throws -> Any {
    try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
  }

  @Test func `XXH64 matches the published test vectors`() {
    #expect(ReferenceFingerprints.xxh64([]) == 0xEF46_DB37_51D8_E999)
    #expect(ReferenceFingerprints.xxh64(Array("abc".utf8)) == 0x44BC_2CF5_AD77_0999)
  }

  @Test func `navigations are written and fingerprinted as the specification says`() async throws {
    typealias State = NavigationState<String, Screen>
    let seed = TestEnvironment.seed
    var random = SplitMix64(seed: seed)
    for session in 0..<(TestEnvironment.isLong ? 1_000 : 4) {
      let directory = try TemporaryDirectory()
      let tabs = ["home", "ünï\"\\", "\u{1F600}\u{7F}\n", ""]
      let store = Store(
        initialState: State(tabs: tabs, backRule: .fullHistory), reducer: NavigationReducer<String, Screen>())
      let recorder = try ActionLogRecorder(
        of: store, schema: ActionLogSchema<State, NavigationAction<String, Screen>>(),
        to: directory.path("s.navlog"),
        options: .init(
          fingerprintInterval: 1 + random.below(3), stateInterval: 1 + random.below(8), transactionsPerFile: 30),
        clock: TestClock())
      var live: [Int: Any] = [0: try Self.json(store.state)]
      for number in 1...60 {
        switch random.below(8) {
        case 0: store.send(.tabTapped(tabs[random.below(4)]))
        case 1: store.send([.push(Screen(&random)), .push(Screen(&random))], origin: .deepLink)
        case 2: store.send(.present(Screen(&random), style: random.pick(.sheet, .cover, .popover, .inspector)))
        case 3: store.send(.back)
        case 4: store.send(.dismiss)
        case 5: store.send(.setPath(random.list(below: 5) { Screen(&$0) }, in: .focused), origin: .undo)
        default: store.send(.push(Screen(&random)))
        }
        if random.once(in: 10) { recorder.mark("märk \"\(number)\"", note: ["n": .number(0.1)]) }
        live[number] = try Self.json(store.state)
      }
      try await recorder.close()
      for file in recorder.status.files {
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
        let fault = try Self.fault(text, live: live)
        #expect(fault == nil, "NAVSTORE_SEED=\(seed), session \(session): \(fault ?? "")")
      }
    }
  }

  struct Screen: Hashable, Codable, Sendable {
    var name: String
    var numbers: [Int]
    var ratio: Double?

    init(_ random: inout SplitMix64) {
      name = String(String.UnicodeScalarView(random.list(below: 6) { Screen.scalars[$0.below(Screen.scalars.count)] }))
      numbers = random.list(below: 3) { $0.pick(0, -1, .max, .min, 7, 1 << 53 + 1) }
      ratio = random.once(in: 2) ? nil : LogSpecificationTests.double(&random)
    }

    private static let scalars = Array("aZ\"\\/\u{0}\u{8}\u{1F}\u{7F}\t\n\ré€\u{2028}\u{FB33}\u{1F600}".unicodeScalars)
  }

  fileprivate static func double(_ random: inout SplitMix64) -> Double {
    let any = Double(bitPattern: random.next())
    return random.pick(
      0, 1, -1.5, 1e21, 1e-7, 123456.789, .leastNonzeroMagnitude, 1e300, 0.000001, 1e21.nextDown,
      any.isFinite ? any : 0.5)
  }

  @Test func `the fingerprint of any other state is computed from its canonical JSON`() throws {
    let seed = TestEnvironment.seed
    var random = SplitMix64(seed: seed)
    let schema = ActionLogSchema<Mixed, TallyAction>()
    for round in 0..<(TestEnvironment.isLong ? 100_000 : 100) {
      let state = mixed(&random, depth: 3)
      let expected = ReferenceFingerprints.sum("json", of: try Self.json(state))
      guard try schema.fingerprint(of: state) == expected else {
        let written = String(decoding: try CanonicalJSONEncoder().encode(state), as: UTF8.self)
        let difference = Self.firstDifference(written, ReferenceJSON.canonical(try Self.json(state)))
        Issue.record("NAVSTORE_SEED=\(seed), round \(round): \(difference)")
        return
      }
    }
  }

  private func mixed(_ random: inout SplitMix64, depth: Int) -> Mixed {
    Mixed(
      text: Screen(&random).name, number: Self.double(&random),
      integers: random.list(below: 4) { Int(truncatingIfNeeded: $0.next()) },
      flags: Dictionary(
        random.list(below: 4) { (Screen(&$0).name, $0.pick(true, false, nil)) }, uniquingKeysWith: { $1 }),
      nested: depth == 0 ? [] : random.list(below: 3) { mixed(&$0, depth: depth - 1) })
  }

  @Test func `a log that another program writes by the specification is identical to a recorder's`() async throws {
    var script = LogScript()
    script.add(1, 2)
    script.addTogether(3, 4)
    script.mark("here")
    script.end()
    let directory = try TemporaryDirectory()
    let store = makeTallyStore()
    let clock = TestClock()
    let recorder = try ActionLogRecorder(of: store, TallySchema(), directory.path("s.navlog"), clock: clock)
    for actions in [[1], [2], [3, 4]] {
      clock.advance(by: .milliseconds(10))
      store.send(actions.map(TallyAction.add))
    }
    recorder.mark("here")
    try await recorder.close()
    #expect(directory.text("s.navlog") == script.checkedText)
  }
}
