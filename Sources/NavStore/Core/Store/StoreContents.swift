/// Everything that the lock of a store protects, and the rules by which it changes.
///
/// The methods call no code of the app, except where they say so, and start, resume and notify nothing. They return what
/// is to be done after the lock is released.
struct StoreContents<State: Sendable, Action: Sendable> {
  /// Reduces an action; `nil` after the store is closed, because a reducer may retain what retains the core.
  private(set) var reducer: (@Sendable (inout State, Action) -> Effect<Action>)?
  private var lastNumber = 0
  /// The tasks that wait for the next event of the store.
  var waiters = WaiterList()
  var observed = ObservedParts<State>()
  var effects = RunningEffects<Action>()
  /// The `changeCount` of the effects of which observers were notified.
  private var lastEffectsChange = 0
  /// Starts the work of an effect in a new task. A test store replaces this function.
  var startTask: TaskStarter = { priority, work in
    Task(priority: priority) { await work() }
  }
  /// The events that subscriptions to transactions have not taken yet.
  private(set) var buffers: [Cell<TransactionBuffer<State, Action>>] = []
  /// Whether there are buffers. It is stored, because every transaction reads it.
  private(set) var isRecorded = false
  /// The transactions that a test store has not taken yet; `nil` if no test store inspects this store.
  var inspection: InspectionBuffer<State, Action>?
  private var discarded: [Any] = []
  var states: StoreStates<State>

  init(_ initialState: State, reducer: @escaping @Sendable (inout State, Action) -> Effect<Action>) {
    states = StoreStates(initialState)
    self.reducer = reducer
  }

  /// Returns a new number for a waiting task, an observed part or a buffer.
  mutating func makeNumber() -> Int {
    lastNumber &+= 1
    return lastNumber
  }

  /// Whether the store was released.
  var isClosed: Bool { reducer == nil }

  // MARK: Release

  /// Keeps a value until the lock is released.
  mutating func discard(_ value: Any) {
    discarded.append(value)
  }

  /// Removes and returns the values to release after the lock is released.
  mutating func takeDiscarded() -> [Any] {
    if discarded.isEmpty { return [] }
    defer { discarded = [] }
    return discarded
  }

  // MARK: Transactions

  /// Replaces the present state as a part of a transaction.
  mutating func replace(_ state: State) {
    discard(states.present)
    states.change { $0 = state }
  }

  /// Adds a transaction to the buffers. Their clocks are read.
  @inline(__always)
  mutating func record(_ actions: RecordedActions<Action>, origin: ActionOrigin) {
    let state = Boxed(states.present)
    for index in 0..<buffers.count { buffers[index].value.append(actions, origin: origin, state: state) }
  }

  /// Adds a transaction to the transactions that a test store takes, if a test store inspects this store. `actions` is
  /// called only if the transaction is added.
  mutating func inspect(origin: ActionOrigin, cause: Int?, _ actions: () -> [Action]) {
    inspection?.append(
      revision: states.revision, actions: actions, origin: origin, cause: cause, state: states.present)
  }

  /// Whether nobody receives the current transaction, if no mistake was found in it: no task waits, no part is observed,
  /// and a test store has taken all earlier transactions.
  var isUnheard: Bool {
    waiters.isEmpty && !observed.areObserved && inspection?.transactions.isEmpty == true
      && inspection?.mistakes.isEmpty == true
  }

  /// Returns what is to be done after a transaction or another change of the state that readers receive. The tasks to
  /// resume no longer wait.
  @inline(__always)
  mutating func publish() -> Publication? {
    if waiters.isEmpty, !observed.areObserved { return nil }
    return Publication(
      woken: takeWaiters(), isStateObserved: observed.isStateObserved, hasObservedValues: observed.values.count > 0,
      revision: states.shownRevision)
  }

  /// Shows readers a state in place of the present one, or the present state again if `state` is `nil`.
  mutating func view(_ state: State?) -> Publication? {
    let (isChanged, old) = states.view(state)
    if let old { discard(old) }
    return isChanged ? publish() : nil
  }

  // MARK: Waiting

  /// A value that changes with each event for which ``StoreCore/next(_:)`` calls its closure again.
  var lastEvent: StoreEvent {
    StoreEvent(revision: states.shownRevision, endedEffects: inspection?.endedEffects, isClosed: isClosed)
  }

  /// Removes and returns the tasks that wait for the next event.
  mutating func takeWaiters() -> WaiterList {
    defer { waiters = WaiterList() }
    return waiters
  }

  /// Closes the store.
  ///
  /// - Returns: The effects to cancel, and the tasks to resume.
  mutating func close() -> (cancelled: [RunningEffect], woken: WaiterList) {
    if let reducer { discard(reducer) }
    reducer = nil
    return (effects.cancelAll(), takeWaiters())
  }

  // MARK: Buffers

  /// Adds a buffer of transactions, and returns its number.
  mutating func addBuffer(capacity: Int, now: @escaping @Sendable () -> Duration) -> Int {
    let buffer = TransactionBuffer<State, Action>(number: makeNumber(), capacity: capacity, now: now)
    buffers.append(Cell(buffer))
    isRecorded = true
    return buffer.number
  }

  /// Changes the buffer with a number. Returns `nil` if it was removed.
  mutating func withBuffer<Result>(
    _ number: Int, _ body: (inout TransactionBuffer<State, Action>, State) -> Result
  ) -> Result? {
    guard let buffer = buffers.first(where: { $0.value.number == number }) else { return nil }
    return body(&buffer.value, states.present)
  }

  /// Removes the buffer with a number.
  mutating func removeBuffer(_ number: Int) {
    guard let index = buffers.firstIndex(where: { $0.value.number == number }) else { return }
    discard(buffers.remove(at: index))
    isRecorded = !buffers.isEmpty
  }

  // MARK: Effects

  /// Records that the work of an effect has returned.
  ///
  /// - Returns: The tasks to resume.
  mutating func finish(_ effect: RunningEffect) -> [WaiterList] {
    effect.task = nil
    let (isLast, progress) = effects.finish(effect)
    // Its operations are released before a waiting `EffectHandle.finish()` is resumed.
    if let progress { discard(progress) }
    return [isLast ? effect.group.takeWaiters() : WaiterList(), noteEndedEffects()]
  }

  /// Whether the running effects have changed since the last call, and are observed.
  mutating func takeEffectsChange() -> Bool {
    guard observed.areEffectsObserved, effects.changeCount != lastEffectsChange else { return false }
    lastEffectsChange = effects.changeCount
    return true
  }

  /// Records for a test store that an effect has ended or effects were cancelled, and returns the tasks to resume. If
  /// no test store inspects the store, records nothing and returns an empty list.
  mutating func noteEndedEffects() -> WaiterList {
    guard inspection != nil else { return WaiterList() }
    inspection?.endedEffects += 1
    return takeWaiters()
  }
}

/// What a store does after a transaction, when its lock is released.
struct Publication {
  /// The tasks to resume.
  var woken: WaiterList
  /// Whether the observers of the whole state are notified.
  let isStateObserved: Bool
  /// Whether the observed values are updated.
  let hasObservedValues: Bool
  /// The revision of the state that readers receive.
  let revision: Int
}

/// A value that changes with each event of a store.
struct StoreEvent: Equatable {
  let revision: Int
  let endedEffects: Int?
  let isClosed: Bool
}
