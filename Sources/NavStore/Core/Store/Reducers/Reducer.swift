/// A type that changes a state in response to an action, and returns the effects to start.
///
/// A reducer reads no clock, no file and no state other than its own, and it never calls `send`. Therefore, the same
/// actions result in the same states in a test, in a replay and on a user's device. An ``Effect`` performs asynchronous
/// work and all other work that is not a change of the state.
///
/// The result can also depend on which actions are one transaction: reducers such as `undoable(limit:…)` and
/// `guarded(by:storing:)` handle the actions of a list together. Send the actions of a list as a list, in an app and in
/// a test. Without a store, reduce them with ``reduce(into:actions:)``.
///
/// ```swift
/// struct AppReducer: Reducer {
///   let navigation = NavigationReducer<AppTab, Route>()
///
///   func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
///     switch action {
///     case .navigation(let action):
///       return navigation.reduce(into: &state.navigation, action: action).map(AppAction.navigation)
///     case .signedOut:
///       state = AppState()
///       return .cancel(id: "refresh")
///     }
///   }
/// }
/// ```
///
/// A store calls its reducer on the sender's thread while the store's lock is held. Keep `reduce(into:action:)` fast,
/// because other threads wait for the lock.
public protocol Reducer<State, Action>: Sendable {
  /// The state that the reducer changes.
  associatedtype State: Sendable
  /// The actions that the reducer handles.
  associatedtype Action: Sendable
  /// The type of ``body-swift.property``, for a reducer that consists of other reducers.
  associatedtype Body = Never

  /// The reducers that this reducer combines. A reducer implements either this property or ``reduce(into:action:)``.
  ///
  /// The property is evaluated for each action. If a reducer is expensive to create, keep it in a stored property and
  /// return it here.
  @ReducerBuilder<State, Action> var body: Body { get }

  /// Changes the state in response to an action, and returns the effects to start.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// Returns the effects to start after the state has changed without an action of this reducer, for example by undo.
  ///
  /// A ``Store`` never calls this method. To support undo, a reducer that contains other reducers calls this method on
  /// each of them. The default implementation does so for the reducers of the body. For a reducer without a body, the
  /// default implementation returns no effect.
  ///
  /// - Parameter state: The state after the change. The method may change only values that the state's `==` ignores.
  func update(_ state: inout State) -> Effect<Action>
}

extension Reducer {
  /// Returns no effect.
  public func update(_ state: inout State) -> Effect<Action> { .none }
}

extension Reducer where Body == Never {
  /// A property that must not be read, because a reducer that implements ``reduce(into:action:)`` has no body.
  public var body: Never {
    fatalError("\(Self.self) has no body. Call reduce(into:action:) instead.")
  }
}

extension Reducer where Body: Reducer<State, Action> {
  /// Runs the reducers of the body.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }

  /// Calls `update(_:)` of the reducers of the body.
  public func update(_ state: inout State) -> Effect<Action> { body.update(&state) }
}

extension Reducer {
  /// Reduces actions as one transaction, as a store does for a list of actions.
  ///
  /// Use this method to run a reducer without a store: in a test, a tool or the replay of a log. If a reducer calls the
  /// method, the actions are part of that reducer's transaction.
  ///
  /// - Returns: The effects of all actions in order.
  public func reduce(into state: inout State, actions: some Sequence<Action>) -> Effect<Action> {
    ThreadContext.current.withTransaction {
      .merge(actions.map { reduce(into: &state, action: $0) })
    }
  }
}

/// A reducer that calls a closure.
///
/// ```swift
/// let counter = Reduce<Int, Step> { count, step in
///   count += step.size
///   return .none
/// }
/// ```
public struct Reduce<State: Sendable, Action: Sendable>: Reducer {
  @usableFromInline let change: @Sendable (inout State, Action) -> Effect<Action>

  /// Creates a reducer that calls a closure.
  @inlinable
  public init(_ change: @escaping @Sendable (inout State, Action) -> Effect<Action>) {
    self.change = change
  }

  /// Calls the closure that the initializer received.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    change(&state, action)
  }
}
