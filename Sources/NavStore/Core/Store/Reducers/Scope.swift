/// A reducer of a part of the state, run for the actions that are about that part.
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
/// Inside a ``CombineReducers`` whose types are known, `\.navigation` is enough.
///
/// The key path is followed by the runtime at each action, which `Ratios store` shows. Where it matters, switch over
/// the action in a ``Reducer`` of your own and call the part's reducer there, as the example of ``Reducer`` does.
public struct Scope<State: Sendable, Action: Sendable, Part: Reducer>: Reducer {
  @usableFromInline let state: any WritableKeyPath<State, Part.State> & Sendable
  @usableFromInline let extract: @Sendable (Action) -> Part.Action?
  @usableFromInline let embed: @Sendable (Part.Action) -> Action
  @usableFromInline let part: Part

  /// Runs the reducers of `part`, in order, on a part of the state.
  ///
  /// - Parameters:
  ///   - state: The part of the state.
  ///   - extract: The part's action in an action, or nil if the action is about something else.
  ///   - embed: The action for one of the part's.
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

  /// Runs the part's reducer if the action is about the part.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let action = extract(action) else { return .none }
    return part.reduce(into: &state[keyPath: self.state], action: action).map(embed)
  }
}
