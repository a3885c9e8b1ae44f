/// A reducer that runs several reducers in order for every action. Their effects start in the same order.
///
/// ```swift
/// let reducer: some Reducer<AppState, AppAction> = CombineReducers {
///   Scope(
///     state: \.navigation, extract: { if case .navigation(let action) = $0 { action } else { nil } },
///     embed: AppAction.navigation
///   ) {
///     NavigationReducer()
///   }
///   Reduce { state, action in
///     if case .queryChanged(let query) = action { state.query = query }
///     return .none
///   }
/// }
/// ```
///
/// The compiler infers the types of the state and the action from the type annotation of the variable or property, or
/// from the parameter to which the combination is passed, such as the `reducer` parameter of ``Store``. Of the reducers
/// in the block, only the first can determine the types. For a variable without a type annotation, write either the
/// types, `CombineReducers<AppState, AppAction, _> { … }`, or the root of the first key path,
/// `Scope(state: \AppState.navigation, …)`.
public struct CombineReducers<State: Sendable, Action: Sendable, Reducers: Reducer<State, Action>>: Reducer {
  @usableFromInline let reducers: Reducers

  /// Creates a reducer that runs the reducers of a block in order.
  @inlinable
  public init(@ReducerBuilder<State, Action> _ reducers: () -> Reducers) {
    self.reducers = reducers()
  }

  /// Runs the reducers in order.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reducers.reduce(into: &state, action: action)
  }

  /// Calls `update(_:)` of the reducers in order.
  public func update(_ state: inout State) -> Effect<Action> { reducers.update(&state) }
}

/// A result builder that combines the reducers of a block into one reducer.
@resultBuilder
public enum ReducerBuilder<State: Sendable, Action: Sendable> {
  /// Returns a reducer of the block unchanged.
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

  /// Returns the first reducer of the block unchanged.
  @inlinable
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  /// Combines the previous reducers of the block with the next reducer.
  @inlinable
  public static func buildPartialBlock<First: Reducer<State, Action>, Next: Reducer<State, Action>>(
    accumulated: First, next: Next
  ) -> some Reducer<State, Action> {
    ReducerPair(first: accumulated, second: next)
  }

  /// Returns the reducer of an `if` without an `else`.
  @inlinable
  public static func buildOptional<R: Reducer<State, Action>>(_ reducer: R?) -> some Reducer<State, Action> {
    OptionalReducer(reducer: reducer)
  }

  /// Returns the reducer of the first branch of a condition.
  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    first: First
  ) -> EitherReducer<First, Second> {
    .first(first)
  }

  /// Returns the reducer of the other branch of a condition.
  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    second: Second
  ) -> EitherReducer<First, Second> {
    .second(second)
  }
}

/// A reducer that runs two reducers in order.
@usableFromInline
struct ReducerPair<First: Reducer, Second: Reducer<First.State, First.Action>>: Reducer {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable
  init(first: First, second: Second) {
    self.first = first
    self.second = second
  }

  @inlinable
  func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    let effect = first.reduce(into: &state, action: action)
    let following = second.reduce(into: &state, action: action)
    if effect.operation == nil { return following }
    if following.operation == nil { return effect }
    return .merge(effect, following)
  }

  @usableFromInline
  func update(_ state: inout First.State) -> Effect<First.Action> {
    let effect = first.update(&state)
    return .merge(effect, second.update(&state))
  }
}

@usableFromInline
struct OptionalReducer<Wrapped: Reducer>: Reducer {
  @usableFromInline let reducer: Wrapped?

  @inlinable
  init(reducer: Wrapped?) {
    self.reducer = reducer
  }

  @inlinable
  func reduce(into state: inout Wrapped.State, action: Wrapped.Action) -> Effect<Wrapped.Action> {
    reducer?.reduce(into: &state, action: action) ?? .none
  }

  @usableFromInline
  func update(_ state: inout Wrapped.State) -> Effect<Wrapped.Action> { reducer?.update(&state) ?? .none }
}

/// One of two reducers. ``ReducerBuilder`` creates it.
public enum EitherReducer<First: Reducer, Second: Reducer<First.State, First.Action>>: Reducer {
  /// The reducer of the first branch.
  case first(First)
  /// The reducer of the other branch.
  case second(Second)

  /// Runs the reducer of the branch that the condition has selected.
  @inlinable
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    switch self {
    case .first(let reducer): reducer.reduce(into: &state, action: action)
    case .second(let reducer): reducer.reduce(into: &state, action: action)
    }
  }

  /// Calls `update(_:)` of the reducer of the branch that the condition has selected.
  public func update(_ state: inout First.State) -> Effect<First.Action> {
    switch self {
    case .first(let reducer): reducer.update(&state)
    case .second(let reducer): reducer.update(&state)
    }
  }
}
