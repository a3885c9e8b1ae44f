internal import Dispatch

/// An object that saves the state of a store as the state changes.
///
/// By default, a save begins when nothing has changed for half a second, and at the latest five seconds after the first
/// unsaved change. `flush()` saves immediately: call it when the app goes to the background.
///
/// ```swift
/// let file = try FileStorage(name: "navigation")
/// let restored = Persistence.load(AppState(), from: file)
/// let store = Store(initialState: restored.state, reducer: AppReducer())
/// let persistence = Persistence(of: store, to: file)
/// persistence.start()
/// try await persistence.flush()
/// ```
///
/// A persistence keeps these promises:
///
/// - After `flush()` returns, the state that the store had at the start of the call, or a newer one, is saved durably.
/// - After `stop()` or `discard()` returns or throws an error, nothing is written any more.
/// - After a crash at any instant, the storage contains the previous complete state or the new one.
/// - An older state never replaces a newer one.
/// - A save that failed is tried again after pauses of 1 s, 2 s, 4 s and so on, up to 60 s, until the persistence is
///   stopped or released. `statuses` reports each failure. A save that would overwrite the state of a later version is
///   not tried again; see ``PersistenceStatus/Phase/readOnly``.
///
/// Only one persistence at a time saves to a file. Each save of a second one, in this process or another, fails with
/// ``PersistenceError/ownedElsewhere(file:by:)``. As after any failure, the second one tries again, and it can save
/// after the first one is stopped or released.
///
/// A persistence does not retain the store. If a persistence that was not started is released while `run()` is not in
/// progress, the last changes are not saved. All members may be used from any thread or actor. Encoding and writing
/// happen on a dispatch queue of the persistence.
public final class Persistence<Saved: Codable & Sendable>: Sendable {
  private let source: StateSource<Saved>
  private let savedStates: SavedStateStore
  private let schema: StateSchema
  private let coder: StateJSONCoder
  private let now: @Sendable () -> Duration
  private let sleep: @Sendable (_ until: Duration) async throws -> Void
  /// The queue on which states are encoded and written. This work blocks a thread, which must not be one of the threads
  /// that run Swift tasks.
  let queue = DispatchQueue(label: "NavStore.Persistence")
  private let contents: Locked<Contents>

  // MARK: - Creating a persistence

  /// Creates a persistence that saves the whole state of a store. The persistence saves nothing until
  /// `start()`, `run()`, `flush()` or `stop()` is called.
  ///
  /// - Parameters:
  ///   - store: The store whose state is saved. The store is not retained.
  ///   - storage: Where the state is saved.
  ///   - schema: The schema of the saved state. Pass the same schema to `load`.
  ///   - debounce: The time that the state must stay unchanged before a save. A negative value is treated as zero, and
  ///     more than a hundred years as a hundred years.
  ///   - maxWait: The longest time between a change and the start of the save that includes the change, unless another
  ///     save is in progress, or the last save failed or was refused. The bounds of `debounce` apply.
  ///   - clock: The clock that measures `debounce`, `maxWait` and the pauses after failed saves.
  public convenience init<Action>(
    of store: Store<Saved, Action>, to storage: any StateStorage, schema: StateSchema = StateSchema(),
    debounce: Duration = .milliseconds(500), maxWait: Duration = .seconds(5),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      source: store.presentSource, to: storage, schema: schema, debounce: debounce, maxWait: maxWait, clock: clock,
      warning: .standard(for: clock))
  }

  /// Creates a persistence that saves part of the state of a store. The persistence saves nothing until
  /// `start()`, `run()`, `flush()` or `stop()` is called.
  ///
  /// - Parameters:
  ///   - store: The store whose state is saved. The store is not retained.
  ///   - storage: Where the state is saved.
  ///   - part: The part of the state that is saved, for example `\.navigation`.
  ///   - schema: The schema of the saved part. Pass the same schema to `load`.
  ///   - debounce: The time that the state must stay unchanged before a save. A negative value is treated as zero, and
  ///     more than a hundred years as a hundred years.
  ///   - maxWait: The longest time between a change and the start of the save that includes the change, unless another
  ///     save is in progress, or the last save failed or was refused. The bounds of `debounce` apply.
  ///   - clock: The clock that measures `debounce`, `maxWait` and the pauses after failed saves.
  public convenience init<State, Action>(
    of store: Store<State, Action>, to storage: any StateStorage, saving part: any KeyPath<State, Saved> & Sendable,
    schema: StateSchema = StateSchema(), debounce: Duration = .milliseconds(500), maxWait: Duration = .seconds(5),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      source: store.presentSource.map { $0[keyPath: part] }, to: storage, schema: schema, debounce: debounce,
      maxWait: maxWait,
      clock: clock, warning: .standard(for: clock))
  }

  package init(
    source: StateSource<Saved>, to storage: any StateStorage, schema: StateSchema = StateSchema(),
    debounce: Duration = .milliseconds(500), maxWait: Duration = .seconds(5),
    clock: any Clock<Duration> = ContinuousClock(), warning: MissingRunWarning? = nil
  ) {
    self.source = source
    self.schema = schema
    let coder = StateJSONCoder(schema)
    self.coder = coder
    self.savedStates = SavedStateStore(storage: storage, schema: schema, owner: StorageOwner()) {
      try coder.check($0, as: Saved.self)
    }
    let stopwatch = Stopwatch(clock)
    self.now = stopwatch.now
    self.sleep = stopwatch.sleep
    let rules = SaveSchedule.Rules(quiet: debounce.boundedWait, maxWait: maxWait.boundedWait)
    self.contents = Locked(Contents(schedule: SaveSchedule(rules: rules)))
    queue.setSpecific(key: queueKey, value: ObjectIdentifier(self))
    if let warning { warnWithoutRun(by: warning) }
  }

  deinit {
    let (tasks, subscribers) = contents.withLock { ([$0.timer, $0.warning, $0.healthTimer], $0.subscribers.values) }
    for task in tasks { task?.cancel() }
    for subscriber in subscribers { subscriber.finish() }
  }

  // MARK: - Running

  /// Saves the state as it changes, until the store is released or `stop()` or `discard()` is called.
  ///
  /// Call this method next to the store. The saving then does not depend on the life of a view or of a task: a
  /// framework may cancel the tasks of a root view while a cover hides that view. When the store is released, the last
  /// changes are saved as at the end of ``run()``. The persistence stays alive until then. To save the store elsewhere,
  /// stop the persistence first.
  ///
  /// Further calls do nothing, and neither does a call after `stop()` or `discard()`. `run()` may be in progress at the
  /// same time.
  public func start() {
    let isFirst = contents.withLock { contents in
      if contents.hasStarted || contents.schedule.phase == .stopped { return false }
      contents.hasStarted = true
      return true
    }
    if !isFirst { return }
    let (id, watching) = beginRun()
    Task { await endRun(id, after: watching) }
  }

  /// Starts the saving for a view that appears. Five seconds after the first call, on the clock of the persistence, the
  /// restored state is marked as healthy: a state that makes the app crash usually does so earlier.
  package func attach() {
    start()
    let instant = now() + .seconds(5)
    contents.withLock { contents in
      if contents.healthTimer != nil || contents.schedule.phase == .stopped { return }
      contents.healthTimer = source.startTask(nil) { [weak self, sleep] in
        do { try await sleep(instant) } catch { return }
        self?.confirmRestore()
      }
    }
  }

  /// Saves the state as it changes, until the store is released, the calling task is cancelled or `stop()` is called.
  ///
  /// Before the method returns, it saves the last changes without a wait, even during the pause after a failed save.
  /// `status` reports whether that save succeeded. `run()` may be called again later, even while an earlier call is
  /// finishing. Two calls at the same time have the effect of one.
  public func run() async {
    let (id, watching) = beginRun()
    await withTaskCancellationHandler {
      await watching.value
    } onCancel: {
      watching.cancel()
    }
    await endRun(id, after: watching)
  }

  private func beginRun() -> (id: Int, watching: Task<Void, Never>) {
    queue.async { [self] in
      savedStates.claim()
      // A state that an older version of the app saved is saved again in the current form, even if nothing changes.
      if schema.hasOlderForms, savedStates.isOutOfDate() { process(.outOfDate) }
    }
    // The loop runs in a separate task, because `stop()` must end the loop and cannot cancel the caller's task.
    let watching = source.startTask(nil) { [self] in
      var revision = status.seenRevision
      while let next = await source.nextRevision(revision) {
        revision = next
        process(.changed(revision: next))
      }
    }
    return (begin(watching), watching)
  }

  private func endRun(_ id: Int, after watching: Task<Void, Never>) async {
    await watching.value
    end(id)
    // If the calling task is cancelled, it still waits for this save.
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
      // The task is returned, so that it is released after the lock is released.
      let watching = contents.watchers.removeValue(forKey: id)
      contents.publishStatus(storeRevision: revision)
      return watching
    }
    _ = watching
  }

  /// Marks the restored state as healthy, so that the next start of the app does not count the current start as a
  /// crash.
  ///
  /// Call this method when the first screen has been visible for some seconds. The method returns immediately. It has
  /// no effect if restores are not counted; see `maxUnfinishedRestores` of ``StateSchema``.
  public func confirmRestore() {
    queue.async { [savedStates] in savedStates.endRestore() }
  }

  /// Starts a task that reports the warning if a change stays unsaved.
  ///
  /// The task waits for the first change, and then sleeps for at least one second. It retains neither the store nor the
  /// persistence. The first call of `start()` or `run()` cancels the task.
  private func warnWithoutRun(by warning: MissingRunWarning) {
    // Without a pause, the task would check continuously while a save fails repeatedly.
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

  /// Waits until the task that reports the warning ends, whether or not it has reported the warning.
  package func warned() async {
    await contents.withLock { $0.warning }?.value
  }

  // MARK: - Flushing

  /// Saves the current state durably, and returns when that state is saved.
  ///
  /// Nothing is written if the storage contains that state. If the file of the state was deleted or replaced, the state
  /// is saved again. The initial state of the store counts as saved, unless it was restored from a file that was
  /// deleted. A flush waits neither for `debounce` nor for the pause after a failed save, and works whether or not the
  /// persistence runs.
  ///
  /// - Throws: ``PersistenceError`` if the save fails, or if the persistence was stopped before the state was saved.
  ///   After an error, the persistence tries again later, unless it is stopped or the storage contains the state of a
  ///   later version. If the calling task is cancelled, the method throws `CancellationError` immediately, and the save
  ///   continues.
  public nonisolated(nonsending) func flush() async throws {
    let revision = source.revision()
    let id = contents.withLock { $0.makeID() }
    if Task.isCancelled {
      process(.flush(id, revision: revision))
      throw CancellationError()
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        process(.flush(id, revision: revision)) { $0.flushes[id] = { continuation.resume(with: $0) } }
        // If the handler ran before the flush was registered, it had no effect. A task is marked as cancelled before
        // its handlers run, so this case is detected here.
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

  /// Saves the current state durably, and blocks the calling thread until that state is saved.
  ///
  /// Use this method where the process ends afterwards and the caller cannot await, as in `applicationWillTerminate`.
  /// Elsewhere, `flush()` does the same without blocking a thread. Do not call this method from a codec of the schema
  /// or from the state's `encode(to:)`: the program stops.
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

  /// Saves the current state durably, as `flush()` does, and ends all further saving.
  ///
  /// Afterwards, another persistence may save to the same storage. If an app stops its persistence before the app ends,
  /// the end does not count as a crash; see `confirmRestore()`. When a user signs out, call `discard()` instead.
  ///
  /// The method also waits for its save if the calling task is cancelled. After it returns or throws an error, nothing
  /// is written any more.
  ///
  /// - Throws: ``PersistenceError`` if the save fails, or if an earlier `stop()` or `discard()` has ended the saving
  ///   before the state was saved. The persistence is stopped in any case.
  public nonisolated(nonsending) func stop() async throws {
    let revision = source.revision()
    try await withCheckedThrowingContinuation { continuation in
      let id = contents.withLock { $0.makeID() }
      process(.stop(id, revision: revision)) { $0.flushes[id] = { continuation.resume(with: $0) } }
    }
  }

  /// Ends all further saving, and removes everything that the storage contains: both generations, the states that were
  /// moved aside, and all other files of the storage.
  ///
  /// Call this method when a user signs out and none of the user's data may remain. Create another persistence
  /// afterwards. The method does not save. It waits for a save in progress, also if the calling task is cancelled: the
  /// effect that signs out may be cancelled while it runs.
  ///
  /// The method may be called after `stop()`. After it has returned once, further calls do nothing.
  ///
  /// - Throws: ``PersistenceError/storage(_:)`` if something could not be removed. The message names what is left, and
  ///   the method may be called again. ``PersistenceError/ownedElsewhere(file:by:)``, without removing anything, if
  ///   another persistence saves to the storage. The persistence is stopped in any case.
  public nonisolated(nonsending) func discard() async throws {
    try await withCheckedThrowingContinuation { continuation in
      process(.discard) { $0.discards.append { continuation.resume(with: $0) } }
    }
  }

  // MARK: - Status

  /// The current status of the persistence, with the current revision of the store.
  public var status: PersistenceStatus {
    let revision = source.revision()
    return contents.withLock { $0.status(storeRevision: revision) }
  }

  /// A stream of the current status and each status that follows.
  ///
  /// A slow subscriber receives only the newest status. The stream ends when the persistence is released. Several
  /// actions in quick succession may lead to only one status.
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
      // The continuation is returned, so that it is released after the lock is released.
      _ = contents.withLock { $0.subscribers.removeValue(forKey: id) }
    }
    return stream
  }

  package func status(where predicate: (PersistenceStatus) -> Bool) async -> PersistenceStatus? {
    for await status in statuses where predicate(status) { return status }
    return nil
  }

  // MARK: - From an event to the disk

  // An event is handled in these steps: `process` passes the event to the schedule under the lock (`decide`) and begins
  // the check or the save that the schedule requests (`begin`). On the queue, `check` asks the storage for the saved
  // state. `save` reads the store, and `write` encodes the state and passes it to the storage. Both report their result
  // to the schedule, which may request the next save.

  /// The thread on which a save runs.
  private enum SavingThread {
    /// A thread of the queue, asynchronously.
    case queue
    /// The thread that sent the event. It runs the save synchronously on the queue, because it waits for the save
    /// anyway.
    case callersThread
  }

  /// Passes an event to the schedule and does what the schedule commands. `update` changes the contents under the same
  /// lock before the schedule handles the event.
  private func process(
    _ event: SaveSchedule.Event, savingOn thread: SavingThread = .queue,
    _ update: (inout Contents) -> Void = { _ in }
  ) {
    let work = decide(event, update)
    work.cancelTasks()
    if let job = work.job { begin(job, on: thread) }
    for resume in work.callers { resume() }
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
        if let timer = contents.healthTimer { work.obsoleteTasks.append(timer) }
        // A caller whose flush ends with the stop, or after it, resumes after the storage is released, because it may
        // use another persistence to save to the same storage.
        if !contents.hasReleasedStorage || !work.callers.isEmpty || !contents.discards.isEmpty {
          work.job = .end(discards: contents.discards, callers: work.callers)
        }
        contents.hasReleasedStorage = true
        contents.discards = []
        work.callers = []
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
    case .check: work.job = .check
    case .write: work.job = .save
    case .complete(let ids, let completion):
      let error: PersistenceError? =
        switch completion {
        case .saved: nil
        case .failed, .refused: contents.status.lastFailure
        case .stopped: .stopped
        }
      for id in ids {
        guard let completion = contents.flushes.removeValue(forKey: id) else { continue }
        work.callers.append { completion(error.map { .failure($0) } ?? .success(())) }
      }
    }
  }

  private func begin(_ job: Job, on thread: SavingThread) {
    if thread == .callersThread {
      for resume in queue.sync(execute: { perform(job) }) { resume() }
      return
    }
    // A caller may release the persistence as soon as its flush ends. The queue must release the persistence before
    // that. Otherwise the persistence would own the storage for a moment longer.
    let persistence = Locked<Persistence?>(self)
    queue.async {
      let callers = persistence.withLock { $0.take() }?.perform(job) ?? []
      for resume in callers { resume() }
    }
  }

  /// Performs a job, on the queue, and returns the functions that resume the callers whose flush ends with it.
  private func perform(_ job: Job) -> [Resume] {
    let work: DeferredWork
    switch job {
    case .check: work = decide(.checked(isIntact: savedStates.isIntact()))
    case .save: work = save()
    case .end(let discards, let callers):
      end(discards)
      return callers
    }
    work.cancelTasks()
    if case .end? = work.job, let job = work.job { return perform(job) }
    if let job = work.job { begin(job, on: .queue) }
    return work.callers
  }

  private func end(_ discards: [FlushCompletion]) {
    if discards.isEmpty { return savedStates.end() }
    let result = Result<Void, any Error> { try savedStates.discard() }
    for discard in discards { discard(result) }
  }

  /// Performs one save. The state and its revision are read when the save begins, not when the schedule commands the
  /// save.
  private func save() -> DeferredWork {
    let (state, revision) = source.snapshot()
    // The start of a write ends no flush and begins no other save, so the only work is to cancel tasks.
    decide(.writeBegan(revision: revision)).cancelTasks()
    do {
      let (outcome, omissions) = try write(state, revision: revision)
      return decide(.writeEnded(.saved)) { contents in
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
      return decide(.writeEnded(error.isReadOnly ? .refused : .failed)) { contents in
        contents.status.failures += 1
        contents.status.movedAside = savedStates.movedAside
        contents.status.lastFailure = error
      }
    }
  }

  private func write(
    _ state: Saved, revision: Int
  ) throws(PersistenceError) -> (outcome: SavedStateStore.Outcome, omissions: [String]) {
    let (payload, omissions) = try coder.encode(state)
    return (try savedStates.save(payload, revision: revision), omissions)
  }

  // MARK: - Under the lock

  /// A function that receives the result of a flush. It is called once.
  private typealias FlushCompletion = @Sendable (Result<Void, any Error>) -> Void

  private typealias Resume = @Sendable () -> Void

  /// The values that the lock protects.
  private struct Contents {
    var schedule: SaveSchedule
    var status = PersistenceStatus()
    var published = PersistenceStatus()
    var timer: Task<Void, Never>?
    var warning: Task<Void, Never>?
    /// The task that marks the restored state as healthy; `nil` until a view has appeared.
    var healthTimer: Task<Void, Never>?
    var hasStarted = false
    /// The tasks that wait for changes, one for `start()` and one for each call of `run()` in progress.
    var watchers: [Int: Task<Void, Never>] = [:]
    var lastID = 0
    /// The completions of the flushes whose callers wait. If the caller of a flush is cancelled, the completion is
    /// removed, but the save continues.
    var flushes: [SaveSchedule.FlushID: FlushCompletion] = [:]
    var subscribers: [Int: AsyncStream<PersistenceStatus>.Continuation] = [:]
    var discards: [FlushCompletion] = []
    var hasReleasedStorage = false

    mutating func makeID() -> Int {
      lastID += 1
      return lastID
    }

    func status(storeRevision: Int) -> PersistenceStatus {
      var status = status
      // A save may have read a later revision since the given one was read.
      status.storeRevision = max(storeRevision, status.seenRevision)
      return status
    }

    /// Updates and yields the status. Yielding runs no code outside the stream, so it is safe under the lock.
    mutating func publishStatus(storeRevision: Int) {
      var status = status
      status.isRunning = !watchers.isEmpty
      status.seenRevision = schedule.seenRevision
      status.savedRevision = schedule.savedRevision
      status.phase =
        switch schedule.phase {
        case .idle, .checking: .idle
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

  /// What the queue does for the schedule.
  private enum Job {
    case check
    case save
    /// Ends the saving. The callers resume afterwards.
    case end(discards: [FlushCompletion], callers: [Resume])
  }

  /// The work that a decision of the schedule leads to. It is done after the lock is released.
  private struct DeferredWork {
    var obsoleteTasks: [Task<Void, Never>] = []
    var job: Job?
    var callers: [Resume] = []

    func cancelTasks() {
      for task in obsoleteTasks { task.cancel() }
    }
  }
}

private let queueKey = DispatchSpecificKey<ObjectIdentifier>()
