public import Observation

/// A part of a ``Store`` with the same interface: it reads a part of the state and sends the actions of that part.
///
/// ```swift
/// let navigation = store.scope(state: \.navigation, action: AppAction.navigation)
/// navigation.send(.push(.song(7)))
/// print(navigation.state.top == .song(7))  // true
/// ```
///
/// Create a scope by ``Store/scope(state:action:)-((State)->Part,_)``. It stores no state and keeps its store
/// alive. Use it from any thread.
///
/// Only a store records actions: the function from a scope's actions to the store's actions does not show which of the
/// store's actions belong to the scope.
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

  /// The part of the state after the last transaction. Observation tracks this read, and observers are notified of
  /// every later transaction of the store. The elements of ``changes(of:)`` are only the values that differ.
  public var state: State { read() }

  /// Returns a part of this part after the last transaction. Observation tracks this read, and observers are notified
  /// when the part differs; see ``Store/value(of:)``.
  ///
  /// In a scope that was created by a function and not by a key path, observers are notified of every transaction.
  public func value<Value: Equatable & Sendable>(of part: any KeyPath<State, Value> & Sendable) -> Value {
    reader.value(of: part)
  }

  /// Returns a reader of a part of this part that is read often.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - read: A function that returns the same value as the key path. A function that is compiled for its types takes
  ///     a small fraction of the time of a key path.
  @usableFromInline
  func reader<Value: Equatable & Sendable>(
    of part: any KeyPath<State, Value> & Sendable, read: @escaping @Sendable (State) -> Value
  ) -> ValueReader<Value> {
    reader.reader(of: part, read: read)
  }

  /// Returns a reader of a value of this part that the store observes only until the reader is released.
  package func temporaryReader<Value: Equatable & Sendable>(
    _ read: @escaping @Sendable (State) -> Value
  ) -> ValueReader<Value> {
    reader.temporaryReader(read)
  }

  /// Notifies the observers of a part that has not changed, so that a view discards a value that the store did not
  /// accept.
  func notifyReaders<Value: Equatable & Sendable>(of part: any KeyPath<State, Value> & Sendable) {
    reader.notifyReaders(of: part)
  }

  /// The number of transactions of the store so far.
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

  /// Reduces actions as one transaction if the store still has a revision, so that the caller acts on exactly the
  /// state that it has read. The list must not be empty.
  ///
  /// - Returns: The part after the transaction, or `nil` if the actions were not reduced.
  package func send(_ actions: [Action], origin: ActionOrigin, ifRevisionIs revision: Int) -> State? {
    sendIfUnchanged(actions, origin, revision)
  }

  /// A stream of the part after each transaction of the store from now on, whether or not the part differs; see
  /// ``Store/changes``.
  public var changes: AsyncStream<State> { source.states(from: .now) }

  /// A stream of the current part and the parts after it; see ``changes``.
  public var states: AsyncStream<State> { source.states(from: .currentState) }

  /// Returns a stream of the values of a part of this part from now on. Each value differs from the one before.
  public func changes<Value: Equatable & Sendable>(
    of part: @escaping @Sendable (State) -> Value
  ) -> AsyncStream<Value> {
    source.values(of: part, from: .now)
  }

  /// Returns a stream of the current value of a part of this part and the values after it; see ``changes(of:)``.
  public func states<Value: Equatable & Sendable>(
    of part: @escaping @Sendable (State) -> Value
  ) -> AsyncStream<Value> {
    source.values(of: part, from: .currentState)
  }

  /// Returns a scope of this scope. Its observers are notified of every transaction of the store.
  public func scope<Part: Sendable, PartAction: Sendable>(
    state: @escaping @Sendable (State) -> Part,
    action: @escaping @Sendable (PartAction) -> Action
  ) -> ScopedStore<Part, PartAction> {
    let read: @Sendable () -> Part = { state(self.read()) }
    return ScopedStore<Part, PartAction>(
      source: source.map(state), reader: ScopeReader(base: reader, .function(read)), read: read,
      sendOne: { self.sendOne(action($0), $1) },
      sendAll: { self.sendAll($0.map(action), $1) },
      sendIfUnchanged: { self.sendIfUnchanged($0.map(action), $1, $2).map(state) })
  }

  /// Returns a scope of this scope whose values are observed separately.
  public func scope<Part: Sendable, PartAction: Sendable>(
    state: any KeyPath<State, Part> & Sendable,
    action: @escaping @Sendable (PartAction) -> Action
  ) -> ScopedStore<Part, PartAction> {
    ScopedStore<Part, PartAction>(
      source: source.map { $0[keyPath: state] }, reader: ScopeReader(base: reader, .keyPath(state)),
      read: { self.read()[keyPath: state] },
      sendOne: { self.sendOne(action($0), $1) },
      sendAll: { self.sendAll($0.map(action), $1) },
      sendIfUnchanged: { self.sendIfUnchanged($0.map(action), $1, $2)?[keyPath: state] })
  }

  /// Returns a binding of a part of this part; see ``Store/binding(of:send:)``.
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
