/// A test store's access to the store that it inspects. The test store reads every transaction and every effect, and
/// can start the tasks of the effects.
///
/// The inspection keeps the store's core alive, but not the store. All members may be used from any thread.
///
/// A test store's `send` holds the store's lock while it reduces an action and asserts the change. `send` is
/// specialized for the test's types, so the methods that it calls are inlinable. This type provides these methods, so
/// that the test store's module does not need access to all of ``StoreCore``.
@usableFromInline
package struct StoreInspection<State: Sendable, Action: Sendable>: Sendable {
  /// An effect that runs and was not cancelled.
  package struct LiveEffect: Sendable {
    /// The number that identifies the effect among the effects of the store.
    package let number: Int
    package let id: (any Hashable & Sendable)?
    /// The innermost scope of the effect, for example a screen, or `nil` for an effect without a scope.
    package let scope: (any Hashable & Sendable)?
    /// The revision of the transaction in which the reducer returned the effect.
    package let cause: Int
  }

  @usableFromInline let core: StoreCore<State, Action>

  /// Begins the inspection of a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - startTask: Starts the tasks of the store's effects. If `startTask` is `nil`, the store starts the tasks
  ///     itself.
  package init(of store: Store<State, Action>, startTask: TaskStarter? = nil) {
    core = store.core
    core.withLock {
      core.inspection = InspectionBuffer()
      core.mustPublish = true
      if let startTask { core.startTask = startTask }
    }
  }

  /// Takes the store's lock, reduces actions as one transaction, and returns without releasing the lock. The collection
  /// must not be empty. The caller then calls ``publishAndUnlock(_:_:origin:)``, or ``unlock()`` if
  /// ``needsNoPublication(_:)`` returns `true`.
  ///
  /// - Returns: The effect of the transaction.
  @inlinable
  package func lockAndReduce(_ actions: some Collection<Action>, origin: ActionOrigin) -> Effect<Action> {
    guard let effect = core.lockAndReduce(actions, origin: origin) else {
      fatalError("A reduction without a condition was refused. This is an error in NavStore: report it.")
    }
    return effect
  }

  /// Returns whether a transaction can end without being published: the transaction has neither effects nor mistakes,
  /// the store has no listeners, and the test store has taken all earlier transactions.
  ///
  /// If the result is `true`, the test store reads ``lockedState`` and calls ``unlock()``. If not, the test store calls
  /// ``publishAndUnlock(_:_:origin:)``.
  @inlinable
  package func needsNoPublication(_ effect: Effect<Action>) -> Bool {
    effect.isNone && !core.hasListeners && core.inspection?.isEmpty == true
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

  /// Publishes a transaction, releases the lock, and starts the effect of the transaction.
  ///
  /// - Returns: The revision of the transaction, and a handle to its effect. ``takeTransactions()`` returns the
  ///   transaction with the same revision.
  @inlinable
  package func publishAndUnlock(
    _ effect: Effect<Action>, _ actions: some Collection<Action>, origin: ActionOrigin
  ) -> (revision: Int, effects: EffectHandle) {
    let revision = core.revision
    core.inspection?.isTestSending = true
    return (revision, core.publishAndRun(effect, of: actions, origin: origin))
  }

  /// Runs a closure while the store's lock is held. The closure must neither use the store nor release a state.
  package func withLock<Result>(_ body: () -> Result) -> Result {
    core.withLock(body)
  }

  /// Removes and returns the transactions that have not been taken yet, oldest first. The store's lock must be held.
  package func takeTransactions() -> [InspectedTransaction<State, Action>] {
    guard let transactions = core.inspection?.transactions, !transactions.isEmpty else { return [] }
    core.inspection?.transactions = []
    return transactions
  }

  /// The effects that run and were not cancelled, in the order of their start.
  package var liveEffects: [LiveEffect] {
    core.withLock { core.runningEffects.live }.map {
      var (id, scope): ((any Hashable & Sendable)?, (any Hashable & Sendable)?) = ($0.id?.base, nil)
      while let scoped = id as? ScopedEffectID { (id, scope) = (scoped.id?.base, scoped.scope.base) }
      return LiveEffect(number: $0.number, id: id, scope: scope, cause: $0.cause)
    }
  }

  /// Whether the work of any effect still runs, including the work of cancelled effects.
  package var hasRunningEffects: Bool { core.effectCount > 0 }

  /// The identity of the calling thread, which is unique while the thread runs.
  package static var thread: ObjectIdentifier { ObjectIdentifier(ThreadContext.current) }

  /// Cancels every effect that runs.
  package func cancelEffects() {
    core.cancelEffects { $0.cancelAll() }
  }

  /// Waits until there is a transaction to take, no effect is left that could send an action, the store is released, or
  /// the calling task is cancelled.
  package func waitForTransaction() async {
    _ = await core.next {
      core.inspection?.transactions.isEmpty == false || !core.runningEffects.isLive ? true : nil
    }
  }

  /// Waits until no effect runs, the store is released, or the calling task is cancelled.
  package func waitForEffects() async {
    _ = await core.next { core.runningEffects.count == 0 ? true : nil }
  }
}

/// A transaction of a store that a test store inspects.
@usableFromInline
package struct InspectedTransaction<State: Sendable, Action: Sendable>: Sendable {
  package let revision: Int
  package let actions: [Action]
  package let origin: ActionOrigin
  /// The revision of the transaction whose effect sent the actions; `nil` if no effect sent them.
  package let cause: Int?
  /// Whether the test store itself has sent the actions.
  package let isSentByTest: Bool
  /// Whether the app's reducers have returned an effect, which may cause other transactions.
  package let hasEffects: Bool
  /// The mistakes that the reducer has found in the transaction.
  package let mistakes: [ReducerMistake]
  /// The state after the transaction.
  package let state: State
}

/// The transactions that a test store has not taken yet, the mistakes of the current transaction, and a counter of
/// ended effects.
@usableFromInline
struct InspectionBuffer<State: Sendable, Action: Sendable> {
  @usableFromInline var transactions: [InspectedTransaction<State, Action>] = []
  /// The mistakes in the next transaction that is published.
  @usableFromInline var mistakes: [ReducerMistake] = []
  /// A counter that increases when an effect ends and when a `cancelEffects` method of the core is called. A waiting
  /// task compares the counter with an earlier value.
  var endedEffects = 0
  /// Whether the test store has sent the actions of the next transaction that is published.
  @usableFromInline var isTestSending = false
  /// Whether the app's reducers have returned an effect in the next transaction that is published.
  var hasEffects = false

  /// Whether there is nothing to take, and the current transaction has no mistake.
  @inlinable var isEmpty: Bool { transactions.isEmpty && mistakes.isEmpty }

  @usableFromInline
  mutating func append(revision: Int, actions: [Action], origin: ActionOrigin, cause: Int?, state: State) {
    transactions.append(
      InspectedTransaction(
        revision: revision, actions: actions, origin: origin, cause: cause, isSentByTest: isTestSending,
        hasEffects: hasEffects, mistakes: mistakes, state: state))
    isTestSending = false
    mistakes = []
    hasEffects = false
  }
}
