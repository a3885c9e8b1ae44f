/// A function of a state and an action that changes the state and says which effects follow.
///
/// A reducer does nothing else: it reads no clock, no file and no other state, and it never sends. Then the same
/// actions give the same states, in a test, in a replay and on a user's device. What takes time or reaches outside is
/// an ``Effect``.
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
/// A store calls it while it holds its lock, from whichever thread sent: keep it short, and capture only what is
/// `Sendable`.
public protocol Reducer<State, Action>: Sendable {
  /// What the reducer changes.
  associatedtype State: Sendable
  /// What it is told.
  associatedtype Action: Sendable

  /// Changes the state as the action says and returns the effects that follow.
  func reduce(into state: inout State, action: Action) -> Effect<Action>
}

/// A reducer made of a closure.
///
/// ```swift
/// let counter = Reduce<Int, Step> { count, step in
///   count += step.size
///   return .none
/// }
/// ```
public struct Reduce<State: Sendable, Action: Sendable>: Reducer {
  @usableFromInline let body: @Sendable (inout State, Action) -> Effect<Action>

  /// A reducer that does what the closure does.
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
