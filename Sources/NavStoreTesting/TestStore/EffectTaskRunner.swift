internal import Dispatch
internal import NavStore

/// A serial executor for the tasks of a test store's effects, which detects when all of them are suspended.
///
/// The runner requires task executors. On systems without task executors, the runner always reports that it is idle,
/// and a test has to wait for the actions that it expects.
final class EffectTaskRunner: @unchecked Sendable {
  // Unchecked because the types of Dispatch are not Sendable on every platform.
  // The runner uses its own queue instead of the shared thread pool, because a test that waits may block a thread of
  // that pool.
  private let queue = DispatchQueue(label: "NavStoreTesting.EffectTaskRunner")
  private let jobs = DispatchGroup()
  private let key = DispatchSpecificKey<Void>()

  private let pausing = Locked<[Int]>([])

  init() {
    queue.setSpecific(key: key, value: ())
  }

  var start: TaskStarter? {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
    let executor = EffectExecutor(tasks: self)
    return { priority, work in
      Task(executorPreference: executor, priority: priority) { await work() }
    }
  }

  var isIdle: Bool { jobs.wait(timeout: DispatchTime(uptimeNanoseconds: 0)) == .success }

  /// Pauses all tasks until the same thread calls `resume(_:)`. A task that is running continues until it suspends.
  ///
  /// Therefore, the tasks that this thread starts or wakes during the pause continue in the same order in every run.
  ///
  /// - Returns: The current thread.
  func pause() -> Int {
    let thread = Self.thread
    pausing.withLock { $0.append(thread) }
    queue.suspend()
    return thread
  }

  /// Resumes the tasks. The caller must be on the thread that has paused them.
  func resume(_ thread: Int) {
    queue.resume()
    _ = pausing.withLock { $0.remove(at: $0.lastIndex(of: thread) ?? 0) }
  }

  /// Blocks until all tasks have ended or are suspended, or until the limit has passed.
  ///
  /// If this function is called in one of the tasks, or by an observer that is notified during a pause, it returns
  /// `true` immediately, because it would otherwise wait for its own caller.
  ///
  /// - Returns: Whether the tasks have ended or are suspended.
  func settle(within limit: Duration) -> Bool {
    if isIdle || DispatchQueue.getSpecific(key: key) != nil || isPausing { return true }
    return jobs.wait(timeout: .now() + limit.boundedWait.timeInterval) == .success
  }

  fileprivate func run(_ job: @escaping @Sendable () -> Void) {
    queue.async(group: jobs, execute: job)
  }

  private var isPausing: Bool {
    let thread = Self.thread
    return pausing.withLock { $0.contains(thread) }
  }

  private static var thread: Int { StoreInspection<Void, Void>.thread }
}

/// A task executor that enqueues the jobs of the effects' tasks on an `EffectTaskRunner`.
///
/// A task has no job in this executor while it waits for another actor, for another executor or for an external event.
/// The runner then considers the task suspended.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class EffectExecutor: TaskExecutor {
  private let tasks: EffectTaskRunner

  init(tasks: EffectTaskRunner) {
    self.tasks = tasks
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    tasks.run {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }
}

extension Duration {
  fileprivate var timeInterval: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
