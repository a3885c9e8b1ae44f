import Foundation
import NavStore
import NavStoreInspection
import Testing

@Suite struct NavigationLogReportTests {
  private static func log(_ path: String) throws -> NavigationLog {
    try NavigationLog(ActionLog(path: path), named: path)
  }

  /// The states of a replay, as JSON, in the order in which a report shows them.
  private static func states(of log: NavigationLog) throws -> [String] {
    var states: [String] = []
    try log.replay { event in
      let state: LoggedState?
      switch event {
      case .began(_, let began): state = began
      case .transaction(let transaction): state = transaction.state
      case .replaced(_, _, _, let replaced): state = replaced
      case .resumed(_, _, let resumed): state = resumed
      default: state = nil
      }
      if let state { states.append(String(decoding: try CanonicalJSONEncoder().encode(state), as: UTF8.self)) }
    }
    return states
  }

  @Test func `the states equal those of a replay, for random actions`() async throws {
    let directory = try TemporaryDirectory()
    for seed in TestEnvironment.seeds(TestEnvironment.isLong ? 100 : 8) {
      var random = RandomNavigation(random: SplitMix64(seed: seed))
      var rules = random.rules()
      rules.sameRoute = nil
      let store = Store(initialState: random.start(rules: rules), reducer: NavigationReducer(rules: rules))
      let path = directory.path("random-\(seed).navlog")
      let recorder = try ActionLogRecorder(
        of: store, schema: ActionLogSchema(rules: rules), to: path, options: ActionLogOptions(stateInterval: 7))
      for _ in 0..<200 {
        store.send((0...random.random.below(3)).map { _ in random.action(in: store.state) })
      }
      try await recorder.close()
      let log = try Self.log(path)
      let states = try ReportData(log).states.map(\.json)
      #expect(states.count == 201)
      #expect(states == (try Self.states(of: log)), "NAVSTORE_SEED=\(seed)")
    }
  }

  @Test func `no text of a log can end the element of the data`() async throws {
    let texts = [
      "</script><script>alert(1)</script>", "<!--", "\u{202E}txt\u{2066}", "\u{0}\u{1B}[2J\u{7F}\n", "\u{2028}\u{2029}",
      "&lt;", "\"\\", "{{initial}}{{{actions}}}", "é\u{301}日🏳️‍🌈", "\u{2027}\u{202A}",
      // A megabyte takes seconds in a debug build.
      String(repeating: "<x>", count: TestEnvironment.isLong ? 350_000 : 50_000),
    ]
    let directory = try TemporaryDirectory()
    let path = directory.path("hostile.navlog")
    // The longest text is only in the last state, because each state is encoded and compared.
    let state = TextState(tabs: texts.dropLast())
    let store = Store(initialState: state, reducer: NavigationReducer(rules: TextRules()))
    let recorder = try ActionLogRecorder(
      of: store, state: { $0 }, action: { $0 }, schema: ActionLogSchema(rules: TextRules()), to: path,
      information: ["text": .string(texts[0])],
      clock: ManualClock(), session: texts[0], began: 0)
    for text in texts {
      store.send(.push(text), origin: ActionOrigin(rawValue: String(text.prefix(100))))
      recorder.mark(text)
    }
    try await recorder.close()
    let log = try Self.log(path)
    let report = try ReportData(log)
    // A search for each byte is faster than a closure for each character of some megabytes.
    let json = Data(report.json.utf8)
    let controls = (Array(0..<0x20) + [0x7F]).map { Data([$0]) }
    for forbidden in ["<", ">", "&", "\u{2028}", "\u{2029}"].map({ Data($0.utf8) }) + controls {
      #expect(json.range(of: forbidden) == nil, "\(Array(forbidden))")
    }
    #expect(report.html.components(separatedBy: "</script>").count == 3)
    #expect(report.html.contains("Content-Security-Policy"))
    #expect(report.states.map(\.json) == (try Self.states(of: log)))
    #expect(report.data["session"] == .string(texts[0]))
    let shown = report.shown
    for text in texts { #expect(shown.contains { $0.utf8.suffix(text.utf8.count).elementsEqual(text.utf8) }) }
  }

  @Test func `a divergence has the recorded state, and the replay continues from it`() async throws {
    let sample = try await SampleLog()
    let log = try NavigationLog(ActionLog(path: sample.path), named: "sample.navlog", backRule: BackRule.none)
    let report = try ReportData(log)
    #expect(report.states.map(\.json) == (try Self.states(of: log)))
    #expect(report.divergences.map { report.steps[$0][2] } == [.integer(2), .integer(6)])
    #expect(report.data["result"]?["verdict"] == .string("failed"))
    let findings = "\(report.data["result"]?["findings"] as Any)"
    #expect(findings.contains("transaction 2 (tabTapped library)"))
  }

  // Transaction 9 replaces the state, so no state before it is needed.
  @Test(arguments: [(5, 8, [4, 5, 6, 7, 8]), (1, 3, [0, 1, 2, 3]), (9, 11, [9, 10, 11])])
  func `a part of a log begins with its state`(from: Int, until: Int, numbers: [Int]) async throws {
    let sample = try await SampleLog()
    let log = try Self.log(sample.path)
    let whole = try ReportData(log).states
    let part = try ReportData(log, ReportOptions(from: from, until: until))
    for state in part.states { #expect(whole.contains { $0 == state }) }
    #expect(part.states.map(\.number) == numbers)
    #expect(part.data["cut"] != nil)
  }

  @Test(arguments: [(100, 200), (12, nil)])
  func `nothing is written of a report that would show nothing of the log`(from: Int, until: Int?) async throws {
    let sample = try await SampleLog()
    let log = try Self.log(sample.path)
    let options = ReportOptions(from: from, until: until)
    let outcome = try NavigationLogReport(log, comparedWith: log, options: options).write { _ in
      Issue.record("A part of the page was written.")
    }
    #expect(outcome.isEmpty)
  }

  @Test func `a report has at most the requested number of steps, and says so`() async throws {
    let sample = try await SampleLog()
    let report = try ReportData(try Self.log(sample.path), ReportOptions(limit: 4))
    #expect(report.steps.count == 4)
    let count = try ReportData(try Self.log(sample.path)).steps.count
    let exact = try ReportData(try Self.log(sample.path), ReportOptions(limit: count))
    #expect((exact.steps.count, exact.data["cut"]) == (count, nil))
    let cut = "\(report.data["cut"] as Any)"
    #expect(cut.contains("4 steps, at transaction 3"))
    #expect(report.data["result"]?["verdict"] == .string("verified"))
  }

  @Test func `the page of a log that cannot be read to its end does not load itself again`() async throws {
    let first = try await SampleLog()
    let second = try await SampleLog(schema: .init(version: 2, rules: SampleLog.rules), session: "later")
    let lines = try first.lines.dropLast()
    try first.write(Array(lines))
    var options = ReportOptions()
    options.isFollowed = true
    #expect(try ReportData(Self.log(first.path), options).data["follow"] == .bool(true))
    try first.write(lines + second.lines)
    let report = try ReportData(Self.log(first.path), options)
    #expect(report.data["follow"] == nil)
    #expect(report.shown.last?.contains("its schema has version 2") == true)
  }

  @Test func `redacted values stay redacted`() async throws {
    let redaction = Redaction.type(Route.self) { _ in .settings }
    let sample = try await SampleLog(schema: .init(rules: SampleLog.rules, redacting: [redaction]))
    let report = try ReportData(Self.log(sample.path))
    #expect(report.steps.count > 10)
    #expect(report.shown.contains { $0.contains("push settings") })
    #expect(!report.json.contains("song"))
    let plain = try await SampleLog()
    #expect(try ReportData(Self.log(plain.path)).json.contains("song"))
  }

  @Test func `every truncated and every changed log is readable or an error`() async throws {
    let sample = try await SampleLog()
    let bytes = Array(try sample.directory.read("sample.navlog"))
    var random = SplitMix64(seed: 23)
    for round in 0..<(TestEnvironment.isLong ? 400 : 40) {
      var damaged = bytes
      if round % 2 == 0 {
        damaged.removeSubrange(random.below(bytes.count)...)
      } else {
        for _ in 0..<3 { damaged[random.below(bytes.count)] = UInt8(random.below(256)) }
      }
      try Data(damaged).write(to: URL(fileURLWithPath: sample.path))
      guard let log = try? Self.log(sample.path) else { continue }
      let report = try ReportData(log)
      #expect(report.states.map(\.json) == (try Self.states(of: log)), "round \(round)")
    }
  }
}
