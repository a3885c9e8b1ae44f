import Foundation
import NavStore
import NavStoreTesting
import Testing

@Suite(.hangLimit) struct PersistenceFailureTests {
  private let clock = TestClock()
  private let storage = FaultInjectingStorage(wrapping: InMemoryStorage())

  private func persistence<Saved>(of store: ModelStore<Saved>, version: Int = 1) -> Persistence<Saved> {
    Persistence(source: store.source, to: storage, schema: StateSchema(version: version), clock: clock)
  }

  private var saved: Int? { Persistence<Int>.load(-1, from: storage.base).report.generation == nil ? nil : loaded }
  private var loaded: Int { Persistence<Int>.load(-1, from: storage.base).state }

  // MARK: - Failures

  @Test func `a save that fails is reported and tried again after one second, then two`() async {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    let run = Task { await persistence.run() }
    storage.inject(.fail, at: .writes)
    store.set(1)
    _ = await persistence.status { $0.seenRevision == 1 }
    clock.advance(by: .milliseconds(500))
    var status = await persistence.status { $0.failures == 1 }
    #expect(status?.phase == .retrying(at: .milliseconds(1500)))
    #expect(status?.lastFailure == .storage(.injected(.save, into: "write 1")))
    store.set(2)
    _ = await persistence.status { $0.seenRevision == 2 }
    clock.advance(by: .seconds(1))
    status = await persistence.status { $0.failures == 2 }
    #expect(status?.phase == .retrying(at: .milliseconds(3500)))
    storage.removeFaults()
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
    storage.inject(.fail, at: .writes)
    for number in 1...3 {
      // Each flush makes its own attempt. It does not wait for the end of the back-off.
      await #expect(throws: PersistenceError.storage(.injected(.save, into: "write \(number)"))) {
        try await persistence.flush()
      }
    }
    #expect(persistence.status.failures == 3)
    storage.removeFaults()
    // No run is in progress. The persistence retries as long as it exists.
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
    storage.inject(.fail, at: .writes)
    await #expect(throws: PersistenceError.self) { try await persistence.flush() }
    storage.removeFaults()
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

  @Test func `a state of a later version of the app is not overwritten`() async throws {
    let newer = try Persistence<Int>.encoded(9, schema: StateSchema(version: 2))
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
    // After the newer state is removed, a flush writes.
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

  @Test func `a persistence that does not run is released with its last reference, and its timer ends`() async throws {
    let store = ModelStore(0)
    var persistence: Persistence<Int>? = persistence(of: store)
    let statuses = try #require(persistence?.statuses)
    weak let released = persistence
    store.set(1)
    storage.inject(.fail, at: .writes)
    // The flush fails, so a timer waits for the retry.
    try? await persistence?.flush()
    await clock.sleepers(atLeast: 1)
    persistence = nil
    // The stream ends when the persistence is released.
    for await _ in statuses {}
    #expect(released == nil)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a persistence does not retain the store`() async throws {
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

  @Test func `storages that block do not block the threads of tasks`() async throws {
    storage.inject(.hold, at: .writes)
    let stores = (0..<32).map { ModelStore($0) }
    let persistences = stores.map { persistence(of: $0) }
    let flushes = zip(stores, persistences).map { store, persistence in
      store.set(1)
      return Task { try await persistence.flush() }
    }
    await storage.heldOperations(atLeast: persistences.count)
    // Every write blocks a thread now, and tasks still run.
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<64 { group.addTask { await Task.yield() } }
    }
    storage.release()
    for flush in flushes { try await flush.value }
  }

  @Test func `every subscriber of the statuses receives the current status first`() async {
    let store = ModelStore(0)
    let persistence = persistence(of: store)
    for _ in 0..<2 {
      var statuses = persistence.statuses.makeAsyncIterator()
      #expect(await statuses.next() == PersistenceStatus())
    }
  }
}
