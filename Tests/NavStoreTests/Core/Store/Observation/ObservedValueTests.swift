@testable import NavStore
@testable import NavStoreCore
import Observation
import Testing

/// The notifications of an observed value, without a store.
@Suite(.noMainLoop, .hangLimit) struct ObservedValueTests {
  /// A value of a state that is a number. The value is the number of tens, so that different states have equal values.
  private let value = ObservedValue<Int, Int>(10, revision: 0, part: ObservedPart(), read: { $0 / 10 })

  /// Observes the value, and returns a function that returns how often this observer was notified.
  private func observe() -> @Sendable () -> Int {
    let notifications = Locked(0)
    withObservationTracking {
      value.access()
    } onChange: {
      notifications.withLock { $0 += 1 }
    }
    return { notifications.withLock(\.self) }
  }

  @Test func `observers are not notified of a transaction that leaves an equal value`() {
    let notifications = observe()
    value.update(to: 19, revision: 1)
    #expect(notifications() == 0)
    value.update(to: 20, revision: 2)
    #expect(notifications() == 1)
  }

  @Test func `a value is compared with the value after the transaction before`() {
    _ = value.value(in: 10, revision: 0)
    value.update(to: 20, revision: 1)
    _ = value.value(in: 20, revision: 1)
    let notifications = observe()
    value.update(to: 20, revision: 2)
    #expect(notifications() == 0)
    value.update(to: 10, revision: 3)
    #expect(notifications() == 1)
  }

  @Test func `an observer that was notified and has not read since is notified again`() {
    value.update(to: 20, revision: 1)
    let lateNotifications = observe()
    value.update(to: 20, revision: 2)
    #expect(lateNotifications() == 1)
    _ = value.value(in: 20, revision: 2)
    let notifications = observe()
    value.update(to: 20, revision: 3)
    #expect(notifications() == 0)
  }

  @Test func `an observer that has read a value before its comparison is notified when the value is restored`() {
    #expect(value.value(in: 20, revision: 1) == 2)
    let notifications = observe()
    value.update(to: 10, revision: 2)
    #expect(notifications() == 1)
  }

  @Test func `a transaction that is compared after a later one notifies no observer`() {
    _ = value.value(in: 30, revision: 2)
    value.update(to: 30, revision: 2)
    _ = value.value(in: 30, revision: 2)
    let notifications = observe()
    value.update(to: 20, revision: 1)
    #expect(notifications() == 0)
    value.update(to: 30, revision: 3)
    #expect(notifications() == 0)
  }
}

/// An observed value that several threads use.
@Suite struct ObservedValueProcessTests {
  @Test(.startsProcess) func `several threads may update and read a value at the same time`() async {
    // In a new process, because a data race would release an array twice.
    await #expect(processExitsWith: .success) {
      let value = ObservedValue<Int, [Int]>(
        0, revision: 0, part: ObservedPart(), read: { Array(repeating: $0, count: 3) })
      onThreads(4) { thread in
        for number in 1...20_000 {
          let revision = 4 * number + thread
          if thread == 0 { _ = value.value(in: number, revision: revision) }
          value.update(to: number, revision: revision)
        }
      }
    }
  }
}
