@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Testing

/// Extreme numbers, options and rules.
@Suite struct ReplayEdgeTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `an action with two changes is one undo step in a replay, as in the store`()
    async throws
  {
    struct Editing: Reducer {
      let undo = NumberEditing().undoable()
      func reduce(into state: inout NumberHistory, action: Int) -> Effect<Int> {
        for _ in 1...2 { _ = undo.reduce(into: &state, action: .add(action)) }
        return .none
      }
    }
    let schema = ActionLogSchema<NumberHistory, Int>()
    let store = Store(initialState: NumberHistory(0), reducer: Editing())
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: directory.path("s.navlog"))
    store.send(1)
    store.send([1, 1])
    try await recorder.close()
    let log = ActionLog(path: directory.path("s.navlog"))
    let report = try log.replay(schema, reducer: Editing())
    #expect(report.isFaithful)
    #expect(report.state == store.state)
    #expect(report.state == NumberHistory(past: [0, 2], present: 6))
    let other = Store(initialState: try log.initialState(schema), reducer: Editing())
    #expect(try log.replay(into: other, schema).isFaithful)
  }

  @Test func `the pauses of a second session begin at its own start, even if its times are later`()
    async throws
  {
    var first = LogScript("first")
    first.add(1)
    var second = LogScript("second", after: 100)
    second.add(3, 4)
    try directory.put(first.text + second.text, "joined.navlog")
    let clock = ImmediateClock()
    let start = clock.now
    let log = ActionLog(path: directory.path("joined.navlog"))
    let seen = Locked<[String]>([])
    _ = try await log.replayEvents(TallySchema(), reducer: TallyReducer(), speed: 1, clock: clock) { event in
      if case .transaction(let transaction) = event {
        seen.withLock { $0.append("\(start.duration(to: clock.now)): \(transaction.state.sum)") }
      }
    }
    #expect(seen.withLock { $0 } == ["0.0 seconds: 1", "0.0 seconds: 3", "0.01 seconds: 7"])
  }

  @Test func `missing lines before a gap are distinguished from transactions that the recorder lost`() throws {
    var script = LogScript()
    script.add(1, 2, 3)
    script.gap(2, to: Tally(sum: 10))
    script.snap()
    script.add(1)
    // Transaction 3 is missing.
    script.lines.remove(at: 3)
    let report = try directory.replay(script.text)
    #expect(report.gaps.first == [.init(numbers: 3...3, isRecorded: false), .init(numbers: 4...5, isRecorded: true)])
    #expect(report.state == Tally(sum: 11))
    script.line(#"{"t":"gap","n":7,"at":70,"lost":8}"#)
    #expect(try directory.replay(script.text).damage.count == 1)
  }

  @Test func `an undecodable action of one session does not affect another session`() throws {
    var first = LogScript("first")
    first.addTogether(1, 2)
    first.lines[1] = first.lines[1].replacing("add", with: "lost")
    first.lines.removeLast()
    var second = LogScript("second", after: 2)
    second.add(3)
    var third = LogScript("third", after: 0)
    third.add(4)
    let report = try directory.replay(
      first.text + third.text + second.text, options: .init(atUndecodable: .skipToNextState))
    #expect(report.undecodable.count == 1)
    #expect(report.applied == 2)
    #expect(report.damage.isEmpty && report.gaps.isEmpty)
  }

  @Test func `transactions before the log are counted for each session`() throws {
    let report = try directory.replay(LogScript("a", after: 2).text + LogScript("b", after: 3).text)
    #expect(report.before == 5)
    #expect(!report.isComplete)
  }

  @Test func `the nearest recorded state is searched for in at most 1,024 transactions`() throws {
    func nearest(_ count: Int) throws -> Int? {
      var script = LogScript()
      script.add(5)
      for _ in 1...count { script.add(1) }
      script.snap()
      return try directory.replay(script.text, isChanged: true).allDivergences.first.first?.nearest?.number
    }
    #expect(try nearest(1_000) == 1_001)
    #expect(try nearest(1_100) == 0)
  }

  @Test func `the oldest supported version is that of the migrations that begin last`() throws {
    let old = LogScript(schema: 1).text
    let step = { (version: Int) in Migrations.Step.step(from: version, "nothing") { _ in } }
    let both = TallySchema(version: 3, stateMigrations: [step(1), step(2)], actionMigrations: [step(1), step(2)])
    #expect(try directory.replay(old, both).state == Tally())
    let later = TallySchema(version: 3, stateMigrations: [step(1), step(2)], actionMigrations: [step(2)])
    #expect(throws: ActionLogError.olderSchema(file: directory.path("script.navlog"), found: 1, oldest: 2)) {
      try directory.replay(old, later)
    }
  }

  @Test(arguments: [Double.leastNonzeroMagnitude, .greatestFiniteMagnitude])
  func `a replay at any speed ends`(factor: Double) async throws {
    var script = LogScript()
    script.add(1, 2)
    try directory.put(script.text, "s.navlog")
    let report = try await ActionLog(path: directory.path("s.navlog")).replayEvents(
      TallySchema(), reducer: TallyReducer(), speed: factor, clock: ImmediateClock()
    ) { _ in }
    #expect(report.state == Tally(sum: 3))
  }

  @Test func `a session can last longer than 32 bits of milliseconds`() async throws {
    let clock = TestClock()
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(of: store, TallySchema(), directory.path("s.navlog"), clock: clock)
    clock.advance(by: .milliseconds(5_000_000_000 as Int64))
    store.send(.add(1))
    try await recorder.close()
    let lines = try #require(directory.text("s.navlog")).split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix(#"{"t":"action","n":1,"at":5000000000,"#) })
    var times: [Duration] = []
    let log = ActionLog(path: directory.path("s.navlog"))
    let report = try log.replayEvents(TallySchema(), reducer: TallyReducer()) { event in
      if case .transaction(let transaction) = event { times.append(transaction.time) }
    }
    #expect(report.isFaithful)
    #expect(times == [.seconds(5_000_000)])
  }

  @Test func `the times in a header have 64 bits`() throws {
    let line =
      #"{"t":"header","format":"navstore.log","v":1,"schema":1,"session":"s","part":2,"n":3,"at":5000000000,"#
      + #""began":1767225600000,"sums":"json","state":{"sum":6,"words":[]}}"#
    try directory.put(line + "\n", "s.navlog")
    let header = try ActionLog(path: directory.path("s.navlog")).header()
    #expect([header.began, header.time] == [1_767_225_600_000, 5_000_000_000] as [Int64])
  }

  @Test func `the sum of two transaction numbers does not overflow in any width of Int`() {
    #expect(LogFields.highestNumber(Int64.self) == 9_007_199_254_740_991)
    #expect(LogFields.highestNumber(Int32.self) == 1_073_741_823)
    #expect(!LogFields.highestNumber(Int32.self).addingReportingOverflow(.max / 2).overflow)
  }

  @Test(arguments: [9_007_199_254_740_992, .max] as [UInt64])
  func `a transaction number with more than 53 bits is damage`(number: UInt64) throws {
    let line = #"{"t":"action","n":\#(number),"at":1,"origin":"user","action":{"add":{"_0":1}}}"#
    let report = try directory.replay(LogScript().text + line + "\n")
    #expect(report.damage.count == 1)
    #expect(report.state == Tally())
  }

  @Test func `any time of a clock can be converted to milliseconds`() {
    #expect(Duration.milliseconds(1_234).milliseconds == 1_234)
    #expect(Duration.microseconds(1_999).milliseconds == 1)
    #expect(Duration.seconds(Int64.max).milliseconds == LogFields.highestTime)
    #expect(Duration.seconds(Int64.min).milliseconds == 0)
  }

  @Test func `a log without an initial state and a file that is not a log are different errors`() throws {
    try directory.put(
      #"{"t":"header","format":"navstore.log","v":1,"schema":1,"session":"s","part":1,"n":0,"at":0,"#
        + #""began":0,"sums":"json"}"# + "\n", "s.navlog")
    let log = ActionLog(path: directory.path("s.navlog"))
    let error = #expect(throws: ActionLogError.self) { try log.initialState(TallySchema()) }
    #expect(error?.description.contains("complete state") == true, "\(error?.description ?? "")")
    let none = ActionLog(paths: [])
    for error in [
      #expect(throws: ActionLogError.self) { try none.header() },
      #expect(throws: ActionLogError.self) { try none.replay(TallySchema(), reducer: TallyReducer()) },
    ] {
      #expect(error?.description.contains("no file") == true, "\(error?.description ?? "")")
    }
  }

  @Test(arguments: [(10, 5), (0, 0), (.max, .max), (.max, 0), (-1, -1), (.min, .min), (.min, .max)])
  func `extreme bounds of a replay are accepted`(from: Int, until: Int) throws {
    var script = LogScript()
    script.add(1, 2, 3, 4, 5, 6)
    script.snap()
    script.add(7, 8)
    script.end()
    let report = try directory.replay(script.text, options: .init(from: from, until: until))
    #expect(report.divergences.isEmpty && report.damage.isEmpty)
    #expect(report.number <= 8)
  }

  @Test func `a test cannot be printed from a part of a log with a replaced state`() throws {
    var script = LogScript()
    script.add(1)
    script.set(Tally(sum: 10))
    script.add(2)
    try directory.put(script.text, "s.navlog")
    let log = ActionLog(path: directory.path("s.navlog"))
    let source = try log.swiftTest(TallySchema(), reducer: TallyReducer())
    #expect(source.contains("  <#"), "\(source)")
    #expect(source.contains("transaction 2"))
    let after = try log.swiftTest(TallySchema(), reducer: TallyReducer(), transactions: 3...3)
    #expect(!after.contains("  <#transaction"), "\(after)")
  }

  @Test func `a transaction that is cut off at the end of the file is reported, and the replay is still faithful`()
    throws
  {
    var script = LogScript()
    script.add(1)
    script.addTogether(2, 3, 4)
    script.lines.removeLast()
    let report = try directory.replay(script.text)
    #expect(report.damage.first.map(\.reason) == [.tornTransaction])
    #expect(report.damage.first.map(\.line) == [4])
    #expect(report.isFaithful && !report.isComplete)
    #expect(report.state == Tally(sum: 1))
    #expect("\(LogDamage.tornTransaction)" == "the file ends in the middle of the transaction")
  }

  @Test func `an error about a state after a gap names the last known transaction`() throws {
    var script = LogScript()
    script.add(1, 2, 3, 4)
    script.lines.remove(at: 3)
    try directory.put(script.text, "s.navlog")
    let log = ActionLog(path: directory.path("s.navlog"))
    let expected = ActionLogError.noSuchTransaction(4, last: 2)
    #expect(throws: expected) { try log.state(after: 4, TallySchema(), reducer: TallyReducer()) }
    #expect(throws: expected) { try log.swiftTest(TallySchema(), reducer: TallyReducer()) }
    #expect(try log.state(after: 2, TallySchema(), reducer: TallyReducer()) == Tally(sum: 3))
  }

  @Test func `a printed test ends at the first divergence, and expects the recorded state`() throws {
    var script = LogScript()
    script.add(1, 5, 2)
    try directory.put(script.text, "s.navlog")
    let log = ActionLog(path: directory.path("s.navlog"))
    let source = try log.swiftTest(TallySchema(), reducer: TallyReducer(isChanged: true))
    #expect(source.contains("store.send(.add(5))"))
    #expect(!source.contains("store.send(.add(2))"))
    let recorded = try TallySchema().makeFingerprint(of: Tally(sum: 6))
    #expect(source.contains("== \"\(recorded)\")"), "\(source)")
  }

  @Test func `a shortened test has the transactions that lead to the divergence`() throws {
    var script = LogScript()
    script.add(1)
    script.set(Tally(sum: 100))
    script.add(2, -2, 0, 3, 5, 9)
    try directory.put(script.text, "s.navlog")
    let log = ActionLog(path: directory.path("s.navlog"))
    func sends(last: Int?) throws -> [String] {
      let source = try log.swiftTest(
        TallySchema(), reducer: TallyReducer(isChanged: true), last: last, minimized: true)
      let recorded = try TallySchema().makeFingerprint(of: Tally(sum: 108))
      #expect(source.contains("== \"\(recorded)\")"), "\(source)")
      #expect(!source.contains("  <#"), "\(source)")
      return source.split(separator: "\n").filter { $0.contains("send") || $0.contains(#""sum":"#) }.map(String.init)
    }
    let expected = ["  store.send(.add(3))", "  store.send(.add(5))"]
    // The test begins after the replaced state.
    #expect(try sends(last: nil) == [##"  let before = #"{"sum":100,"words":[]}"#"##] + expected)
    #expect(
      try sends(last: 4) == [##"  let before = #"{"sum":102,"words":[]}"#"##, "  store.send(.add(-2))"] + expected)
    #expect(try sends(last: 1) == [##"  let before = #"{"sum":103,"words":[]}"#"##, "  store.send(.add(5))"])
  }

  @Test func `special characters are escaped in the texts of a printed test`() throws {
    let state = Tally(words: [##"a\#(1)"##])
    let json = ##"{"sum":0,"words":["a\\#(1)"]}"##
    try directory.put(
      #"{"t":"header","format":"navstore.log","v":1,"schema":1,"session":"s","part":1,"n":0,"at":0,"#
        + #""began":0,"sums":"json","state":"# + json + "}\n", "s.navlog")
    let log = ActionLog(path: directory.path("s.navlog"))
    #expect(try log.initialState(TallySchema()) == state)
    let source = try log.swiftTest(TallySchema(), reducer: TallyReducer())
    #expect(source.contains("##\"\(json)\"##"), "\(source)")
  }
}
