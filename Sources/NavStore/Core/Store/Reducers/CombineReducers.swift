/// Several reducers that run one after the other for every action. Their effects follow in the same order.
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
/// The compiler infers the state and the action from the type of the variable or property, or from the parameter that
/// the combination is passed to, such as the reducer of a ``Store``. It does not infer them from the reducers below the
/// first one. A variable without a type names them, `CombineReducers<AppState, AppAction, _> { … }`, or names the root
/// of the first key path, `Scope(state: \AppState.navigation, …)`.
public struct CombineReducers<State: Sendable, Action: Sendable, Reducers: Reducer<State, Action>>: Reducer {
  @usableFromInline let reducers: Reducers

  /// A reducer that runs these, in order.
  @inlinable
  public init(@ReducerBuilder<State, Action> _ reducers: () -> Reducers) {
    self.reducers = reducers()
  }

  /// Runs the reducers in order.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reducers.reduce(into: &state, action: action)
  }
}

/// Puts reducers that stand one below the other into one.
@resultBuilder
public enum ReducerBuilder<State: Sendable, Action: Sendable> {
  /// The reducers of a part of the block.
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

  /// The first reducer of a block.
  @inlinable
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  /// The reducers so far and the next one.
  @inlinable
  public static func buildPartialBlock<First: Reducer<State, Action>, Next: Reducer<State, Action>>(
    accumulated: First, next: Next
  ) -> ReducerPair<First, Next> {
    ReducerPair(first: accumulated, second: next)
  }

  /// A reducer behind an `if` without an `else`.
  @inlinable
  public static func buildOptional<R: Reducer<State, Action>>(_ reducer: R?) -> OptionalReducer<R> {
    OptionalReducer(reducer: reducer)
  }

  /// The reducer of the first branch.
  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    first: First
  ) -> EitherReducer<First, Second> {
    .first(first)
  }

  /// The reducer of the other branch.
  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    second: Second
  ) -> EitherReducer<First, Second> {
    .second(second)
  }
}

/// Two reducers run one after the other; made by ``ReducerBuilder``.
public struct ReducerPair<First: Reducer, Second: Reducer<First.State, First.Action>>: Reducer {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable
  init(first: First, second: Second) {
    self.first = first
    self.second = second
  }

  /// Runs the first, then the second.
  @inlinable
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    let effect = first.reduce(into: &state, action: action)
    let following = second.reduce(into: &state, action: action)
    if effect.operation == nil { return following }
    if following.operation == nil { return effect }
    return .merge(effect, following)
  }
}

/// A reducer that may be absent; made by ``ReducerBuilder``.
public struct OptionalReducer<Wrapped: Reducer>: Reducer {
  @usableFromInline let reducer: Wrapped?

  @inlinable
  init(reducer: Wrapped?) {
    self.reducer = reducer
  }

  /// Runs the reducer if there is one.
  @inlinable
  public func reduce(into state: inout Wrapped.State, action: Wrapped.Action) -> Effect<Wrapped.Action> {
    reducer?.reduce(into: &state, action: action) ?? .none
  }
}

/// One of two reducers; made by ``ReducerBuilder``.
public enum EitherReducer<First: Reducer, Second: Reducer<First.State, First.Action>>: Reducer {
  /// The reducer of the first branch.
  case first(First)
  /// The reducer of the other branch.
  case second(Second)

  /// Runs the one that is there.
  @inlinable
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    switch self {
    case .first(let reducer): reducer.reduce(into: &state, action: action)
    case .second(let reducer): reducer.reduce(into: &state, action: action)
    }
  }
}
