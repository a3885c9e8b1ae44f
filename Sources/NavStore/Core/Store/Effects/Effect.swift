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
    indirect case send(Action)
    /// Sends an action, unless the effects of the scope are cancelled first.
    indirect case sendInScope(Action, EffectID)
    case run(EffectWork)
    indirect case cancel(EffectID)
    /// Cancels the work of several scopes.
    indirect case cancelScopes(ScopeCancellation)
    /// Several operations. They are a flat list and not a tree, so that no function on effects of any depth, including
    /// their release, needs recursion.
    case list([Item])
  }

  /// An item of a list of operations. The items of a group follow the item of the group.
  @usableFromInline
  enum Item: Sendable {
    /// An operation other than a list.
    case operation(Operation)
    /// A group whose operations start in order, without waiting. Its operations are the next `length` items.
    case merge(length: Int)
    /// A group in which each operation starts after the work of the previous one has returned. Its operations are the
    /// next `length` items.
    case sequence(length: Int)

    /// The number of items of the group that follow this item.
    var length: Int {
      switch self {
      case .operation: 0
      case .merge(let length), .sequence(let length): length
      }
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
        EffectWork(id: id.map(EffectID.init), cancelInFlight: cancelInFlight, priority: priority) { output in
          try? await operation(EffectContext(output))
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
    let operations = effects.compactMap { $0.operation }
    return operations.isEmpty ? .none : Effect(operation: .merge(operations))
  }

  /// Returns an effect that starts several effects one after the other: each effect starts when the work of the
  /// previous effect has returned.
  ///
  /// An action of ``send(_:)`` is reduced before the work of the next effect starts. However, a ``cancel(id:)`` that
  /// directly follows the ``send(_:)`` cancels running work before the action is reduced. The next effect does not wait
  /// for the effects of that action. If the work of an effect is cancelled, the effects after it do not start.
  ///
  /// After a ``merge(_:)-(Effect<Action>...)`` of work and actions, the next effect waits only for the work. It may
  /// start before the store reduces an action that is listed after the work. If the order matters, send the action
  /// before the work, or at the end of the work.
  public static func concatenate(_ effects: Effect...) -> Effect {
    concatenate(effects)
  }

  /// Returns an effect that starts several effects one after the other; see ``concatenate(_:)-(Effect<Action>...)``.
  public static func concatenate(_ effects: some Sequence<Effect>) -> Effect {
    let operations = effects.compactMap { $0.operation }
    return operations.isEmpty ? .none : Effect(operation: .sequence(operations))
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
  /// Returns an operation that starts several operations in order.
  @usableFromInline
  static func merge(_ operations: [Effect.Operation]) -> Effect.Operation {
    group(operations) { .merge(length: $0) }
  }

  /// Returns an operation that starts each operation after the work of the previous one has returned.
  static func sequence(_ operations: [Effect.Operation]) -> Effect.Operation {
    group(operations) { .sequence(length: $0) }
  }

  private static func group(
    _ operations: [Effect.Operation], _ header: (_ length: Int) -> Effect.Item
  ) -> Effect.Operation {
    if operations.count == 1 { return operations[0] }
    let length = operations.reduce(0) { $0 + $1.items.count }
    var items: [Effect.Item] = []
    items.reserveCapacity(1 + length)
    items.append(header(length))
    for operation in operations { items += operation.items }
    return .list(items)
  }

  fileprivate var items: [Effect.Item] {
    if case .list(let items) = self { items } else { [.operation(self)] }
  }

  /// Returns an operation in which each operation that is not a list is replaced by the result of a function. If the
  /// function returns `nil`, the operation is left out.
  func replacingOperations<Other: Sendable>(
    _ replacement: (Effect.Operation) -> Effect<Other>.Operation?
  ) -> Effect<Other>.Operation {
    guard case .list(let items) = self else { return replacement(self) ?? .list([]) }
    return .list(
      items.map { item in
        switch item {
        // An item without an operation is an empty group, so that the lengths of the other groups remain correct.
        case .operation(let operation): replacement(operation).map { .operation($0) } ?? .merge(length: 0)
        case .merge(let length): .merge(length: length)
        case .sequence(let length): .sequence(length: length)
        }
      })
  }

  /// Returns the operation for another type of action. If `embed` is `nil`, the operation sends no actions.
  @usableFromInline
  func map<Parent: Sendable>(_ embed: (@Sendable (Action) -> Parent)?) -> Effect<Parent>.Operation {
    replacingOperations { operation -> Effect<Parent>.Operation? in
      switch operation {
      case .send(let action): embed.map { .send($0(action)) }
      case .sendInScope(let action, let scope): embed.map { .sendInScope($0(action), scope) }
      case .run(let work): .run(work.map(embed))
      case .cancel(let id): .cancel(id)
      case .cancelScopes(let cancellation): .cancelScopes(cancellation)
      case .list: nil
      }
    }
  }

  fileprivate func contains(_ isMeant: (Effect.Operation) -> Bool) -> Bool {
    items.contains { if case .operation(let operation) = $0 { isMeant(operation) } else { false } }
  }

  fileprivate func cancellable(by id: EffectID) -> Effect.Operation {
    replacingOperations { operation in
      if case .run(let work) = operation { .run(work.cancellable(by: id)) } else { operation }
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

/// The ids of a piece of work: its own id, and the ids that `cancellable` has added.
///
/// The ids are a list and not nested pairs, so that any number of them needs no recursion.
struct EffectIDs: Hashable, Sendable, CustomStringConvertible {
  let ids: [EffectID]

  /// The ids, for messages about running work.
  var description: String { ids.map { "\($0.base)" }.joined(separator: ", ") }
}

extension EffectID {
  /// Returns an id for work that can be cancelled with this id or another one.
  func adding(_ other: EffectID) -> EffectID {
    EffectID(EffectIDs(ids: ((base as? EffectIDs)?.ids ?? [self]) + [other]))
  }

  /// Returns whether cancelling the id `other` cancels work with this id.
  func isCancelled(by other: EffectID) -> Bool {
    if let all = base as? EffectIDs { return all.ids.contains { $0.isCancelled(by: other) } }
    guard let own = base as? ScopedEffectID, let others = other.base as? ScopedEffectID else { return self == other }
    guard own.scope == others.scope, let id = own.id, let otherID = others.id else { return self == other }
    return id.isCancelled(by: otherID)
  }
}

extension Effect {
  /// Whether the effect contains no operation, as ``none`` does.
  @inlinable
  @inline(__always)
  package var isNone: Bool { operation == nil }

  /// Whether the effect only sends an action outside of any scope.
  @inline(__always)
  var isOnlyAction: Bool { if case .send? = operation { true } else { false } }

  /// Whether the effect sends an action or starts work. An effect that does neither only cancels other effects.
  @usableFromInline package var startsAnything: Bool { startsWork || sendsAnything }

  /// Whether the effect starts work.
  package var startsWork: Bool { operation?.contains { if case .run = $0 { true } else { false } } == true }

  /// Whether the effect sends an action by ``send(_:)``.
  @usableFromInline package var sendsAnything: Bool {
    operation?.contains {
      switch $0 {
      case .send, .sendInScope: true
      default: false
      }
    } == true
  }

  /// Whether the effect contains more than cancellations of scopes. These end the effects of parts and screens, and no
  /// reducer of the app has requested them.
  package var hasRequest: Bool { operation?.contains { if case .cancelScopes = $0 { false } else { true } } == true }

  /// The actions that the effect sends by ``send(_:)`` outside of `concatenate`, in order, and the number of its other
  /// operations.
  @usableFromInline package var sentActions: (actions: [Action], others: Int) {
    var (actions, others): ([Action], Int) = ([], 0)
    let items = operation?.items ?? []
    var index = 0
    while index < items.count {
      switch items[index] {
      case .operation(.send(let action)), .operation(.sendInScope(let action, _)): actions.append(action)
      case .operation: others += 1
      case .merge: break
      case .sequence(let length):
        others += 1
        index += length
      }
      index += 1
    }
    return (actions, others)
  }
}
