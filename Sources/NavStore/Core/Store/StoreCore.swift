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
  /// The part for which the observers of the running effects are registered.
  let runningEffects = ObservedPart()
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
  @inline(__always)
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
  ///
  /// - Parameters:
  ///   - first: The first of `actions`. It is also a parameter, because code that is not compiled for the app's types
  ///     copies an action that it reads from a buffer.
  ///   - actions: The actions. A buffer needs no allocation for a single action.
  ///   - origin: The origin of the actions.
  @usableFromInline
  func send(_ first: Action, _ actions: UnsafeBufferPointer<Action>, origin: ActionOrigin) -> EffectHandle {
    let (effect, started) = transact(first, actions, origin: origin, if: { _ in true }, then: { begin($0, &$1) })
    if effect.isNone { return EffectHandle() }
    return perform(started ?? sendAction(of: effect, isAnimated: origin.isAnimated), isAnimated: origin.isAnimated)
  }

  /// Reduces the action of an effect that is only an action, and the actions that follow from it in the same way.
  ///
  /// Such an effect is frequent. It needs no group, because it leaves nothing running.
  @inline(never)
  private func sendAction(of effect: Effect<Action>, isAnimated: Bool) -> StartedEffects? {
    let origin = isAnimated ? ActionOrigin.effect : .effect.withoutAnimation
    var (effect, started): (Effect, StartedEffects?) = (effect, nil)
    while started == nil, case .send(let action)? = effect.operation {
      (effect, started) = transact(action, origin: origin, if: { _ in true }, then: { begin($0, &$1) })
    }
    return started
  }

  /// Reduces actions as one transaction, but only if the store's revision still equals `expected`. The list must not be
  /// empty.
  ///
  /// - Returns: The state after the transaction, or `nil` if the revision differs. In that case, no action is reduced.
  func send(_ actions: [Action], origin: ActionOrigin, ifRevisionIs expected: Int) -> State? {
    var state: State?
    let transaction = transact(actions, origin: origin, if: { $0.states.revision == expected }) { effect, contents in
      state = contents.states.present
      return begin(effect, in: EffectGroup(of: self), &contents)
    }
    _ = perform(transaction.started, isAnimated: origin.isAnimated)
    return state
  }

  /// The reducer; `nil` after the store was released.
  package var reducer: (@Sendable (inout State, Action) -> Effect<Action>)? { withLock { $0.reducer } }

  /// Reduces actions as one transaction, discards their effects, and returns the new state. The list must not be empty.
  package func replay(_ actions: [Action], origin: ActionOrigin) -> State {
    var state: State?
    _ = transact(actions, origin: origin, if: { _ in true }) { _, contents in
      state = contents.states.present
      return nil
    }
    guard let state else { fatalError("A replay has no condition, and retains the store.") }
    return state
  }

  /// Replaces the state in a transaction without actions.
  package func replace(_ newState: State, origin: ActionOrigin) {
    let publication = withLock { contents in
      contents.replace(newState)
      contents.states.endTransaction(isAnimated: origin.isAnimated)
      if contents.isRecorded { record(.list([]), origin: origin, for: "a new state", &contents) }
      if contents.inspection != nil { contents.inspect(origin: origin, cause: nil) { [] } }
      return contents.publish()
    }
    publish(publication, isAnimated: origin.isAnimated)
  }

  /// Shows readers a state in place of the present one, or the present state again if `state` is `nil`.
  ///
  /// This is not a transaction: actions, recorders and the persistence use the present state.
  package func view(_ state: State?) {
    publish(withLock { $0.view(state) }, isAnimated: true)
  }

  /// Reduces an action as a transaction; see ``transact(_:_:origin:cause:if:then:)``.
  func transact(
    _ action: Action, origin: ActionOrigin, cause: Int? = nil, if isWanted: (inout Contents) -> Bool,
    then: (Effect<Action>, inout Contents) -> StartedEffects?
  ) -> EndedTransaction {
    var ended = EndedTransaction(.none, nil)
    withUnsafePointer(to: action) { address in
      let actions = UnsafeBufferPointer(start: address, count: 1)
      ended = transact(action, actions, origin: origin, cause: cause, if: isWanted, then: then)
    }
    return ended
  }

  /// Reduces actions as one transaction; see ``transact(_:_:origin:cause:if:then:)``. The list must not be empty.
  func transact(
    _ actions: [Action], origin: ActionOrigin, cause: Int? = nil, if isWanted: (inout Contents) -> Bool,
    then: (Effect<Action>, inout Contents) -> StartedEffects?
  ) -> EndedTransaction {
    precondition(!actions.isEmpty, "A transaction needs an action. This is an error in NavStore: report it.")
    var ended = EndedTransaction(.none, nil)
    actions.withUnsafeBufferPointer { actions in
      ended = transact(actions[0], actions, origin: origin, cause: cause, if: isWanted, then: then)
    }
    return ended
  }

  /// A transaction that was published. Its effect is released without the lock.
  typealias EndedTransaction = (effect: Effect<Action>, started: StartedEffects?)

  /// Reduces actions as one transaction if a condition holds, and publishes it.
  ///
  /// Stops the program if this thread already runs a reducer, or other code of the app, while it holds the lock of a
  /// store.
  ///
  /// - Parameters:
  ///   - first: The first of `actions`.
  ///   - actions: The actions.
  ///   - origin: The origin of the actions.
  ///   - cause: The revision of the transaction whose effect sent the actions; `nil` if no effect sent them.
  ///   - isWanted: The condition. It is evaluated while the lock is held.
  ///   - then: Registers the effects of all actions, merged in order, while the lock is held.
  @inline(__always)
  private func transact(
    _ first: Action, _ actions: UnsafeBufferPointer<Action>, origin: ActionOrigin, cause: Int? = nil,
    if isWanted: (inout Contents) -> Bool, then: (Effect<Action>, inout Contents) -> StartedEffects?
  ) -> EndedTransaction {
    guard let address = actions.baseAddress else { return EndedTransaction(.none, nil) }
    let thread = ThreadContext.current
    thread.beginTransaction(address, of: self)
    // The closure returns nothing, because a tuple that depends on the types of the app would have to be looked up.
    var effect: Effect<Action>?
    var (started, publication): (StartedEffects?, Publication?)
    contents.withLock { contents in
      guard isWanted(&contents), let reducer = contents.reducer else { return thread.endReducing() }
      if contents.inspection != nil { thread.collectMistakes() }
      var reduced = contents.states.change { reducer(&$0, first) }
      if actions.count > 1 { reduced = reduceOthers(actions, by: reducer, on: thread, reduced, &contents) }
      thread.endReducing()
      contents.states.endTransaction(isAnimated: origin.isAnimated)
      if contents.inspection != nil { contents.inspection?.mistakes = thread.takeMistakes() }
      started = then(reduced, &contents)
      if contents.isRecorded {
        let recorded = actions.count == 1 ? RecordedActions.one(Boxed(first)) : .list(Array(actions))
        record(recorded, origin: origin, for: first, &contents)
      }
      if contents.inspection != nil { contents.inspect(origin: origin, cause: cause) { Array(actions) } }
      publication = contents.publish()
      effect = reduced
    }
    if publication != nil { publish(publication, isAnimated: origin.isAnimated) }
    return EndedTransaction(effect ?? Effect(operation: nil), started)
  }

  /// Reduces the actions of a transaction after the first one, and merges their effects with that of the first.
  @inline(never)
  private func reduceOthers(
    _ actions: UnsafeBufferPointer<Action>, by reducer: (inout State, Action) -> Effect<Action>,
    on thread: ThreadContext, _ effect: Effect<Action>, _ contents: inout Contents
  ) -> Effect<Action> {
    guard let address = actions.baseAddress else { return effect }
    // The list is created only for effects, because its type is looked up at run time.
    var effects: [Effect<Action>]?
    for index in 1..<actions.count {
      thread.continueTransaction(address + index)
      let next = contents.states.change { reducer(&$0, address[index]) }
      if next.isNone { continue }
      if effects == nil { effects = [effect] }
      effects?.append(next)
    }
    guard let effects else { return effect }
    return .merge(effects)
  }

  /// Adds a transaction to the buffers of subscriptions. `subject` describes it in the message for a clock that uses the
  /// store.
  @inline(never)
  private func record(
    _ actions: RecordedActions<Action>, origin: ActionOrigin, for subject: some Any, _ contents: inout Contents
  ) {
    ThreadContext.current.run(.clock, of: self, for: subject) { contents.record(actions, origin: origin) }
  }

  // MARK: - Publishing

  /// Resumes the waiting tasks, and notifies the observers.
  private func publish(_ publication: Publication?, isAnimated: Bool) {
    guard var publication else { return }
    publication.woken.wake()
    if !publication.isStateObserved, !publication.hasObservedValues { return }
    withAnimations(isAnimated) { notifyObservers(of: publication) }
  }

  /// Reads the state that readers receive and its revision together, and calls a function with them after the lock is
  /// released. `also` is called while it is held.
  @inline(__always)
  func readShown<Result>(
    and also: (inout Contents) -> Void = { _ in }, _ body: (State, Int) -> Result
  ) -> Result {
    // The tuple of both would be a type that code that is not compiled for the app's types looks up.
    var revision = 0
    let state = withLock { contents in
      also(&contents)
      revision = contents.states.shownRevision
      return contents.states.shown
    }
    return body(state, revision)
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
      var value: Value?
      let (seen, id) = withLock { contents in
        value = poll(&contents)
        return (contents.lastEvent, contents.makeNumber())
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
      snapshot: { self.readShown { ($0, $1) } },
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
