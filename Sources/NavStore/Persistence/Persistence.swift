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

extension Persistence {
  /// A persistence of a whole state, which does nothing until `run()` or `flush()`.
  ///
  /// - Parameters:
  ///   - store: The store whose state is saved. It is not kept alive.
  ///   - storage: Where the state is saved.
  ///   - schema: The schema of the saved state; the same as in `load`.
  ///   - quiet: How long nothing must change before a save. A negative value counts as zero, and more than a hundred
  ///     years as a hundred years.
  ///   - maxWait: How long a change waits at most for its save. The same bounds apply.
  ///   - clock: The time for both.
  public convenience init<Action>(
    of store: Store<Saved, Action>, to storage: any StateStorage, schema: StateSchema,
    quiet: Duration = .milliseconds(500), maxWait: Duration = .seconds(5),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      source: store.source, to: storage, schema: schema, quiet: quiet, maxWait: maxWait, clock: clock,
      reminder: .standard(for: clock))
  }

  /// A persistence of a part of a state, which does nothing until `run()` or `flush()`.
  ///
  /// - Parameters:
  ///   - store: The store whose state is saved. It is not kept alive.
  ///   - storage: Where the state is saved.
  ///   - part: The part of the state that is saved, for example `\.navigation`.
  ///   - schema: The schema of the saved state; the same as in `load`.
  ///   - quiet: How long nothing must change before a save. A negative value counts as zero, and more than a hundred
  ///     years as a hundred years.
  ///   - maxWait: How long a change waits at most for its save. The same bounds apply.
  ///   - clock: The time for both.
  public convenience init<State, Action>(
    of store: Store<State, Action>, to storage: any StateStorage, saving part: any KeyPath<State, Saved> & Sendable,
    schema: StateSchema, quiet: Duration = .milliseconds(500), maxWait: Duration = .seconds(5),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      source: store.source.map { $0[keyPath: part] }, to: storage, schema: schema, quiet: quiet, maxWait: maxWait,
      clock: clock, reminder: .standard(for: clock))
  }

  /// A persistence of a whole state, with the usual schema of a version.
  ///
  /// - Parameters:
  ///   - store: The store whose state is saved. It is not kept alive.
  ///   - storage: Where the state is saved.
  ///   - version: The version of the saved form. Raise it when the form changes, here and in `load`.
  ///   - migrations: How what older versions saved is brought up to date; the same as in `load`.
  ///   - routes: The names of the types of the state's ``AnyRoute`` values, if it has any; the same as in `load`.
  ///   - quiet: How long nothing must change before a save. A negative value counts as zero, and more than a hundred
  ///     years as a hundred years.
  ///   - maxWait: How long a change waits at most for its save. The same bounds apply.
  ///   - clock: The time for both.
  public convenience init<Action>(
    of store: Store<Saved, Action>, to storage: any StateStorage, version: Int = 1, migrations: Migrations = [],
    routes: RouteRegistry? = nil, quiet: Duration = .milliseconds(500), maxWait: Duration = .seconds(5),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    let schema = StateSchema(version: version, migrations: migrations, routes: routes)
    self.init(of: store, to: storage, schema: schema, quiet: quiet, maxWait: maxWait, clock: clock)
  }

  /// A persistence of a part of a state, with the usual schema of a version.
  ///
  /// - Parameters:
  ///   - store: The store whose state is saved. It is not kept alive.
  ///   - storage: Where the state is saved.
  ///   - part: The part of the state that is saved, for example `\.navigation`.
  ///   - version: The version of the saved form. Raise it when the form changes, here and in `load`.
  ///   - migrations: How what older versions saved is brought up to date; the same as in `load`.
  ///   - routes: The names of the types of the state's ``AnyRoute`` values, if it has any; the same as in `load`.
  ///   - quiet: How long nothing must change before a save. A negative value counts as zero, and more than a hundred
  ///     years as a hundred years.
  ///   - maxWait: How long a change waits at most for its save. The same bounds apply.
  ///   - clock: The time for both.
  public convenience init<State, Action>(
    of store: Store<State, Action>, to storage: any StateStorage, saving part: any KeyPath<State, Saved> & Sendable,
    version: Int = 1, migrations: Migrations = [], routes: RouteRegistry? = nil, quiet: Duration = .milliseconds(500),
    maxWait: Duration = .seconds(5), clock: some Clock<Duration> = ContinuousClock()
  ) {
    let schema = StateSchema(version: version, migrations: migrations, routes: routes)
    self.init(
      of: store, to: storage, saving: part, schema: schema, quiet: quiet, maxWait: maxWait, clock: clock)
  }
}

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
  /// save to the same place from then on. An app that ends in this way has not crashed: see `markHealthy()`.
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

/// The shell of the schedule: runs its commands, and tells it what came of them.
extension Persistence {
  /// Where a write that an event leads to is done.
  enum WritingPlace {
    case queue
    /// In the turn of the queue, but on the thread that the event came from, which waits for it anyway.
    case callersThread
  }

  /// Tells the schedule of an event and does what it answers.
  func process(
    _ event: SaveSchedule.Event, on place: WritingPlace = .queue, _ update: (inout Storage) -> Void = { _ in }
  ) {
    let errands = handle(event, update)
    carryOut(errands, on: place)
    guard errands.givesUpFile else { return errands.ended.forEach { $0.resume() } }
    // Who waits for the stop may be about to save to the file by another persistence.
    queue.async { [file] in
      file.end()
      errands.ended.forEach { $0.resume() }
    }
  }

  private func handle(_ event: SaveSchedule.Event, _ update: (inout Storage) -> Void) -> DeferredWork {
    let now = now()
    let revision = source.revision()
    return storage.withLock { storage in
      update(&storage)
      let commands = storage.schedule.handle(event, at: now)
      var errands = commands.reduce(into: DeferredWork()) { perform($1, on: &storage, &$0) }
      if storage.schedule.phase == .stopped {
        errands.obsoleteTasks += storage.watchers.values
        // Again for later callers: they go on after the first of them.
        errands.givesUpFile = !storage.hasGivenUpFile || !errands.ended.isEmpty
        storage.hasGivenUpFile = true
      }
      storage.publishStatus(storeRevision: revision)
      return errands
    }
  }

  /// Does all but to tell callers.
  private func carryOut(_ errands: DeferredWork, on place: WritingPlace = .queue) {
    for task in errands.obsoleteTasks { task.cancel() }
    guard errands.hasWrite else { return }
    if place == .callersThread { return queue.sync { write() }.forEach { $0.resume() } }
    // A caller may let go of the persistence as soon as it is told. By then the queue must have done so, or the file
    // would be owned for a moment longer.
    let persistence = Locked<Persistence?>(self)
    queue.async {
      let ended = persistence.withLock { $0.take() }?.write()
      ended?.forEach { $0.resume() }
    }
  }

  private func perform(_ command: SaveSchedule.Command, on storage: inout Storage, _ errands: inout DeferredWork) {
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
    if errands.givesUpFile { file.end() }
    return errands.ended
  }

  private func save() -> DeferredWork {
    let (state, revision) = source.snapshot()
    process(.writeBegan(revision: revision))
    do {
      let (payload, omissions) = try coder.encode(state)
      let outcome = try file.save(payload, revision: revision)
      let bytes = file.savedBytes ?? 0
      return handle(.writeEnded(.saved)) { [schema] storage in
        storage.status.omissions = omissions
        storage.status.savedBytes = bytes
        storage.status.movedAside = file.movedAside
        storage.status.isLarge = bytes >= schema.warningBytes
        switch outcome {
        case .written: storage.status.writes += 1
        case .unchanged: storage.status.unchanged += 1
        }
      }
    } catch {
      return handle(.writeEnded(error.isReadOnly ? .refused : .failed)) { storage in
        storage.status.failures += 1
        storage.status.movedAside = file.movedAside
        storage.status.lastFailure = error
      }
    }
  }
}

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
