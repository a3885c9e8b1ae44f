import Foundation
import NavStore
import NavStoreTesting
import Testing

/// The behaviour of a persistence whose storage fails, as the test of an app observes it.
@Suite(.hangLimit) struct PersistenceUnderFaultsTests {
  private let clock = TestClock()
  private let storage = FaultInjectingStorage(wrapping: InMemoryStorage())
  private let store = makeCounter()
  private let persistence: Persistence<Int>

  init() {
    persistence = Persistence(of: store, to: storage, clock: clock)
  }

  private func restored() -> Restored<Int> { Persistence.load(-1, from: storage.base) }

  @Test func `while a disk is full the state stays unsaved, and it is saved once there is space`() async throws {
    store.send(.add(1))
    try await persistence.flush()
    storage.inject(.outOfSpace(), at: .writes)
    store.send(.add(1))
    let error = await #expect(throws: PersistenceError.self) { try await persistence.flush() }
    guard case .storage(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.code == 28)
    #expect(persistence.status.savedRevision == 1)
    #expect(persistence.status.phase == .retrying(at: .seconds(1)))
    #expect(restored().state == 1)
    storage.removeFaults()
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    await storage.base.writes(atLeast: 2)
    #expect(try storage.base.states(as: Int.self) == [1, 2])
  }

  @Test func `a failed save is retried after one, two and four seconds, and at most after sixty`() async throws {
    storage.inject(.fail, at: .writes)
    store.send(.add(1))
    let run = Task { await persistence.run() }
    var waits: [Duration] = []
    for failure in 1...9 {
      await clock.sleepers(atLeast: 1)
      let start = clock.now
      clock.advanceToNextDeadline()
      waits.append(start.duration(to: clock.now))
      _ = await persistence.status { $0.failures == failure }
    }
    #expect(waits == [.milliseconds(500)] + [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    #expect(storage.base.writeCount == 0)
    storage.removeFaults()
    run.cancel()
    await run.value
    #expect(try storage.base.state(as: Int.self) == 1)
  }

  @Test func `a save that fails at its end is written again`() async throws {
    storage.inject(.failAfterwards, at: .write(1))
    store.send(.add(1))
    await #expect(throws: PersistenceError.self) { try await persistence.flush() }
    #expect(try storage.base.state(as: Int.self) == 1)
    #expect(persistence.status.savedRevision == 0)
    try await persistence.flush()
    #expect(persistence.status.savedRevision == 1)
    #expect(storage.base.writeCount == 2)
  }

  @Test func `after a crash tears a save, the previous save is restored`() async throws {
    store.send(.add(1))
    try await persistence.flush()
    storage.inject(.tearSilently(keeping: 12), at: .write(2))
    store.send(.add(1))
    try await persistence.flush()
    let torn = storage.base[.current]
    let restored = restored()
    #expect(restored.state == 1)
    #expect(restored.report.generation == .previous)
    #expect(restored.report.findings.map(\.reason) == [.damaged(.torn(expected: nil, found: 12))])
    #expect(storage.base.quarantined == ["memory.aside-1": torn])
    #expect(storage.base[.current] == nil)
  }

  @Test func `a torn save that fails is quarantined by the next save, and the previous save stays`() async throws {
    store.send(.add(1))
    try await persistence.flush()
    storage.inject(.tear(keeping: 12), at: .write(2))
    store.send(.add(1))
    await #expect(throws: PersistenceError.self) { try await persistence.flush() }
    try await persistence.flush()
    #expect(try storage.base.state(as: Int.self) == 2)
    #expect(try storage.base.state(as: Int.self, in: .previous) == 1)
    #expect(storage.base.quarantined.count == 1)
  }

  @Test func `a change during a save is not lost`() async throws {
    storage.inject(.hold, at: .write(1))
    store.send(.add(1))
    async let flushed: Void = persistence.flush()
    await storage.heldOperations(atLeast: 1)
    store.send(.add(1))
    storage.release()
    try await flushed
    #expect(try storage.base.states(as: Int.self) == [1])
    try await persistence.flush()
    #expect(try storage.base.states(as: Int.self) == [1, 2])
  }

  @Test func `a state that could not be read at the start is not overwritten, and is kept later`() async throws {
    let storage = FaultInjectingStorage(wrapping: InMemoryStorage(current: try Persistence.encoded(7)))
    let persistence = Persistence(of: store, to: storage, clock: clock)
    storage.inject(.fail, at: .reads)
    #expect(Persistence.load(0, from: storage).report.findings.count == 2)
    store.send(.add(1))
    await #expect(throws: PersistenceError.self) { try await persistence.flush() }
    #expect(try storage.base.state(as: Int.self) == 7)
    storage.removeFaults()
    try await persistence.flush()
    #expect(try storage.base.state(as: Int.self) == 1)
    store.send(.add(1))
    try await persistence.flush()
    #expect(Array(storage.base.quarantined.values) == [try Persistence.encoded(7)])
    #expect(persistence.status.movedAside == Array(storage.base.quarantined.keys))
  }

  /// Runs three sessions of two saves each, with one fault at each operation in turn, until no operation is left.
  @Test func `after a single fault at any operation, no state that was reported as saved is lost`() async throws {
    let faults: [(fault: StorageFault, moment: (Int) -> StorageFault.Moment, isSilent: Bool)] = [
      (.fail, StorageFault.Moment.operation, false),
      (.failAfterwards, StorageFault.Moment.operation, false),
      (.outOfSpace(), StorageFault.Moment.write, false),
      (.tear(keeping: 5), StorageFault.Moment.write, false),
      (.tearSilently(keeping: 80), StorageFault.Moment.write, true),
    ]
    var faultCount = 0
    for (fault, moment, isSilent) in faults {
      for number in 1... {
        let storage = FaultInjectingStorage(wrapping: InMemoryStorage())
        storage.inject(fault, at: moment(number))
        var attempted = [0]
        var saved = [0]
        for _ in 1...3 {
          let store = makeCounter(from: Persistence.load(0, from: storage).state)
          let persistence = Persistence(of: store, to: storage, clock: TestClock())
          for _ in 1...2 {
            // Greater than all earlier states, even if an older state was restored.
            store.send(.add((attempted.max() ?? 0) + 1 - store.state))
            attempted.append(store.state)
            if (try? await persistence.flush()) != nil { saved.append(store.state) }
          }
        }
        guard let operation = storage.begunOperations.first(where: { $0.fault != nil }) else { break }
        faultCount += 1
        let restored = Persistence.load(0, from: storage.base).state
        // A last save that reported success and was torn leaves the previous save.
        let least = saved.suffix(isSilent ? 2 : 1).first ?? 0
        #expect(restored >= least && attempted.contains(restored), "\(operation): \(restored) after \(saved)")
        #expect(saved.count >= attempted.count - 1, "\(operation): \(saved)")
      }
    }
    #expect(faultCount > 50)
  }
}
