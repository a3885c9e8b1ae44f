internal import NavStore

/// A context that runs code with the task-local values that were current when the context was created.
///
/// Swift Testing identifies the current test by a task-local value, and a detached task or a thread has no such value.
/// Task-local values cannot be copied, but a new task inherits them. Therefore, the context creates a task when it is
/// initialized, and the executor of this task does not run the task until ``perform(_:)`` is called. Then the task runs
/// immediately, on the calling thread.
///
/// The calling thread may already be running another task. Runtimes with `Task.immediate` restore that task as the
/// current task afterward. Older runtimes do not. On Apple platforms, this type is therefore available only with a
/// runtime that has `Task.immediate`.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
package final class TaskContext: Sendable {
  private let executor = HeldTask()

  package init() {
    executor.prepare()
  }

  deinit {
    // The held task must run, because a task that never runs is never released.
    executor.perform(nil)
  }

  /// Calls `work` with the task-local values that were current when the context was created, and returns when `work`
  /// has returned. If the runtime has not enqueued the context's task yet, `work` runs without these values.
  ///
  /// This function may be called from any thread, and by `work` itself.
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

  /// A lock that `perform(_:)` acquires before it takes the enqueued task. The task releases the lock after it has
  /// created the next task.
  private let turn = Lock()
  private let state = Locked(State())

  /// Creates the next task, which inherits the task-local values of the current one.
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
      // If the runtime has not enqueued the task yet, the work runs without the task. Otherwise, the work would not run
      // at all.
      turn.unlock()
      work?()
      return
    }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
