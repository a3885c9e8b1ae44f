internal import Dispatch

/// Saves a store's state while it changes, soon enough to matter and seldom enough not to.
///
/// A state is saved when nothing has changed for half a second, and at the latest five seconds after the first change
/// that is not saved. `flush()` saves at once: call it when the app goes to the background.
///
/// ```swift
/// let file = try FileStorage(name: "navigation")
/// let restored = Persistence.load(AppState(), from: file)
/// let store = Store(initialState: restored.state, reducer: AppReducer())
/// let persistence = Persistence(of: store, to: file)
/// async let _: Void = persistence.run()
/// try await persistence.flush()
/// ```
///
/// What is promised: after `flush()` returns, every state of the store from before the call is saved durably. A crash
/// at any instant leaves the previous complete state or the new one. An older state never replaces a newer one. A save
/// that failed is tried again, after 1 s, 2 s, 4 s and so on up to 60 s, as long as the persistence lives; `statuses`
/// tells of it.
///
/// One persistence at a time saves to a file. A second one, in this process or another, is refused with
/// ``PersistenceError/ownedElsewhere(file:by:)`` and tries again as after any failure, until the first one has stopped or
/// is gone.
///
/// It does not keep the store alive. When it is released while it is not running, it is gone, with what it had not
/// saved. All members may be used from any thread or actor; encoding and writing happen on a queue of its own.
public final class Persistence<Saved: Codable & Sendable>: Sendable {
  let source: StateSource<Saved>
  let file: SavedStateStore
  let schema: StateSchema
  let coder: StateJSONCoder
  let now: @Sendable () -> Duration
  let sleep: @Sendable (_ until: Duration) async throws -> Void
  /// Encoding and writing block, which the threads of Swift's tasks must not.
  let queue = DispatchQueue(label: "NavStore.Persistence")
  let storage: Locked<Storage>

  /// Makes a persistence that does nothing until `run()` or `flush()`.
  ///
  /// The reminder, if there is one, reports changes that stay unsaved because nothing runs the persistence.
  package init(
    source: StateSource<Saved>, to storage: any StateStorage, schema: StateSchema = StateSchema(),
    quiet: Duration = .milliseconds(500), maxWait: Duration = .seconds(5),
    clock: some Clock<Duration> = ContinuousClock(), reminder: MissingRunWarning? = nil
  ) {
    let start = clock.now
    self.source = source
    self.schema = schema
    let coder = StateJSONCoder(schema)
    self.coder = coder
    self.file = SavedStateStore(storage: storage, schema: schema, owner: StorageOwner()) {
      try coder.check($0, as: Saved.self)
    }
    self.now = { start.duration(to: clock.now) }
    self.sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    self.storage = Locked(
      Storage(schedule: SaveSchedule(rules: .init(quiet: quiet.boundedWait, maxWait: maxWait.boundedWait))))
    queue.setSpecific(key: queueKey, value: ObjectIdentifier(self))
    if let reminder { remind(by: reminder) }
  }

  deinit {
    let (timer, reminding, subscribers) = storage.withLock { ($0.timer, $0.reminding, $0.subscribers.values) }
    timer?.cancel()
    reminding?.cancel()
    for subscriber in subscribers { subscriber.finish() }
  }

  // MARK: - Running

  /// Saves the state as it changes, until the store is released, the calling task is cancelled or `stop()` is called.
  ///
  /// Then it saves once more, without waiting and even during a back-off, and returns when that is done, well or badly:
  /// see `status`. It may be called again later, also while an earlier call is still finishing; two calls at a time do
  /// no harm.
  public func run() async {
    queue.async { [self] in
      file.claim()
      // What an older version of the app has saved is saved in today's form, also if nothing changes.
      if schema.hasOlderForms, file.isOutOfDate() { process(.outOfDate) }
    }
    // A task of its own, because `stop()` must be able to end the waiting, and the caller's task is not ours to cancel.
    let watching = source.startTask(nil) { [self] in
      var revision = status.seenRevision
      while let next = await source.nextRevision(revision) {
        revision = next
        process(.changed(revision: next))
      }
    }
    let id = begin(watching)
    await withTaskCancellationHandler {
      await watching.value
    } onCancel: {
      watching.cancel()
    }
    end(id)
    // A cancelled task still waits for this.
    try? await withCheckedThrowingContinuation { continuation in
      let id = storage.withLock { $0.makeID() }
      process(.flush(id, revision: source.revision())) { $0.callers[id] = { continuation.resume(with: $0) } }
    }
  }

  private func begin(_ watching: Task<Void, Never>) -> Int {
    let revision = source.revision()
    let (id, isStopped, reminding) = storage.withLock { storage in
      let id = storage.makeID()
      storage.watchers[id] = watching
      storage.publishStatus(storeRevision: revision)
      return (id, storage.schedule.phase == .stopped, storage.reminding)
    }
    reminding?.cancel()
    if isStopped { watching.cancel() }
    return id
  }

  private func end(_ id: Int) {
    let revision = source.revision()
    let watching = storage.withLock { storage in
      // Released after the lock is.
      let watching = storage.watchers.removeValue(forKey: id)
      storage.publishStatus(storeRevision: revision)
      return watching
    }
    _ = watching
  }

  /// Says that the app works with what was restored, so that the next start does not count this one as a crash.
  ///
  /// Call it once the first screen has been there for some seconds. It does nothing where no restore was counted, see
  /// ``StateSchema/maxUnfinishedRestores``, and returns at once.
  public func markHealthy() {
    queue.async { [file] in file.endRestore() }
  }

  // MARK: - Status

  /// What the persistence has done and is doing, compared with the store at this moment.
  public var status: PersistenceStatus {
    let revision = source.revision()
    return storage.withLock { $0.status(storeRevision: revision) }
  }

  /// The status now, and each time it changes. A slow reader gets the newest; the stream ends with the persistence.
  ///
  /// An action alone changes nothing here: the stream has a new status when the persistence takes notice of it.
  public var statuses: AsyncStream<PersistenceStatus> {
    let revision = source.revision()
    let (stream, continuation) = AsyncStream.makeStream(
      of: PersistenceStatus.self, bufferingPolicy: .bufferingNewest(1))
    let id = storage.withLock { storage in
      let id = storage.makeID()
      storage.subscribers[id] = continuation
      continuation.yield(storage.status(storeRevision: revision))
      return id
    }
    continuation.onTermination = { [weak self] _ in
      guard let self else { return }
      // Released after the lock is.
      _ = storage.withLock { $0.subscribers.removeValue(forKey: id) }
    }
    return stream
  }

  /// Waits for a status that satisfies the predicate, and returns it; returns nil when the calling task is cancelled.
  package func status(where predicate: (PersistenceStatus) -> Bool) async -> PersistenceStatus? {
    for await status in statuses where predicate(status) { return status }
    return nil
  }
}
