internal import NavStore

/// A clock whose time changes only when the caller advances it.
///
/// Instants are offsets from the creation of the clock. `TestClock` is a public wrapper of this clock, and the command
/// `navtool demo` runs scripted sessions on it. All members may be used from any thread.
package final class ManualClock: Clock, Sendable {
  package struct Instant: InstantProtocol, CustomStringConvertible {
    package var offset: Duration

    package init(offset: Duration) {
      self.offset = offset
    }

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset.addingInBounds(duration)) }
    package func duration(to other: Instant) -> Duration { other.offset.addingInBounds(.zero - offset.inBounds) }
    package static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    package var description: String { "\(offset)" }
  }

  private struct Observer {
    var id: Int
    var count: Int
    var continuation: CheckedContinuation<Void, Never>
  }

  private typealias Sleeper = CheckedContinuation<Void, any Error>

  private struct Storage {
    var queue = SleepQueue<Sleeper>()
    var lastID = 0
    var observers: [Observer] = []

    mutating func takeSatisfiedObservers() -> [Observer] {
      if observers.isEmpty { return [] }
      let count = queue.count
      let satisfied = observers.filter { $0.count <= count }
      observers.removeAll { $0.count <= count }
      return satisfied
    }
  }

  private let storage = Locked(Storage())

  package init() {}

  package var now: Instant { storage.withLock { $0.queue.now } }
  package var minimumResolution: Duration { .zero }

  package var sleeperCount: Int { storage.withLock { $0.queue.count } }

  package var nextDeadline: Instant? { storage.withLock { $0.queue.nextDeadline } }

  // MARK: - Sleeping

  /// Suspends until the clock has been advanced to `deadline`. Returns without suspending if the time is already at or
  /// after `deadline`.
  ///
  /// - Throws: `CancellationError` if the task is cancelled. The method does not wait for the deadline in this case.
  /// - Complexity: O(n), where n is the number of sleepers. The method compares O(log n) deadlines.
  package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = makeID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        register(continuation, id: id, deadline: Instant(offset: deadline.offset.inBounds))
      }
    } onCancel: {
      cancelSleeper(id)
    }
  }

  private func register(_ sleeper: Sleeper, id: Int, deadline: Instant) {
    enum Verdict { case cancelled, due, asleep([Observer]) }
    let verdict: Verdict = storage.withLock { storage in
      // The cancellation handler may have run before the sleeper was added. This check detects that, because a task is
      // marked as cancelled before its handlers run.
      if Task.isCancelled { return .cancelled }
      guard storage.queue.insert(sleeper, id: id, until: deadline) else { return .due }
      return .asleep(storage.takeSatisfiedObservers())
    }
    switch verdict {
    case .cancelled: sleeper.resume(throwing: CancellationError())
    case .due: sleeper.resume()
    case .asleep(let observers): for observer in observers { observer.continuation.resume() }
    }
  }

  private func cancelSleeper(_ id: Int) {
    let sleeper = storage.withLock { $0.queue.remove(id: id) }
    sleeper?.resume(throwing: CancellationError())
  }

  // MARK: - Moving the time

  /// Advances the time and resumes every sleeper whose deadline has passed, earliest deadline first. Sleepers with the
  /// same deadline are resumed in the order of their arrival.
  ///
  /// A resumed task runs on its own executor, after this call or concurrently with it. The next sleep of the task
  /// starts at the new time. A negative duration stops the program.
  package func advance(by duration: Duration) {
    guard duration >= .zero else {
      fatalError("advance(by: \(duration)) moves the clock back. Pass a duration that is not negative.")
    }
    wake { $0.advance(to: $0.now.advanced(by: duration)) }
  }

  /// Advances the time to `instant`. Stops the program if `instant` is before the current time.
  package func advance(to instant: Instant) {
    let instant = Instant(offset: instant.offset.inBounds)
    wake { queue in
      guard instant >= queue.now else {
        fatalError("advance(to: \(instant)) moves the clock back from \(queue.now). Pass a later instant.")
      }
      return queue.advance(to: instant)
    }
  }

  /// Advances the time to the next deadline, and returns whether a task was sleeping.
  @discardableResult package func advanceToNextDeadline() -> Bool {
    step(whenAsleep: 1) == .moved
  }

  package func step(whenAsleep count: Int, limit: Instant? = nil) -> SleepStep {
    var step = SleepStep.waiting
    wake { queue in
      let (taken, woken) = queue.step(whenAsleep: count, limit: limit)
      step = taken
      return woken
    }
    return step
  }

  private func wake(_ move: (inout SleepQueue<Sleeper>) -> [Sleeper]) {
    let woken = storage.withLock { move(&$0.queue) }
    for sleeper in woken { sleeper.resume() }
  }

  // MARK: - Waiting for sleepers

  /// Suspends until at least `count` tasks sleep on this clock, or until the calling task is cancelled.
  package func sleepers(atLeast count: Int) async {
    let id = makeID()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let satisfied: Bool = storage.withLock { storage in
          if Task.isCancelled || storage.queue.count >= count { return true }
          storage.observers.append(Observer(id: id, count: count, continuation: continuation))
          return false
        }
        if satisfied { continuation.resume() }
      }
    } onCancel: {
      let observer: Observer? = storage.withLock { storage in
        guard let index = storage.observers.firstIndex(where: { $0.id == id }) else { return nil }
        return storage.observers.remove(at: index)
      }
      observer?.continuation.resume()
    }
  }

  private func makeID() -> Int {
    storage.withLock { storage in
      storage.lastID += 1
      return storage.lastID
    }
  }
}
