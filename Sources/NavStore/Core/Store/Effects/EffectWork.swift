/// Asynchronous work of an effect.
///
/// The type does not depend on the type of the actions, because code that is not compiled for the app's types looks up
/// each generic type at run time.
@usableFromInline
final class EffectWork: Sendable {
  private typealias Conversion = @Sendable (_ actions: any Sendable) -> (any Sendable)?

  let id: EffectID?
  let cancelledID: EffectID?
  let priority: TaskPriority?
  let body: @Sendable (EffectOutput) async -> Void
  /// The conversions are a list and not one nested function, so that any number of them needs no recursion.
  private let conversions: [Conversion]

  private init(
    id: EffectID?, cancelledID: EffectID?, priority: TaskPriority?, conversions: [Conversion],
    body: @escaping @Sendable (EffectOutput) async -> Void
  ) {
    (self.id, self.cancelledID, self.priority, self.conversions, self.body) =
      (id, cancelledID, priority, conversions, body)
  }

  convenience init(
    id: EffectID?, cancelInFlight: Bool, priority: TaskPriority?,
    body: @escaping @Sendable (EffectOutput) async -> Void
  ) {
    self.init(id: id, cancelledID: cancelInFlight ? id : nil, priority: priority, conversions: [], body: body)
  }

  /// If `embed` is `nil`, the work sends no actions.
  func map<Action: Sendable, Parent: Sendable>(_ embed: (@Sendable (Action) -> Parent)?) -> EffectWork {
    let convert: Conversion = { actions in embed.map { EffectOutput.list(actions, of: Action.self).map($0) } }
    return EffectWork(
      id: id, cancelledID: cancelledID, priority: priority, conversions: conversions + [convert], body: body)
  }

  func cancellable(by other: EffectID) -> EffectWork {
    EffectWork(
      id: id?.adding(other) ?? other, cancelledID: cancelledID, priority: priority, conversions: conversions,
      body: body)
  }

  func scoped(to scope: EffectID) -> EffectWork {
    EffectWork(
      id: EffectID(ScopedEffectID(scope: scope, id: id)),
      cancelledID: cancelledID.map { EffectID(ScopedEffectID(scope: scope, id: $0)) }, priority: priority,
      conversions: conversions, body: body)
  }

  func output(
    clock: any Clock<Duration>, deliver: @escaping @Sendable (_ actions: any Sendable, _ isAnimated: Bool) -> Void
  ) -> EffectOutput {
    if conversions.isEmpty { return EffectOutput(clock: clock, deliver: deliver) }
    return EffectOutput(clock: clock) { [conversions] actions, isAnimated in
      var actions = actions
      for convert in conversions {
        guard let converted = convert(actions) else { return }
        actions = converted
      }
      deliver(actions, isAnimated)
    }
  }
}

/// What the body of an ``EffectWork`` uses of its store.
struct EffectOutput: Sendable {
  let clock: any Clock<Duration>
  /// Reduces a list of actions, which is an array of the type of action with which the work was created.
  let deliver: @Sendable (_ actions: any Sendable, _ isAnimated: Bool) -> Void

  static func list<Action>(_ actions: any Sendable, of type: Action.Type) -> [Action] {
    // A cast by `as?` would search for conformances, which takes as long as the rest of a send.
    func list<List>(_ actions: List) -> [Action] {
      guard List.self == [Action].self else {
        fatalError(
          """
          An effect sent actions of type \(List.self) where actions of type \([Action].self) were expected. \
          This is an error in NavStore: report it.
          """)
      }
      return unsafeBitCast(actions, to: [Action].self)
    }
    return list(actions)
  }
}
