import Synchronization

/// An executor that runs its tasks on the caller's thread when the caller requests it, so that their order is the same
/// in every run.
final class ThisThread: TaskExecutor {
  private struct Jobs {
    var waiting: [UnownedJob] = []
    var spare: [UnownedJob] = []
    var count = 0
  }

  private let jobs = Mutex(Jobs())

  /// The number of jobs so far.
  var jobCount: Int { jobs.withLock { $0.count } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock {
      $0.waiting.append(job)
      $0.count += 1
    }
  }

  /// Runs the waiting jobs and those that they enqueue.
  func drain() {
    while true {
      var running = jobs.withLock { jobs in
        let running = jobs.waiting
        jobs.waiting = jobs.spare
        jobs.spare = []
        return running
      }
      if running.isEmpty { return }
      for job in running { job.runSynchronously(on: asUnownedTaskExecutor()) }
      running.removeAll(keepingCapacity: true)
      jobs.withLock { $0.spare = running }
    }
  }
}
