/// Asynchronous work of an effect.
///
/// The type does not depend on the type of the actions, because code that is not compiled for the app's types looks up
/// each generic type at run time.
@usableFromInline
struct EffectWork: Sendable {
  private(set) var id: EffectID?
  /// The id of the running work that is cancelled first.
  private(set) var cancelledID: EffectID?
  let priority: TaskPriority?
  let body: @Sendable (EffectOutput) async -> Void
  /// Functions that convert the actions of the work, one after the other. Each of them converts a list, and returns
  /// `nil` if the actions are dropped.
  ///
  /// The functions are a list and not one nested function, so that any number of them needs no recursion.
  private var conversions: [@Sendable (_ actions: any Sendable) -> (any Sendable)?] = []

  init(
    id: EffectID?, cancelInFlight: Bool, priority: TaskPriority?,
    body: @escaping @Sendable (EffectOutput) async -> Void
  ) {
    (self.id, self.priority, self.body) = (id, priority, body)
    cancelledID = cancelInFlight ? id : nil
  }

  /// Returns the same work for another type of action. If `embed` is `nil`, the work sends no actions.
  func map<Action: Sendable, Parent: Sendable>(_ embed: (@Sendable (Action) -> Parent)?) -> EffectWork {
    var work = self
    work.conversions.append { actions in embed.map { EffectOutput.list(actions, of: Action.self).map($0) } }
    return work
  }

  /// Returns the same work with an additional id.
  func cancellable(by other: EffectID) -> EffectWork {
    var work = self
    work.id = id?.adding(other) ?? other
    return work
  }

  /// Returns the same work inside a scope.
  func scoped(to scope: EffectID) -> EffectWork {
    var work = self
    work.id = EffectID(ScopedEffectID(scope: scope, id: id))
    work.cancelledID = cancelledID.map { EffectID(ScopedEffectID(scope: scope, id: $0)) }
    return work
  }

  /// Returns an output for the body. `deliver` receives the actions after all conversions.
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

  /// Returns a list of actions with its type.
  static func list<Action>(_ actions: any Sendable, of type: Action.Type) -> [Action] {
    guard let actions = actions as? [Action] else {
      fatalError(
        """
        An effect sent actions of type \(Swift.type(of: actions)) where actions of type \(Action.self) were expected. \
        This is an error in NavStore: report it.
        """)
    }
    return actions
  }
}
