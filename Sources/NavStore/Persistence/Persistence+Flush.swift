internal import Dispatch

/// Marks the queues of persistences with which one they belong to.
let queueKey = DispatchSpecificKey<ObjectIdentifier>()

extension Persistence {
  /// Saves the state of this moment durably, and returns when that is done.
  ///
  /// It writes nothing if that state is saved already, and the state that the store began with counts as saved: it is
  /// what was loaded. It does not wait for `quiet`, nor for the end of a back-off, and works whether or not `run()` is
  /// running.
  ///
  /// Throws ``PersistenceError`` if the save fails (it will be tried again), or if the persistence was stopped and this
  /// state was never saved. Throws `CancellationError` at once when the calling task is cancelled; the save goes on.
  public nonisolated(nonsending) func flush() async throws {
    try await wait(for: SaveSchedule.Event.flush)
  }

  /// Saves the state of this moment durably, and returns when that is done; meanwhile the calling thread is blocked.
  ///
  /// For a moment after which the process ends and in which nothing can be awaited, as in `applicationWillTerminate`.
  /// Everywhere else `flush()` does the same, and keeps no thread waiting for the disk. A codec of the schema, and what
  /// encodes the state, must not call it.
  ///
  /// Throws ``PersistenceError`` as `flush()` does.
  @available(*, noasync, message: "Await flush() instead, which blocks no thread.")
  public func flushAndWait() throws {
    if DispatchQueue.getSpecific(key: queueKey) == ObjectIdentifier(self) {
      fatalError("flushAndWait() was called by what it waits for, a codec or an encode(to:). Call it from elsewhere.")
    }
    let ended = DispatchSemaphore(value: 0)
    let result = Locked<Result<Void, any Error>?>(nil)
    let caller: Caller = { outcome in
      result.withLock { $0 = outcome }
      ended.signal()
    }
    let revision = source.revision()
    let id = storage.withLock { $0.makeID() }
    process(.flush(id, revision: revision), on: .callersThread) { $0.callers[id] = caller }
    ended.wait()
    try result.withLock { try $0?.get() }
  }

  /// Saves the state of this moment durably, as `flush()` does, and never writes again, whatever happens. Others may
  /// save to the same place from then on.
  ///
  /// Throws as `flush()` does; it is stopped all the same.
  public nonisolated(nonsending) func stop() async throws {
    try await wait(for: SaveSchedule.Event.stop)
  }

  private nonisolated(nonsending) func wait(
    for event: @Sendable (SaveSchedule.FlushID, _ revision: Int) -> SaveSchedule.Event
  ) async throws {
    let revision = source.revision()
    let id = storage.withLock { $0.makeID() }
    if Task.isCancelled {
      process(event(id, revision))
      throw CancellationError()
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        process(event(id, revision)) { $0.callers[id] = { continuation.resume(with: $0) } }
        // A task is marked as cancelled before its handlers run, so a handler that came too early is seen here.
        if Task.isCancelled { abandon(id) }
      }
    } onCancel: {
      abandon(id)
    }
  }

  private func abandon(_ id: SaveSchedule.FlushID) {
    let caller = storage.withLock { $0.callers.removeValue(forKey: id) }
    caller?(.failure(CancellationError()))
  }
}
