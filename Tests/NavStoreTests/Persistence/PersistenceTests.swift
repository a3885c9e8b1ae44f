import Foundation
import NavStore
import NavStoreTesting
import Testing

// The time limit is for what waits in vain: it becomes a failure instead of a suite that never ends.
@Suite(.timeLimit(.minutes(1))) struct PersistenceTests {
  private let clock = TestClock()
  private let storage = FaultyStorage()

  private func persistence<Saved>(of store: ModelStore<Saved>, version: Int = 1) -> Persistence<Saved> {
    Persistence(source: store.source, to: storage, version: version, clock: clock)
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
    #expect(storage.payloads.isEmpty)
    clock.advance(by: .milliseconds(500))
    let done = await persistence.status { $0.attempts == 1 }
    #expect(done?.phase == .idle)
    #expect(done?.savedRevision == 1)
    #expect(done?.writes == 1)
    #expect(saved == 1)
    run.cancel()
    await run.value
    #expect(storage.payloads.count == 1)
  }

  @Test func `a store that never rests is saved after five seconds`() async {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    let run = Task { await persistence.run() }
    for number in 1...13 {
      store.set(number)
      _ = await persistence.status { $0.seenRevision == number }
      #expect(storage.payloads.isEmpty)
      clock.advance(by: .milliseconds(400))
    }
    _ = await persistence.status { $0.attempts == 1 }
    #expect(saved == 13)
    run.cancel()
    await run.value
  }

  @Test func `a wake that comes too early sleeps on, with one sleeper at a time`() async {
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

  @Test func `a task that is cancelled before it runs saves all the same`() async {
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

  @Test func `a run may begin while an older one is still finishing, and two do no harm`() async {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    storage.hold()
    let first = Task { await persistence.run() }
    store.set(1)
    first.cancel()
    await storage.nextWrite()
    let second = Task { await persistence.run() }
    let third = Task { await persistence.run() }
    store.set(2)
    _ = await persistence.status { $0.seenRevision == 2 }
    storage.release()
    await first.value
    _ = await persistence.status { $0.savedRevision == 1 }
    clock.advance(by: .milliseconds(500))
    _ = await persistence.status { $0.savedRevision == 2 }
    #expect(storage.payloads.map { String(decoding: $0, as: UTF8.self) } == ["1", "2"])
    second.cancel()
    third.cancel()
    await second.value
    await third.value
    #expect(storage.payloads.count == 2)
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

  @Test func `a store that is ahead of what was loaded is saved`() async {
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

  @Test func `a flush of a saved state touches nothing`() async throws {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    store.set(1)
    try await persistence.flush()
    storage.faults = [.read, .write, .quarantine]
    try await persistence.flush()
    #expect(persistence.status.attempts == 1)
  }

  @Test func `the caller of a flush may leave, and the save goes on`() async {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    store.set(1)
    storage.hold()
    let flush = Task { try await persistence.flush() }
    _ = await persistence.status { $0.phase == .writing }
    flush.cancel()
    // It returns while the storage is still blocked.
    await #expect(throws: CancellationError.self) { try await flush.value }
    storage.release()
    _ = await persistence.status { $0.savedRevision == 1 }
    #expect(saved == 1)
  }

  @Test func `a flush in a cancelled task saves, too`() async {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    store.set(1)
    storage.hold()
    let flush = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await persistence.flush()
    }
    await #expect(throws: CancellationError.self) { try await flush.value }
    storage.release()
    _ = await persistence.status { $0.savedRevision == 1 }
    #expect(saved == 1)
  }

  @Test func `a save has the state of its beginning, and a flush during it what came later`() async throws {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    store.set(1)
    storage.hold()
    async let first: Void = persistence.flush()
    await storage.nextWrite()
    store.set(2)
    async let second: Void = persistence.flush()
    _ = await persistence.status { $0.seenRevision == 2 }
    storage.release()
    try await first
    try await second
    #expect(storage.payloads.map { String(decoding: $0, as: UTF8.self) } == ["1", "2"])
  }

  @Test func `a stop ends the runs, and a run of what is stopped ends at once`() async throws {
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

  // MARK: - Failures

  @Test func `a save that fails is tried again after one second, then two, and told of`() async {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    let run = Task { await persistence.run() }
    storage.faults = [.write]
    store.set(1)
    _ = await persistence.status { $0.seenRevision == 1 }
    clock.advance(by: .milliseconds(500))
    var status = await persistence.status { $0.failures == 1 }
    #expect(status?.phase == .retrying(at: .milliseconds(1500)))
    #expect(status?.lastFailure == .storage(FaultyStorage.error(.save)))
    store.set(2)
    _ = await persistence.status { $0.seenRevision == 2 }
    clock.advance(by: .seconds(1))
    status = await persistence.status { $0.failures == 2 }
    #expect(status?.phase == .retrying(at: .milliseconds(3500)))
    storage.faults = []
    clock.advance(by: .seconds(2))
    status = await persistence.status { $0.writes == 1 }
    #expect(status?.phase == .idle)
    #expect(saved == 2)
    run.cancel()
    await run.value
  }

  @Test func `a flush that fails throws the reason, and the state is saved later`() async throws {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    store.set(1)
    storage.faults = [.write]
    for _ in 0..<3 {
      // Each is an attempt of its own: none waits for the end of the back-off.
      await #expect(throws: PersistenceError.storage(FaultyStorage.error(.save))) { try await persistence.flush() }
    }
    #expect(persistence.status.failures == 3)
    storage.faults = []
    // Nobody runs it: it keeps trying as long as it lives.
    #expect(persistence.status.phase == .retrying(at: .seconds(4)))
    clock.advance(by: .seconds(4))
    _ = await persistence.status { $0.savedRevision == 1 }
    #expect(saved == 1)
  }

  @Test func `the last save of a run does not wait for the end of a back-off`() async {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    let run = Task { await persistence.run() }
    store.set(1)
    storage.faults = [.write]
    await #expect(throws: PersistenceError.self) { try await persistence.flush() }
    storage.faults = []
    run.cancel()
    await run.value
    #expect(saved == 1)
    #expect(clock.now.offset == .zero)
  }

  @Test func `a state that cannot be encoded is a failure, and the next one is saved`() async throws {
    let store = ModelStore(0.0)
    let persistence = persistence(of: store)
    store.set(.infinity)
    let error = await #expect(throws: PersistenceError.self) { try await persistence.flush() }
    guard case .encodingFailed(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!reason.isEmpty)
    #expect(persistence.status.phase == .retrying(at: .seconds(1)))
    store.set(1.5)
    try await persistence.flush()
    #expect(Persistence<Double>.load(0, from: storage.base).state == 1.5)
  }

  @Test func `over something newer nothing is written`() async throws {
    let newer = try Persistence<Int>.encoded(9, version: 2)
    storage.base[.current] = newer
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    let run = Task { await persistence.run() }
    store.set(1)
    _ = await persistence.status { $0.seenRevision == 1 }
    clock.advance(by: .milliseconds(500))
    let status = await persistence.status { $0.failures == 1 }
    #expect(status?.phase == .readOnly)
    #expect(status?.lastFailure == .newerSchema(file: "memory.current", found: 2, expected: 1))
    #expect(clock.sleeperCount == 0)
    await #expect(throws: PersistenceError.self) { try await persistence.flush() }
    #expect(storage.base[.current] == newer)
    // Once it is gone, a flush writes.
    storage.base[.current] = nil
    try await persistence.flush()
    #expect(saved == 1)
    run.cancel()
    await run.value
  }

  @Test func `equal bytes are not written again`() async throws {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    store.set(1)
    try await persistence.flush()
    store.set(2)
    store.set(1)
    try await persistence.flush()
    #expect(persistence.status.writes == 1)
    #expect(persistence.status.unchanged == 1)
    #expect(persistence.status.savedRevision == 3)
  }

  // MARK: - Lifetime and threads

  @Test func `a persistence that does not run is gone when it is released, with its timer`() async throws {
    let store = ModelStore(0)
    var persistence: Persistence<Int>? = persistence(of: store)
    let statuses = try #require(persistence?.statuses)
    weak let released = persistence
    store.set(1)
    storage.faults = [.write]
    // It fails, so a timer waits to try again.
    try? await persistence?.flush()
    await clock.sleepers(atLeast: 1)
    persistence = nil
    // It ends when the persistence is gone.
    for await _ in statuses {}
    #expect(released == nil)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a persistence does not keep the store alive`() async throws {
    var store: ModelStore<Int>? = ModelStore(0)
    weak let released = store
    let persistence = store.map { self.persistence(of: $0) }
    let run = Task { await persistence?.run() }
    store?.set(1)
    try await persistence?.flush()
    store = nil
    #expect(released == nil)
    await run.value
  }

  @Test func `storages that block leave the threads of tasks free`() async throws {
    storage.hold()
    let stores = (0..<32).map { ModelStore($0) }
    let persistences = stores.map { persistence(of: $0) }
    let flushes = zip(stores, persistences).map { store, persistence in
      store.set(1)
      return Task { try await persistence.flush() }
    }
    for _ in persistences { await storage.nextWrite() }
    // Every write blocks a thread now; tasks still run.
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<64 { group.addTask { await Task.yield() } }
    }
    storage.release()
    for flush in flushes { try await flush.value }
  }

  @Test func `every reader of the statuses gets the present one first`() async {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    for _ in 0..<2 {
      var statuses = persistence.statuses.makeAsyncIterator()
      #expect(await statuses.next() == PersistenceStatus())
    }
  }

  // MARK: - Many schedules

  @Test func `whatever happens, a flush saves what was there, in order, and nothing is lost in the end`() async throws {
    for seed in 1...150 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let clock = TestClock()
      let storage = FaultyStorage()
      let store = ModelStore(0)
      let persistence = Persistence(source: store.source, to: storage, clock: clock)
      var runs: [Task<Void, Never>] = []
      var flushes: [Task<Void, any Error>] = []
      for _ in 0..<Int.random(in: 5...40, using: &generator) {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0..<4: store.set(store.state + 1)
        case 4..<7: clock.advance(by: .milliseconds(Int.random(in: 1...3000, using: &generator)))
        case 7: storage.faults = Bool.random(using: &generator) ? [.write] : []
        case 8: runs.append(Task { await persistence.run() })
        case 9: runs.randomElement(using: &generator)?.cancel()
        case 10:
          let target = store.state
          flushes.append(
            Task {
              try await persistence.flush()
              // Promise 1, seen from outside.
              let saved = storage.payloads.last.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
              #expect(saved >= target, "seed \(seed)")
            })
        default: flushes.randomElement(using: &generator)?.cancel()
        }
      }
      storage.faults = []
      // The machine lets go by itself: only the clock is moved.
      if runs.allSatisfy(\.isCancelled) { runs.append(Task { await persistence.run() }) }
      let revision = store.revision
      _ = await persistence.status { $0.seenRevision == revision }
      clock.advance(by: .seconds(60))
      _ = await persistence.status { $0.savedRevision == revision }
      for run in runs { run.cancel() }
      for run in runs { await run.value }
      for flush in flushes { _ = await flush.result }
      let numbers = storage.payloads.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
      #expect(numbers == numbers.sorted(), "seed \(seed)")
      #expect(numbers.last ?? 0 == store.state, "seed \(seed)")
    }
  }
}
