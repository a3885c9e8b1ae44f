/// The work that a reducer requests in addition to the new state: another action, asynchronous work, or the
/// cancellation of such work.
///
/// A reducer returns an effect as a value, and the store starts the effect after releasing the store's lock. An effect
/// reports results by sending actions. An effect waits on the store's clock, so that a test can control the time.
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
/// Work without `catch:` can throw only `CancellationError`. The compiler does not infer the error type of a closure of
/// several statements: write `throws(CancellationError)` as above, or convert errors to actions by `catch:`.
///
/// After an action that cancels an effect is reduced, no further action of that effect is reduced, even if the effect
/// is already sending one. Effects that the reducer has returned for earlier actions of the cancelled effect continue.
public struct Effect<Action: Sendable>: Sendable {
  @usableFromInline
  enum Operation: Sendable {
    /// Sends an action. If a scope is present, the action is dropped when the effects of the scope are cancelled first.
    indirect case send(Action, scope: EffectID? = nil)
    case run(Work)
    indirect case cancel(EffectID)
    /// Cancels the work of several scopes.
    indirect case cancelScopes(ScopeCancellation)
    indirect case merge([Operation])
    /// Starts each operation after the work of the previous one has returned.
    indirect case sequence([Operation])
  }

  /// Asynchronous work. It is an object, so that an ``EffectCommand`` can refer to it without its type.
  @usableFromInline
  final class Work: Sendable {
    let id: EffectID?
    let cancelInFlight: Bool
    let priority: TaskPriority?
    let body: @Sendable (EffectContext<Action>) async -> Void

    init(
      id: EffectID?, cancelInFlight: Bool, priority: TaskPriority?,
      body: @escaping @Sendable (EffectContext<Action>) async -> Void
    ) {
      (self.id, self.cancelInFlight, self.priority, self.body) = (id, cancelInFlight, priority, body)
    }
  }

  // `operation` has the size of one word and is `nil` for an action without effects, so that such an action costs no
  // allocation.
  @usableFromInline let operation: Operation?

  @inlinable
  init(operation: Operation?) {
    self.operation = operation
  }

  /// An effect that does nothing.
  @inlinable
  public static var none: Effect { Effect(operation: nil) }

  /// Returns an effect that sends an action.
  ///
  /// The action is reduced in a separate transaction. Unless `concatenate` delays the effect, the call of `send` that
  /// caused the effect returns only after this transaction.
  public static func send(_ action: Action) -> Effect {
    Effect(operation: .send(action))
  }

  /// Returns an effect that runs asynchronous work.
  ///
  /// The work can throw only `CancellationError`, which ends the work and is not reported. The work reports a failure
  /// by sending an action; ``run(id:cancelInFlight:priority:operation:catch:)`` converts an error to an action. A
  /// closure of several statements that throws must name its error type: `{ context throws(CancellationError) in … }`.
  ///
  /// - Parameters:
  ///   - id: An id with which the work can be cancelled. Several pieces of work may have the same id.
  ///   - cancelInFlight: Whether running work with the same `id` is cancelled first.
  ///   - priority: The priority of the task, or `nil` for the priority of the sender.
  ///   - operation: The work. It runs in a new task that is isolated to no actor.
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

  /// Returns an effect that runs asynchronous work and converts errors of the work to actions.
  ///
  /// If the work throws an error, the effect sends the action that `catch` returns, or nothing if `catch` returns
  /// `nil`. If the work was cancelled, `catch` is not called.
  ///
  /// - Parameters:
  ///   - id: An id with which the work can be cancelled. Several pieces of work may have the same id.
  ///   - cancelInFlight: Whether running work with the same `id` is cancelled first.
  ///   - priority: The priority of the task, or `nil` for the priority of the sender.
  ///   - operation: The work. It runs in a new task that is isolated to no actor.
  ///   - catch: Returns the action for an error that the work has thrown.
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

  /// Returns an effect that starts several effects in order. No effect waits for the work of another one.
  ///
  /// All work in the list, except work that `concatenate` delays, is registered before an action of ``send(_:)`` in the
  /// list is reduced. Such an action may therefore cancel work that follows it in the list.
  public static func merge(_ effects: Effect...) -> Effect {
    merge(effects)
  }

  /// Returns an effect that starts several effects in order; see ``merge(_:)-(Effect<Action>...)``.
  public static func merge(_ effects: some Sequence<Effect>) -> Effect {
    // The list is flat, so that nested merges of any depth need no recursion.
    var operations: [Operation] = []
    for case let operation? in effects.map(\.operation) {
      if case .merge(let merged) = operation { operations += merged } else { operations.append(operation) }
    }
    return operations.count > 1 ? Effect(operation: .merge(operations)) : Effect(operation: operations.first)
  }

  /// Returns an effect that starts several effects one after the other: each effect starts when the work of the
  /// previous effect has returned.
  ///
  /// An action of ``send(_:)`` is reduced before the work of the next effect starts. However, a ``cancel(id:)`` that
  /// directly follows the ``send(_:)`` cancels running work before the action is reduced. The next effect does not wait
  /// for the effects of that action. If the work of an effect is cancelled, the effects after it do not start.
  public static func concatenate(_ effects: Effect...) -> Effect {
    concatenate(effects)
  }

  /// Returns an effect that starts several effects one after the other; see ``concatenate(_:)-(Effect<Action>...)``.
  public static func concatenate(_ effects: some Sequence<Effect>) -> Effect {
    let operations = effects.compactMap(\.operation)
    return operations.count > 1 ? Effect(operation: .sequence(operations)) : Effect(operation: operations.first)
  }

  /// Returns the same effect with an id with which all of its work can be cancelled. Work that already has an id keeps
  /// that id, and can be cancelled with either id.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - cancelInFlight: Whether running work with the same `id` is cancelled first.
  public func cancellable(id: any Hashable & Sendable, cancelInFlight: Bool = false) -> Effect {
    let work = Effect(operation: operation?.cancellable(by: EffectID(id)))
    return cancelInFlight ? .merge(.cancel(id: id), work) : work
  }

  /// Returns an effect that cancels all running work with an id. An id of `nil` cancels nothing.
  ///
  /// - Complexity: O(n log n), where n is the number of running effects of the store.
  public static func cancel(id: (any Hashable & Sendable)?) -> Effect {
    Effect(operation: id.map { .cancel(EffectID($0)) })
  }

  /// Returns the same effect for another type of action. Each action that the effect sends is converted by `embed`.
  @inlinable
  public func map<Parent: Sendable>(_ embed: @escaping @Sendable (Action) -> Parent) -> Effect<Parent> {
    guard let operation else { return .none }
    return Effect<Parent>(operation: operation.map(embed))
  }
}

extension Effect.Operation {
  /// Returns the operation for another type of action. If `embed` is `nil`, the operation sends no actions.
  @usableFromInline
  func map<Parent: Sendable>(_ embed: (@Sendable (Action) -> Parent)?) -> Effect<Parent>.Operation {
    switch self {
    case .send(let action, let scope):
      embed.map { .send($0(action), scope: scope) } ?? .merge([])
    case .run(let work):
      .run(
        Effect<Parent>.Work(id: work.id, cancelInFlight: work.cancelInFlight, priority: work.priority) { context in
          await work.body(context.pullback(embed))
        })
    case .cancel(let id):
      .cancel(id)
    case .cancelScopes(let cancellation):
      .cancelScopes(cancellation)
    case .merge(let operations):
      .merge(operations.map { $0.map(embed) })
    case .sequence(let operations):
      .sequence(operations.map { $0.map(embed) })
    }
  }

  fileprivate func starts(orSends: Bool) -> Bool {
    switch self {
    case .send: orSends
    case .run: true
    case .cancel, .cancelScopes: false
    case .merge(let operations), .sequence(let operations): operations.contains { $0.starts(orSends: orSends) }
    }
  }

  fileprivate func cancellable(by id: EffectID) -> Effect.Operation {
    switch self {
    case .send, .cancel, .cancelScopes:
      return self
    case .run(let work):
      let run = Effect.Operation.run(
        Effect.Work(
          id: work.id.map { EffectID(EffectIDPair(inner: $0, outer: id)) } ?? id, cancelInFlight: false,
          priority: work.priority, body: work.body))
      // The work cancels all other work with its own id, including work without the additional id.
      guard work.cancelInFlight, let own = work.id else { return run }
      return .merge([.cancel(own), run])
    case .merge(let operations):
      return .merge(operations.map { $0.cancellable(by: id) })
    case .sequence(let operations):
      return .sequence(operations.map { $0.cancellable(by: id) })
    }
  }
}

/// The scopes whose work an operation cancels.
@usableFromInline
struct ScopeCancellation: Sendable {
  let scopes: Set<EffectID>
  /// Whether all other scopes in the same place are cancelled, instead of ``scopes``.
  var isInverted = false
  /// Whether the actions of `Effect.send` that are not reduced yet are dropped too.
  var includesSends = true
  /// The scopes around ``scopes``, the outermost first.
  var outer: [EffectID] = []
}

/// An id of any type. Two ids are equal if they contain equal values of the same type.
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

/// The two ids of a piece of work: its own id, and an id that `cancellable` has added.
struct EffectIDPair: Hashable, Sendable, CustomStringConvertible {
  let inner: EffectID
  let outer: EffectID

  /// The ids, for messages about running work.
  var description: String { "\(inner.base), \(outer.base)" }
}

extension EffectID {
  /// Returns whether cancelling the id `other` cancels work with this id.
  func isCancelled(by other: EffectID) -> Bool {
    if let pair = base as? EffectIDPair {
      return pair.inner.isCancelled(by: other) || pair.outer.isCancelled(by: other)
    }
    guard let own = base as? ScopedEffectID, let others = other.base as? ScopedEffectID else { return self == other }
    guard own.scope == others.scope, let id = own.id, let otherID = others.id else { return self == other }
    return id.isCancelled(by: otherID)
  }
}

extension Effect {
  /// Whether the effect contains no operation, as ``none`` does.
  @inlinable
  package var isNone: Bool { operation == nil }

  /// Whether the effect sends an action or starts work. An effect that does neither only cancels other effects.
  @usableFromInline package var startsAnything: Bool { operation?.starts(orSends: true) == true }

  /// Whether the effect starts work.
  package var startsWork: Bool { operation?.starts(orSends: false) == true }

  /// The actions that the effect sends by ``send(_:)`` outside of `concatenate`, in order, and the number of its other
  /// operations.
  @usableFromInline package var sentActions: (actions: [Action], others: Int) {
    let operations: [Operation] =
      switch operation {
      case nil: []
      case .merge(let operations): operations
      case .some(let operation): [operation]
      }
    let actions = operations.compactMap { if case .send(let action, _) = $0 { action } else { nil } }
    return (actions, operations.count - actions.count)
  }
}
