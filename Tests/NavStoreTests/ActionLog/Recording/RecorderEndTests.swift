import Foundation
@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Testing

/// The end of a recording, and its continuation after failures.
@Suite struct RecorderEndTests {
  private func report(_ directory: TemporaryDirectory, _ name: String = "s.navlog") throws -> ReplayReport<
    Tally, TallyAction
  > {
    try ActionLog(path: directory.path(name)).replay(TallySchema(), reducer: TallyReducer())
  }

  @Test func `when the store is released, the run writes the remaining lines and the end`() async throws {
    let directory = try TemporaryDirectory()
    var store: TallyStore? = makeTallyStore()
    let recorder = try ActionLogRecorder(of: try #require(store), TallySchema(), directory.path("s.navlog"))
    async let run: Void = recorder.run()
    for number in 1...100 { store?.send(.add(number)) }
    store = nil
    await run
    #expect(recorder.status.hasEnded)
    #expect(recorder.status.recorded == 100)
    #expect(try report(directory).isComplete)
    #expect(directory.names == ["s.navlog"])
  }

  @Test func `a recorder does not keep its store alive`() async throws {
    let directory = try TemporaryDirectory()
    var store: TallyStore? = makeTallyStore()
    weak let released = store
    let recorder = try ActionLogRecorder(of: try #require(store), TallySchema(), directory.path("s.navlog"))
    store?.send(.add(1))
    store = nil
    #expect(released == nil)
    try await recorder.close()
    #expect(try report(directory).state == Tally(sum: 1))
  }

  @Test func `when the task is cancelled, the run writes the remaining lines and the end`() async throws {
    let directory = try TemporaryDirectory()
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(of: store, TallySchema(), directory.path("s.navlog"))
    let run = Task { await recorder.run() }
    store.send(.add(1))
    run.cancel()
    await run.value
    #expect(recorder.status.hasEnded)
    #expect(try report(directory).isComplete)
    store.send(.add(2))
    // Another call of `run`, `flush` or `close` does nothing.
    await recorder.run()
    try await recorder.flush()
    try await recorder.close()
    #expect(try report(directory).state == Tally(sum: 1))
    // The store keeps no events for the recorder.
    #expect(store.core.recorderCount == 0)
    #expect(directory.names == ["s.navlog"])
  }

  @Test func `two calls of close during two runs write one end and one file`() async throws {
    let directory = try TemporaryDirectory()
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(
      of: store, TallySchema(), directory.path("s.navlog"), .init(keptFiles: 1))
    async let first: Void = recorder.run()
    async let second: Void = recorder.run()
    for number in 1...50 { store.send(.add(number)) }
    async let closing: Void = recorder.close()
    try await recorder.close()
    try await closing
    await first
    await second
    #expect(directory.names == ["s.navlog"])
    #expect(directory.text("s.navlog")?.split(separator: "\n").count { $0.hasPrefix(#"{"t":"end""#) } == 1)
    #expect(try report(directory).isComplete)
    #expect(try report(directory).state == store.state)
  }

  @Test func `concurrent flushes and sends leave every transaction on disk`() async throws {
    let directory = try TemporaryDirectory()
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(of: store, TallySchema(), directory.path("s.navlog"))
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for number in 1...20 {
            store.send(.add(number))
            try await recorder.flush()
          }
        }
      }
      try await group.waitForAll()
    }
    // The log has no end, but everything before the last flush.
    let report = try report(directory)
    #expect(report.applied == 160)
    #expect(report.state == store.state)
    #expect(report.isFaithful)
  }

  @Test func `a recorder that is released without an end closes its file`() async throws {
    let directory = try TemporaryDirectory()
    let system = RecordingFileSystem()
    let store = makeTallyStore()
    var recorder: ActionLogRecorder<Tally, TallyAction>? = try ActionLogRecorder(
      of: store, TallySchema(), directory.path("s.navlog"), fileSystem: system)
    store.send(.add(1))
    try await recorder?.flush()
    recorder = nil
    #expect(system.calls.last == "close s.navlog")
    let report = try report(directory)
    #expect(!report.hasEnd)
    #expect(report.isFaithful)
    // The store keeps no states for the recorder.
    #expect(store.core.recorderCount == 0)
  }

  @Test func `a failed close throws, and the next one ends the log`() async throws {
    let directory = try TemporaryDirectory()
    let system = RecordingFileSystem()
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(
      of: store, TallySchema(), directory.path("s.navlog"), fileSystem: system)
    store.send(.add(1))
    for call in ["create", "write", "sync", "close"] {
      system.fail([call: .inputOutput])
      await #expect(throws: ActionLogError.self, "\(call)") { try await recorder.close() }
      #expect(!recorder.status.hasEnded)
    }
    system.fail([:])
    try await recorder.close()
    #expect(recorder.status.hasEnded)
    #expect(recorder.status.failures == 4)
    #expect(try report(directory).isComplete)
    // After the failed sync, the log continues in another file.
    #expect(directory.names == ["s.2.navlog", "s.navlog"])
  }

  @Test func `a failed flush throws, and no transaction is lost`() async throws {
    let directory = try TemporaryDirectory()
    let system = RecordingFileSystem()
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(
      of: store, TallySchema(), directory.path("s.navlog"), fileSystem: system)
    store.send(.add(1))
    try await recorder.flush()
    system.fail(["write": .noSpace])
    store.send(.add(2))
    let error = await #expect(throws: ActionLogError.self) { try await recorder.flush() }
    #expect("\(try #require(error))".contains("writing \(directory.path("s.navlog")) failed: No space left on device"))
    #expect(recorder.status.lastFailure == error)
    system.fail(["sync": .inputOutput])
    await #expect(throws: ActionLogError.self) { try await recorder.flush() }
    system.fail([:])
    store.send(.add(3))
    try await recorder.close()
    #expect(try report(directory).isComplete)
    #expect(try report(directory).state == Tally(sum: 6))
  }

  /// No further transaction is sent: the recorder must try again without one.
  @Test func `after a failure, the run tries again after one second, then two, and finally every minute`() async throws
  {
    let directory = try TemporaryDirectory()
    let system = RecordingFileSystem()
    let clock = TestClock()
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(
      of: store, TallySchema(), directory.path("s.navlog"), fileSystem: system, clock: clock)
    try await recorder.flush()
    system.fail(["write": .noSpace])
    async let run: Void = recorder.run()
    store.send(.add(1))
    for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
      await clock.sleepers(atLeast: 1)
      let passed = clock.now.duration(to: try #require(clock.nextDeadline))
      #expect(passed == .seconds(seconds))
      if seconds == 60 { system.fail([:]) }
      clock.advance(by: passed)
      if seconds == 60 { break }
    }
    // The next transaction follows the one that was not written at first.
    store.send(.add(2))
    try await recorder.close()
    await run
    #expect(recorder.status.failures == 7)
    #expect(try report(directory).isComplete)
    #expect(try report(directory).state == Tally(sum: 3))
  }
}
