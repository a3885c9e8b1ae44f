import Foundation
@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Testing

/// The bounded log of the last transactions, and the log of the session before.
@Suite(.hangLimit) struct FlightRecorderTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("s.navlog")
  }

  private var size: Int {
    get throws { try directory.names.reduce(0) { try $0 + directory.read($1).count } }
  }

  private func recorder(
    of store: TallyStore, _ options: ActionLogOptions = .flightRecorder()
  ) throws -> ActionLogRecorder<Tally, TallyAction> {
    try ActionLogRecorder(of: store, schema: TallySchema(), to: path, options: options, clock: TestClock())
  }

  private func replay(_ log: ActionLog) throws -> ReplayReport<Tally, TallyAction> {
    try log.replay(TallySchema(), reducer: TallyReducer())
  }

  /// Writes the joined files of a log to one file.
  private func joined(_ log: ActionLog) throws -> ActionLog {
    try log.data().write(to: URL(fileURLWithPath: directory.path("crash.navlog")))
    return ActionLog(path: directory.path("crash.navlog"))
  }

  /// Waits until a condition is true. The hang limit ends the wait.
  private func wait(until condition: () -> Bool) async {
    while !condition() { await Task.yield() }
  }

  @Test func `however many transactions are recorded, the log has at most its size, and the last transactions`()
    async throws
  {
    let store = makeTallyStore()
    let recorder = try recorder(of: store)
    for number in 1...3_000 {
      store.send(.add(number))
      if number % 97 > 0 { continue }
      try await recorder.flush()
      #expect(try size <= 64 << 10)
      let report = try replay(ActionLog(path: recorder.status.files[0]))
      #expect(report.isFaithful && report.state == store.state)
      #expect(report.number == number && report.number - report.before >= min(number, 200))
    }
    #expect(directory.names.count == 2)
  }

  @Test func `a large state makes the log larger, and is not written for each transaction`() async throws {
    let large = String(repeating: "x", count: 40_000)
    let store = makeTallyStore(Tally(words: [large]))
    let recorder = try recorder(of: store)
    for number in 1...2_000 {
      store.send(.add(number))
      if number % 500 == 0 { try await recorder.flush() }
    }
    try await recorder.close()
    #expect(try size < 4 * large.count + 10_000)
    // Each 200th transaction is followed by the state.
    #expect(recorder.status.bytes < 2_000 * 110 + 11 * (large.count + 500))
    let report = try replay(ActionLog(path: recorder.status.files[0]))
    #expect(report.isFaithful && report.state == store.state && report.number - report.before >= 200)
  }

  @Test func `the log of the session before remains until the next but one begins`() async throws {
    let small = ActionLogOptions.flightRecorder(bytes: 4_096, transactions: 5)
    var last: [Tally] = []
    for session in 1...4 {
      let store = makeTallyStore(Tally(sum: session * 1_000))
      let recorder = try recorder(of: store, small)
      #expect((recorder.previousSession == nil) == (session == 1))
      for number in 1...40 {
        store.send(.add(number))
        try await recorder.flush()
        // However much this session records, the session before can be attached.
        if let previous = recorder.previousSession {
          let report = try replay(try joined(previous))
          #expect(report.isFaithful && report.state == last.last && report.number == 40, "\(report)")
          #expect(report.number - report.before >= 5)
          try directory.remove("crash.navlog")
        }
        #expect(directory.names.count <= 4)
      }
      last.append(store.state)
    }
  }

  @Test func `other recorders have no session before, and keep their files`() async throws {
    for _ in 1...2 {
      let recorder = try recorder(of: makeTallyStore(), ActionLogOptions())
      #expect(recorder.previousSession == nil)
      try await recorder.close()
    }
    #expect(directory.names == ["s.2.navlog", "s.navlog"])
  }

  @Test func `a process that was killed before it wrote a line does not hide the session before it`() async throws {
    let store = makeTallyStore()
    let crashed = try recorder(of: store)
    store.send(.add(7))
    try await crashed.flush()
    try directory.put("", "s.2.navlog")
    try directory.put(#"{"t":"header","form"#, "s.3.navlog")
    let previous = try #require(try recorder(of: makeTallyStore()).previousSession)
    #expect(previous.paths == [path])
    #expect(try replay(previous).state == Tally(sum: 7))
  }

  @Test func `files of a log are joined to one log, also after a failed sync and in the middle of a line`() async throws
  {
    let system = RecordingFileSystem()
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(
      of: store, TallySchema(), path, .flightRecorder(bytes: 1 << 20, transactions: 4), fileSystem: system)
    for number in 1...11 {
      store.send(.add(number))
      if number == 6 || number == 10 { system.fail(["sync": .inputOutput]) }
      _ = try? await recorder.flush()
      system.fail([:])
    }
    try await recorder.flush()
    let log = ActionLog(path: recorder.status.files[0])
    #expect(directory.names.count > 2)
    // A part of the last line.
    let last = try #require(recorder.status.files.last)
    try Data(try Data(contentsOf: URL(fileURLWithPath: last)).dropLast(9)).write(to: URL(fileURLWithPath: last))
    let whole = try replay(log)
    let one = try replay(try joined(log))
    #expect(one.isFaithful && one.state == whole.state && one.number == 10 && one.before == whole.before)
    let state = try joined(log).state(after: 9, TallySchema(), reducer: TallyReducer())
    #expect(state == Tally(sum: 45))
    #expect(try joined(joined(log)).data() == joined(log).data())
  }

  @Test func `a file of a part that a joined log contains is not read again`() async throws {
    let store = makeTallyStore()
    let recorder = try recorder(of: store, .flightRecorder(bytes: 1 << 20, transactions: 2))
    for number in 1...4 { store.send(.add(number)) }
    try await recorder.flush()
    let log = try joined(ActionLog(path: recorder.status.files[0]))
    for (index, file) in recorder.status.files.enumerated() {
      try FileManager.default.copyItem(atPath: file, toPath: directory.path("crash.\(index + 2).navlog"))
    }
    for number in 1...4 {
      let report = try log.replay(
        TallySchema(), reducer: TallyReducer(), options: ReplayOptions(from: number))
      #expect(report.isFaithful && report.number == 4, "\(report)")
    }
  }

  @Test func `a log that is deleted cannot be attached`() async throws {
    let recorder = try recorder(of: makeTallyStore())
    try await recorder.flush()
    let previous = try #require(try self.recorder(of: makeTallyStore()).previousSession)
    try directory.remove("s.navlog")
    #expect(throws: ActionLogError.self) { try previous.data() }
  }

  // MARK: - Writes and syncs

  @Test func `the first transaction is written at once, and those of the next 25 milliseconds together`() async throws {
    let system = RecordingFileSystem()
    let clock = TestClock()
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(
      of: store, TallySchema(), path, .flightRecorder(), fileSystem: system, clock: clock)
    async let run: Void = recorder.run()
    for round in 0..<3 {
      store.send(.add(1))
      // The pause, and the sync of the first round.
      await clock.sleepers(atLeast: 2)
      #expect(recorder.status.recorded == 11 * round + 1)
      let writes = system.calls.count { $0.hasPrefix("write") }
      for _ in 1...10 { store.send(.add(1)) }
      clock.advance(by: .milliseconds(24))
      #expect(recorder.status.recorded == 11 * round + 1)
      clock.advance(by: .milliseconds(1))
      await wait { recorder.status.recorded == 11 * round + 11 }
      #expect(system.calls.count { $0.hasPrefix("write") } == writes + 1)
      await clock.sleepers(atLeast: 2)
      clock.advance(by: .milliseconds(25))
    }
    store.send(.add(1))
    await clock.sleepers(atLeast: 2)
    store.send(.add(1))
    // The end does not wait for the pause.
    try await recorder.close()
    await run
    #expect(recorder.status.recorded == 35)
  }

  @Test func `written transactions are synced together one second after the first of them`() async throws {
    let system = RecordingFileSystem()
    let clock = TestClock()
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(
      of: store, TallySchema(), path, .flightRecorder(), fileSystem: system, clock: clock)
    async let run: Void = recorder.run()
    var syncs: Int { system.calls.count { $0 == "sync s.navlog" } }
    for count in 1...3 {
      store.send(.add(count))
      await clock.sleepers(atLeast: 2)
      store.send(.add(count))
      clock.advance(by: .milliseconds(25))
      await wait { recorder.status.recorded == 2 * count }
      await clock.sleepers(atLeast: 2)
      clock.advance(by: .milliseconds(25))
      #expect(syncs == count - 1)
      #expect(clock.now.duration(to: try #require(clock.nextDeadline)) == .milliseconds(950))
      clock.advance(by: .milliseconds(950))
      await wait { syncs == count }
    }
    try await recorder.close()
    await run
    // Nothing was synced a second time, and the last sync is that of the end.
    #expect(syncs == 4)
  }

  @Test func `after a failed sync, the transactions are synced to another file without a further transaction`()
    async throws
  {
    let system = RecordingFileSystem()
    let clock = TestClock()
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(
      of: store, TallySchema(), path, .flightRecorder(), fileSystem: system, clock: clock)
    async let run: Void = recorder.run()
    system.fail(["sync": .inputOutput])
    store.send(.add(1))
    await clock.sleepers(atLeast: 2)
    clock.advance(by: .milliseconds(25))
    for pause: Duration in [.milliseconds(975), .seconds(2), .seconds(4)] {
      await clock.sleepers(atLeast: 1)
      let passed = clock.now.duration(to: try #require(clock.nextDeadline))
      #expect(passed == pause)
      if pause == .seconds(4) { system.fail([:]) }
      clock.advance(by: passed)
    }
    await wait { system.calls.contains("sync s.3.navlog") }
    #expect(recorder.status.failures == 2)
    try await recorder.close()
    await run
    let report = try replay(ActionLog(path: recorder.status.files[0]))
    #expect(report.isComplete && report.state == Tally(sum: 1))
  }
}
