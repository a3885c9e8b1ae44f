internal import Dispatch

/// Saves the state of a store while it changes.
///
/// A state is saved when nothing has changed for half a second, and at the latest five seconds after the first change
/// that is not saved. `flush()` saves immediately: call it when the app goes to the background.
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
/// A persistence keeps these promises:
///
/// - After `flush()` returns, every state that the store had before the call is saved durably.
/// - A crash at any instant leaves the previous complete state or the new one.
/// - An older state never replaces a newer one.
/// - A save that failed is tried again after 1 s, 2 s, 4 s and so on, up to 60 s, as long as the persistence exists.
///   `statuses` reports each failure.
///
/// Only one persistence at a time saves to a file. A second one, in this process or another, fails with
/// ``PersistenceError/ownedElsewhere(file:by:)``. It tries again, as after any failure, until the first one has stopped
/// or is released.
///
/// A persistence does not retain the store. A persistence that is released while it is not running ends without saving
/// the last changes. All members may be used from any thread or actor. Encoding and writing happen on a queue of the
/// persistence.
public final class Persistence<Saved: Codable & Sendable>: Sendable {
  private let source: StateSource<Saved>
  private let savedStates: SavedStateStore
  private let schema: StateSchema
  private let coder: StateJSONCoder
  private let now: @Sendable () -> Duration
  private let sleep: @Sendable (_ until: Duration) async throws -> Void
  /// Encoding and writing block a thread, which must not be one of Swift's task threads.
  let queue = DispatchQueue(label: "NavStore.Persistence")
  private let contents: Locked<Contents>

  // MARK: - Creating a persistence

  /// Creates a persistence of a whole state, which saves nothing until `run()` or `flush()` is called.
  ///
  /// - Parameters:
  ///   - store: The store whose state is saved. It is not retained.
  ///   - storage: Where the state is saved.
  ///   - schema: The schema of the saved state. Pass the same schema to `load`.
  ///   - quiet: The time that the state must stay unchanged before a save. A negative value counts as zero, and more
  ///     than a hundred years as a hundred years.
  ///   - maxWait: The longest time that a change waits for its save. The same bounds apply.
  ///   - clock: The clock that measures both times.
  public convenience init<Action>(
    of store: Store<Saved, Action>, to storage: any StateStorage, schema: StateSchema = StateSchema(),
    quiet: Duration = .milliseconds(500), maxWait: Duration = .seconds(5),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      source: store.source, to: storage, schema: schema, quiet: quiet, maxWait: maxWait, clock: clock,
      warning: .standard(for: clock))
  }

  /// Creates a persistence of a part of a state, which saves nothing until `run()` or `flush()` is called.
  ///
  /// - Parameters:
  ///   - store: The store whose state is saved. It is not retained.
  ///   - storage: Where the state is saved.
  ///   - part: The part of the state that is saved, for example `\.navigation`.
  ///   - schema: The schema of the saved part. Pass the same schema to `load`.
  ///   - quiet: The time that the state must stay unchanged before a save. A negative value counts as zero, and more
  ///     than a hundred years as a hundred years.
  ///   - maxWait: The longest time that a change waits for its save. The same bounds apply.
  ///   - clock: The clock that measures both times.
  public convenience init<State, Action>(
    of store: Store<State, Action>, to storage: any StateStorage, saving part: any KeyPath<State, Saved> & Sendable,
    schema: StateSchema = StateSchema(), quiet: Duration = .milliseconds(500), maxWait: Duration = .seconds(5),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      source: store.source.map { $0[keyPath: part] }, to: storage, schema: schema, quiet: quiet, maxWait: maxWait,
      clock: clock, warning: .standard(for: clock))
  }

  /// Creates a persistence of the state of a source.
  ///
  /// If there is a warning, it is reported when changes stay unsaved because nothing runs the persistence.
  package init(
    source: StateSource<Saved>, to storage: any StateStorage, schema: StateSchema = StateSchema(),
    quiet: Duration = .milliseconds(500), maxWait: Duration = .seconds(5),
    clock: some Clock<Duration> = ContinuousClock(), warning: MissingRunWarning? = nil
  ) {
    let start = clock.now
    self.source = source
    self.schema = schema
    let coder = StateJSONCoder(schema)
    self.coder = coder
    self.savedStates = SavedStateStore(storage: storage, schema: schema, owner: StorageOwner()) {
      try coder.check($0, as: Saved.self)
    }
    self.now = { start.duration(to: clock.now) }
    self.sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    let rules = SaveSchedule.Rules(quiet: quiet.boundedWait, maxWait: maxWait.boundedWait)
    self.contents = Locked(Contents(schedule: SaveSchedule(rules: rules)))
    queue.setSpecific(key: queueKey, value: ObjectIdentifier(self))
    if let warning { warnWithoutRun(by: warning) }
  }

  deinit {
    let (timer, warning, subscribers) = contents.withLock { ($0.timer, $0.warning, $0.subscribers.values) }
    timer?.cancel()
    warning?.cancel()
    for subscriber in subscribers { subscriber.finish() }
  }

  // MARK: - Running

  /// Saves the state as it changes, until the store is released, the calling task is cancelled or `stop()` is called.
  ///
  /// Then it saves a last time, immediately and even during a back-off, and returns when that save has succeeded or
  /// failed; see `status`. It may be called again later, also while an earlier call is finishing. Two calls at the same
  /// time have the effect of one.
  public func run() async {
    queue.async { [self] in
      savedStates.claim()
      // A state that an older version of the app has saved is saved in the current form, even if nothing changes.
      if schema.hasOlderForms, savedStates.isOutOfDate() { process(.outOfDate) }
    }
    // This is a separate task, because `stop()` must end the wait and cannot cancel the caller's task.
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
    // A cancelled task still waits for this save.
    try? await withCheckedThrowingContinuation { continuation in
      let id = contents.withLock { $0.makeID() }
      process(.flush(id, revision: source.revision())) { $0.flushes[id] = { continuation.resume(with: $0) } }
    }
  }

  private func begin(_ watching: Task<Void, Never>) -> Int {
    let revision = source.revision()
    let (id, isStopped, warning) = contents.withLock { contents in
      let id = contents.makeID()
      contents.watchers[id] = watching
      contents.publishStatus(storeRevision: revision)
      return (id, contents.schedule.phase == .stopped, contents.warning)
    }
    warning?.cancel()
    if isStopped { watching.cancel() }
    return id
  }

  private func end(_ id: Int) {
    let revision = source.revision()
    let watching = contents.withLock { contents in
      // The task is released after the lock.
      let watching = contents.watchers.removeValue(forKey: id)
      contents.publishStatus(storeRevision: revision)
      return watching
    }
    _ = watching
  }

  /// Marks the restored state as healthy, so that the next start does not count this one as a crash.
  ///
  /// Call it when the first screen has been visible for some seconds. It returns immediately. Without a counted restore
  /// it has no effect; see `maxUnfinishedRestores` of ``StateSchema``.
  public func markHealthy() {
    queue.async { [savedStates] in savedStates.endRestore() }
  }

  /// Starts to wait for a change that stays unsaved for `maxWait` while nothing runs the persistence.
  ///
  /// The task waits in the store until the first change, and then sleeps. It retains neither the store nor the
  /// persistence, and ends with the first run.
  private func warnWithoutRun(by warning: MissingRunWarning) {
    // Without a pause, the task would continuously check a save that fails repeatedly.
    let pause = max(contents.withLock { $0.schedule.rules.maxWait }, .seconds(1))
    let task = Task { [weak self, source] in
      var saved = 0
      while let revision = await source.nextRevision(saved) {
        guard (try? await warning.sleep(pause)) != nil, let status = self?.status, !Task.isCancelled else { return }
        if status.phase == .stopped { return }
        saved = status.savedRevision
        // In any other phase, a flush has failed, and a later attempt saves the change.
        guard saved < revision, status.phase == .idle else { continue }
        if let file = self?.savedStates.name(of: .current) { warning.report(status, after: pause, file: file) }
        return
      }
    }
    contents.withLock { $0.warning = task }
  }

  /// Waits until the warning is reported, or until it is certain that it will not be.
  package func warned() async {
    await contents.withLock { $0.warning }?.value
  }

  // MARK: - Flushing

  /// Saves the state of this moment durably, and returns when it is saved.
  ///
  /// It writes nothing if that state is already saved. The initial state of the store counts as saved, because it was
  /// loaded. It waits neither for `quiet` nor for the end of a back-off, and works whether or not `run()` is running.
  ///
  /// - Throws: ``PersistenceError`` if the save fails, which will be tried again, or if the persistence was stopped
  ///   before this state was saved. `CancellationError` immediately when the calling task is cancelled; the save
  ///   continues.
  public nonisolated(nonsending) func flush() async throws {
    try await wait(for: SaveSchedule.Event.flush)
  }

  /// Saves the state of this moment durably, and blocks the calling thread until it is saved.
  ///
  /// Use it where the process ends afterwards and the caller cannot await, as in `applicationWillTerminate`. Elsewhere
  /// `flush()` does the same without blocking a thread. Do not call it from a codec of the schema, nor from the
  /// `encode(to:)` of the state: the program stops.
  ///
  /// - Throws: ``PersistenceError``, as `flush()` does.
  @available(*, noasync, message: "Await flush() instead, which blocks no thread.")
  public func flushAndWait() throws {
    if DispatchQueue.getSpecific(key: queueKey) == ObjectIdentifier(self) {
      fatalError(
        "flushAndWait() was called by a codec or an encode(to:) of the save that it waits for. Call it from other code."
      )
    }
    let ended = DispatchSemaphore(value: 0)
    let result = Locked<Result<Void, any Error>?>(nil)
    let completion: FlushCompletion = { outcome in
      result.withLock { $0 = outcome }
      ended.signal()
    }
    let revision = source.revision()
    let id = contents.withLock { $0.makeID() }
    process(.flush(id, revision: revision), savingOn: .callersThread) { $0.flushes[id] = completion }
    ended.wait()
    try result.withLock { try $0?.get() }
  }

  /// Saves the state of this moment durably, as `flush()` does, and never writes again.
  ///
  /// From then on, another persistence may save to the same place. The end of an app that stops its persistence does
  /// not count as a crash; see `markHealthy()`.
  ///
  /// - Throws: As `flush()` does. The persistence is stopped in any case.
  public nonisolated(nonsending) func stop() async throws {
    try await wait(for: SaveSchedule.Event.stop)
  }

  private nonisolated(nonsending) func wait(
    for event: @Sendable (SaveSchedule.FlushID, _ revision: Int) -> SaveSchedule.Event
  ) async throws {
    let revision = source.revision()
    let id = contents.withLock { $0.makeID() }
    if Task.isCancelled {
      process(event(id, revision))
      throw CancellationError()
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        process(event(id, revision)) { $0.flushes[id] = { continuation.resume(with: $0) } }
        // A task is marked as cancelled before its handlers run, so a handler that ran too early is detected here.
        if Task.isCancelled { abandon(id) }
      }
    } onCancel: {
      abandon(id)
    }
  }

  private func abandon(_ id: SaveSchedule.FlushID) {
    let completion = contents.withLock { $0.flushes.removeValue(forKey: id) }
    completion?(.failure(CancellationError()))
  }

  // MARK: - Status

  /// The activity of the persistence so far, compared with the store at this moment.
  public var status: PersistenceStatus {
    let revision = source.revision()
    return contents.withLock { $0.status(storeRevision: revision) }
  }

  /// The current status, and each status that follows.
  ///
  /// A slow subscriber receives only the newest status. The stream ends when the persistence is released. The stream
  /// does not yield a status for each action. It yields one when the persistence notices a change.
  public var statuses: AsyncStream<PersistenceStatus> {
    let revision = source.revision()
    let (stream, continuation) = AsyncStream.makeStream(
      of: PersistenceStatus.self, bufferingPolicy: .bufferingNewest(1))
    let id = contents.withLock { contents in
      let id = contents.makeID()
      contents.subscribers[id] = continuation
      continuation.yield(contents.status(storeRevision: revision))
      return id
    }
    continuation.onTermination = { [weak self] _ in
      guard let self else { return }
      // The continuation is released after the lock.
      _ = contents.withLock { $0.subscribers.removeValue(forKey: id) }
    }
    return stream
  }

  /// Waits for a status that satisfies the predicate.
  ///
  /// - Returns: The status, or `nil` when the calling task is cancelled.
  package func status(where predicate: (PersistenceStatus) -> Bool) async -> PersistenceStatus? {
    for await status in statuses where predicate(status) { return status }
    return nil
  }

  // MARK: - From an event to the disk

  // An event takes these steps, in order: `process` passes it to the schedule under the lock (`decide`) and begins the
  // save that the schedule commands (`beginSave`). On the queue, `save` reads the store, `write` encodes the state and
  // passes it to the storage. `save` reports its start and its result to the schedule, which may command the next save.

  /// The thread on which a save runs.
  private enum SavingThread {
    /// The thread of the queue.
    case queue
    /// The thread that sent the event, synchronously with the queue. That thread waits for the save anyway.
    case callersThread
  }

  /// Passes an event to the schedule and does what the schedule commands.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - thread: The thread of a save that the event leads to.
  ///   - update: A change that belongs to the event, made under the same lock.
  private func process(
    _ event: SaveSchedule.Event, savingOn thread: SavingThread = .queue,
    _ update: (inout Contents) -> Void = { _ in }
  ) {
    let work = decide(event, update)
    work.cancelTasks()
    if work.beginsSave { beginSave(on: thread) }
    guard work.releasesStorage else { return work.endedFlushes.forEach { $0.resume() } }
    // A task that waits for the stop may be about to save to the same place by another persistence.
    queue.async { [savedStates] in
      savedStates.end()
      work.endedFlushes.forEach { $0.resume() }
    }
  }

  /// Passes an event to the schedule under the lock, and returns the work to do without the lock.
  private func decide(_ event: SaveSchedule.Event, _ update: (inout Contents) -> Void = { _ in }) -> DeferredWork {
    let now = now()
    let revision = source.revision()
    return contents.withLock { contents in
      update(&contents)
      var work = DeferredWork()
      for command in contents.schedule.handle(event, at: now) { perform(command, on: &contents, &work) }
      if contents.schedule.phase == .stopped {
        work.obsoleteTasks += contents.watchers.values
        // A flush that ends after the stop also goes through the queue: it resumes after the storage was released.
        work.releasesStorage = !contents.hasReleasedStorage || !work.endedFlushes.isEmpty
        contents.hasReleasedStorage = true
      }
      contents.publishStatus(storeRevision: revision)
      return work
    }
  }

  private func perform(_ command: SaveSchedule.Command, on contents: inout Contents, _ work: inout DeferredWork) {
    switch command {
    case .wake(let instant):
      if let timer = contents.timer { work.obsoleteTasks.append(timer) }
      contents.timer = source.startTask(nil) { [weak self, sleep] in
        do { try await sleep(instant) } catch { return }
        self?.process(.woke)
      }
    case .cancelWake:
      if let timer = contents.timer { work.obsoleteTasks.append(timer) }
      contents.timer = nil
    case .write:
      work.beginsSave = true
    case .complete(let ids, let completion):
      let error: PersistenceError? =
        switch completion {
        case .saved: nil
        case .failed, .refused: contents.status.lastFailure
        case .stopped: .stopped
        }
      for id in ids {
        guard let completion = contents.flushes.removeValue(forKey: id) else { continue }
        work.endedFlushes.append(EndedFlush(completion: completion, error: error))
      }
    }
  }

  private func beginSave(on thread: SavingThread) {
    if thread == .callersThread { return queue.sync { save() }.forEach { $0.resume() } }
    // A caller may release the persistence as soon as its flush ends. By then the queue must have released it too.
    // Otherwise the persistence would own the storage a moment longer.
    let persistence = Locked<Persistence?>(self)
    queue.async {
      let ended = persistence.withLock { $0.take() }?.save()
      ended?.forEach { $0.resume() }
    }
  }

  /// Performs one save, on the queue, and returns the flushes that end with it.
  ///
  /// It reads state and revision when it begins, not when the schedule decides.
  private func save() -> [EndedFlush] {
    let (state, revision) = source.snapshot()
    // When a write begins, no flush ends and no other save begins.
    decide(.writeBegan(revision: revision)).cancelTasks()
    let work: DeferredWork
    do {
      let (outcome, omissions) = try write(state, revision: revision)
      work = decide(.writeEnded(.saved)) { contents in
        let bytes = savedStates.savedBytes ?? 0
        contents.status.omissions = omissions
        contents.status.savedBytes = bytes
        contents.status.movedAside = savedStates.movedAside
        contents.status.isLarge = bytes >= schema.warningBytes
        switch outcome {
        case .written: contents.status.writes += 1
        case .unchanged: contents.status.unchanged += 1
        }
      }
    } catch {
      work = decide(.writeEnded(error.isReadOnly ? .refused : .failed)) { contents in
        contents.status.failures += 1
        contents.status.movedAside = savedStates.movedAside
        contents.status.lastFailure = error
      }
    }
    work.cancelTasks()
    if work.beginsSave { beginSave(on: .queue) }
    if work.releasesStorage { savedStates.end() }
    return work.endedFlushes
  }

  /// Encodes a state and writes it to the storage.
  private func write(
    _ state: Saved, revision: Int
  ) throws(PersistenceError) -> (outcome: SavedStateStore.Outcome, omissions: [String]) {
    let (payload, omissions) = try coder.encode(state)
    return (try savedStates.save(payload, revision: revision), omissions)
  }

  // MARK: - Under the lock

  /// Receives the result of a flush, once.
  private typealias FlushCompletion = @Sendable (Result<Void, any Error>) -> Void

  /// The values that the lock protects.
  private struct Contents {
    var schedule: SaveSchedule
    var status = PersistenceStatus()
    /// The status that the subscribers have received.
    var published = PersistenceStatus()
    var timer: Task<Void, Never>?
    /// The warning that nothing runs the persistence; `nil` if there is no such warning.
    var warning: Task<Void, Never>?
    /// The tasks that wait for changes, one for each run.
    var watchers: [Int: Task<Void, Never>] = [:]
    var lastID = 0
    /// The flushes whose callers wait. The caller of a cancelled flush no longer waits, but its flush continues.
    var flushes: [SaveSchedule.FlushID: FlushCompletion] = [:]
    var subscribers: [Int: AsyncStream<PersistenceStatus>.Continuation] = [:]
    var hasReleasedStorage = false

    mutating func makeID() -> Int {
      lastID += 1
      return lastID
    }

    /// Returns the status, compared with a store of that revision.
    func status(storeRevision: Int) -> PersistenceStatus {
      var status = status
      // A save may have read the store since.
      status.storeRevision = max(storeRevision, status.seenRevision)
      return status
    }

    /// Yields the status to the subscribers if it has changed. A yield runs no code outside the stream.
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

  /// The work that follows a decision, done without the lock.
  private struct DeferredWork {
    var obsoleteTasks: [Task<Void, Never>] = []
    var beginsSave = false
    var releasesStorage = false
    var endedFlushes: [EndedFlush] = []

    func cancelTasks() {
      for task in obsoleteTasks { task.cancel() }
    }
  }

  /// A flush that has ended.
  private struct EndedFlush: Sendable {
    let completion: FlushCompletion
    let error: PersistenceError?

    func resume() {
      completion(error.map { .failure($0) } ?? .success(()))
    }
  }
}

/// Marks the queue of a persistence with the identity of the persistence.
private let queueKey = DispatchSpecificKey<ObjectIdentifier>()
