/// What follows from an action besides the new state: another action, work that takes time, or the end of such work.
///
/// A reducer returns an effect as a value; the store starts it after it has left its lock. An effect reports back by
/// sending actions. Time comes from the store's clock, so a test decides what time it is.
///
/// ```swift
/// case .queryChanged(let text):
///   state.query = text
///   return .run(id: "search", cancelInFlight: true) { context throws(CancellationError) in
///     try await context.sleep(for: .milliseconds(300))  // a debounce
///     context.send(.found(await search(text)))
///   }
/// ```
///
/// Work without `catch:` throws nothing but `CancellationError`. The compiler does not infer that of a closure with
/// several statements: write `throws(CancellationError)` as above, or say by `catch:` which action an error becomes.
///
/// After an action that cancels an effect was reduced, no action of that effect is reduced any more, even if it was
/// about to be sent. What the reducer lets follow from an action that the effect had sent before is the reducer's.
public struct Effect<Action: Sendable>: Sendable {
  @usableFromInline
  indirect enum Operation: Sendable {
    case send(Action)
    case run(Work)
    case cancel(EffectID)
    case merge([Operation])
  }

  @usableFromInline
  struct Work: Sendable {
    let id: EffectID?
    let cancelInFlight: Bool
    let priority: TaskPriority?
    let body: @Sendable (EffectContext<Action>) async -> Void
  }

  // A word, nil for an action without effects, so that such an action costs nothing here.
  @usableFromInline let operation: Operation?

  @inlinable
  init(operation: Operation?) {
    self.operation = operation
  }

  /// Nothing follows.
  @inlinable
  public static var none: Effect { Effect(operation: nil) }

  /// Another action follows. It is reduced before the `send` that caused it returns, in a transaction of its own.
  public static func send(_ action: Action) -> Effect {
    Effect(operation: .send(action))
  }

  /// Work that takes time follows.
  ///
  /// The work cannot throw anything but `CancellationError`, which ends it in silence: what goes wrong is told to the
  /// reducer by an action. ``run(id:cancelInFlight:priority:operation:catch:)`` makes one from an error. A closure of
  /// several statements that throws needs its type: `{ context throws(CancellationError) in … }`.
  ///
  /// - Parameters:
  ///   - id: What the work is cancelled by. Several pieces of work may have the same.
  ///   - cancelInFlight: Whether work with the same `id` that still runs is cancelled first.
  ///   - priority: The priority of the task, or nil for the sender's.
  ///   - operation: The work. It runs on no actor, in a task of its own.
  public static func run(
    id: (any Hashable & Sendable)? = nil,
    cancelInFlight: Bool = false,
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable (EffectContext<Action>) async throws(CancellationError) -> Void
  ) -> Effect {
    Effect(
      operation: .run(
        Work(id: id.map(EffectID.init), cancelInFlight: cancelInFlight, priority: priority) { context in
          try? await operation(context)
        }))
  }

  /// Work that takes time and may fail follows. An error becomes an action, or nothing if `catch` returns nil.
  ///
  /// The error of work that was cancelled is not told to anyone.
  ///
  /// - Parameters:
  ///   - id: What the work is cancelled by. Several pieces of work may have the same.
  ///   - cancelInFlight: Whether work with the same `id` that still runs is cancelled first.
  ///   - priority: The priority of the task, or nil for the sender's.
  ///   - operation: The work. It runs on no actor, in a task of its own.
  ///   - catch: Makes an action from the error that the work threw.
  public static func run(
    id: (any Hashable & Sendable)? = nil,
    cancelInFlight: Bool = false,
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable (EffectContext<Action>) async throws -> Void,
    catch: @escaping @Sendable (any Error) -> Action?
  ) -> Effect {
    run(id: id, cancelInFlight: cancelInFlight, priority: priority) { context in
      do {
        try await operation(context)
      } catch {
        if !Task.isCancelled, let action = `catch`(error) { context.send(action) }
      }
    }
  }

  /// All of these follow, in this order.
  ///
  /// Work begins with the action that it follows from; what `.send` sends is reduced after that, and may cancel it.
  public static func merge(_ effects: Effect...) -> Effect {
    merge(effects)
  }

  /// All of these follow, in this order; see ``merge(_:)-(Effect...)``.
  public static func merge(_ effects: some Sequence<Effect>) -> Effect {
    // Flat, so that a merge of merges of any depth is handled without recursion.
    var operations: [Operation] = []
    for case let operation? in effects.map(\.operation) {
      if case .merge(let merged) = operation { operations += merged } else { operations.append(operation) }
    }
    return operations.count > 1 ? Effect(operation: .merge(operations)) : Effect(operation: operations.first)
  }

  /// All work that runs under this id is cancelled; nil cancels nothing. The cost grows with the work that runs.
  public static func cancel(id: (any Hashable & Sendable)?) -> Effect {
    Effect(operation: id.map { .cancel(EffectID($0)) })
  }

  /// The same effect in terms of another action: what it sends is embedded first.
  @inlinable
  public func map<Parent: Sendable>(_ embed: @escaping @Sendable (Action) -> Parent) -> Effect<Parent> {
    guard let operation else { return .none }
    return Effect<Parent>(operation: operation.map(embed))
  }
}

extension Effect.Operation {
  @usableFromInline
  func map<Parent: Sendable>(_ embed: @escaping @Sendable (Action) -> Parent) -> Effect<Parent>.Operation {
    switch self {
    case .send(let action):
      .send(embed(action))
    case .run(let work):
      .run(
        Effect<Parent>.Work(id: work.id, cancelInFlight: work.cancelInFlight, priority: work.priority) { context in
          await work.body(context.pullback(embed))
        })
    case .cancel(let id):
      .cancel(id)
    case .merge(let operations):
      .merge(operations.map { $0.map(embed) })
    }
  }
}

/// An id of any type: equal to another when both hold equal values of the same type.
@usableFromInline
package struct EffectID: Hashable, Sendable {
  let base: any Hashable & Sendable

  package init(_ base: any Hashable & Sendable) {
    self.base = base
  }

  @usableFromInline
  package static func == (first: EffectID, second: EffectID) -> Bool {
    func isEqual<Value: Hashable>(_ value: Value) -> Bool {
      type(of: second.base) == Value.self && second.base as? Value == value
    }
    return isEqual(first.base)
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: base)))
    hasher.combine(base)
  }
}

extension Effect {
  /// Whether nothing follows.
  @inlinable
  package var isNone: Bool { operation == nil }

  /// The actions that follow at once, in their order, and how many pieces of work and cancellations there are beside
  /// them.
  package var following: (actions: [Action], others: Int) {
    let operations: [Operation] =
      switch operation {
      case nil: []
      case .merge(let operations): operations
      case .some(let operation): [operation]
      }
    let actions = operations.compactMap { if case .send(let action) = $0 { action } else { nil } }
    return (actions, operations.count - actions.count)
  }
}
