import Foundation
import NavStore
import NavStoreTesting
import Testing

@Suite(.hangLimit) struct PersistenceFlushAndWaitTests {
  private let clock = TestClock()
  private let storage = FaultInjectingStorage(wrapping: InMemoryStorage())
  private let store = ModelStore(0)

  private func persistence() -> Persistence<Int> { Persistence(source: store.source, to: storage, clock: clock) }

  @Test func `a state is saved when flushAndWait returns to the calling thread`() throws {
    let persistence = persistence()
    for number in 1...3 {
      store.set(number)
      try persistence.flushAndWait()
      #expect(try storage.base.state(as: Int.self) == number)
    }
    // A saved state is not written again.
    try persistence.flushAndWait()
    #expect(persistence.status.writes == 3)
  }

  @Test func `flushAndWait throws the failure of the save, and the state is saved later`() async throws {
    let persistence = persistence()
    store.set(1)
    storage.inject(.fail, at: .writes)
    await #expect(throws: PersistenceError.storage(.injected(.save, into: "write 1"))) {
      try await blocking { try persistence.flushAndWait() }
    }
    storage.removeFaults()
    clock.advance(by: .seconds(1))
    _ = await persistence.status { $0.writes == 1 }
    try await persistence.stop()
    store.set(2)
    await #expect(throws: PersistenceError.stopped) { try await blocking { try persistence.flushAndWait() } }
  }

  @Test func `flushAndWait waits for a write in progress and for the one after it`() async throws {
    let persistence = persistence()
    storage.inject(.hold, at: .write(1))
    store.set(1)
    async let first: Void = persistence.flush()
    await storage.heldOperations(atLeast: 1)
    store.set(2)
    // The call has its own thread, because it blocks until the storage releases the write.
    async let second: Void = blocking { try persistence.flushAndWait() }
    // The persistence knows of both flushes before the storage releases the write.
    _ = await persistence.status { $0.seenRevision == 2 }
    storage.removeFaults()
    try await first
    try await second
    #expect(try storage.base.states(as: Int.self) == [1, 2])
  }
}

/// The programmer error for which `flushAndWait` stops the program.
@Suite(.startsProcess) struct PersistenceFlushAndWaitMisuseTests {
  @Test func `a codec that calls flushAndWait stops the program with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let slot = Locked<Persistence<Int>?>(nil)
      let codec = PayloadCodec(named: "loop") {
        try slot.withLock(\.self)?.flushAndWait()
        return $0
      } decode: {
        $0
      }
      let store = ModelStore(0)
      let persistence = Persistence(
        source: store.source, to: InMemoryStorage(), schema: StateSchema(codec: codec), clock: TestClock())
      slot.withLock { $0 = persistence }
      store.set(1)
      try? await persistence.flush()
    }
    result?.expectMessage("Call it from other code.")
  }
}
