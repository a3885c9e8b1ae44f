public import Observation

/// A store for one part of the state: it reads that part from a ``Store`` and sends the actions of that part to the
/// store.
///
/// ```swift
/// let navigation = store.scope(state: \.navigation, action: AppAction.navigation)
/// navigation.send(.push(.song(7)))
/// print(navigation.state.top == .song(7))  // true
/// ```
///
/// Create a scope with ``Store/scope(state:action:)-((State)->Part,_)``. A scope stores no state and keeps its store
/// alive. It can be used from any thread.
///
/// A scope has no `transactions`. It converts its own actions to actions of the store but cannot convert them back, so
/// it cannot find its own actions among those that the store has reduced.
public struct ScopedStore<State: Sendable, Action: Sendable>: Sendable {
  package let source: StateSource<State>
  private let reader: any StateReader<State>
  private let read: @Sendable () -> State
  private let sendOne: @Sendable (Action, ActionOrigin) -> EffectHandle
  private let sendAll: @Sendable ([Action], ActionOrigin) -> EffectHandle
  private let sendIfUnchanged: @Sendable ([Action], ActionOrigin, _ revision: Int) -> State?

  init(
    source: StateSource<State>,
    reader: any StateReader<State>,
    read: @escaping @Sendable () -> State,
    sendOne: @escaping @Sendable (Action, ActionOrigin) -> EffectHandle,
    sendAll: @escaping @Sendable ([Action], ActionOrigin) -> EffectHandle,
    sendIfUnchanged: @escaping @Sendable ([Action], ActionOrigin, _ revision: Int) -> State?
  ) {
    self.source = source
    self.reader = reader
    self.read = read
    self.sendOne = sendOne
    self.sendAll = sendAll
    self.sendIfUnchanged = sendIfUnchanged
  }

  /// The scope's part of the state after the last transaction. The Observation framework tracks this read, and
  /// observers are notified of every later transaction of the store. To receive only values that differ, use
  /// ``changes(of:)``.
  public var state: State { read() }

  /// Returns a value in the scope's state after the last transaction. The Observation framework tracks this read, and
  /// observers are notified when the value changes; see ``Store/value(of:)``.
  ///
  /// If the scope was created from a function and not from a key path, observers are notified of every transaction.
  public func value<Value: Equatable & Sendable>(of part: any KeyPath<State, Value> & Sendable) -> Value {
    reader.reader(of: part) { $0[keyPath: part] }.value
  }

  /// Returns whether work with an id is running, in any part of the store; see ``Store/isRunning(id:)``.
  public func isRunning(id: any Hashable & Sendable) -> Bool { isRunning(EffectID(id), in: []) }

  package func isRunning(_ id: EffectID, in scopes: [EffectID]) -> Bool { reader.isRunning(id, in: scopes) }

  /// Returns a reader for a value that is read often. `read` returns the same value as the key path. Calling a
  /// specialized function takes a small fraction of the time that a read by key path takes.
  @usableFromInline
  func reader<Value: Equatable & Sendable>(
    of part: any KeyPath<State, Value> & Sendable, read: @escaping @Sendable (State) -> Value
  ) -> ValueReader<Value> {
    reader.reader(of: part, read: read)
  }

  package func temporaryReader<Value: Equatable & Sendable>(
    _ read: @escaping @Sendable (State) -> Value
  ) -> ValueReader<Value> {
    reader.temporaryReader(read)
  }

  /// Notifies the observers of a value, whether or not the value has changed. A view that shows a value that the store
  /// has rejected then reads the current value again.
  func notifyReaders<Value: Equatable & Sendable>(of part: any KeyPath<State, Value> & Sendable) {
    reader.notifyReaders(of: part)
  }

  /// The number of transactions of the store so far, plus the number of times that a `TimeTravel` has changed the state
  /// that the store shows.
  public var revision: Int { source.revision() }

  /// Reduces an action; see ``Store/send(_:origin:)-(Action,_)``.
  @discardableResult
  public func send(_ action: Action, origin: ActionOrigin = .user) -> EffectHandle {
    sendOne(action, origin)
  }

  /// Reduces actions as one transaction; see ``Store/send(_:origin:)-([Action],_)``.
  @discardableResult
  public func send(_ actions: [Action], origin: ActionOrigin = .user) -> EffectHandle {
    sendAll(actions, origin)
  }

  /// Reduces actions as one transaction, but only if the store's revision still equals `revision`. The actions are then
  /// reduced into exactly the state that the caller has read. The list must not be empty.
  ///
  /// - Returns: The scope's state after the transaction, or `nil` if the revision differs. In that case, no action is
  ///   reduced.
  package func send(_ actions: [Action], origin: ActionOrigin, ifRevisionIs revision: Int) -> State? {
    sendIfUnchanged(actions, origin, revision)
  }

  /// A stream of the scope's states from now on; see ``Store/changes``. A state may equal the previous one, because a
  /// transaction of the store may leave the scope's state unchanged.
  public var changes: AsyncStream<State> { source.states(from: .now) }

  package var states: AsyncStream<State> { source.states(from: .currentState) }

  /// Returns a stream of the values of a part of the scope's state from now on. Each value differs from the previous
  /// value.
  public func changes<Value: Equatable & Sendable>(
    of part: @escaping @Sendable (State) -> Value
  ) -> AsyncStream<Value> {
    source.values(of: part, from: .now)
  }

  /// Returns a stream of the current value of a part of the scope's state and the values after it; see
  /// ``changes(of:)``.
  public func states<Value: Equatable & Sendable>(
    of part: @escaping @Sendable (State) -> Value
  ) -> AsyncStream<Value> {
    source.values(of: part, from: .currentState)
  }

  /// Returns a scope of a part of this scope. Observers of the new scope are notified of every transaction of the
  /// store.
  public func scope<Part: Sendable, PartAction: Sendable>(
    state: @escaping @Sendable (State) -> Part,
    action: @escaping @Sendable (PartAction) -> Action
  ) -> ScopedStore<Part, PartAction> {
    scope(ScopeReader(base: reader, .function { [read] in state(read()) }), state, action)
  }

  /// Returns a scope of a part of this scope, in which the Observation framework tracks each value separately. If this
  /// scope was created from a function, observers are notified of every transaction instead.
  public func scope<Part: Sendable, PartAction: Sendable>(
    state: any KeyPath<State, Part> & Sendable,
    action: @escaping @Sendable (PartAction) -> Action
  ) -> ScopedStore<Part, PartAction> {
    scope(ScopeReader(base: reader, .keyPath(state)), { $0[keyPath: state] }, action)
  }

  private func scope<Part: Sendable, PartAction: Sendable>(
    _ reader: ScopeReader<State, Part>, _ state: @escaping @Sendable (State) -> Part,
    _ action: @escaping @Sendable (PartAction) -> Action
  ) -> ScopedStore<Part, PartAction> {
    ScopedStore<Part, PartAction>(
      source: source.map(state), reader: reader, read: { [read] in state(read()) },
      sendOne: { [sendOne] in sendOne(action($0), $1) },
      sendAll: { [sendAll] in sendAll($0.map(action), $1) },
      sendIfUnchanged: { [sendIfUnchanged] in sendIfUnchanged($0.map(action), $1, $2).map(state) })
  }

  /// Returns a binding to a part of the scope's state; see ``Store/binding(of:send:)``.
  public func binding<Value: Equatable & Sendable>(
    of part: any KeyPath<State, Value> & Sendable, send action: @escaping @Sendable (Value) -> Action
  ) -> ValueBinding<Value> {
    ValueBinding {
      self.value(of: part)
    } set: { value in
      if self.source.snapshot().state[keyPath: part] != value { self.send(action(value)) }
    }
  }
}

extension ScopedStore: Observable {}
