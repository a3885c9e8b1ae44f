internal import NavStore

/// Ends waits that would otherwise never end, after a limit of real time.
package struct TestTimeout: Sendable {
  package let limit: Duration
  private let clock: any Clock<Duration>

  /// Tests of the testTimeout itself bring a clock of their own.
  package init(limit: Duration, clock: any Clock<Duration> = ContinuousClock()) {
    self.limit = limit
    self.clock = clock
  }

  /// How long a test waits for tasks that it has not started itself.
  package static let standardLimit = Duration.seconds(10)

  /// Waits until something is so; fails the test, with the message, if that takes longer than the limit.
  func wait(
    until condition: () -> Bool, by wait: @escaping @Sendable () async -> Void, limit: Duration?,
    _ reporter: FailureReporter,
    at site: CallSite, _ message: (_ limit: Duration) -> String
  ) async {
    if condition() { return }
    let deadline = begin(limit: limit)
    await deadline.run(wait)
    if deadline.isOver, !condition() { reporter.fail(message(deadline.limit), at: site) }
  }

  /// Begins something that takes no longer than `limit`, or the testTimeout's own limit.
  func begin(limit: Duration?) -> Deadline {
    Deadline(limit: limit ?? self.limit, clock: clock)
  }
}

/// The end of the time that something may wait, in one part or in several.
final class Deadline: Sendable {
  private struct Waiting {
    var timer: Task<Void, any Error>?
    var task: Task<Void, Never>?
    var isOver = false
  }

  let limit: Duration
  private let clock: any Clock<Duration>
  private let waiting = Locked(Waiting())

  init(limit: Duration, clock: any Clock<Duration>) {
    self.limit = limit
    self.clock = clock
  }

  deinit {
    waiting.withLock { $0.timer }?.cancel()
  }

  /// Whether the limit was reached in a wait.
  var isOver: Bool { waiting.withLock { $0.isOver } }

  /// Runs `wait`, which must return soon after its task is cancelled, and cancels it at the limit or with the caller.
  func run(_ wait: @escaping @Sendable () async -> Void) async {
    let task = Task { await wait() }
    waiting.withLock { [waiting, clock, limit] state in
      state.task = task
      // Counted from the first wait: what happens at once needs no timer.
      if state.timer == nil {
        state.timer = Task {
          try await clock.sleep(for: limit.boundedWait)
          waiting.withLock { state in
            state.isOver = true
            return state.task
          }?.cancel()
        }
      }
      if state.isOver { task.cancel() }
    }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
