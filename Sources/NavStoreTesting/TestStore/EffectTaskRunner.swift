internal import Dispatch
internal import NavStore

/// Runs the tasks of a test store's effects one after the other, and detects when all of them are suspended.
///
/// The runner needs task executors. On systems without them, it always reports that it is idle, and a test waits for
/// the actions that it expects.
@usableFromInline
final class EffectTaskRunner: @unchecked Sendable {
  // This is a separate queue and not the shared pool, because a waiting test may occupy a thread of the pool.
  private let queue = DispatchQueue(label: "NavStoreTesting.EffectTaskRunner")
  private let jobs = DispatchGroup()
  private let key = DispatchSpecificKey<Void>()

  // Unchecked because `pausing` is accessed only while the lock is held. The runtime check for exclusive access is not
  // needed for the same reason.
  private let lock = Lock()
  /// The threads that have paused the runner.
  @exclusivity(unchecked) private var pausing: [ObjectIdentifier] = []

  init() {
    queue.setSpecific(key: key, value: ())
  }

  /// The function that starts a task for the runner, or `nil` if the system has no task executors.
  var start: TaskStarter? {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
    let executor = EffectExecutor(tasks: self)
    return { priority, work in
      Task(executorPreference: executor, priority: priority) { await work() }
    }
  }

  /// A Boolean value that indicates whether all tasks have ended or are suspended.
  @usableFromInline
  var isIdle: Bool { jobs.wait(timeout: DispatchTime(uptimeNanoseconds: 0)) == .success }

  /// Pauses all tasks until the same thread calls `resume(_:)`.
  ///
  /// The tasks that this thread starts or wakes during the pause continue in the same order in every run.
  ///
  /// - Returns: The current thread.
  @usableFromInline
  func pause() -> ObjectIdentifier {
    let thread = Self.thread
    lock.lock()
    pausing.append(thread)
    lock.unlock()
    queue.suspend()
    return thread
  }

  /// Resumes the tasks, on the thread that has paused them.
  @usableFromInline
  func resume(_ thread: ObjectIdentifier) {
    queue.resume()
    lock.lock()
    pausing.remove(at: pausing.lastIndex(of: thread) ?? 0)
    lock.unlock()
  }

  /// Blocks until all tasks have ended or are suspended, or until the limit has passed.
  ///
  /// If it is called in one of the tasks, or in an observer that is notified during a pause, it returns immediately.
  /// Otherwise it would wait for its caller.
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
    return lock.withLock { pausing.contains(thread) }
  }

  /// The identity of the current thread, which is unique among the threads that exist.
  private static var thread: ObjectIdentifier { StoreInspection<Void, Void>.thread }
}

/// Runs the parts of effects that are ready to run.
///
/// A task that waits for another actor, for another executor or for an external event counts as suspended.
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
