internal import NavStore

/// Runs code with the task-local values of the place where the context was created.
///
/// Swift Testing identifies the current test by a task-local value, and a detached task or a thread has none.
/// Task-local values cannot be copied, but a new task inherits them. So the context creates a task, and the executor of
/// this task holds it until there is work. Then the task runs immediately, on the calling thread.
///
/// The thread may be running another task. Runtimes with `Task.immediate` restore that task afterward. Older runtimes
/// do not.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
package final class TaskContext: Sendable {
  private let executor = HeldTask()

  package init() {
    executor.prepare()
  }

  deinit {
    // A task that never ran would never be released.
    executor.perform(nil)
  }

  /// Calls `work` with the task-local values of the place where the context was created, and returns when `work` has
  /// returned.
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

  /// Locked from the moment that the held task is taken until the next one exists.
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
      // If the runtime enqueues a task later than it is created, the work runs without the task instead of not at all.
      turn.unlock()
      work?()
      return
    }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
