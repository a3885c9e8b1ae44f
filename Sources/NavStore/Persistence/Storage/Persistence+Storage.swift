/// What a persistence keeps under its lock, and what it does when it has released it.
extension Persistence {
  /// Who waits for the end of a flush; called once.
  typealias Caller = @Sendable (Result<Void, any Error>) -> Void

  struct Storage {
    var schedule: SaveSchedule
    var status = PersistenceStatus()
    /// The status that subscribers know.
    var published = PersistenceStatus()
    var timer: Task<Void, Never>?
    /// Reports that nothing runs the persistence; nil if that is not to be reported.
    var reminding: Task<Void, Never>?
    /// What waits for changes, a task for each run.
    var watchers: [Int: Task<Void, Never>] = [:]
    var lastID = 0
    /// A caller that was cancelled is no longer here, and its flush goes on.
    var callers: [SaveSchedule.FlushID: Caller] = [:]
    var subscribers: [Int: AsyncStream<PersistenceStatus>.Continuation] = [:]
    var hasGivenUpFile = false

    mutating func makeID() -> Int {
      lastID += 1
      return lastID
    }

    /// The status, compared with a store of that revision.
    func status(storeRevision: Int) -> PersistenceStatus {
      var status = status
      // A save may have read the store since.
      status.storeRevision = max(storeRevision, status.seenRevision)
      return status
    }

    /// Yields the status to the subscribers if it has changed. To yield runs no code but the stream's.
    mutating func publishStatus(storeRevision: Int) {
      var status = status
      status.isRunning = !watchers.isEmpty
      status.seenRevision = schedule.seenRevision
      status.savedRevision = schedule.savedRevision
      status.phase =
        switch schedule.phase {
        case .idle: .idle
        case .waiting(let instant): .waiting(until: instant)
        case .writing: .writing
        case .backingOff(let instant): .retrying(at: instant)
        case .readOnly: .readOnly
        case .stopped: .stopped
        }
      status.storeRevision = max(storeRevision, status.seenRevision)
      if status == published { return }
      self.status = status
      published = status
      for subscriber in subscribers.values { subscriber.yield(status) }
    }
  }

  /// What is to be done once the lock is released.
  struct DeferredWork {
    var obsoleteTasks: [Task<Void, Never>] = []
    var hasWrite = false
    var givesUpFile = false
    var ended: [Ended] = []
  }

  /// A caller whose flush is over.
  struct Ended: Sendable {
    let caller: Caller
    let error: PersistenceError?

    func resume() {
      caller(error.map { .failure($0) } ?? .success(()))
    }
  }
}
