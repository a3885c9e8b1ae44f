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
