/// A transaction as a test store sees it.
@usableFromInline
package struct InspectedTransaction<State: Sendable, Action: Sendable>: Sendable {
  package let revision: Int
  package let actions: [Action]
  package let origin: ActionOrigin
  /// The revision of the transaction whose effect sent the actions; nil when they came from outside.
  package let cause: Int?
  /// Whether the test store itself has sent the actions, by ``StoreInspection/lockAndReduce(_:origin:)``.
  package let isSentByTest: Bool
  /// Whether effects follow from it, so that it may be the cause of others.
  package let hasEffects: Bool
  /// The state after it.
  package let state: State
}

/// What has happened in a store since its test store last looked.
@usableFromInline
struct InspectionBuffer<State: Sendable, Action: Sendable> {
  @usableFromInline var transactions: [InspectedTransaction<State, Action>] = []
  /// How many effects have ended, so that who waits sees that one has.
  var endedEffects = 0
  /// Whether the transaction that is published next was sent by the test store.
  @usableFromInline var isTestSending = false
  /// Whether effects follow from the transaction that is published next.
  var hasEffects = false

  mutating func note(revision: Int, actions: [Action], origin: ActionOrigin, cause: Int?, state: State) {
    transactions.append(
      InspectedTransaction(
        revision: revision, actions: actions, origin: origin, cause: cause, isSentByTest: isTestSending,
        hasEffects: hasEffects, state: state))
    isTestSending = false
    hasEffects = false
  }
}

/// What a test store may do with its store: see every transaction and every effect, and start the effects' tasks.
///
/// It holds the store's core and not the store. All members may be used from any thread.
@usableFromInline
package struct StoreInspection<State: Sendable, Action: Sendable>: Sendable {
  /// An effect that runs and was not cancelled.
  package struct LiveEffect: Sendable {
    /// Which of the store's effects it is.
    package let number: Int
    package let id: (any Hashable & Sendable)?
    /// The revision of the transaction that it follows from.
    package let cause: Int
  }

  @usableFromInline let core: StoreCore<State, Action>

  /// Inspects a store from now on.
  ///
  /// - Parameter startTask: Starts the tasks of its effects; nil for tasks like those of any store.
  package init(of store: Store<State, Action>, startTask: TaskStarter? = nil) {
    core = store.core
    core.withLock {
      core.inspected = InspectionBuffer()
      core.hasAudience = true
      if let startTask { core.startTask = startTask }
    }
  }

  /// A transaction of the test store, reduced while the lock is held.
  @usableFromInline
  package struct LockedTransaction {
    @usableFromInline let effects: [Effect<Action>.Operation]

    @inlinable
    init(effects: [Effect<Action>.Operation]) {
      self.effects = effects
    }
  }

  /// Takes the store's lock and reduces actions as one transaction. There must be one action.
  @inlinable
  package func lockAndReduce(_ actions: some Collection<Action>, origin: ActionOrigin) -> LockedTransaction {
    guard let effects = core.lockAndReduce(actions, origin: origin) else {
      fatalError("Reducing from outside is always wanted.")
    }
    return LockedTransaction(effects: effects)
  }

  /// Whether there is nothing else to do for a transaction: nothing follows from it, nobody listens, and those before
  /// it were taken. The test store may take it by ``lockedState``, and ``unlock()``.
  @inlinable
  package func isOver(_ transaction: LockedTransaction) -> Bool {
    transaction.effects.isEmpty && !core.hasListeners && core.inspected?.transactions.isEmpty == true
  }

  /// The state. The store's lock must be held.
  @inlinable
  package var lockedState: State { core.state }

  /// Takes the store's lock.
  @inlinable
  package func lock() {
    core.lock()
  }

  /// Releases the store's lock.
  @inlinable
  package func unlock() {
    core.unlock()
  }

  /// Notes a transaction, to be taken like any other, lets go of the lock and starts the effects. Returns the revision.
  @inlinable
  package func noteAndUnlock(
    _ transaction: LockedTransaction, _ actions: some Collection<Action>, origin: ActionOrigin
  ) -> (revision: Int, effects: EffectHandle) {
    let revision = core.revision
    core.inspected?.isTestSending = true
    return (revision, core.settle(actions, origin: origin, effects: transaction.effects))
  }

  /// Runs `body` while the store's lock is held. It must not use the store, nor release a state.
  package func withLock<Result>(_ body: () -> Result) -> Result {
    core.withLock(body)
  }

  /// The transactions that were not taken yet, oldest first. The store's lock must be held.
  package func takeTransactions() -> [InspectedTransaction<State, Action>] {
    guard let transactions = core.inspected?.transactions, !transactions.isEmpty else { return [] }
    core.inspected?.transactions = []
    return transactions
  }

  /// The effects that run and were not cancelled, in the order of their beginning.
  package var liveEffects: [LiveEffect] {
    core.withLock { core.ledger.live }.map {
      LiveEffect(number: $0.token.number, id: $0.id?.base, cause: $0.cause)
    }
  }

  /// Whether any effect runs, those included that were cancelled and have not returned yet.
  package var hasRunningEffects: Bool {
    core.withLock { core.ledger.count > 0 }
  }

  /// Which thread this is, as long as it lives.
  package static var thread: ObjectIdentifier { ObjectIdentifier(ThreadContext.current) }

  /// Cancels every effect that runs.
  package func cancelEffects() {
    var (tasks, inspectors) = core.withLock {
      (core.ledger.cancelAll().compactMap(core.takeTask), core.takeInspectors())
    }
    for task in tasks { task.cancel() }
    inspectors.wake()
  }

  /// Waits until there is a transaction to take, or no effect is left that could send; or the task is cancelled.
  package func waitForTransaction() async {
    _ = await core.next { core.inspected?.transactions.isEmpty == false || !core.ledger.isLive ? true : nil }
  }

  /// Waits until no effect runs any more; or the task is cancelled.
  package func waitForEffects() async {
    _ = await core.next { core.ledger.count == 0 ? true : nil }
  }
}

extension StoreCore {
  /// An effect has ended, and the lock is held: says who waits for that.
  func takeInspectors() -> WaiterList {
    guard inspected != nil else { return WaiterList() }
    inspected?.endedEffects += 1
    return takeWaiters()
  }
}
