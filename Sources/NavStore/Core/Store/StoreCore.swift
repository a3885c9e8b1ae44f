/// A store without the lifetime of a ``Store``: a lock around ``StoreContents``, and the code that does what the contents
/// return after the lock is released.
///
/// A ``Store`` owns its core. Streams, effects and the persistence keep the core alive but not the store. The store can
/// therefore be released while they wait.
///
/// While the lock is held, the core calls no code of the user except the cases of ``LockedCode``, which stop the
/// program if they use the store. Tasks are resumed, observers are notified, effects are started and values are
/// released after the lock is released.
@usableFromInline
package final class StoreCore<State: Sendable, Action: Sendable>: Sendable {
  typealias Contents = StoreContents<State, Action>

  private let contents: Locked<Contents>
  let clock: any Clock<Duration>
  /// The part for which the observers of the whole state are registered.
  let wholeState = ObservedPart()
  /// The main loop, on which views read the state; `nil` on a platform without a main loop.
  let mainLoop = MainLoop.current

  @usableFromInline
  init(
    initialState: State, clock: any Clock<Duration>,
    reducer: @escaping @Sendable (inout State, Action) -> Effect<Action>
  ) {
    contents = Locked(Contents(initialState, reducer: reducer))
    self.clock = clock
  }

  /// Closes the core when its store is released: releases the reducer, cancels the effects, and resumes the tasks that
  /// wait for the next transaction.
  ///
  /// A stream ends after its subscriber has taken the last element.
  func close() {
    var woken = WaiterList()
    cancelEffects { contents in
      let (cancelled, waiters) = contents.close()
      woken = waiters
      return cancelled
    }
    woken.wake()
  }

  // MARK: - The lock

  /// Runs a closure while the lock is held. The program stops if a reducer of this store calls this method.
  func withLock<Result>(_ body: (inout Contents) -> Result) -> Result {
    var discarded: [Any] = []
    // A thread that holds the lock while it runs code of the app would wait for itself.
    let result = contents.withLock(orCheck: { ThreadContext.current.checkNotLocked(self) }) { contents in
      let result = body(&contents)
      discarded = contents.takeDiscarded()
      return result
    }
    // Releasing a state, an action or an effect runs the user's code, which may use the store.
    withExtendedLifetime(discarded) {}
    return result
  }

  /// Runs a closure that calls code of the app, other than a reducer, while the lock is held. The program stops if the
  /// code uses the store.
  func withLock<Result>(
    for code: LockedCode, _ subject: some Any, _ body: (inout Contents) -> Result
  ) -> Result {
    withLock { contents in ThreadContext.current.run(code, of: self, for: subject) { body(&contents) } }
  }

  // MARK: - Transactions

  /// Reduces actions as one transaction, publishes it, and starts its effects.
  func send(_ first: Action, _ others: ArraySlice<Action> = [], origin: ActionOrigin) -> EffectHandle {
    var transaction = transact(first, others, origin: origin, then: begin)
    let effectOrigin = origin.isAnimated ? ActionOrigin.effect : .effect.withoutAnimation
    // An effect that is only an action is frequent. It needs no group, because it leaves nothing running.
    while let ended = transaction, ended.result == nil, case .send(let action, scope: nil) = ended.effect.operation {
      transaction = transact(action, origin: effectOrigin, then: begin)
    }
    guard let (group, commands) = transaction?.result else { return EffectHandle() }
    perform(commands, in: group, isAnimated: origin.isAnimated)
    return EffectHandle(group)
  }

  /// Reduces actions as one transaction. An empty list is not a transaction.
  func send(_ actions: [Action], origin: ActionOrigin) -> EffectHandle {
    guard let first = actions.first else { return EffectHandle() }
    return send(first, actions.dropFirst(), origin: origin)
  }

  /// Reduces actions as one transaction, but only if the store's revision still equals `expected`. The list must not be
  /// empty.
  ///
  /// - Returns: The state after the transaction, or `nil` if the revision differs. In that case, no action is reduced.
  func send(_ actions: [Action], origin: ActionOrigin, ifRevisionIs expected: Int) -> State? {
    let group = EffectGroup(of: self)
    let transaction = transact(
      actions[0], actions.dropFirst(), origin: origin, if: { $0.states.revision == expected }
    ) { effect, contents in
      (state: contents.states.present, commands: begin(effect, in: group, &contents))
    }
    guard let (state, commands) = transaction?.result else { return nil }
    perform(commands, in: group, isAnimated: origin.isAnimated)
    return state
  }

  /// The reducer; `nil` after the store was released.
  package var reducer: (@Sendable (inout State, Action) -> Effect<Action>)? { withLock { $0.reducer } }

  /// Reduces actions as one transaction, discards their effects, and returns the new state.
  package func replay(_ actions: [Action], origin: ActionOrigin) -> State {
    let transaction = transact(actions[0], actions.dropFirst(), origin: origin) { $1.states.present }
    guard let transaction else { fatalError("A replay has no condition, and retains the store.") }
    return transaction.result
  }

  /// Replaces the state in a transaction without actions.
  package func replace(_ newState: State, origin: ActionOrigin) {
    let publication = withLock { contents in
      contents.replace(newState)
      contents.states.endTransaction(isAnimated: origin.isAnimated)
      return end(&contents, [], origin: origin, cause: nil)
    }
    publish(publication, isAnimated: origin.isAnimated)
  }

  /// Shows readers a state in place of the present one, or the present state again if `state` is `nil`.
  ///
  /// This is not a transaction: actions, recorders and the persistence use the present state.
  package func view(_ state: State?) {
    publish(withLock { $0.view(state) }, isAnimated: true)
  }

  /// Reduces actions as one transaction if a condition holds, and publishes it.
  ///
  /// The program stops if code of the app that runs on this thread holds the lock of any store.
  ///
  /// - Parameters:
  ///   - first: The first action.
  ///   - others: The other actions.
  ///   - origin: The origin of the actions.
  ///   - cause: The revision of the transaction whose effect sent the actions; `nil` if no effect sent them.
  ///   - isWanted: The condition. It is evaluated while the lock is held.
  ///   - then: Registers the effect of the actions, while the lock is held.
  /// - Returns: The effects of all actions, merged in order, and the result of `then`; `nil` if the condition does not
  ///   hold.
  func transact<Result>(
    _ first: Action, _ others: ArraySlice<Action> = [], origin: ActionOrigin, cause: Int? = nil,
    if isWanted: (inout Contents) -> Bool = { _ in true },
    then: (_ effect: Effect<Action>, inout Contents) -> Result
  ) -> (effect: Effect<Action>, result: Result)? {
    let ended = ThreadContext.withCurrent { thread in
      thread.beginTransaction(first, of: self) {
        contents.withLock { contents -> (effect: Effect<Action>, result: Result, publication: Publication?)? in
          guard isWanted(&contents), let reducer = contents.reducer else {
            thread.endReducing()
            return nil
          }
          if contents.inspection != nil { thread.collectMistakes() }
          var effect = contents.states.change { reducer(&$0, first) }
          thread.endReducing()
          if !others.isEmpty {
            var effects = effect.isNone ? [] : [effect]
            for action in others {
              let next = thread.continueTransaction(action, of: self) {
                contents.states.change { reducer(&$0, action) }
              }
              if !next.isNone { effects.append(next) }
            }
            effect = .merge(effects)
          }
          contents.states.endTransaction(isAnimated: origin.isAnimated)
          if contents.inspection != nil { contents.inspection?.mistakes = thread.takeMistakes() }
          let result = then(effect, &contents)
          return (effect, result, end(&contents, [first] + others, origin: origin, cause: cause))
        }
      }
    }
    guard let ended else { return nil }
    publish(ended.publication, isAnimated: origin.isAnimated)
    return (ended.effect, ended.result)
  }

  /// Adds a transaction to the buffers of subscriptions and of a test store, and returns what is to be done after the
  /// lock is released. `actions` is evaluated only if a buffer keeps the actions.
  private func end(
    _ contents: inout Contents, _ actions: @autoclosure () -> [Action], origin: ActionOrigin, cause: Int?
  ) -> Publication? {
    if !contents.buffers.isEmpty {
      let actions = actions()
      ThreadContext.current.run(.clock, of: self, for: actions) { contents.record(actions, origin: origin) }
    }
    if contents.inspection != nil {
      contents.inspect(actions(), origin: origin, cause: cause)
    }
    return contents.publish()
  }

  // MARK: - Publishing

  /// Resumes the waiting tasks, and notifies the observers.
  private func publish(_ publication: Publication?, isAnimated: Bool) {
    guard var publication else { return }
    publication.woken.wake()
    if !publication.isStateObserved, !publication.hasObservedValues { return }
    withAnimations(isAnimated) { notifyObservers(of: publication) }
  }

  // MARK: - Waiting for transactions

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
  func next<Value: Sendable>(_ poll: (inout Contents) -> Value?) async -> Value? {
    while !Task.isCancelled {
      let (value, seen, id) = withLock { contents in
        (poll(&contents), contents.lastEvent, contents.makeNumber())
      }
      if let value { return value }
      if seen.isClosed { return nil }
      await withTaskCancellationHandler {
        await withUnsafeContinuation { continuation in
          let isLate = withLock { contents in
            if contents.lastEvent != seen || Task.isCancelled { return true }
            contents.waiters.append(continuation, id: id)
            return false
          }
          if isLate { continuation.resume() }
        }
      } onCancel: {
        var woken = withLock { $0.waiters.remove(id: id) }
        woken.wake()
      }
    }
    return nil
  }

  /// A source of the states that views see. It does not keep the store alive.
  var source: StateSource<State> {
    StateSource(
      snapshot: { self.withLock { ($0.states.shown, $0.states.shownRevision) } },
      present: { self.withLock { ($0.states.present, $0.states.revision) } },
      revision: { self.withLock { $0.states.shownRevision } },
      lastAnimatedRevision: { self.withLock { $0.states.lastShownAnimatedRevision } },
      nextRevision: { last in
        await self.next { $0.states.shownRevision > last ? $0.states.shownRevision : nil }
      },
      startTask: { self.withLock { $0.startTask }($0, $1) },
      mainLoop: mainLoop)
  }

  /// A source of the present states, also while a developer views an earlier state. It does not keep the store alive.
  var presentSource: StateSource<State> {
    StateSource(
      snapshot: { self.withLock { ($0.states.present, $0.states.revision) } },
      revision: { self.withLock { $0.states.revision } },
      nextRevision: { last in await self.next { $0.states.revision > last ? $0.states.revision : nil } },
      startTask: { self.withLock { $0.startTask }($0, $1) },
      mainLoop: mainLoop)
  }
}
