@testable import NavStore
@testable import NavStoreCore
import Observation
import Testing

/// What a part tells its observers: each case by itself, without a store.
@Suite(.noMainLoop, .hangLimit) struct ObservedValueTests {
  /// A part of a state that is a number: its tens, so that there are others that are equal.
  private let part = ObservedValue<Int, Int>(10, revision: 0, read: { $0 / 10 })

  /// Observes the part and returns how often that observer was told since.
  private func observe() -> @Sendable () -> Int {
    let told = Locked(0)
    withObservationTracking {
      part.access()
    } onChange: {
      told.withLock { $0 += 1 }
    }
    return { told.withLock(\.self) }
  }

  @Test func `a transaction that leaves an equal value is not told`() {
    let told = observe()
    part.update(to: 19, revision: 1)
    #expect(told() == 0)
    part.update(to: 20, revision: 2)
    #expect(told() == 1)
  }

  @Test func `a transaction is compared with the one before it`() {
    _ = part.value(in: 10, revision: 0)
    part.update(to: 20, revision: 1)
    _ = part.value(in: 20, revision: 1)
    let told = observe()
    part.update(to: 20, revision: 2)
    #expect(told() == 0)
    part.update(to: 10, revision: 3)
    #expect(told() == 1)
  }

  @Test func `who was told and has not read since is told again`() {
    part.update(to: 20, revision: 1)
    let late = observe()
    part.update(to: 20, revision: 2)
    #expect(late() == 1)
    _ = part.value(in: 20, revision: 2)
    let told = observe()
    part.update(to: 20, revision: 3)
    #expect(told() == 0)
  }

  @Test func `who has read what no transaction was told of is told when it is taken back`() {
    #expect(part.value(in: 20, revision: 1) == 2)
    let told = observe()
    part.update(to: 10, revision: 2)
    #expect(told() == 1)
  }

  @Test func `a transaction that is told after a later one says nothing`() {
    _ = part.value(in: 30, revision: 2)
    part.update(to: 30, revision: 2)
    _ = part.value(in: 30, revision: 2)
    let told = observe()
    part.update(to: 20, revision: 1)
    #expect(told() == 0)
    part.update(to: 30, revision: 3)
    #expect(told() == 0)
  }
}

/// A part that several threads use, in a process.
@Suite struct TrackedValueProcessTests {
  @Test(.startsProcess) func `several threads may notify and read a part at the same time`() async {
    // In a process of its own, because two threads that are not kept apart release one array twice.
    await #expect(processExitsWith: .success) {
      let part = ObservedValue<Int, [Int]>(0, revision: 0, read: { Array(repeating: $0, count: 3) })
      onThreads(4) { thread in
        for number in 1...20_000 {
          let revision = 4 * number + thread
          if thread == 0 { _ = part.value(in: number, revision: revision) }
          part.update(to: number, revision: revision)
        }
      }
    }
  }
}
