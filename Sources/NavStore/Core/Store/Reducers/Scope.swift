/// A reducer that runs other reducers on one part of the state, for the actions of that part.
///
/// ```swift
/// Scope(
///   state: \AppState.navigation,
///   extract: { if case .navigation(let action) = $0 { action } else { nil } },
///   embed: AppAction.navigation
/// ) {
///   NavigationReducer()
/// }
/// ```
///
/// Inside a ``CombineReducers`` whose types the compiler infers, `\.navigation` suffices in place of
/// `\AppState.navigation`.
///
/// The runtime evaluates the key path for each action of the part; the benchmark `Ratios store` measures the cost. To
/// avoid the cost, switch over the action in a ``Reducer`` of your own and call the part's reducer there, as in the
/// example of ``Reducer``.
public struct Scope<State: Sendable, Action: Sendable, Part: Reducer>: Reducer {
  @usableFromInline let state: any WritableKeyPath<State, Part.State> & Sendable
  @usableFromInline let extract: @Sendable (Action) -> Part.Action?
  @usableFromInline let embed: @Sendable (Part.Action) -> Action
  @usableFromInline let part: Part

  /// Creates a reducer that runs the reducers of a part in order.
  ///
  /// - Parameters:
  ///   - state: The key path of the part in the state.
  ///   - extract: Returns the part's action that an action contains, or `nil` if the action does not belong to the
  ///     part.
  ///   - embed: Returns the action that contains an action of the part.
  ///   - part: The reducers of the part.
  @inlinable
  public init<PartState, PartAction>(
    state: any WritableKeyPath<State, PartState> & Sendable,
    extract: @escaping @Sendable (Action) -> PartAction?,
    embed: @escaping @Sendable (PartAction) -> Action,
    @ReducerBuilder<PartState, PartAction> part: () -> Part
  ) where Part.State == PartState, Part.Action == PartAction {
    self.state = state
    self.extract = extract
    self.embed = embed
    self.part = part()
  }

  /// Runs the part's reducers if the action belongs to the part.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let action = extract(action) else { return .none }
    return part.reduce(into: &state[keyPath: self.state], action: action).map(embed)
  }

  /// Calls `update(_:)` of the part's reducers.
  public func update(_ state: inout State) -> Effect<Action> {
    part.update(&state[keyPath: self.state]).map(embed)
  }
}
