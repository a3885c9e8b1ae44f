/// A test store's access to the store that it inspects. The test store reads every transaction and every effect, and
/// can start the tasks of the effects.
///
/// The inspection keeps the store's core alive, but not the store. All members may be used from any thread.
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

  let core: StoreCore<State, Action>

  /// Begins the inspection of a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - startTask: Starts the tasks of the store's effects. If `startTask` is `nil`, the store starts the tasks
  ///     itself.
  package init(of store: Store<State, Action>, startTask: TaskStarter? = nil) {
    core = store.core
    core.withLock { contents in
      contents.inspection = InspectionBuffer()
      if let startTask { contents.startTask = startTask }
    }
  }

  /// Reduces actions as one transaction, publishes it, and starts its effects. The list must not be empty.
  ///
  /// - Parameters:
  ///   - actions: The actions.
  ///   - origin: The origin of the actions.
  ///   - handle: Receives the state after a transaction without effects and mistakes of a store without listeners, if the
  ///     test store has taken all earlier transactions. It returns whether ``takeTransactions(_:)`` does not return the
  ///     transaction. It is called while the store's lock is held, so no other thread can intervene.
  /// - Returns: The revision of the transaction and a handle to its effects; `nil` if `handle` has returned `true`.
  package func send(
    _ actions: [Action], origin: ActionOrigin, handle: (State) -> Bool
  ) -> (revision: Int, effects: EffectHandle)? {
    var (revision, isHandled) = (0, false)
    let transaction = core.transact(actions, origin: origin, if: { _ in true }) { effect, contents in
      revision = contents.states.revision
      isHandled = effect.isNone && contents.isUnheard && handle(contents.states.present)
      contents.inspection?.source = isHandled ? .handledTest : .test
      return core.begin(effect, in: EffectGroup(of: core), &contents)
    }
    return isHandled ? nil : (revision, core.perform(transaction.started, isAnimated: origin.isAnimated))
  }

  /// Removes and returns the transactions that have not been taken yet, oldest first, and calls a closure with them,
  /// while the store's lock is held. The closure must neither use the store nor release a state.
  package func takeTransactions<Result>(_ body: ([InspectedTransaction<State, Action>]) -> Result) -> Result {
    core.withLock { contents in
      let transactions = contents.inspection?.transactions ?? []
      if !transactions.isEmpty { contents.inspection?.transactions = [] }
      return body(transactions)
    }
  }

  /// The effects that run and were not cancelled, in the order of their start.
  package var liveEffects: [LiveEffect] {
    core.withLock { $0.effects.live }.map {
      var (id, scope): ((any Hashable & Sendable)?, (any Hashable & Sendable)?) = ($0.id?.base, nil)
      while let scoped = id as? ScopedEffectID { (id, scope) = (scoped.id?.base, scoped.scope.base) }
      return LiveEffect(number: $0.number, id: id, scope: scope, cause: $0.cause)
    }
  }

  /// Whether the work of any effect still runs, including the work of cancelled effects.
  package var hasRunningEffects: Bool { core.withLock { $0.effects.count } > 0 }

  /// The identity of the calling thread, which is unique while the thread runs.
  package static var thread: Int { ThreadContext.current.thread }

  /// Cancels every effect that runs.
  package func cancelEffects() {
    core.cancelEffects { $0.effects.cancelAll() }
  }

  /// Waits until there is a transaction to take, no effect is left that could send an action, the store is released, or
  /// the calling task is cancelled.
  package func waitForTransaction() async {
    _ = await core.next { $0.inspection?.transactions.isEmpty == false || !$0.effects.isLive ? true : nil }
  }

  /// Waits until no effect runs, the store is released, or the calling task is cancelled.
  package func waitForEffects() async {
    _ = await core.next { $0.effects.count == 0 ? true : nil }
  }
}

/// A transaction of a store that a test store inspects.
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

/// The transactions that a test store has not taken yet, and a counter of ended effects.
struct InspectionBuffer<State: Sendable, Action: Sendable> {
  /// Who has sent a transaction.
  enum Source {
    case app
    case test
    /// The test store, which has handled the transaction and does not take it.
    case handledTest
  }

  var transactions: [InspectedTransaction<State, Action>] = []
  /// A counter that increases when an effect ends and when a `cancelEffects` method of the core is called. A waiting
  /// task compares the counter with an earlier value.
  var endedEffects = 0
  /// Who has sent the current transaction.
  var source = Source.app
  /// Whether the app's reducers have returned an effect in the current transaction.
  var hasEffects = false
  /// The mistakes that reducers have noted in the current transaction.
  var mistakes: [ReducerMistake] = []

  /// Adds the current transaction, unless the test store has handled it.
  mutating func append(
    revision: Int, actions: () -> [Action], origin: ActionOrigin, cause: Int?, state: @autoclosure () -> State
  ) {
    defer { (source, mistakes, hasEffects) = (.app, [], false) }
    if source == .handledTest { return }
    transactions.append(
      InspectedTransaction(
        revision: revision, actions: actions(), origin: origin, cause: cause, isSentByTest: source == .test,
        hasEffects: hasEffects, mistakes: mistakes, state: state()))
  }
}
