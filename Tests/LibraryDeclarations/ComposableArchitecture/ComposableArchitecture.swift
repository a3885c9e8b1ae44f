// Declarations of The Composable Architecture 1.25, to type-check against, because this package has no dependencies.
// Only what Tests/NavStoreTests/Documentation/OtherLibraries uses, with the signatures of
// https://github.com/pointfreeco/swift-composable-architecture at 1.25.5. Nothing of it runs.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Store.swift.
@preconcurrency @MainActor public final class Store<State, Action> {
  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> R.State, @ReducerBuilder<State, Action> reducer: () -> R
  ) {}

  public func send(_ action: Action) {}
}

public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

/// Reducer.swift.
public protocol Reducer<State, Action> {
  associatedtype State
  associatedtype Action
  associatedtype Body

  func reduce(into state: inout State, action: Action) -> Effect<Action>
  @ReducerBuilder<State, Action> var body: Body { get }
}

extension Reducer where Body == Never {
  public var body: Body { fatalError() }
}

extension Reducer where Body: Reducer<State, Action> {
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

/// Reducer/ReducerBuilder.swift.
@resultBuilder public enum ReducerBuilder<State, Action> {
  public static func buildBlock<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }
  public static func buildExpression<R: Reducer<State, Action>>(_ expression: R) -> R { expression }
}

/// Reducer/Reducers/Reduce.swift.
public struct Reduce<State, Action>: Reducer {
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

/// Effect.swift.
public struct Effect<Action>: Sendable {
  public static var none: Self { Self() }

  public static func run(
    priority: TaskPriority? = nil, name: String? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil
  ) -> Self { Self() }
}

/// Effect.swift.
@MainActor public struct Send<Action>: Sendable {
  public func callAsFunction(_ action: Action) {}
}
