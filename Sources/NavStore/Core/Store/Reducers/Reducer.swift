/// A type that changes a state for an action and returns the effects to start.
///
/// A reducer reads no clock, no file and no state other than its own, and it never calls `send`. Therefore, the same
/// actions result in the same states in a test, in a replay and on a user's device. An ``Effect`` performs asynchronous
/// work and all other work that is not a change of the state.
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

  /// Changes the state for an action, and returns the effects to start.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// Returns the effects to start after the state has changed without an action of this reducer, for example by undo.
  ///
  /// A ``Store`` never calls this method. A reducer that contains other reducers, and that must support undo of their
  /// states, calls the methods of the other reducers. The default implementation returns no effect.
  ///
  /// - Parameter state: The state after the change. The method changes only what `==` of the state ignores.
  func update(_ state: inout State) -> Effect<Action>
}

extension Reducer {
  /// Returns no effect.
  @inlinable
  public func update(_ state: inout State) -> Effect<Action> { .none }
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
  @usableFromInline let body: @Sendable (inout State, Action) -> Effect<Action>

  /// Creates a reducer that calls a closure.
  @inlinable
  public init(_ body: @escaping @Sendable (inout State, Action) -> Effect<Action>) {
    self.body = body
  }

  /// Calls the closure.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body(&state, action)
  }
}
