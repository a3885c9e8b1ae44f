public import Observation

/// The heart of a store: the state, its revision, and who waits for the next one, all under one lock.
///
/// A ``Store`` owns one. Streams, effects and the persistence hold the core and not the store, so that the store can go
/// while they wait.
@usableFromInline
package final class StoreCore<State: Sendable, Action: Sendable>: @unchecked Sendable {
  // Unchecked because every variable below is read and written only while the lock is held.
  private let mutex = Lock()
  // Kept here because to read a static variable is a call of its own.
  private let threadKey = ThreadContext.key
  let clock: any Clock<Duration>
  @usableFromInline package let reducer: @Sendable (inout State, Action) -> Effect<Action>

  // What every action touches is exempt from the run-time check of exclusive access, which would cost as much again as
  // the lock that makes the access exclusive.
  @exclusivity(unchecked) @usableFromInline var revision = 0
  /// Whether a transaction must do more than reduce: somebody waits, observes or records, or a test store looks.
  @exclusivity(unchecked) @usableFromInline var hasAudience = false
  /// Whether that is not a test store alone.
  @exclusivity(unchecked) @usableFromInline var hasListeners = false
  private(set) var isClosed = false
  var nextWaiterID = 0
  var waiters = WaiterList()
  /// An empty list with memory of its own, so that waking somebody at every action allocates nothing.
  var spareWaiters = WaiterList()
  var recorders: [ObjectIdentifier: RecordBuffer<Action>] = [:]
  @exclusivity(unchecked) @usableFromInline var taps: [TransactionBuffer<State, Action>] = []
  /// What taps have dropped in this transaction. It is released after the lock, because to release it is the user's code.
  @exclusivity(unchecked) @usableFromInline var dropped: [RecordedEvent<State, Action>] = []
  /// Whether `dropped` has elements. It is stored, because the count of a generic array costs more than the publication.
  @exclusivity(unchecked) @usableFromInline var hasDropped = false

  private let registrar = ObservationRegistrar()
  private let stateKeyPath: any KeyPath<StoreCore, State> & Sendable = \StoreCore.trackedState
  private var isObserved = false
  /// What observers read of the state by itself.
  var parts = TrackedParts<State>()
  /// The loop on which views read the state; `nil` where the platform has none.
  let mainLoop = MainLoop.current
  /// The first revision whose observers will be notified again in the next turn of the main loop; `nil` for none.
  private var notifiesAgainSince: Int?

  /// What a test store sees; nil in every other store.
  @exclusivity(unchecked) @usableFromInline var inspected: InspectionBuffer<State, Action>?
  /// Starts the work of an effect in a task of its own.
  var startTask: TaskStarter = { priority, work in
    Task(priority: priority) { await work() }
  }

  var ledger = RunningEffects<Action>()
  var tasks: [RunningEffects<Action>.Token: Task<Void, Never>] = [:]
  var groupWaiters: [RunningEffects<Action>.Group: WaiterList] = [:]

  @exclusivity(unchecked) @usableFromInline var state: State

  @usableFromInline
  init(
    initialState: State, clock: any Clock<Duration>,
    reducer: @escaping @Sendable (inout State, Action) -> Effect<Action>
  ) {
    self.state = initialState
    self.clock = clock
    self.reducer = reducer
  }

  // MARK: The lock

  @usableFromInline
  func lock() {
    if mutex.tryLock() { return }
    // Only then can this thread be the one that holds it.
    ThreadContext.current.checkNotReducing(ObjectIdentifier(self))
    mutex.lock()
  }

  /// Takes the lock to reduce an action, which stays at its address until the thread that is returned leaves it.
  ///
  /// Stops the program when a reducer runs on this thread.
  @usableFromInline
  func lockToReduce(_ action: UnsafePointer<Action>) -> Unmanaged<ThreadContext> {
    let thread = ThreadContext.reference(threadKey)
    thread._withUnsafeGuaranteedRef { $0.enter(action, Action.self, of: ObjectIdentifier(self)) }
    mutex.lock()
    return thread
  }

  /// Goes on with the next action of the transaction, which holds the lock.
  @usableFromInline
  func reduceNext(_ action: UnsafePointer<Action>, on thread: Unmanaged<ThreadContext>) {
    thread._withUnsafeGuaranteedRef {
      $0.enter(action, Action.self, of: ObjectIdentifier(self), continuesTransaction: true)
    }
  }

  @usableFromInline
  func unlock() {
    mutex.unlock()
  }

  func withLock<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }

  // MARK: Reducing

  /// Reduces one action as a transaction, tells who listens, and starts the effects.
  @inlinable
  func send(_ action: Action, origin: ActionOrigin) -> EffectHandle {
    let effect = withUnsafePointer(to: action) { address in
      let thread = lockToReduce(address)
      defer { thread._withUnsafeGuaranteedRef { $0.leave() } }
      return reducer(&state, action)
    }
    revision &+= 1
    if !taps.isEmpty { tap(CollectionOfOne(action), origin: origin) }
    guard let operation = effect.operation else {
      if hasAudience { publishAndUnlock(CollectionOfOne(action), origin: origin) } else { unlock() }
      return EffectHandle()
    }
    return settle(CollectionOfOne(action), origin: origin, effects: [operation])
  }

  /// Reduces actions as one transaction. No action is no transaction.
  @inlinable
  func send(_ actions: [Action], origin: ActionOrigin) -> EffectHandle {
    guard !actions.isEmpty, let effects = lockAndReduce(actions, origin: origin) else { return EffectHandle() }
    if effects.isEmpty, !hasAudience {
      unlock()
      return EffectHandle()
    }
    return settle(actions, origin: origin, effects: effects)
  }

  /// Reduces actions as one transaction if there was none after a revision. Returns whether there was none.
  func send(_ actions: [Action], origin: ActionOrigin, ifRevisionIs expected: Int) -> Bool {
    guard let effects = lockAndReduce(actions, origin: origin, if: { revision == expected }) else {
      unlock()
      return false
    }
    _ = settle(actions, origin: origin, effects: effects)
    return true
  }

  /// Takes the lock, reduces the actions as one transaction unless they turn out to be unwanted, and keeps the lock.
  ///
  /// Returns the effects of all of them, or nil if they were unwanted.
  @inlinable
  func lockAndReduce(
    _ actions: some Collection<Action>, origin: ActionOrigin, if isWanted: () -> Bool = { true }
  ) -> [Effect<Action>.Operation]? {
    var operations: [Effect<Action>.Operation] = []
    var thread: Unmanaged<ThreadContext>?
    for action in actions {
      let effect: Effect<Action>? = withUnsafePointer(to: action) { address in
        guard let thread else {
          let first = lockToReduce(address)
          defer { first._withUnsafeGuaranteedRef { $0.leave() } }
          thread = first
          return isWanted() ? reducer(&state, action) : nil
        }
        reduceNext(address, on: thread)
        defer { thread._withUnsafeGuaranteedRef { $0.leave() } }
        return reducer(&state, action)
      }
      guard let effect else { return nil }
      if let operation = effect.operation { operations.append(operation) }
    }
    revision &+= 1
    if !taps.isEmpty { tap(actions, origin: origin) }
    return operations
  }

  /// Gives a transaction to the recorders that want the state as well. Compiled for the caller's types: it is done for
  /// every action, under the lock.
  @inlinable
  @inline(never)
  func tap(_ actions: some Collection<Action>, origin: ActionOrigin) {
    for tap in taps {
      guard let event = tap.append(actions, origin: origin, state: state) else { continue }
      dropped.append(event)
      hasDropped = true
      // `publishAndUnlock` releases it.
      expectListener()
    }
  }

  /// Reduces actions as one transaction and leaves their effects out, as a replay does.
  package func replay(_ actions: [Action], origin: ActionOrigin) -> State {
    let effects = lockAndReduce(actions, origin: origin)
    let state = state
    // Released after the lock, because to release an effect is the user's code.
    withExtendedLifetime(effects) { publishAndUnlock(actions, origin: origin) }
    return state
  }

  /// Puts a state in the place of the one there is, as a transaction without an action.
  package func replace(_ newState: State, origin: ActionOrigin) {
    lock()
    // Let go after the lock is, because to release a state is the user's code.
    let old = state
    state = newState
    revision &+= 1
    if !taps.isEmpty { tap(EmptyCollection(), origin: origin) }
    withExtendedLifetime(old) { publishAndUnlock(EmptyCollection(), origin: origin) }
  }

  // MARK: Telling

  /// Ends a transaction: gives its actions to the recorders, leaves the lock, and wakes who waits.
  ///
  /// - Parameter cause: The revision of the transaction whose effect sent the actions; nil when none did.
  @usableFromInline
  @inline(never)
  func publishAndUnlock(_ actions: some Collection<Action>, origin: ActionOrigin, cause: Int? = nil) {
    if hasDropped { return publishAndRelease(actions, origin: origin, cause: cause) }
    inspected?.note(revision: revision, actions: Array(actions), origin: origin, cause: cause, state: state)
    if !recorders.isEmpty {
      for action in actions {
        let record = ActionRecord(revision: revision, action: action, origin: origin)
        for recorder in recorders.values { recorder.append(record) }
      }
    }
    let isObserved = isObserved
    let hasParts = !parts.isEmpty
    let revision = revision
    var woken = takeWaiters()
    hasListeners = isObserved || hasParts || !recorders.isEmpty
    hasAudience = hasListeners || inspected != nil
    unlock()

    // Outside the lock, because an executor that a continuation runs on, and an observer, are the user's code.
    if !woken.isEmpty {
      woken.wake()
      withLock { swap(&spareWaiters, &woken) }
    }
    if isObserved || hasParts {
      ThreadContext.current.tell(ObjectIdentifier(self)) {
        if isObserved { registrar.withMutation(of: self, keyPath: stateKeyPath) {} }
        if hasParts { tellParts() }
      }
      if mainLoop != nil { notifyAgainOnMainLoop(since: revision) }
    }
  }

  /// After a transaction on another thread, notifies observers again in the next turn of the main loop.
  ///
  /// A view's observation is installed after the view's reads. A change that falls between the two notifies no view, but
  /// the next turn begins after the installation.
  @inline(never)
  private func notifyAgainOnMainLoop(since revision: Int) {
    guard let mainLoop, !mainLoop.isCurrent() else { return }
    let isScheduled = withLock {
      defer { notifiesAgainSince = min(notifiesAgainSince ?? revision, revision) }
      return notifiesAgainSince != nil
    }
    if !isScheduled { mainLoop.inNextTurn { [weak self] in self?.notifyAgain() } }
  }

  private func notifyAgain() {
    var hasRun = false
    ThreadContext.current.tell(ObjectIdentifier(self)) {
      hasRun = true
      // Reset before the observers are notified, so that a transaction that comes meanwhile schedules another turn. This
      // closure runs again when an observer has sent an action, and then only that action counts.
      lock()
      let (since, isObserved, parts) = (notifiesAgainSince, isObserved, parts.all)
      notifiesAgainSince = nil
      unlock()
      if isObserved { notifyReaders() }
      if let since {
        for part in parts { part.notifyAgain(since: since) }
      }
      tellParts()
    }
    // An observer of this store runs a loop of its own, for example that of an alert.
    if !hasRun { mainLoop?.inNextTurn { [weak self] in self?.notifyAgain() } }
  }

  /// Publishes a transaction, leaves the lock, and then releases what taps have dropped.
  @inline(never)
  private func publishAndRelease(_ actions: some Collection<Action>, origin: ActionOrigin, cause: Int?) {
    let released = dropped
    dropped = []
    hasDropped = false
    withExtendedLifetime(released) { publishAndUnlock(actions, origin: origin, cause: cause) }
  }

  /// The store is gone: effects are cancelled, and streams end after they have given the last state.
  @usableFromInline
  func close() {
    lock()
    isClosed = true
    let cancellations = ledger.close()
    var woken = waiters
    waiters = WaiterList()
    let cancelled = cancellations.compactMap(takeTask)
    unlock()
    woken.wake()
    for task in cancelled { task.cancel() }
  }

  /// From the next transaction on, a listener must be notified.
  @usableFromInline
  func expectListener() {
    hasListeners = true
    hasAudience = true
  }

  // MARK: Observation

  /// The state, for readers that may be observing. From the first such read on, observers are told of every
  /// transaction.
  ///
  /// The flag is raised before the state is read, and never lowered: an observer is installed only after its reads, so
  /// a change may fall between, and a flag that was lowered when it was told would be missed by the next one.
  @usableFromInline
  var trackedState: State {
    registrar.access(self, keyPath: stateKeyPath)
    return withLock {
      isObserved = true
      expectListener()
      return state
    }
  }
}

extension StoreCore: Observable {
  /// Notifies the readers of the whole state, though it has not changed.
  func notifyReaders() {
    registrar.withMutation(of: self, keyPath: stateKeyPath) {}
  }
}

// MARK: - What tests look at

extension StoreCore {
  /// How many tasks wait for the next revision.
  var waiterCount: Int { withLock { waiters.count } }
  /// How many streams of records there are.
  var recorderCount: Int { withLock { recorders.count + taps.count } }
  /// How many effects run.
  var effectCount: Int { withLock { ledger.count } }
  /// Whether observers are told.
  var isObservedNow: Bool { withLock { isObserved } }
}

extension StoreCore {
  /// What streams and the persistence read.
  var source: StateSource<State> {
    StateSource(
      snapshot: { self.withLock { (self.state, self.revision) } },
      revision: { self.withLock { self.revision } },
      nextRevision: { last in await self.nextRevision(after: last) },
      startTask: { self.withLock { self.startTask }($0, $1) },
      mainLoop: mainLoop)
  }
}

// Who waits for the next transaction.
extension StoreCore {
  /// Who waits, in the list that is kept for it.
  func takeWaiters() -> WaiterList {
    guard !waiters.isEmpty else { return WaiterList() }
    var woken = spareWaiters
    spareWaiters = WaiterList()
    swap(&waiters, &woken)
    return woken
  }

  func makeWaiterID() -> Int {
    nextWaiterID &+= 1
    return nextWaiterID
  }

  /// Waits until the revision is greater than `last`. Nil when the store is gone without a newer one, and when the task
  /// is cancelled.
  func nextRevision(after last: Int) async -> Int? {
    await next { revision > last ? revision : nil }
  }

  /// Waits until `poll`, which is called while the lock is held, returns something after a transaction; in a store that
  /// is inspected, also after the end of an effect.
  func next<Value: Sendable>(_ poll: () -> Value?) async -> Value? {
    while !Task.isCancelled {
      lock()
      let value = poll()
      let seen = (revision, inspected?.endedEffects)
      let isClosed = isClosed
      let id = makeWaiterID()
      unlock()
      if let value { return value }
      if isClosed { return nil }
      await withTaskCancellationHandler {
        await withUnsafeContinuation { continuation in
          lock()
          let isLate = (revision, inspected?.endedEffects) != seen || self.isClosed || Task.isCancelled
          if !isLate {
            waiters.append(continuation, id: id)
            expectListener()
          }
          unlock()
          if isLate { continuation.resume() }
        }
      } onCancel: {
        var woken = withLock { waiters.remove(id: id) }
        woken.wake()
      }
    }
    return nil
  }
}

// Who is given every action.
extension StoreCore {
  func addRecorder(_ buffer: RecordBuffer<Action>) {
    withLock {
      recorders[ObjectIdentifier(buffer)] = buffer
      expectListener()
    }
  }

  func removeRecorder(_ buffer: RecordBuffer<Action>) {
    withLock { _ = recorders.removeValue(forKey: ObjectIdentifier(buffer)) }
  }

  /// Returns the state that the tap begins after.
  func addTap(_ tap: TransactionBuffer<State, Action>) -> State {
    withLock {
      taps.append(tap)
      return state
    }
  }

  func removeTap(_ tap: TransactionBuffer<State, Action>) {
    withLock { taps.removeAll { $0 === tap } }
  }
}

extension StoreCore: StateReader {
  /// A part of the state, for readers that may be observing. From the first such read on, observers are told of every
  /// transaction that changes the part.
  func value<Value: Equatable & Sendable>(of path: PartPath<State, Value>) -> Value {
    value(of: trackedPart(path, read: nil))
  }

  func part<Value: Equatable & Sendable>(
    _ path: PartPath<State, Value>, read: (@Sendable (State) -> Value)?
  ) -> ValueReader<Value> {
    let part = trackedPart(path, read: read)
    return ValueReader { self.value(of: part) }
  }

  func notifyReaders<Value: Equatable & Sendable>(of path: PartPath<State, Value>) {
    withLock { parts[path.keyPath] }?.tell()
  }

  /// Tells who has read a part that differs.
  func tellParts() {
    lock()
    let (parts, state, revision) = (parts.all, state, revision)
    unlock()
    for part in parts { part.tell(state, revision: revision) }
  }

  private func value<Value: Equatable & Sendable>(of part: ObservedValue<State, Value>) -> Value {
    part.access()
    lock()
    let (state, revision) = (state, revision)
    unlock()
    return part.value(in: state, revision: revision)
  }

  private func trackedPart<Value: Equatable & Sendable>(
    _ path: PartPath<State, Value>, read: (@Sendable (State) -> Value)?
  ) -> ObservedValue<State, Value> {
    lock()
    let known = parts[path.keyPath]
    unlock()
    // The same key path leads to the same type of value.
    if let known { return unsafeDowncast(known, to: ObservedValue<State, Value>.self) }
    lock()
    let (state, revision) = (state, revision)
    unlock()
    // Read without the lock, because a property may be the user's code.
    let new = ObservedValue<State, Value>(state, revision: revision, read: read ?? { $0[keyPath: path.keyPath] })
    // Whoever asks reads after this, so that no transaction falls between that he is not told of.
    let part = withLock {
      expectListener()
      return parts.insert(new, path.keyPath)
    }
    return unsafeDowncast(part, to: ObservedValue<State, Value>.self)
  }
}

extension StoreCore {
  /// Publishes a transaction whose actions were reduced, leaves the lock, and carries out the effects in their order,
  /// with the actions that follow at once.
  @usableFromInline
  @inline(never)
  func settle(
    _ actions: some Collection<Action>, origin: ActionOrigin, effects: [Effect<Action>.Operation]
  ) -> EffectHandle {
    guard !effects.isEmpty else {
      publishAndUnlock(actions, origin: origin)
      return EffectHandle()
    }
    let group = ledger.makeGroup()
    settle(actions, origin: origin, effects: effects, in: group)
    return EffectHandle(StartedEffects(core: self, group: group))
  }

  private func settle(
    _ actions: some Collection<Action>, origin: ActionOrigin, effects: [Effect<Action>.Operation],
    in group: RunningEffects<Action>.Group, cause: Int? = nil
  ) {
    var commands: [RunningEffects<Action>.Command] = []
    for effect in effects { ledger.begin(effect, in: group, cause: revision, commands: &commands) }
    inspected?.hasEffects = !effects.isEmpty
    publishAndUnlock(actions, origin: origin, cause: cause)

    // Round by round: the commands of an action that follows at once come after those that are there already, and a
    // long chain does not keep what is done.
    while !commands.isEmpty {
      var following: [RunningEffects<Action>.Command] = []
      for command in commands {
        switch command {
        case .start(let token, let work):
          start(work, as: token, in: group)
        case .cancel(let token):
          withLock { takeTask(token) }?.cancel()
        case .send(let action, let cause):
          guard let effects = lockAndReduce(CollectionOfOne(action), origin: .effect, if: { ledger.isWanted(group) })
          else {
            unlock()
            continue
          }
          for effect in effects { ledger.begin(effect, in: group, cause: revision, commands: &following) }
          inspected?.hasEffects = !effects.isEmpty
          // The effects are released after the lock, because to release the id of one is the user's code.
          withExtendedLifetime(effects) {
            publishAndUnlock(CollectionOfOne(action), origin: .effect, cause: cause)
          }
        }
      }
      commands = following
    }
  }

  private func start(
    _ work: Effect<Action>.Work, as token: RunningEffects<Action>.Token, in group: RunningEffects<Action>.Group
  ) {
    guard withLock({ ledger.isLive(token) }) else { return finish(token) }
    let context = EffectContext<Action>(clock: clock) { actions in
      self.send(actions, from: token, in: group)
    }
    let task = startTask(work.priority) {
      await work.body(context)
      self.finish(token)
    }
    // The work may have returned, or have been cancelled by another thread, before its task could be noted.
    let isLive = withLock {
      let isLive = ledger.isLive(token)
      if isLive { tasks[token] = task }
      return isLive
    }
    if !isLive { task.cancel() }
  }

  /// An effect sends. Its actions are dropped if it was cancelled by an action that was reduced before these.
  private func send(
    _ actions: [Action], from token: RunningEffects<Action>.Token, in group: RunningEffects<Action>.Group
  ) {
    guard !actions.isEmpty else { return }
    guard let effects = lockAndReduce(actions, origin: .effect, if: { ledger.isLive(token) }) else {
      unlock()
      return
    }
    settle(actions, origin: .effect, effects: effects, in: group, cause: ledger.cause(of: token))
  }

  private func finish(_ token: RunningEffects<Action>.Token) {
    var ended = withLock {
      takeTask(token)
      let id = ledger.id(of: token)
      let woken = ledger.finish(token).flatMap { groupWaiters.removeValue(forKey: $0) }
      return (id: id, woken: woken, inspectors: takeInspectors())
    }
    ended.woken?.wake()
    ended.inspectors.wake()
    // Released after the lock, because to release the id of an effect is the user's code.
    withExtendedLifetime(ended.id) {}
  }

  /// Forgets the task of an effect, so that it is cancelled or finished once.
  @discardableResult
  func takeTask(_ token: RunningEffects<Action>.Token) -> Task<Void, Never>? {
    tasks.removeValue(forKey: token)
  }

  func takeTask(_ command: RunningEffects<Action>.Command) -> Task<Void, Never>? {
    if case .cancel(let token) = command { takeTask(token) } else { nil }
  }
}

/// The effects of one group in one store.
private final class StartedEffects<State: Sendable, Action: Sendable>: EffectGroup {
  let core: StoreCore<State, Action>
  let group: RunningEffects<Action>.Group

  init(core: StoreCore<State, Action>, group: RunningEffects<Action>.Group) {
    self.core = core
    self.group = group
  }

  func finish() async {
    let id = core.withLock { core.makeWaiterID() }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        core.lock()
        let mustWait = core.ledger.isRunning(group) && !Task.isCancelled
        if mustWait { core.groupWaiters[group, default: WaiterList()].append(continuation, id: id) }
        core.unlock()
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      var woken = core.withLock { core.groupWaiters[group]?.remove(id: id) }
      woken?.wake()
    }
  }

  func cancel() {
    var (tasks, inspectors) = core.withLock {
      (core.ledger.cancel(group).compactMap(core.takeTask), core.takeInspectors())
    }
    for task in tasks { task.cancel() }
    inspectors.wake()
  }
}

/// The parts of a state that observers read by themselves.
///
/// It grows with the key paths that are in the program, and with their arguments.
struct TrackedParts<State: Sendable> {
  private var parts: [AnyKeyPath: AnyObservedValue<State>] = [:]
  /// The same, in a list that a transaction goes through without a copy of its own.
  private(set) var all: [AnyObservedValue<State>] = []

  /// Stored, because each transaction asks.
  private(set) var isEmpty = true

  subscript(keyPath: AnyKeyPath) -> AnyObservedValue<State>? { parts[keyPath] }

  /// Adds a part, and returns it, or the one that is there already.
  mutating func insert(_ part: AnyObservedValue<State>, _ keyPath: AnyKeyPath) -> AnyObservedValue<State> {
    if let known = parts[keyPath] { return known }
    parts[keyPath] = part
    all.append(part)
    isEmpty = false
    return part
  }
}
