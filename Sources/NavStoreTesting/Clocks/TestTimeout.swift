internal import NavStore

/// A limit, in real time, for waits that might never end.
package struct TestTimeout: Sendable {
  package let limit: Duration
  private let clock: any Clock<Duration>

  /// Creates a limit. Tests of the timeout itself pass a clock other than `ContinuousClock`.
  package init(limit: Duration, clock: any Clock<Duration> = ContinuousClock()) {
    self.limit = limit
    self.clock = clock
  }

  /// The default limit for a wait that depends on tasks that the test tool did not start.
  package static let standardLimit = Duration.seconds(10)

  /// Waits for a condition. The test fails only if the limit passes and the condition is still false.
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

  func begin(limit: Duration?) -> Deadline {
    Deadline(limit: limit ?? self.limit, clock: clock)
  }
}

/// The deadline of a wait, which may consist of several calls to ``run(_:)``. The time starts with the first call.
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

  var isOver: Bool { waiting.withLock { $0.isOver } }

  /// Calls `wait` in a new task, which is cancelled at the limit. `wait` must return soon after its task is cancelled.
  func run(_ wait: @escaping @Sendable () async -> Void) async {
    let task = Task { await wait() }
    waiting.withLock { [waiting, clock, limit] state in
      state.task = task
      // The timer starts with the first wait, because no timer is required if the condition is already true.
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
