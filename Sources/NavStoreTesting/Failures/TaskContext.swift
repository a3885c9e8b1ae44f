internal import NavStore

/// Runs code with the task-local values of the place where it was made.
///
/// Swift Testing knows by a task-local value which test is running, and a detached task or a thread has none. There is
/// no way to copy task-local values, but a task that is made here inherits them. So one is made, and held back by its
/// executor until somebody has work for it; then it runs at once, on the thread that asks.
///
/// The thread may be running another task. Runtimes that have `Task.immediate` come back to it; older ones forget it.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
package final class TaskContext: Sendable {
  private let executor = HeldTask()

  package init() {
    executor.prepare()
  }

  deinit {
    // A task that never ran would stay for ever.
    executor.perform(nil)
  }

  /// Runs `work` with the task-local values of the place where this was made, and returns when it is done.
  ///
  /// May be called from any thread, and by the work itself.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    executor.perform(work)
  }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
private final class HeldTask: TaskExecutor {
  private struct State {
    var job: UnownedJob?
    var work: (@Sendable () -> Void)?
  }

  /// Held from the moment that a task is taken until the next one is there.
  private let turn = Lock()
  private let state = Locked(State())

  /// Makes the next task, which inherits what the current one has.
  func prepare() {
    Task(executorPreference: self) { [self] in
      let work = state.withLock { state in
        defer { state.work = nil }
        return state.work
      }
      if work != nil { prepare() }
      turn.unlock()
      work?()
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.job = job }
  }

  func perform(_ work: (@Sendable () -> Void)?) {
    turn.lock()
    let job = state.withLock { state in
      defer { state.job = nil }
      state.work = work
      return state.job
    }
    guard let job else {
      // Should the runtime ever bring a task later than it is made, the work is done without it rather than not at all.
      turn.unlock()
      work?()
      return
    }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
