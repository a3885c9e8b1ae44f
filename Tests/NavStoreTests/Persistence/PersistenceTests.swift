import Foundation
import NavStore
import NavStoreTesting
import Testing

@Suite(.hangLimit) struct PersistenceTests {
  private let clock = TestClock()
  private let storage = FaultInjectingStorage(wrapping: InMemoryStorage())

  private func persistence<Saved>(of store: ModelStore<Saved>, version: Int = 1) -> Persistence<Saved> {
    Persistence(source: store.source, to: storage, schema: StateSchema(version: version), clock: clock)
  }

  private var saved: Int? { Persistence<Int>.load(-1, from: storage.base).report.generation == nil ? nil : loaded }
  private var loaded: Int { Persistence<Int>.load(-1, from: storage.base).state }

  // MARK: - Running

  @Test func `a change is saved half a second later`() async {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    let run = Task { await persistence.run() }
    store.set(1)
    let waiting = await persistence.status { $0.seenRevision == 1 }
    #expect(waiting?.phase == .waiting(until: .milliseconds(500)))
    #expect(waiting?.savedRevision == 0)
    #expect(storage.base.history.isEmpty)
    clock.advance(by: .milliseconds(500))
    let done = await persistence.status { $0.attempts == 1 }
    #expect(done?.phase == .idle)
    #expect(done?.savedRevision == 1)
    #expect(done?.writes == 1)
    #expect(saved == 1)
    run.cancel()
    await run.value
    #expect(storage.base.writeCount == 1)
  }

  @Test func `a store that keeps changing is saved after five seconds`() async {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    let run = Task { await persistence.run() }
    for number in 1...13 {
      store.set(number)
      _ = await persistence.status { $0.seenRevision == number }
      #expect(storage.base.history.isEmpty)
      clock.advance(by: .milliseconds(400))
    }
    _ = await persistence.status { $0.attempts == 1 }
    #expect(saved == 13)
    run.cancel()
    await run.value
  }

  @Test func `a timer that fires too early sleeps again, with one sleeper at a time`() async {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    let run = Task { await persistence.run() }
    store.set(1)
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(300))
    store.set(2)
    _ = await persistence.status { $0.seenRevision == 2 }
    #expect(clock.nextDeadline?.offset == .milliseconds(500))
    clock.advance(by: .milliseconds(200))
    await clock.sleepers(atLeast: 1)
    #expect(clock.nextDeadline?.offset == .milliseconds(800))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(300))
    _ = await persistence.status { $0.attempts == 1 }
    #expect(saved == 2)
    run.cancel()
    await run.value
  }

  @Test func `a run that is cancelled saves once more, and may be followed by another`() async {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    for number in 1...3 {
      let run = Task { await persistence.run() }
      store.set(number)
      run.cancel()
      await run.value
      #expect(saved == number)
    }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a run in a task that is already cancelled saves the state`() async {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    store.set(1)
    let run = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await persistence.run()
    }
    await run.value
    #expect(saved == 1)
  }

  @Test func `a run may begin while another one is finishing, and two runs write each state once`() async throws {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    storage.inject(.hold, at: .writes)
    let first = Task { await persistence.run() }
    store.set(1)
    first.cancel()
    await storage.heldOperations(atLeast: 1)
    let second = Task { await persistence.run() }
    let third = Task { await persistence.run() }
    store.set(2)
    _ = await persistence.status { $0.seenRevision == 2 }
    storage.release()
    await first.value
    _ = await persistence.status { $0.savedRevision == 1 }
    clock.advance(by: .milliseconds(500))
    _ = await persistence.status { $0.savedRevision == 2 }
    #expect(try storage.base.states(as: Int.self) == [1, 2])
    second.cancel()
    third.cancel()
    await second.value
    await third.value
    #expect(storage.base.writeCount == 2)
  }

  @Test func `a store that is released is saved, and the run ends`() async {
    var store: ModelStore<Int>? = ModelStore(0)
    let persistence = store.map { self.persistence(of: $0) }
    let run = Task { await persistence?.run() }
    store?.set(1)
    store = nil
    await run.value
    #expect(saved == 1)
  }

  @Test func `a store that changed before the persistence was created is saved`() async {
    let store = ModelStore(0)
    store.set(5)
    let persistence = persistence(of: store)
    let run = Task { await persistence.run() }
    _ = await persistence.status { $0.seenRevision == 1 }
    clock.advanceToNextDeadline()
    run.cancel()
    await run.value
    #expect(saved == 5)
  }

  @Test func `a state that was only loaded is not saved`() async throws {
    let persistence = persistence(of: ModelStore(0))
    let run = Task { await persistence.run() }
    run.cancel()
    await run.value
    try await persistence.flush()
    #expect(persistence.status == PersistenceStatus())
    #expect(storage.base.writeCount == 0)
  }

  // MARK: - Flush and stop

  @Test func `a flush saves the newest state, whether or not the persistence runs`() async throws {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    for number in 1...20 {
      store.set(number)
      try await persistence.flush()
      #expect(saved == number)
    }
    let run = Task { await persistence.run() }
    for number in 21...40 {
      store.set(number)
      try await persistence.flush()
      #expect(saved == number)
    }
    run.cancel()
    await run.value
    #expect(persistence.status.writes == 40)
  }

  @Test func `a flush of a saved state throws if the storage cannot be read`() async throws {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    store.set(1)
    try await persistence.flush()
    storage.inject(.fail, at: .operations)
    await #expect(throws: PersistenceError.self) { try await persistence.flush() }
    storage.removeFaults()
    try await persistence.flush()
    #expect(storage.base.writeCount == 1)
  }

  @Test func `a flush that is cancelled ends immediately, and the save continues`() async {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    store.set(1)
    storage.inject(.hold, at: .writes)
    let flush = Task { try await persistence.flush() }
    _ = await persistence.status { $0.phase == .writing }
    flush.cancel()
    // The flush ends while the storage still holds the write.
    await #expect(throws: CancellationError.self) { try await flush.value }
    storage.release()
    _ = await persistence.status { $0.savedRevision == 1 }
    #expect(saved == 1)
  }

  @Test func `a flush in a cancelled task saves, too`() async {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    store.set(1)
    storage.inject(.hold, at: .writes)
    let flush = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await persistence.flush()
    }
    await #expect(throws: CancellationError.self) { try await flush.value }
    storage.release()
    _ = await persistence.status { $0.savedRevision == 1 }
    #expect(saved == 1)
  }

  @Test func `a save contains the state at its beginning, and a flush during it saves later changes`() async throws {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    store.set(1)
    storage.inject(.hold, at: .writes)
    async let first: Void = persistence.flush()
    await storage.heldOperations(atLeast: 1)
    store.set(2)
    async let second: Void = persistence.flush()
    _ = await persistence.status { $0.seenRevision == 2 }
    storage.release()
    try await first
    try await second
    #expect(try storage.base.states(as: Int.self) == [1, 2])
  }

  @Test func `a stop ends the runs, and a run after a stop ends immediately`() async throws {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    let runs = (0..<2).map { _ in Task { await persistence.run() } }
    store.set(1)
    _ = await persistence.status { $0.seenRevision == 1 }
    try await persistence.stop()
    for run in runs { await run.value }
    await persistence.run()
    #expect(saved == 1)
  }

  @Test func `nothing is saved after a stop`() async throws {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    let run = Task { await persistence.run() }
    store.set(1)
    await clock.sleepers(atLeast: 1)
    try await persistence.stop()
    #expect(clock.sleeperCount == 0)
    #expect(saved == 1)
    #expect(persistence.status.phase == .stopped)
    try await persistence.flush()
    store.set(2)
    await run.value
    await #expect(throws: PersistenceError.stopped) { try await persistence.flush() }
    await #expect(throws: PersistenceError.stopped) { try await persistence.stop() }
    await persistence.run()
    #expect(storage.base.writeCount == 1)
    #expect(clock.sleeperCount == 0)
  }
}
