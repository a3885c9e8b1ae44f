public import Observation

/// A part of a ``Store`` with the same face: it reads a part of the state and sends the actions of that part.
///
/// ```swift
/// let navigation = store.scope(state: \.navigation, action: AppAction.navigation)
/// navigation.send(.push(.song(7)))
/// print(navigation.state.top == .song(7))  // true
/// ```
///
/// Actions are recorded by the store alone: which of its actions are a part's, a function that makes one from the
/// part's cannot tell.
///
/// It is made by ``Store/scope(state:action:)-((State)->Part,_)``, holds no state of its own and keeps its store alive.
/// Use it from any thread.
public struct ScopedStore<State: Sendable, Action: Sendable>: Sendable {
  package let source: StateSource<State>
  private let parts: any StateReader<State>
  private let read: @Sendable () -> State
  private let sendOne: @Sendable (Action, ActionOrigin) -> EffectHandle
  private let sendAll: @Sendable ([Action], ActionOrigin) -> EffectHandle
  private let sendIfUnchanged: @Sendable ([Action], ActionOrigin, _ revision: Int) -> Bool

  init(
    source: StateSource<State>,
    parts: any StateReader<State>,
    read: @escaping @Sendable () -> State,
    sendOne: @escaping @Sendable (Action, ActionOrigin) -> EffectHandle,
    sendAll: @escaping @Sendable ([Action], ActionOrigin) -> EffectHandle,
    sendIfUnchanged: @escaping @Sendable ([Action], ActionOrigin, _ revision: Int) -> Bool
  ) {
    self.source = source
    self.parts = parts
    self.read = read
    self.sendOne = sendOne
    self.sendAll = sendAll
    self.sendIfUnchanged = sendIfUnchanged
  }

  /// The part of the state after the last transaction. Observation sees this read and is told of every transaction of
  /// the store that follows; ``changes(of:)`` tells only of what differs.
  public var state: State { read() }

  /// A part of this part after the last transaction. Observation sees this read and is told when it differs; see
  /// ``Store/value(of:)``. In a scope that is made by a function and not by a key path it is told of every transaction.
  public func value<Value: Equatable & Sendable>(of part: any KeyPath<State, Value> & Sendable) -> Value {
    parts.value(of: PartPath(part))
  }

  /// A part of this part, to be read often.
  ///
  /// - Parameter read: Does what the key path does. A function that is compiled for its types takes a small part of the
  ///   time.
  @usableFromInline
  func part<Value: Equatable & Sendable>(
    _ part: any KeyPath<State, Value> & Sendable, read: @escaping @Sendable (State) -> Value
  ) -> ValueReader<Value> {
    parts.part(PartPath(part), read: read)
  }

  /// Tells who has read a part, though it has not changed: because what he shows has.
  func notifyReaders<Value: Equatable & Sendable>(of part: any KeyPath<State, Value> & Sendable) {
    parts.notifyReaders(of: PartPath(part))
  }

  /// How many transactions the store had.
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

  /// Reduces actions as one transaction, unless the store had one after that revision; then it does nothing and returns
  /// false. So whoever has read a state can act on exactly that state. Do not pass an empty list.
  package func send(_ actions: [Action], origin: ActionOrigin, ifRevisionIs revision: Int) -> Bool {
    sendIfUnchanged(actions, origin, revision)
  }

  /// The part after every transaction of the store from now on, whether the part differs or not; see ``Store/changes``.
  public var changes: AsyncStream<State> { source.states(from: .now) }

  /// The current part first, then as ``changes``.
  public var states: AsyncStream<State> { source.states(from: .currentState) }

  /// The values of a part of this part, from now on and only when they differ from the one before.
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

  /// A part of this part.
  public func scope<Part: Sendable, PartAction: Sendable>(
    state: @escaping @Sendable (State) -> Part,
    action: @escaping @Sendable (PartAction) -> Action
  ) -> ScopedStore<Part, PartAction> {
    let read: @Sendable () -> Part = { state(self.read()) }
    return ScopedStore<Part, PartAction>(
      source: source.map(state), parts: ComputedParts(base: parts, read: read), read: read,
      sendOne: { self.sendOne(action($0), $1) },
      sendAll: { self.sendAll($0.map(action), $1) },
      sendIfUnchanged: { self.sendIfUnchanged($0.map(action), $1, $2) })
  }

  /// A part of this part, of which observers are told by itself.
  public func scope<Part: Sendable, PartAction: Sendable>(
    state: any KeyPath<State, Part> & Sendable,
    action: @escaping @Sendable (PartAction) -> Action
  ) -> ScopedStore<Part, PartAction> {
    ScopedStore<Part, PartAction>(
      source: source.map { $0[keyPath: state] }, parts: ScopeReader(base: parts, path: PartPath(state)),
      read: { self.read()[keyPath: state] },
      sendOne: { self.sendOne(action($0), $1) },
      sendAll: { self.sendAll($0.map(action), $1) },
      sendIfUnchanged: { self.sendIfUnchanged($0.map(action), $1, $2) })
  }

  /// A binding of a part of this part; see ``Store/binding(of:send:)``.
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
