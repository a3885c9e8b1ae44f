import Synchronization

/// An executor that runs tasks when it is told to, on the thread that tells it: then the order of things is the same in
/// every run.
final class ThisThread: TaskExecutor {
  private struct Jobs {
    var waiting: [UnownedJob] = []
    var spare: [UnownedJob] = []
    var count = 0
  }

  private let jobs = Mutex(Jobs())

  /// How many jobs there were.
  var jobCount: Int { jobs.withLock { $0.count } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock {
      $0.waiting.append(job)
      $0.count += 1
    }
  }

  /// Runs what waits, and what comes meanwhile.
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
