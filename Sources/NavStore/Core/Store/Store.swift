public import Observation

/// An object that holds a state, changes it only by actions, and publishes every change.
///
/// ```swift
/// let store = Store(
///   initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases), reducer: NavigationReducer())
/// store.send(.push(.song(7)))
/// print(store.state.top == .song(7))  // true
/// for await state in store.changes { print(state) }
/// ```
///
/// A store can be used from any thread or actor. `send` returns after its action is reduced, and ``state`` then holds
/// the result. The actions of several threads are reduced one after the other, and every subscriber receives the states
/// in the order of reduction.
///
/// A reducer must not use its store: a `send` from a reducer stops the program with a message that names both actions.
/// Effects, observers and other threads may send actions.
///
/// When the store is released, its effects are cancelled and its streams end. Streams, effects and the persistence do
/// not keep the store alive.
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline package let core: StoreCore<State, Action>

  /// Creates a store with an initial state, whose revision is 0.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first action.
  ///   - reducer: The reducer that changes the state in response to an action.
  ///   - clock: The clock on which effects wait. A test passes a `TestClock`. ``transactions`` reads it while the
  ///     store's lock is held, so it must not use a store.
  @inlinable
  public init<R: Reducer<State, Action>>(
    initialState: State, reducer: R, clock: any Clock<Duration> = ContinuousClock()
  ) {
    // The core receives a closure and not an existential. The closure is compiled in the caller's module, where it
    // calls a reducer that is compiled for the caller's types. `Docs/Decisions/0005-specialisation.md` has the figures.
    core = StoreCore(initialState: initialState, clock: clock) { state, action in
      reducer.reduce(into: &state, action: action)
    }
  }

  deinit {
    core.close()
  }

  /// The state after the last transaction. The Observation framework tracks this read, and observers are notified of
  /// every later transaction, regardless of the part of the state that it changes.
  ///
  /// A read returns a copy of the state. Copying is cheap, because the copy shares its collections with the store.
  /// While the caller keeps the copy, the next change of a shared collection, for example of a path, first copies that
  /// collection.
  public var state: State { core.observedState }

  /// Returns a part of the state after the last transaction. The Observation framework tracks this read, and observers
  /// are notified when the part changes.
  ///
  /// ```swift
  /// let tab = store.value(of: \.navigation.selectedTab)
  /// ```
  ///
  /// The part must depend only on the state. From the first such read on, the store compares the part with its last value
  /// by `==` after each transaction, and a read between two transactions returns the value of the last comparison. The
  /// store keeps this value. Therefore, if the part is a path, the next change of the path copies the path.
  public func value<Value: Equatable & Sendable>(of part: any KeyPath<State, Value> & Sendable) -> Value {
    core.reader(of: part) { $0[keyPath: part] }.value
  }

  /// The number of transactions so far.
  public var revision: Int { core.withLock { $0.states.revision } }

  /// Reduces an action and starts its effects. This method can be called from any thread.
  ///
  /// The method returns after the action is reduced and after the actions that its effects send by ``Effect/send(_:)``
  /// are reduced, unless `concatenate` delays these actions.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - origin: The origin of the action, which recorders store.
  /// - Returns: A handle to wait for the started effects or to cancel them.
  @inlinable
  @discardableResult
  public func send(_ action: Action, origin: ActionOrigin = .user) -> EffectHandle {
    withUnsafePointer(to: action) { core.send(action, UnsafeBufferPointer(start: $0, count: 1), origin: origin) }
  }

  /// Reduces actions as one transaction: the revision increases by one, observers are notified once, and no reader
  /// receives a state between two of the actions. This method can be called from any thread.
  ///
  /// The effects of the actions start in order after all actions are reduced. An empty list is not a transaction and
  /// changes nothing.
  @discardableResult
  public func send(_ actions: [Action], origin: ActionOrigin = .user) -> EffectHandle {
    if actions.count == 0 { return EffectHandle() }
    return actions.withUnsafeBufferPointer { core.send($0[0], $0, origin: origin) }
  }

  /// Cancels all running effects with an id, for example when a window closes. This method can be called from any
  /// thread.
  ///
  /// After this method returns, no action of these effects is reduced. In a reducer, return ``Effect/cancel(id:)``
  /// instead of calling this method.
  public func cancelEffects(id: any Hashable & Sendable) {
    core.cancelEffects { $0.effects.cancel(EffectID(id)) }
  }

  /// Returns whether work with an id is running, in any part of the store, for example to show a spinner. The
  /// Observation framework tracks this read, and observers are notified when work of the store begins or ends.
  ///
  /// ```swift
  /// if store.isRunning(id: LoadID()) { print("Loading…") }
  /// ```
  ///
  /// Work is running from the transaction whose effect starts it until it has returned or was cancelled. For a link
  /// whose rules wait, pass the id of the link, by default `OpeningLink()`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of running effects.
  public func isRunning(id: any Hashable & Sendable) -> Bool { core.isRunning(EffectID(id), in: []) }

  /// A stream of the states from now on. Each read of this property returns a separate stream.
  ///
  /// A subscriber receives the newest state at the time of its request. A slow subscriber therefore misses states, but
  /// never receives an older state after a newer one. The stream stores no state until the subscriber requests one, so
  /// an idle subscriber costs the sender nothing. The stream ends when the store is released or the subscriber's task
  /// is cancelled.
  public var changes: AsyncStream<State> { source.states(from: .now) }

  /// A stream of the current state and the states after it; see ``changes``.
  package var states: AsyncStream<State> { source.states(from: .currentState) }

  /// Returns a stream of the values that a part of the state has from now on. Each value differs from the previous
  /// value, and each call returns a separate stream; see ``changes``.
  ///
  /// The stream compares values by `==`, and only while the subscriber waits for the next value.
  public func changes<Value: Equatable & Sendable>(
    of part: @escaping @Sendable (State) -> Value
  ) -> AsyncStream<Value> {
    source.values(of: part, from: .now)
  }

  /// Returns a stream of the current value of a part of the state and the values after it; see ``changes(of:)``.
  public func states<Value: Equatable & Sendable>(
    of part: @escaping @Sendable (State) -> Value
  ) -> AsyncStream<Value> {
    source.values(of: part, from: .currentState)
  }

  /// A stream of every transaction from now on, in order, with the states before and after it. Each read of this
  /// property returns a separate stream.
  ///
  /// ```swift
  /// for await transaction in store.transactions {
  ///   print(transaction.revision, transaction.actions, transaction.after.depth - transaction.before.depth)
  /// }
  /// ```
  ///
  /// No transaction is dropped: the stream keeps transactions until the subscriber takes them, so a slow subscriber
  /// consumes memory. The states of a waiting transaction share their arrays with the state of the store. The next
  /// change of a path then copies that path. The stream ends when the store is released and all transactions are taken,
  /// or when the subscriber's task is cancelled.
  public var transactions: AsyncStream<StoreTransaction<State, Action>> {
    let reader = TransactionReader(core)
    return AsyncStream { await reader.next() }
  }

  /// Returns a scope of the store, which reads a part of the state and sends the actions of that part.
  ///
  /// The scope keeps the store alive. Observers of the scope are notified of every transaction of the store.
  ///
  /// - Parameters:
  ///   - state: Returns the part of a state.
  ///   - action: Returns the store's action for an action of the part, for example `AppAction.navigation`.
  public func scope<Part: Sendable, PartAction: Sendable>(
    state: @escaping @Sendable (State) -> Part,
    action: @escaping @Sendable (PartAction) -> Action
  ) -> ScopedStore<Part, PartAction> {
    wholeScope.scope(state: state, action: action)
  }

  /// Returns a scope of the store in which the Observation framework tracks each value separately; see
  /// ``scope(state:action:)-(_,(PartAction)->Action)``.
  ///
  /// The scope keeps the store alive.
  ///
  /// - Parameters:
  ///   - state: The key path of the part of the state, for example `\.navigation`.
  ///   - action: Returns the store's action for an action of the part, for example `AppAction.navigation`.
  public func scope<Part: Sendable, PartAction: Sendable>(
    state: any KeyPath<State, Part> & Sendable,
    action: @escaping @Sendable (PartAction) -> Action
  ) -> ScopedStore<Part, PartAction> {
    wholeScope.scope(state: state, action: action)
  }

  /// Returns a binding to a part of the state. A write sends an action, unless the part already has the written value.
  ///
  /// ```swift
  /// let query = store.binding(of: \.query, send: AppAction.queryChanged)
  /// ```
  public func binding<Value: Equatable & Sendable>(
    of part: any KeyPath<State, Value> & Sendable, send action: @escaping @Sendable (Value) -> Action
  ) -> ValueBinding<Value> {
    wholeScope.binding(of: part, send: action)
  }

  /// A scope of the whole state.
  package var wholeScope: ScopedStore<State, Action> {
    ScopedStore(
      source: source, reader: core, read: { self.state },
      sendOne: { self.send($0, origin: $1) }, sendAll: { self.send($0, origin: $1) },
      sendIfUnchanged: { self.core.send($0, origin: $1, ifRevisionIs: $2) })
  }

  /// A source of the store's states that does not keep the store alive.
  package var source: StateSource<State> { core.source }

  /// A source of the present states, also while a developer views an earlier state.
  package var presentSource: StateSource<State> { core.presentSource }
}

extension Store: Observable {}
