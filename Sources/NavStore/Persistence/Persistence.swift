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
  private let source: StateSource<Saved>
  private let file: SaveFile
  private let schema: StateSchema
  private let coder: StateCoder
  private let now: @Sendable () -> Duration
  private let sleep: @Sendable (_ until: Duration) async throws -> Void
  /// Encoding and writing block, which the threads of Swift's tasks must not.
  private let queue = DispatchQueue(label: "NavStore.Persistence")
  private let storage: Locked<Storage>

  /// Makes a persistence that does nothing until `run()` or `flush()`.
  package init(
    source: StateSource<Saved>, to storage: any StateStorage, schema: StateSchema = StateSchema(),
    quiet: Duration = .milliseconds(500), maxWait: Duration = .seconds(5),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    guard quiet >= .zero, maxWait >= .zero else {
      fatalError("A persistence was given quiet \(quiet) and maxWait \(maxWait). Neither may be negative.")
    }
    let start = clock.now
    self.source = source
    self.schema = schema
    let coder = StateCoder(schema)
    self.coder = coder
    self.file = SaveFile(storage: storage, schema: schema, owner: StorageOwner()) {
      try coder.use(of: $0, as: Saved.self)
    }
    self.now = { start.duration(to: clock.now) }
    self.sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    self.storage = Locked(Storage(schedule: SaveSchedule(rules: .init(quiet: quiet, maxWait: maxWait))))
  }

  deinit {
    let (timer, subscribers) = storage.withLock { ($0.timer, $0.subscribers.values) }
    timer?.cancel()
    for subscriber in subscribers { subscriber.finish() }
  }

  // MARK: - Running

  /// Saves the state as it changes, until the store is released, the calling task is cancelled or `stop()` is called.
  ///
  /// Then it saves once more, without waiting and even during a back-off, and returns when that is done, well or badly:
  /// see `status`. It may be called again later, also while an earlier call is still finishing; two calls at a time do
  /// no harm.
  public func run() async {
    // What an older version of the app has saved is saved in today's form, also if nothing changes.
    if schema.hasOlderForms {
      queue.async { [self] in
        if file.isOutOfDate() { process(.outOfDate) }
      }
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
    storage.withLock { _ = $0.watchers.removeValue(forKey: id) }
    // A cancelled task still waits for this.
    try? await withCheckedThrowingContinuation { caller in
      ask(SaveSchedule.Event.flush, caller, revision: source.revision())
    }
  }

  private func begin(_ watching: Task<Void, Never>) -> Int {
    let (id, isStopped) = storage.withLock { storage in
      let id = storage.makeID()
      storage.watchers[id] = watching
      return (id, storage.schedule.phase == .stopped)
    }
    if isStopped { watching.cancel() }
    return id
  }

  /// Saves the state of this moment durably, and returns when that is done.
  ///
  /// It writes nothing if that state is saved already, and the state that the store began with counts as saved: it is
  /// what was loaded. It does not wait for `quiet`, nor for the end of a back-off, and works whether or not `run()` is
  /// running.
  ///
  /// Throws ``PersistenceError`` if the save fails (it will be tried again), or if the persistence was stopped and this
  /// state was never saved. Throws `CancellationError` at once when the calling task is cancelled; the save goes on.
  public func flush() async throws {
    try await wait(for: SaveSchedule.Event.flush)
  }

  /// Saves the state of this moment durably, as `flush()` does, and never writes again, whatever happens. Others may
  /// save to the same place from then on.
  ///
  /// Throws as `flush()` does; it is stopped all the same.
  public func stop() async throws {
    try await wait(for: SaveSchedule.Event.stop)
  }

  private func wait(for event: @Sendable (SaveSchedule.FlushID, _ revision: Int) -> SaveSchedule.Event) async throws {
    let revision = source.revision()
    let id = storage.withLock { $0.makeID() }
    if Task.isCancelled {
      process(event(id, revision))
      throw CancellationError()
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { caller in
        ask(event, caller, id: id, revision: revision)
        // A task is marked as cancelled before its handlers run, so a handler that came too early is seen here.
        if Task.isCancelled { abandon(id) }
      }
    } onCancel: {
      abandon(id)
    }
  }

  private func ask(
    _ event: (SaveSchedule.FlushID, _ revision: Int) -> SaveSchedule.Event, _ caller: Caller,
    id: SaveSchedule.FlushID? = nil, revision: Int
  ) {
    let id = id ?? storage.withLock { $0.makeID() }
    process(event(id, revision)) { $0.callers[id] = caller }
  }

  private func abandon(_ id: SaveSchedule.FlushID) {
    let caller = storage.withLock { $0.callers.removeValue(forKey: id) }
    caller?.resume(throwing: CancellationError())
  }

  /// Says that the app works with what was restored, so that the next start does not count this one as a crash.
  ///
  /// Call it once the first screen has been there for some seconds. It does nothing unless
  /// ``StateSchema/maxUnfinishedRestores`` is set, and returns at once.
  public func markHealthy() {
    queue.async { [file] in file.endRestore() }
  }

  // MARK: - Status

  /// What has been done and is being done.
  public var status: PersistenceStatus { storage.withLock { $0.status } }

  /// The status now, and each time it changes. A slow reader gets the newest; the stream ends with the persistence.
  public var statuses: AsyncStream<PersistenceStatus> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: PersistenceStatus.self, bufferingPolicy: .bufferingNewest(1))
    let id = storage.withLock { storage in
      let id = storage.makeID()
      storage.subscribers[id] = continuation
      continuation.yield(storage.status)
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

  // MARK: - The machinery

  /// Tells the schedule of an event and does what it answers.
  private func process(_ event: SaveSchedule.Event, _ update: (inout Storage) -> Void = { _ in }) {
    let errands = handle(event, update)
    carryOut(errands)
    guard errands.givesUpFile else { return errands.ended.forEach { $0.resume() } }
    // Who waits for the stop may be about to save to the file by another persistence.
    queue.async { [file] in
      file.giveUpOwnership()
      errands.ended.forEach { $0.resume() }
    }
  }

  private func handle(_ event: SaveSchedule.Event, _ update: (inout Storage) -> Void) -> Errands {
    let now = now()
    return storage.withLock { storage in
      update(&storage)
      let commands = storage.schedule.handle(event, at: now)
      var errands = commands.reduce(into: Errands()) { perform($1, on: &storage, &$0) }
      if storage.schedule.phase == .stopped {
        errands.obsoleteTasks += storage.watchers.values
        // Again for later callers: they go on after the first of them.
        errands.givesUpFile = !storage.hasGivenUpFile || !errands.ended.isEmpty
        storage.hasGivenUpFile = true
      }
      storage.publishStatus()
      return errands
    }
  }

  /// Does all but to tell callers.
  private func carryOut(_ errands: Errands) {
    for task in errands.obsoleteTasks { task.cancel() }
    guard errands.hasWrite else { return }
    // A caller may let go of the persistence as soon as it is told. By then the queue must have done so, or the file
    // would be owned for a moment longer.
    let persistence = Locked<Persistence?>(self)
    queue.async {
      let ended = persistence.withLock { $0.take() }?.write()
      ended?.forEach { $0.resume() }
    }
  }

  private func perform(_ command: SaveSchedule.Command, on storage: inout Storage, _ errands: inout Errands) {
    switch command {
    case .wake(let instant):
      if let timer = storage.timer { errands.obsoleteTasks.append(timer) }
      storage.timer = source.startTask(nil) { [weak self, sleep] in
        do { try await sleep(instant) } catch { return }
        self?.process(.woke)
      }
    case .cancelWake:
      if let timer = storage.timer { errands.obsoleteTasks.append(timer) }
      storage.timer = nil
    case .write:
      errands.hasWrite = true
    case .complete(let ids, let completion):
      let error: PersistenceError? =
        switch completion {
        case .saved: nil
        case .failed, .refused: storage.status.lastFailure
        case .stopped: .stopped
        }
      for id in ids {
        guard let caller = storage.callers.removeValue(forKey: id) else { continue }
        errands.ended.append(Ended(caller: caller, error: error))
      }
    }
  }

  /// One save, on the queue; returns whom to tell. State and revision are read now, not when the save was decided on.
  private func write() -> [Ended] {
    let errands = save()
    carryOut(errands)
    if errands.givesUpFile { file.giveUpOwnership() }
    return errands.ended
  }

  private func save() -> Errands {
    let (state, revision) = source.snapshot()
    process(.writeBegan(revision: revision))
    do {
      let (payload, omissions) = try coder.encode(state)
      let outcome = try file.save(payload, revision: revision)
      let bytes = file.savedBytes ?? 0
      return handle(.writeEnded(.saved)) { [schema] storage in
        storage.status.omissions = omissions
        storage.status.savedBytes = bytes
        storage.status.isLarge = bytes >= schema.warningBytes
        switch outcome {
        case .written: storage.status.writes += 1
        case .unchanged: storage.status.unchanged += 1
        }
      }
    } catch {
      return handle(.writeEnded(error.isReadOnly ? .refused : .failed)) { storage in
        storage.status.failures += 1
        storage.status.lastFailure = error
      }
    }
  }
}
