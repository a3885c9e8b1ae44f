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
