/// The state of a store, its revision, its effects and its subscribers, all protected by one lock.
///
/// A ``Store`` owns its core. Streams, effects and the persistence keep the core alive but not the store. The store can
/// therefore be released while they wait.
///
/// While the lock is held, the core calls no code of the user except the cases of ``LockedCode``, which stop the
/// program if they use the store. Tasks are resumed, observers are notified, effects are started and values are
/// released after the lock is released.
@usableFromInline
package final class StoreCore<State: Sendable, Action: Sendable>: @unchecked Sendable {
  // Unchecked because every variable below is read and written only while the lock is held.
  private let mutex = Lock()
  // The key is stored here because each read of a static variable is a function call.
  private let threadKey = ThreadContext.key
  let clock: any Clock<Duration>
  @usableFromInline package let reducer: @Sendable (inout State, Action) -> Effect<Action>
  /// Sends one action. The closure is compiled for the app's types. Code that is not, such as the code of a scope,
  /// sends actions through it.
  let specializedSend: @Sendable (StoreCore, Action, ActionOrigin) -> EffectHandle
  /// Calls ``lockAndReduce(_:origin:if:)``. The closure is also compiled for the app's types. The work of effects sends
  /// actions through it.
  private let specializedReduce: @Sendable (StoreCore, [Action], ActionOrigin, () -> Bool) -> Effect<Action>?

  // The variables that every action uses are exempt from the run-time check of exclusive access. The check would cost
  // as much as the lock, and the lock already makes the access exclusive.
  @exclusivity(unchecked) @usableFromInline var revision = 0
  private(set) var isClosed = false
  /// The last number of a waiting task or of an observed part. The whole state is part 0.
  @exclusivity(unchecked) private var lastNumber = 0
  /// The revisions of the newest series of consecutive transactions without animation. The range is stored instead of
  /// the last animated revision, so that a transaction with animation writes nothing.
  @exclusivity(unchecked) private var unanimatedRevisions = 1..<1

  // MARK: Subscribers

  /// Whether each transaction must be published. This is so if the store has a listener or a test store inspects it.
  @exclusivity(unchecked) @usableFromInline var mustPublish = false
  /// Whether the store has a listener: a waiting task, an observer or a stream of records.
  @exclusivity(unchecked) @usableFromInline var hasListeners = false
  /// The tasks that wait for the next transaction.
  @exclusivity(unchecked) private var waiters = WaiterList()
  /// An empty list that keeps its memory, so that resuming a task after every action allocates nothing.
  private var spareWaiters = WaiterList()
  @exclusivity(unchecked) @usableFromInline var transactionBuffers: [TransactionBuffer<State, Action>] = []

  // MARK: Observers

  private let wholeState = ObservedPart()
  /// Whether the whole state was read in a way that the Observation framework tracks.
  @exclusivity(unchecked) private var isObserved = false
  /// The values that the Observation framework tracks separately, by their key paths.
  ///
  /// The values are kept until the core is released. The key paths in the program, and the arguments of these key
  /// paths, limit the number of values.
  private var observedValues: [AnyKeyPath: any AnyObservedValue] = [:]
  /// The elements of `observedValues` and the values of temporary readers. The list is separate from the dictionary, so
  /// that updating all values after a transaction needs no copy of the dictionary's values.
  @exclusivity(unchecked) private var observedValueList: [any AnyObservedValue] = []
  /// Whether `observedValueList` has elements. This value is stored, because every transaction reads it.
  @exclusivity(unchecked) private var hasObservedValues = false
  /// The main loop, on which views read the state; `nil` on a platform without a main loop.
  private let mainLoop = MainLoop.current
  /// The lowest revision whose notifications will be repeated by a scheduled call of `notifyAgain()`; `nil` if no call
  /// is scheduled.
  private var notifiesAgainSince: Int?

  // MARK: Effects and inspection

  private(set) var runningEffects = RunningEffects<Action>()
  /// Starts the work of an effect in a new task. A test store replaces this function.
  var startTask: TaskStarter = { priority, work in
    Task(priority: priority) { await work() }
  }
  /// The transactions that a test store has not taken yet; `nil` if no test store inspects this store.
  @exclusivity(unchecked) @usableFromInline var inspection: InspectionBuffer<State, Action>?

  // MARK: Time travel

  /// The state that readers receive in place of `state` while a developer views it; otherwise, `nil`.
  @exclusivity(unchecked) private var viewed: Boxed<State>?
  /// The number of times that `viewed` was changed. Readers receive the sum of this number and `revision`, so that they
  /// notice the change.
  @exclusivity(unchecked) private var viewChanges = 0

  // `state` is the last variable because its size depends on its type. The other variables therefore have fixed
  // offsets.
  @exclusivity(unchecked) @usableFromInline var state: State

  @usableFromInline
  init(
    initialState: State, clock: any Clock<Duration>,
    reducer: @escaping @Sendable (inout State, Action) -> Effect<Action>,
    specializedSend: @escaping @Sendable (StoreCore, Action, ActionOrigin) -> EffectHandle,
    specializedReduce: @escaping @Sendable (StoreCore, [Action], ActionOrigin, () -> Bool) -> Effect<Action>?
  ) {
    self.state = initialState
    self.clock = clock
    self.reducer = reducer
    self.specializedSend = specializedSend
    self.specializedReduce = specializedReduce
  }

  /// Closes the core when its store is released: cancels the effects, and resumes the tasks that wait for the next
  /// transaction.
  ///
  /// A stream ends after its subscriber has taken the last element.
  @usableFromInline
  func close() {
    var woken = WaiterList()
    cancelEffects { effects in
      isClosed = true
      woken = takeWaiters()
      return effects.cancelAll()
    }
    woken.wake()
  }

  // MARK: - The lock

  @usableFromInline
  func lock() {
    if mutex.tryLock() { return }
    // This check follows the failed attempt, because this thread can hold the lock only if the lock is taken.
    ThreadContext.current.checkNotLocked(ObjectIdentifier(self))
    mutex.lock()
  }

  /// Takes the lock to reduce an action, which must stay at its address until ``ThreadContext/leave()`` is called.
  ///
  /// Stops the program if a reducer already runs on this thread.
  @usableFromInline
  func lockToReduce(_ action: UnsafePointer<Action>) -> Unmanaged<ThreadContext> {
    let thread = ThreadContext.reference(threadKey)
    thread._withUnsafeGuaranteedRef { $0.enter(action, Action.self, of: ObjectIdentifier(self)) }
    mutex.lock()
    return thread
  }

  /// Records in the thread's context that the next action of a transaction is being reduced. The lock must be held.
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

  /// Calls code of the app, other than a reducer, while the lock is held. The program stops if the code uses the store.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - subject: What the code is called for, for messages.
  ///   - body: A closure that calls the code.
  @inlinable
  func call<Subject, Result>(_ code: LockedCode, for subject: Subject, _ body: () -> Result) -> Result {
    withUnsafePointer(to: subject) { address in
      let thread = lockedThread
      let old = thread._withUnsafeGuaranteedRef {
        $0.begin(code, of: ObjectIdentifier(self), for: address, Subject.self)
      }
      defer { thread._withUnsafeGuaranteedRef { $0.end(old) } }
      return body()
    }
  }

  @usableFromInline
  var lockedThread: Unmanaged<ThreadContext> { ThreadContext.reference(threadKey) }

  // MARK: - Reducing

  /// Reduces one action as a transaction, publishes it, and starts its effects.
  @inlinable
  func send(_ action: Action, origin: ActionOrigin) -> EffectHandle {
    let effect = withUnsafePointer(to: action) { address in
      let thread = lockToReduce(address)
      defer { thread._withUnsafeGuaranteedRef { $0.leave() } }
      return reducer(&state, action)
    }
    revision &+= 1
    if !origin.isAnimated { disableAnimation() }
    if !transactionBuffers.isEmpty { record(CollectionOfOne(action), origin: origin) }
    guard let operation = effect.operation else {
      publishAndUnlock(CollectionOfOne(action), origin: origin)
      return EffectHandle()
    }
    return publishAndRun(operation, of: CollectionOfOne(action), origin: origin)
  }

  /// Publishes a transaction with one action and one effect, releases the lock, and runs the effect.
  ///
  /// An effect that is only an action is frequent. This method reduces such actions itself, because it is compiled for
  /// the caller's types. They need no group, because none of them leaves anything running.
  @inlinable
  @inline(never)
  func publishAndRun(
    _ effect: Effect<Action>.Operation, of action: CollectionOfOne<Action>, origin: ActionOrigin
  ) -> EffectHandle {
    let effectOrigin = origin.isAnimated ? ActionOrigin.effect : .effect.withoutAnimation
    var (effect, action, origin) = (effect, action, origin)
    // The values before the last reduction. They are released after the lock is released, because releasing an action
    // runs the user's code.
    var previous: (Effect<Action>.Operation, CollectionOfOne<Action>)?
    while inspection == nil, case .send(let next, scope: nil) = effect {
      publishAndUnlock(action, origin: origin)
      previous = nil
      let nextAction = CollectionOfOne(next)
      let following = lockAndReduce(nextAction, origin: effectOrigin)?.operation
      previous = (effect, action)
      (action, origin) = (nextAction, effectOrigin)
      guard let following else {
        publishAndUnlock(action, origin: origin)
        return withExtendedLifetime(previous) { EffectHandle() }
      }
      effect = following
    }
    return withExtendedLifetime(previous) { publishAndRun(Effect(operation: effect), of: action, origin: origin) }
  }

  /// Reduces actions as one transaction. An empty list is not a transaction.
  @inlinable
  func send(_ actions: [Action], origin: ActionOrigin) -> EffectHandle {
    guard !actions.isEmpty, let effect = lockAndReduce(actions, origin: origin) else { return EffectHandle() }
    if !effect.isNone { return publishAndRun(effect, of: actions, origin: origin) }
    publishAndUnlock(actions, origin: origin)
    return EffectHandle()
  }

  /// Reduces actions as one transaction, but only if the store's revision still equals `expected`. The list must not be
  /// empty.
  ///
  /// - Returns: The state after the transaction, or `nil` if the revision differs. In that case, no action is reduced.
  func send(_ actions: [Action], origin: ActionOrigin, ifRevisionIs expected: Int) -> State? {
    guard let effect = lockAndReduce(actions, origin: origin, if: { revision == expected }) else {
      unlock()
      return nil
    }
    let state = state
    _ = publishAndRun(effect, of: actions, origin: origin)
    return state
  }

  /// Takes the lock, reduces actions as one transaction if a condition holds, and returns without releasing the lock.
  /// The collection must not be empty.
  ///
  /// - Parameters:
  ///   - actions: The actions to reduce.
  ///   - origin: The origin of the actions, for their records.
  ///   - isWanted: The condition. It is evaluated once, while the lock is held.
  /// - Returns: The effects of all actions, merged in order, or `nil` if the condition does not hold.
  @inlinable
  func lockAndReduce(
    _ actions: some Collection<Action>, origin: ActionOrigin, if isWanted: () -> Bool = { true }
  ) -> Effect<Action>? {
    // Most transactions have at most one effect, which needs no list.
    var first: Effect<Action>.Operation?
    var others: [Effect<Action>.Operation] = []
    var thread: Unmanaged<ThreadContext>?
    for action in actions {
      let effect: Effect<Action>? = withUnsafePointer(to: action) { address in
        guard let thread else {
          let entered = lockToReduce(address)
          defer { entered._withUnsafeGuaranteedRef { $0.leave() } }
          thread = entered
          return isWanted() ? reducer(&state, action) : nil
        }
        reduceNext(address, on: thread)
        defer { thread._withUnsafeGuaranteedRef { $0.leave() } }
        return reducer(&state, action)
      }
      guard let effect else { return nil }
      guard let operation = effect.operation else { continue }
      if first == nil { first = operation } else { others.append(operation) }
    }
    revision &+= 1
    if !origin.isAnimated { disableAnimation() }
    if !transactionBuffers.isEmpty { record(actions, origin: origin) }
    guard let first, !others.isEmpty else { return Effect(operation: first) }
    return Effect(operation: .merge([first] + others))
  }

  /// Records that the current transaction is not animated. The lock must be held.
  @usableFromInline
  @inline(never)
  func disableAnimation() {
    let isNext = unanimatedRevisions.upperBound == revision
    unanimatedRevisions = (isNext ? unanimatedRevisions.lowerBound : revision)..<revision &+ 1
  }

  /// The revision of the last transaction with animation, or the revision of the initial state if no transaction was
  /// animated. The lock must be held.
  private var lastAnimatedRevision: Int {
    unanimatedRevisions.upperBound == revision &+ 1 ? unanimatedRevisions.lowerBound - 1 : revision
  }

  /// Adds a transaction to the transaction buffers.
  ///
  /// This method is inlinable, and thus compiled for the caller's types, because it runs for every action while the
  /// lock is held.
  @inlinable
  @inline(never)
  func record(_ actions: some Collection<Action>, origin: ActionOrigin) {
    call(.clock, for: actions) {
      for buffer in transactionBuffers { buffer.append(actions, origin: origin, state: state) }
    }
  }

  /// Reduces actions as one transaction, discards their effects, and returns the new state.
  package func replay(_ actions: [Action], origin: ActionOrigin) -> State {
    let effect = lockAndReduce(actions, origin: origin)
    let state = state
    // The effect is released after the lock is released, because releasing an effect runs the user's code.
    withExtendedLifetime(effect) { publishAndUnlock(actions, origin: origin) }
    return state
  }

  /// Replaces the state in a transaction without actions.
  package func replace(_ newState: State, origin: ActionOrigin) {
    lock()
    // The old state is released after the lock is released, because releasing a state runs the user's code.
    let old = state
    state = newState
    revision &+= 1
    if !origin.isAnimated { disableAnimation() }
    if !transactionBuffers.isEmpty { record(EmptyCollection(), origin: origin) }
    withExtendedLifetime(old) { publishAndUnlock(EmptyCollection(), origin: origin) }
  }

  /// Shows readers a state in place of the present one, or the present state again if `state` is `nil`.
  ///
  /// This is not a transaction: actions, recorders and the persistence use the present state.
  package func view(_ state: State?) {
    lock()
    let old = viewed
    if state == nil, old == nil { return unlock() }
    viewed = state.map { Boxed($0) }
    viewChanges &+= 1
    // The old state is released after the lock is released, because releasing a state runs the user's code.
    withExtendedLifetime(old) { notifyAndUnlock(isAnimated: true) }
  }

  /// Reads the state that readers receive, its revision and another value together, and calls a function with them
  /// after the lock is released.
  @inline(__always)
  private func readShown<Other, Result>(and other: () -> Other, _ body: (State, Int, Other) -> Result) -> Result {
    lock()
    let (viewed, state, revision, other) = (viewed, state, shownRevision, other())
    unlock()
    if let viewed { return body(viewed.value, revision, other) }
    return body(state, revision, other)
  }

  /// Reads the state that readers receive and its revision together, and calls a function with them after the lock is
  /// released.
  @inline(__always)
  private func readShown<Result>(_ body: (State, Int) -> Result) -> Result {
    readShown(and: {}) { state, revision, _ in body(state, revision) }
  }

  /// The revision of the state that readers receive. The lock must be held.
  private var shownRevision: Int { revision &+ viewChanges }

  // MARK: - Publishing

  /// Ends a transaction: adds it to the buffer of a test store, releases the lock, resumes the waiting tasks, and
  /// notifies the observers. If the transaction need not be published, only releases the lock.
  ///
  /// - Parameters:
  ///   - actions: The actions of the transaction. They are evaluated only if a stream of records or a test store keeps
  ///     them.
  ///   - origin: The origin of the actions, for their records.
  ///   - cause: The revision of the transaction whose effect sent the actions; `nil` if no effect sent them.
  @inlinable
  func publishAndUnlock(
    _ actions: @autoclosure () -> some Collection<Action>, origin: ActionOrigin, cause: Int? = nil
  ) {
    if !mustPublish { return unlock() }
    inspection?.append(revision: revision, actions: Array(actions()), origin: origin, cause: cause, state: state)
    notifyAndUnlock(isAnimated: origin.isAnimated)
  }

  /// Releases the lock, resumes the waiting tasks, and notifies the observers.
  @usableFromInline
  @inline(never)
  func notifyAndUnlock(isAnimated: Bool) {
    let isObserved = isObserved
    let hasObservedValues = hasObservedValues
    let revision = shownRevision
    var woken = takeWaiters()
    hasListeners = isObserved || hasObservedValues
    mustPublish = hasListeners || inspection != nil
    unlock()

    // Tasks are resumed and observers are notified after the lock is released, because a task's executor and an
    // observer may be the user's code.
    if !woken.isEmpty {
      woken.wake()
      withLock { swap(&spareWaiters, &woken) }
    }
    if isObserved || hasObservedValues {
      withAnimations(isAnimated) {
        notifyObservers {
          if isObserved { wholeState.notify() }
          if hasObservedValues { updateObservedValues() }
        }
      }
      if mainLoop != nil { notifyAgainOnMainLoop(since: revision) }
    }
  }

  /// Ensures that every transaction is published until a publication finds no listener. The lock must be held.
  @usableFromInline
  func expectListener() {
    hasListeners = true
    mustPublish = true
  }
}

// MARK: - Waiting for transactions

extension StoreCore {
  /// Waits until a closure returns a value.
  ///
  /// The closure is called immediately. If it returns `nil`, it is called again after each of these events:
  ///
  /// - a transaction
  /// - a change of the state that a developer views
  /// - the release of the store
  /// - the end of an effect or a call of a `cancelEffects` method of the core, if a test store inspects the store
  ///
  /// Several events may result in one call. If the task is cancelled, even before the first call, no further call
  /// follows.
  ///
  /// - Parameter poll: The closure. It is called while the lock is held.
  /// - Returns: The value, or `nil` if the store was released or the calling task is cancelled before there is a value.
  func next<Value: Sendable>(_ poll: () -> Value?) async -> Value? {
    while !Task.isCancelled {
      lock()
      let value = poll()
      let seen = (shownRevision, inspection?.endedEffects)
      let isClosed = isClosed
      let id = makeNumber()
      unlock()
      if let value { return value }
      if isClosed { return nil }
      await withTaskCancellationHandler {
        await withUnsafeContinuation { continuation in
          lock()
          let isLate = (shownRevision, inspection?.endedEffects) != seen || self.isClosed || Task.isCancelled
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

  /// Removes the waiting tasks from `waiters` and returns them. `waiters` then uses the memory of `spareWaiters`.
  private func takeWaiters() -> WaiterList {
    guard !waiters.isEmpty else { return WaiterList() }
    var woken = spareWaiters
    spareWaiters = WaiterList()
    swap(&waiters, &woken)
    return woken
  }

  /// Returns a new number for a waiting task or an observed part. The lock must be held.
  private func makeNumber() -> Int {
    lastNumber &+= 1
    return lastNumber
  }
}

// MARK: - Recording

extension StoreCore {
  /// Adds a transaction buffer, and returns the state and its revision before the first transaction that the buffer
  /// receives.
  func add(_ buffer: TransactionBuffer<State, Action>) -> (state: State, revision: Int) {
    withLock {
      transactionBuffers.append(buffer)
      return (state, revision)
    }
  }

  func remove(_ buffer: TransactionBuffer<State, Action>) {
    withLock { transactionBuffers.removeAll { $0 === buffer } }
  }
}

// MARK: - Observation

extension StoreCore {
  /// The state. The Observation framework tracks this read. After the first such read, observers are notified of every
  /// transaction.
  ///
  /// The access is registered and `isObserved` is set before the state is read. `isObserved` is never set back to
  /// `false`: the Observation framework installs an observer only after the observer's reads, so the store cannot know
  /// whether an observer is about to be installed.
  @usableFromInline
  var observedState: State {
    wholeState.access()
    return withLock {
      isObserved = true
      expectListener()
      if let viewed { return viewed.value }
      return state
    }
  }

  /// Updates the observed values to the current state, and notifies the observers of each value that has changed.
  private func updateObservedValues() {
    readShown(and: { observedValueList }) { state, revision, values in
      withUnsafePointer(to: state) { state in
        for value in values { value.update(at: state, revision: revision) }
      }
    }
  }

  /// Notifies observers by a closure, which is called again while observers change the store. If they have not stopped
  /// after some calls, the notification goes on later.
  private func notifyObservers(_ notify: () -> Void) {
    let hasEnded = ThreadContext.current.notify(ObjectIdentifier(self), notify)
    if !hasEnded { notifyLater(since: .max) }
  }

  /// Schedules a second notification of the observers in the next turn of the main loop, unless the calling thread runs
  /// that loop.
  ///
  /// The Observation framework installs a view's observer only after the view's reads. A change between the reads and
  /// the installation does not notify the view, but the next turn of the main loop begins after the installation.
  @inline(never)
  private func notifyAgainOnMainLoop(since revision: Int) {
    if let mainLoop, !mainLoop.isCurrent() { notifyLater(since: revision) }
  }

  /// Schedules a notification of the observers: of the whole state, of the values that have changed by then, and of the
  /// values whose observers were notified of the transaction with the revision `revision` or of a later one.
  @inline(never)
  private func notifyLater(since revision: Int) {
    let isScheduled = withLock {
      defer { notifiesAgainSince = min(notifiesAgainSince ?? revision, revision) }
      return notifiesAgainSince != nil
    }
    if !isScheduled { scheduleNotification() }
  }

  /// Calls ``notifyAgain()`` in the next turn of the main loop or, on a platform without one, in a task.
  private func scheduleNotification() {
    if let mainLoop {
      mainLoop.inNextTurn { [weak self] in self?.notifyAgain() }
    } else {
      Task { [weak self] in self?.notifyAgain() }
    }
  }

  private func notifyAgain() {
    var hasRun = false
    notifyObservers {
      hasRun = true
      // `notifiesAgainSince` is reset before the observers are notified, so that a transaction during the notification
      // schedules another turn. If an observer sends an action, this closure runs again, and only that action then
      // determines which observers are notified.
      lock()
      let (since, isObserved, values) = (notifiesAgainSince, isObserved, observedValueList)
      notifiesAgainSince = nil
      unlock()
      if isObserved { wholeState.notify() }
      if let since {
        for value in values { value.notifyAgain(since: since) }
      }
      updateObservedValues()
    }
    // If the closure has not run, this thread is already notifying the observers of this store, and one of them runs a
    // nested loop, for example the loop of an alert.
    if !hasRun { scheduleNotification() }
  }
}

extension StoreCore: StateReader {
  func value<Value: Equatable & Sendable>(of keyPath: any KeyPath<State, Value> & Sendable) -> Value {
    value(of: observedValue(at: keyPath, read: nil))
  }

  func reader<Value: Equatable & Sendable>(
    of keyPath: any KeyPath<State, Value> & Sendable, read: (@Sendable (State) -> Value)?
  ) -> ValueReader<Value> {
    let observed = observedValue(at: keyPath, read: read)
    return ValueReader { self.value(of: observed) }
  }

  func temporaryReader<Value: Equatable & Sendable>(
    _ read: @escaping @Sendable (State) -> Value
  ) -> ValueReader<Value> {
    // The value is read without the lock, because the function may be the user's code.
    // The value has a registrar of its own, so that its observers are released together with the value.
    let observed = readShown { ObservedValue<State, Value>($0, revision: $1, part: ObservedPart(), read: read) }
    withLock {
      expectListener()
      observedValueList.append(observed)
      hasObservedValues = true
    }
    return ValueReader {
      self.value(of: observed)
    } atEnd: {
      self.withLock {
        self.observedValueList.removeAll { $0 === observed }
        self.hasObservedValues = !self.observedValueList.isEmpty
      }
    }
  }

  func notifyReaders<Value: Equatable & Sendable>(of keyPath: any KeyPath<State, Value> & Sendable) {
    guard let observed = withLock({ knownValue(at: keyPath) }) else { return }
    // If an observer of the value calls this method, its notification is repeated only after the observer has returned.
    _ = ThreadContext.current.notify(ObjectIdentifier(observed)) { observed.notify() }
  }

  func notifyReaders() {
    notifyObservers {
      wholeState.notify()
      updateObservedValues()
    }
  }

  private func value<Value: Equatable & Sendable>(of observed: ObservedValue<State, Value>) -> Value {
    observed.access()
    return readShown { observed.value(in: $0, revision: $1) }
  }

  /// Returns the observed value of a key path if it exists. The lock must be held.
  private func knownValue(at keyPath: AnyKeyPath) -> (any AnyObservedValue)? {
    call(.keyPath, for: keyPath) { observedValues[keyPath] }
  }

  /// Returns the observed value of a key path. The first call for the key path creates it.
  private func observedValue<Value: Equatable & Sendable>(
    at keyPath: any KeyPath<State, Value> & Sendable, read: (@Sendable (State) -> Value)?
  ) -> ObservedValue<State, Value> {
    lock()
    let known = knownValue(at: keyPath)
    let number = known == nil ? makeNumber() : 0
    unlock()
    // The values of equal key paths have the same type.
    if let known { return unsafeDowncast(known, to: ObservedValue<State, Value>.self) }
    // The value is read without the lock, because a computed property is the user's code.
    let part = wholeState.other(number)
    let new = readShown {
      ObservedValue<State, Value>($0, revision: $1, part: part, read: read ?? getter(at: keyPath))
    }
    // The caller reads the value only after the observed value is stored, so that the caller's observers miss no
    // transaction in between.
    let observed: any AnyObservedValue = withLock {
      expectListener()
      if let known = knownValue(at: keyPath) { return known }
      call(.keyPath, for: keyPath) { observedValues[keyPath] = new }
      observedValueList.append(new)
      hasObservedValues = true
      return new
    }
    return unsafeDowncast(observed, to: ObservedValue<State, Value>.self)
  }
}

// MARK: - Effects

extension StoreCore {
  /// Publishes a transaction whose actions were reduced, releases the lock, and runs the effect, including the actions
  /// that it sends synchronously.
  @usableFromInline
  @inline(never)
  func publishAndRun(
    _ effect: Effect<Action>, of actions: some Collection<Action>, origin: ActionOrigin
  ) -> EffectHandle {
    guard !effect.isNone else {
      publishAndUnlock(actions, origin: origin)
      return EffectHandle()
    }
    let group = EffectGroup(of: self)
    publishAndRun(effect, of: actions, origin: origin, in: group)
    return EffectHandle(group)
  }

  // This method is not inlined, so that its caller keeps the effect until the lock is released, because releasing an
  // effect runs the user's code. `withExtendedLifetime` would look up the type of the effect.
  @inline(never)
  private func publishAndRun(
    _ effect: Effect<Action>, of actions: some Collection<Action>, origin: ActionOrigin, in group: EffectGroup,
    cause: Int? = nil
  ) {
    var commands: [EffectCommand] = []
    begin(effect, in: group, commands: &commands)
    publishAndUnlock(actions, origin: origin, cause: cause)
    perform(commands, in: group, isAnimated: origin.isAnimated)
  }

  /// Registers the effect of the current transaction, and appends its commands in order. The lock must be held.
  private func begin(_ effect: Effect<Action>, in group: EffectGroup, commands: inout [EffectCommand]) {
    inspection?.hasEffects = effect.hasRequest
    guard let operation = effect.operation else { return }
    call(.effectID, for: "running effects") {
      runningEffects.begin(operation, in: group, cause: revision, commands: &commands)
    }
  }

  /// Carries out commands.
  ///
  /// - Parameters:
  ///   - commands: The commands.
  ///   - group: The group of the effects to which the commands belong.
  ///   - isAnimated: Whether the actions that effects send synchronously are animated.
  private func perform(_ commands: [EffectCommand], in group: EffectGroup, isAnimated: Bool = true) {
    let origin = isAnimated ? ActionOrigin.effect : .effect.withoutAnimation
    var commands = commands
    // The commands are carried out in rounds. If an effect sends an action synchronously, the commands of that action
    // are carried out in the next round. A long chain of actions therefore keeps only the commands of two rounds in
    // memory.
    while !commands.isEmpty {
      var following: [EffectCommand] = []
      for command in commands {
        switch command {
        case .start(let effect, let work):
          start(work, as: effect)
        case .cancel(let effect):
          withLock { takeTask(of: effect) }?.cancel()
        case .send(let action, let cause, let effect):
          send(action, origin: origin, from: effect, in: group, cause: cause, commands: &following)
          if let effect { finish(effect) }
        }
      }
      commands = following
    }
  }

  /// Reduces an action of `Effect.send`, and appends the commands of the resulting effect. If the scope or the group of
  /// the action was cancelled, or the store was released, the action is dropped.
  // This method is separate because looking up its generic types would delay the other commands.
  @inline(never)
  private func send(
    _ action: any Sendable, origin: ActionOrigin, from effect: RunningEffect?, in group: EffectGroup, cause: Int,
    commands: inout [EffectCommand]
  ) {
    guard let action = action as? Action else {
      fatalError(
        """
        An effect sent an action of type \(type(of: action)) to a store whose actions have the type \(Action.self). \
        This is an error in NavStore: report it.
        """)
    }
    let actions = CollectionOfOne(action)
    let result = lockAndReduce(
      actions, origin: origin, if: { !isClosed && group.isWanted && effect?.isLive != false })
    guard let result else { return unlock() }
    begin(result, in: group, commands: &commands)
    // The effect is released after the lock is released, because releasing an effect runs the user's code.
    withExtendedLifetime(result) { publishAndUnlock(actions, origin: origin, cause: cause) }
  }

  private func start(_ work: EffectWork, as effect: RunningEffect) {
    guard withLock({ effect.isLive }) else { return finish(effect) }
    let output = work.output(clock: clock) { actions, isAnimated in
      let actions = EffectOutput.list(actions, of: Action.self)
      self.send(actions, origin: isAnimated ? .effect : .effect.withoutAnimation, from: effect)
    }
    let task = startTask(work.priority) {
      await work.body(output)
      if effect.sequence != nil { self.continueSequence(of: effect) }
      self.finish(effect)
    }
    // The work may have returned, or another thread may have cancelled it, before its task could be stored.
    let isLive = withLock {
      if effect.isLive { effect.task = task }
      return effect.isLive
    }
    if !isLive { task.cancel() }
  }

  private func continueSequence(of effect: RunningEffect) {
    let next = withLock {
      var commands: [EffectCommand] = []
      call(.effectID, for: "running effects") { runningEffects.continueSequence(of: effect, commands: &commands) }
      return commands
    }
    perform(next, in: effect.group)
  }

  /// Reduces actions that an effect sends, unless the effect was cancelled or its work has returned.
  private func send(_ actions: [Action], origin: ActionOrigin, from effect: RunningEffect) {
    // In code that is not specialised, `isEmpty` is called through a protocol, which takes much longer than `count`.
    if actions.count == 0 { return }
    guard let result = specializedReduce(self, actions, origin, { effect.isLive }) else { return unlock() }
    publishAndRun(result, of: actions, origin: origin, in: effect.group, cause: effect.cause)
  }

  private func finish(_ effect: RunningEffect) {
    var (woken, inspectors) = (WaiterList(), WaiterList())
    do {
      let progress = withLock {
        takeTask(of: effect)
        let (isLast, progress) = runningEffects.finish(effect)
        if isLast { swap(&woken, &effect.group.waiters) }
        inspectors = takeInspectors()
        return progress
      }
      // Releasing the operations of a sequence runs the user's code. They are released after the lock is released, and
      // before a waiting `EffectHandle.finish()` is resumed.
      withExtendedLifetime(progress) {}
    }
    woken.wake()
    inspectors.wake()
  }

  /// Cancels effects.
  ///
  /// - Parameter cancel: Cancels the work of the effects, and returns it. It is called while the lock is held.
  func cancelEffects(_ cancel: (inout RunningEffects<Action>) -> [RunningEffect]) {
    var (cancelled, tasks, inspectors) = withLock {
      let cancelled = call(.effectID, for: "running effects") { cancel(&runningEffects) }
      return (cancelled, cancelled.compactMap(takeTask(of:)), takeInspectors())
    }
    for task in tasks { task.cancel() }
    inspectors.wake()
    // The ids of the effects are released after the lock is released, because releasing an id runs the user's code.
    withExtendedLifetime(cancelled) {}
  }

  /// Removes and returns the stored task of an effect, so that the task is cancelled at most once. The lock must be
  /// held.
  @discardableResult
  private func takeTask(of effect: RunningEffect) -> Task<Void, Never>? {
    defer { effect.task = nil }
    return effect.task
  }

  /// Records for a test store that an effect has ended or effects were cancelled, and returns the tasks to resume. If
  /// no test store inspects the store, records nothing and returns an empty list. The lock must be held.
  private func takeInspectors() -> WaiterList {
    guard inspection != nil else { return WaiterList() }
    inspection?.endedEffects += 1
    return takeWaiters()
  }
}

// MARK: - Effect handles

extension StoreCore: EffectCore {
  func waitForEffects(of group: EffectGroup) async {
    let (id, isRunning) = withLock { (makeNumber(), group.count > 0) }
    if !isRunning { return }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        lock()
        let mustWait = group.count > 0 && !Task.isCancelled
        if mustWait { group.waiters.append(continuation, id: id) }
        unlock()
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      var woken = withLock { group.waiters.remove(id: id) }
      woken.wake()
    }
  }

  func cancelEffects(of group: EffectGroup) {
    cancelEffects { $0.cancel(group) }
  }
}

extension StoreCore: MistakeReceiver {
  func receive(_ mistake: () -> ReducerMistake) {
    if inspection != nil { inspection?.mistakes.append(mistake()) }
  }

  func discardMistakes(_ count: Int) {
    if inspection != nil { inspection?.mistakes.removeLast(count) }
  }
}

// MARK: - Access for streams and tests

extension StoreCore {
  /// A source of the states that views see. It does not keep the store alive.
  var source: StateSource<State> {
    StateSource(
      snapshot: { self.readShown { ($0, $1) } },
      present: { self.withLock { (self.state, self.revision) } },
      revision: { self.withLock { self.shownRevision } },
      lastAnimatedRevision: { self.withLock { self.lastAnimatedRevision &+ self.viewChanges } },
      nextRevision: { last in await self.next { self.shownRevision > last ? self.shownRevision : nil } },
      startTask: { self.withLock { self.startTask }($0, $1) },
      mainLoop: mainLoop)
  }

  /// A source of the present states, also while a developer views an earlier state. It does not keep the store alive.
  var presentSource: StateSource<State> {
    StateSource(
      snapshot: { self.withLock { (self.state, self.revision) } },
      revision: { self.withLock { self.revision } },
      nextRevision: { last in await self.next { self.revision > last ? self.revision : nil } },
      startTask: { self.withLock { self.startTask }($0, $1) },
      mainLoop: mainLoop)
  }

  // The numbers of the objects that the core stores, for tests and `StoreInspection`.

  /// The number of tasks that wait for the next transaction.
  var waiterCount: Int { withLock { waiters.count } }
  /// The number of transaction buffers.
  var recorderCount: Int { withLock { transactionBuffers.count } }
  /// The number of effects whose work has not returned.
  var effectCount: Int { withLock { runningEffects.count } }
  /// The number of live effects whose task is stored.
  var effectTaskCount: Int { withLock { runningEffects.live.count { $0.task != nil } } }
  /// Whether the whole state was read in a way that the Observation framework tracks.
  var isStateObserved: Bool { withLock { isObserved } }
  /// The number of values that the Observation framework tracks separately.
  var observedValueCount: Int { withLock { observedValueList.count } }
}
