internal import Dispatch
internal import NavStore

/// Runs the tasks of a test store's effects one after the other, and knows when none of them can go on by itself.
///
/// A task that waits for another actor or executor, or for something outside, counts as one that cannot go on.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class EffectExecutor: TaskExecutor {
  // A queue of its own and not the shared pool: a test that waits for it may hold a thread of the pool meanwhile.
  private let queue = DispatchQueue(label: "NavStoreTesting.EffectExecutor")
  private let jobs = DispatchGroup()
  private let key = DispatchSpecificKey<Void>()
  /// The threads that let no task go on.
  private let pausing = Locked<[ObjectIdentifier]>([])

  init() {
    queue.setSpecific(key: key, value: ())
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async(group: jobs) {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }

  /// Lets no task go on while `body` runs, so that all that it starts or wakes goes on in the same order in every run.
  func pause(_ body: () -> Void) {
    let thread = EffectTasks.thread
    pausing.withLock { $0.append(thread) }
    queue.suspend()
    body()
    queue.resume()
    _ = pausing.withLock { pausing in pausing.remove(at: pausing.lastIndex(of: thread) ?? 0) }
  }

  /// Blocks until no task can go on by itself, and says whether that was so within the limit. Inside one of the tasks,
  /// and in an observer that a paused change tells, it returns at once: they would wait for themselves.
  func settle(within limit: Duration) -> Bool {
    let thread = EffectTasks.thread
    if DispatchQueue.getSpecific(key: key) != nil || pausing.withLock({ $0.contains(thread) }) { return true }
    return jobs.wait(timeout: .now() + limit.timeInterval) == .success
  }
}

extension Duration {
  fileprivate var timeInterval: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
