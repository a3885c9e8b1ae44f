public import Observation

/// A state that changes only by actions, which anyone may send and anyone may watch.
///
/// ```swift
/// let store = Store(
///   initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases), reducer: NavigationReducer())
/// store.send(.push(.song(7)))
/// print(store.state.top == .song(7))  // true
/// for await state in store.changes { print(state) }
/// ```
///
/// A store is used from any thread or actor. `send` returns when its action is reduced, and ``state`` holds the result
/// then. Sends of several threads are reduced one after the other, and whoever watches sees states in that order.
///
/// A reducer must not use its store: sending from inside one stops the program with a message that names both actions.
/// Sending from effects, from observers and from other threads is what the store is for.
///
/// When the store is released, its effects are cancelled and its streams end. Streams, effects and the persistence do
/// not keep it alive.
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline package let core: StoreCore<State, Action>

  /// A store with an initial state, whose revision is 0.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first action.
  ///   - reducer: What an action does to the state.
  ///   - clock: The time that effects wait on. A test passes a clock of its own.
  @inlinable
  public init<R: Reducer<State, Action>>(
    initialState: State, reducer: R, clock: any Clock<Duration> = ContinuousClock()
  ) {
    // A closure and not an existential: made here, in the caller's module, it calls a reducer that is compiled for the
    // caller's types. `Docs/Decisions/0005-specialisation.md` has the figures.
    core = StoreCore(initialState: initialState, clock: clock) { state, action in
      reducer.reduce(into: &state, action: action)
    }
  }

  deinit {
    core.close()
  }

  /// The state after the last transaction. Observation sees this read and is told of every transaction that follows,
  /// whatever part of the state it changes.
  ///
  /// The copy is that of a value: cheap, but while it is kept, the next change of a path that both share copies the
  /// path.
  @inlinable
  public var state: State { core.trackedState }

  /// A part of the state after the last transaction. Observation sees this read and is told when the part differs.
  ///
  /// ```swift
  /// let tab = store.value(of: \.navigation.selectedTab)
  /// ```
  ///
  /// From the first such read on, each transaction compares the part with what it was before, which costs what `==`
  /// costs; what it was is kept, so that the next change of a long path copies it.
  public func value<Value: Equatable & Sendable>(of part: any KeyPath<State, Value> & Sendable) -> Value {
    core.value(of: PartPath(part))
  }

  /// How many transactions there were.
  public var revision: Int { core.withLock { core.revision } }

  /// Reduces an action and starts the effects that follow; any thread.
  ///
  /// Returns when the action, and those that its effects send at once, are reduced.
  ///
  /// - Parameters:
  ///   - action: What to do.
  ///   - origin: Where the action comes from, for the records.
  /// - Returns: The effects that were started, to wait for or to cancel.
  @inlinable
  @discardableResult
  public func send(_ action: Action, origin: ActionOrigin = .user) -> EffectHandle {
    core.send(action, origin: origin)
  }

  /// Reduces actions as one transaction: one revision, one publication, and nobody sees a state in between; any thread.
  ///
  /// The effects of the actions start in order when all are reduced. An empty list does nothing at all.
  @inlinable
  @discardableResult
  public func send(_ actions: [Action], origin: ActionOrigin = .user) -> EffectHandle {
    core.send(actions, origin: origin)
  }

  /// The states from now on. Each use is a stream of its own.
  ///
  /// The stream buffers the newest state only: a consumer that was busy gets the state as it is when it asks, and never
  /// one that is older than one it had. Until it asks, nothing is kept for it, so that a consumer that has stalled
  /// costs the sender nothing. It ends when the store is released or the consuming task is cancelled.
  public var changes: AsyncStream<State> { source.states(from: .now) }

  /// The current state first, then as ``changes``.
  public var states: AsyncStream<State> { source.states(from: .currentState) }

  /// The values of a part of the state, from now on, only when they differ from the one before. Each use is a stream of
  /// its own; see ``changes``.
  ///
  /// Comparing costs what `==` of the value costs, once a change that the consumer asks for.
  public func changes<Value: Equatable & Sendable>(
    of part: @escaping @Sendable (State) -> Value
  ) -> AsyncStream<Value> {
    source.values(of: part, from: .now)
  }

  /// The current value of a part of the state first, then as ``changes(of:)``.
  public func states<Value: Equatable & Sendable>(
    of part: @escaping @Sendable (State) -> Value
  ) -> AsyncStream<Value> {
    source.values(of: part, from: .currentState)
  }

  /// Every action from now on in the order of reduction, for recorders. Each use is a stream of its own.
  ///
  /// Nothing is dropped: what a consumer has not taken is kept, so a slow one costs memory. The stream ends when the
  /// store is released and everything was taken, or the consuming task is cancelled.
  public var actionRecords: AsyncStream<ActionRecord<Action>> {
    let subscription = RecordSubscription(core)
    return AsyncStream { await subscription.next() }
  }

  /// A part of the store: it reads a part of the state and sends the actions of that part.
  ///
  /// It keeps the store alive.
  ///
  /// - Parameters:
  ///   - state: The part of the state, for example `\.navigation`.
  ///   - action: Makes the store's action from one of the part, for example `AppAction.navigation`.
  public func scope<Part: Sendable, PartAction: Sendable>(
    state: @escaping @Sendable (State) -> Part,
    action: @escaping @Sendable (PartAction) -> Action
  ) -> ScopedStore<Part, PartAction> {
    let read: @Sendable () -> Part = { state(self.state) }
    return ScopedStore(
      source: source.map(state), parts: ComputedParts(base: core, read: read), read: read,
      sendOne: { self.send(action($0), origin: $1) },
      sendAll: { self.send($0.map(action), origin: $1) },
      sendIfUnchanged: { self.core.send($0.map(action), origin: $1, ifRevisionIs: $2) })
  }

  /// A part of the store, of which observers are told by itself; see ``scope(state:action:)-(_,(PartAction)->Action)``.
  public func scope<Part: Sendable, PartAction: Sendable>(
    state: any KeyPath<State, Part> & Sendable,
    action: @escaping @Sendable (PartAction) -> Action
  ) -> ScopedStore<Part, PartAction> {
    ScopedStore(
      source: source.map { $0[keyPath: state] }, parts: ScopeReader(base: core, path: PartPath(state)),
      read: { self.state[keyPath: state] },
      sendOne: { self.send(action($0), origin: $1) },
      sendAll: { self.send($0.map(action), origin: $1) },
      sendIfUnchanged: { self.core.send($0.map(action), origin: $1, ifRevisionIs: $2) })
  }

  /// A binding of a part of the state: to set it sends an action, unless it changes nothing.
  ///
  /// ```swift
  /// let query = store.binding(of: \.query, send: AppAction.queryChanged)
  /// ```
  public func binding<Value: Equatable & Sendable>(
    of part: any KeyPath<State, Value> & Sendable, send action: @escaping @Sendable (Value) -> Action
  ) -> ValueBinding<Value> {
    scope(state: \.self, action: { $0 }).binding(of: part, send: action)
  }

  /// What effects read of the store.
  package var source: StateSource<State> { core.source }
}

extension Store: Observable {}
