internal import Dispatch
internal import NavStore

/// The tasks of a test store's effects: it runs them one after the other, and knows when none of them can go on by
/// itself.
///
/// Where the system has task executors, the store can tell when all of them have come as far as they can; on older
/// systems it cannot, they all count as at rest, and a test waits for what it expects.
@usableFromInline
final class EffectTaskRunner: @unchecked Sendable {
  // A queue of its own and not the shared pool: a test that waits for it may hold a thread of the pool meanwhile.
  private let queue = DispatchQueue(label: "NavStoreTesting.EffectTaskRunner")
  private let jobs = DispatchGroup()
  private let key = DispatchSpecificKey<Void>()

  // Unchecked because this variable is read and written only while the lock is held, which is also why the run-time
  // check of exclusive access is not needed.
  private let lock = Lock()
  /// The threads that let no task go on.
  @exclusivity(unchecked) private var pausing: [ObjectIdentifier] = []

  init() {
    queue.setSpecific(key: key, value: ())
  }

  /// Starts a task; nil for a task like any other.
  var start: TaskStarter? {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
    let executor = EffectExecutor(tasks: self)
    return { priority, work in
      Task(executorPreference: executor, priority: priority) { await work() }
    }
  }

  /// Whether no task can go on by itself.
  @usableFromInline
  var isIdle: Bool { jobs.wait(timeout: DispatchTime(uptimeNanoseconds: 0)) == .success }

  /// Lets no task go on until it is resumed, so that all that this thread starts or wakes until then goes on in the
  /// same order in every run. Returns the thread.
  @usableFromInline
  func pause() -> ObjectIdentifier {
    let thread = Self.thread
    lock.lock()
    pausing.append(thread)
    lock.unlock()
    queue.suspend()
    return thread
  }

  /// Lets tasks go on again, on the thread that has paused them.
  @usableFromInline
  func resume(_ thread: ObjectIdentifier) {
    queue.resume()
    lock.lock()
    pausing.remove(at: pausing.lastIndex(of: thread) ?? 0)
    lock.unlock()
  }

  /// Blocks until no task can go on by itself, and says whether that was so within the limit. Inside one of the tasks,
  /// and in an observer that a paused change tells, it returns at once: they would wait for themselves.
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

  /// Which thread this is, as long as it lives.
  private static var thread: ObjectIdentifier { StoreInspection<Void, Void>.thread }
}

/// Runs what can go on of the tasks of effects.
///
/// A task that waits for another actor or executor, or for something outside, counts as one that cannot go on.
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
