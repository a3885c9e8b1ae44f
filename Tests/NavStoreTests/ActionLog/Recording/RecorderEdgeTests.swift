@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Testing

/// Limits and counters of a recorder, with unusual clocks, disks and redactions.
@Suite struct RecorderEdgeTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `the time in a log never decreases, even if the clock does`() async throws {
    let store = makeTallyStore()
    let time = Locked(Duration.milliseconds(50))
    let recorder = try ActionLogRecorder(
      TransactionSource(store, capacity: 10) { time.withLock { $0 } }, schema: TallySchema(),
      to: directory.path("s.navlog"), options: .init(),
      header: LogHeader(schema: 1, session: "s", began: 0, fingerprintName: "json"), fileSystem: POSIXFileSystem(),
      sleep: { _ in })
    store.send(.add(1))
    time.withLock { $0 = .milliseconds(20) }
    store.send(.add(2))
    recorder.mark("later")
    try await recorder.close()
    let times = try #require(directory.text("s.navlog")).matches(of: /"at":(\d+)/).map { $0.1 }
    #expect(times == ["0", "50", "50", "50", "50"])
  }

  @Test func `transactions that never fit are also an event to wait for`() async {
    var store: TallyStore? = makeTallyStore()
    let time = Locked(Duration.zero)
    let source = store.map { TransactionSource($0, capacity: 1) { time.withLock { $0 } } }
    let waiting = Task.immediate { await source?.wait() }
    for second in 1...2 {
      time.withLock { $0 = .seconds(second) }
      store?.send([.add(1), .add(2)])
    }
    let state = store.map { Boxed($0.state) }
    // If the source does not count a lost transaction as an event, `wait()` returns `false` now.
    store = nil
    #expect(await waiting.value == true)
    var events: [RecordedEvent<Tally, TallyAction>] = []
    source?.take(&events)
    #expect(events.count == 1)
    guard case .lost(transactions: 2, time: .seconds(2), after: let after) = events.first, after == state else {
      Issue.record("\(events)")
      return
    }
  }

  @Test func `the number of unsynced bytes in memory is bounded without a flush`() throws {
    let store = makeTallyStore()
    let system = RecordingFileSystem()
    let recorded = TransactionSource(store, capacity: 10) { .zero }
    let schema = TallySchema()
    let body = LogEncoder(
      schema: schema, options: .init(stateInterval: 0),
      header: LogHeader(schema: 1, session: "s", began: 0, fingerprintName: "json"), initialState: store.state,
      output: LogOutput(
        names: try LogFileNames(path: directory.path("s.navlog")), keptFiles: nil, fileSystem: system))
    body.begin()
    func record() throws {
      store.send(.say(String(repeating: "x", count: 400_000)))
      _ = body.record(from: recorded.take) { _ in nil }
      try body.drain()
    }
    try record()
    try record()
    #expect(!system.calls.contains("sync s.navlog"))
    // More than 1 MiB.
    try record()
    #expect(system.calls.contains("sync s.navlog"))
    system.forgetCalls()
    try record()
    #expect(system.calls == ["write s.navlog"])
    try record()
    system.fail(["sync": .noSpace])
    #expect(throws: ActionLogError.self) { try record() }
    system.fail([:])
    body.end()
    try body.finish()
    // The second file has only the lines that were not synced.
    #expect(directory.names == ["s.2.navlog", "s.navlog"])
    #expect(directory.text("s.2.navlog")?.contains(#""kept":[12"#) == true)
    let report = try ActionLog(path: directory.path("s.navlog")).replay(schema, reducer: TallyReducer())
    #expect(report.isComplete && report.isFaithful && report.number == 6, "\(report.summary)")
  }

  @Test func `a redaction of texts changes the app's texts, and not the log's own`() async throws {
    let schema = TallySchema(redacting: [.type(String.self) { _ in "x" }, .type(Int.self) { _ in 7 }])
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: directory.path("s.navlog"))
    recorder.mark("here")
    store.send(.say("secret"), origin: .deepLink)
    try await recorder.close()
    let text = try #require(directory.text("s.navlog"))
    #expect(!text.contains("secret"))
    var seen: [String] = []
    let report = try ActionLog(path: directory.path("s.navlog")).replayEvents(schema, reducer: TallyReducer()) {
      event in
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

  @Test func `marks that are not written are bounded by the capacity`() async throws {
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

  @Test func `marks that were written are replaced by others`() async throws {
    let recorder = try ActionLogRecorder(
      of: makeTallyStore(), TallySchema(), directory.path("s.navlog"), .init(capacity: 2))
    for round in 1...3 {
      for number in 1...2 { recorder.mark("\(round) \(number)") }
      try await recorder.flush()
    }
    try await recorder.close()
    let text = try #require(directory.text("s.navlog"))
    #expect(text.matches(of: /"t":"mark"/).count == 6)
  }

  @Test func `a transaction is counted as recorded only after it was written`() async throws {
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
}
