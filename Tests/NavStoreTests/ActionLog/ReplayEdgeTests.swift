@testable import NavStore
import NavStoreTesting
import Testing

/// What lies at the edges of numbers, options and rules.
@Suite struct ReplayEdgeTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `one action that a reducer makes two changes of is one step in the replay as it was in the store`()
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

  @Test func `a session that follows another is paced from its own beginning, also when its time is later`()
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
    _ = try await log.replay(TallySchema(), reducer: TallyReducer(), speed: .scaled(1), clock: clock) { event in
      if case .transaction(let transaction) = event {
        seen.withLock { $0.append("\(start.duration(to: clock.now)): \(transaction.state.sum)") }
      }
    }
    #expect(seen.withLock { $0 } == ["0.0 seconds: 1", "0.0 seconds: 3", "0.01 seconds: 7"])
  }

  @Test(arguments: [Double.leastNonzeroMagnitude, .greatestFiniteMagnitude])
  func `a replay at any speed comes to its end`(factor: Double) async throws {
    var script = LogScript()
    script.add(1, 2)
    try directory.put(script.text, "s.navlog")
    let report = try await ActionLog(path: directory.path("s.navlog")).replay(
      TallySchema(), reducer: TallyReducer(), speed: .scaled(factor), clock: ImmediateClock()
    ) { _ in }
    #expect(report.state == Tally(sum: 3))
  }

  @Test func `any time of a clock has a number of milliseconds`() {
    #expect(Duration.milliseconds(1_234).milliseconds == 1_234)
    #expect(Duration.microseconds(1_999).milliseconds == 1)
    #expect(Duration.seconds(Int64.max).milliseconds == LogFields.highest)
    #expect(Duration.seconds(Int64.min).milliseconds == 0)
  }

  @Test func `a log without a state at its beginning, and no log at all, are told as what they are`() throws {
    try directory.put(
      #"{"t":"header","format":"navstore.log","v":1,"schema":1,"session":"s","part":1,"n":0,"at":0,"began":0,"sums":"json"}"#
        + "\n", "s.navlog")
    let log = ActionLog(path: directory.path("s.navlog"))
    let error = #expect(throws: ActionLogError.self) { try log.initialState(TallySchema()) }
    #expect(error?.description.contains("whole state") == true, "\(error?.description ?? "")")
    let none = ActionLog(paths: [])
    for error in [
      #expect(throws: ActionLogError.self) { try none.header() },
      #expect(throws: ActionLogError.self) { try none.replay(TallySchema(), reducer: TallyReducer()) },
    ] {
      #expect(error?.description.contains("no file") == true, "\(error?.description ?? "")")
    }
  }

  @Test(arguments: [(10, 5), (0, 0), (.max, .max), (.max, 0), (-1, -1), (.min, .min), (.min, .max)])
  func `no bounds of a replay are too far out`(from: Int, until: Int) throws {
    var script = LogScript()
    script.add(1, 2, 3, 4, 5, 6)
    script.snap()
    script.add(7, 8)
    script.end()
    let report = try directory.replay(script.text, options: .init(from: from, until: until))
    #expect(report.divergences.isEmpty && report.damage.isEmpty)
    #expect(report.number <= 8)
  }

  @Test func `what a redaction of texts replaces is the app's, and not the log's own words`() async throws {
    let schema = TallySchema(redacting: [.type(String.self) { _ in "x" }, .type(Int.self) { _ in 7 }])
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: directory.path("s.navlog"))
    recorder.mark("here")
    store.send(.say("secret"), origin: .deepLink)
    try await recorder.close()
    let text = try #require(directory.text("s.navlog"))
    #expect(!text.contains("secret"))
    var seen: [String] = []
    let report = try ActionLog(path: directory.path("s.navlog")).replay(schema, reducer: TallyReducer()) { event in
      switch event {
      case .began(let header, _): seen.append(header.fingerprintName)
      case .mark(_, _, let name, _): seen.append(name)
      case .transaction(let transaction): seen.append(transaction.origin.rawValue)
      default: break
      }
    }
    #expect(seen == ["json", "here", "deeplink"])
    #expect(report.state?.words == ["x"])
  }

  @Test func `marks that nobody writes find no more room than actions`() async throws {
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(of: store, TallySchema(), directory.path("s.navlog"), .init(capacity: 4))
    for number in 1...1_000 {
      recorder.mark("mark \(number)")
      store.send(.add(1))
    }
    try await recorder.close()
    let report = try ActionLog(path: directory.path("s.navlog")).replay(TallySchema(), reducer: TallyReducer())
    #expect(report.state == Tally(sum: 1_000))
    let lines = try #require(directory.text("s.navlog")).split(separator: "\n").count
    #expect(lines < 50, "\(lines) lines")
  }

  @Test func `nothing counts as recorded that is on no disk`() async throws {
    let store = makeTallyStore()
    let system = RecordingFileSystem()
    let recorder = try ActionLogRecorder(of: store, TallySchema(), directory.path("s.navlog"), fileSystem: system)
    try await recorder.flush()
    system.fail(["write": .noSpace])
    store.send(.add(1))
    await #expect(throws: ActionLogError.self) { try await recorder.flush() }
    #expect(recorder.status.recorded == 0)
    system.fail([:])
    try await recorder.close()
    #expect(recorder.status.recorded == 1)
  }

  @Test func `a part of a log that a state was replaced in is no test by actions alone`() throws {
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

  @Test func `a printed test has no character in its texts that means something in Swift`() throws {
    let state = Tally(words: [##"a\#(1)"##])
    let json = ##"{"sum":0,"words":["a\\#(1)"]}"##
    try directory.put(
      #"{"t":"header","format":"navstore.log","v":1,"schema":1,"session":"s","part":1,"n":0,"at":0,"began":0,"sums":"json","state":"#
        + json + "}\n", "s.navlog")
    let log = ActionLog(path: directory.path("s.navlog"))
    #expect(try log.initialState(TallySchema()) == state)
    let source = try log.swiftTest(TallySchema(), reducer: TallyReducer())
    #expect(source.contains("##\"\(json)\"##"), "\(source)")
  }
}
