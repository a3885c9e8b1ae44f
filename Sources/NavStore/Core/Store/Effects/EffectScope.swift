extension Effect {
  /// Returns the same effect inside a scope.
  ///
  /// ``cancel(scope:)`` cancels all work of the scope. The ids of the work are separate for each scope: ``cancel(id:)``
  /// in one scope does not cancel work with an equal id in another scope. Scopes can be nested.
  package func scoped(to scope: EffectID) -> Effect {
    Effect(operation: operation?.scoped(to: scope))
  }

  /// Returns an effect that cancels all running work of a scope, including the work of the scopes inside it.
  package static func cancel(scope: EffectID) -> Effect {
    Effect(operation: .cancelScope([scope]))
  }
}

extension Effect.Operation {
  fileprivate func scoped(to scope: EffectID) -> Effect.Operation {
    switch self {
    case .send:
      self
    case .run(let work):
      .run(
        Effect.Work(
          id: EffectID(ScopedEffectID(scope: scope, id: work.id)),
          cancelInFlight: work.cancelInFlight && work.id != nil, priority: work.priority, body: work.body))
    case .cancel(let id):
      .cancel(EffectID(ScopedEffectID(scope: scope, id: id)))
    case .cancelScope(let scopes):
      .cancelScope([scope] + scopes)
    case .merge(let operations):
      .merge(operations.map { $0.scoped(to: scope) })
    case .sequence(let operations):
      .sequence(operations.map { $0.scoped(to: scope) })
    }
  }
}

/// The id of work inside a scope.
struct ScopedEffectID: Hashable, Sendable, CustomStringConvertible {
  let scope: EffectID
  /// The id inside the scope, or `nil` for work without an id.
  let id: EffectID?

  /// The id and the scope, for messages about running work.
  var description: String { id.map { "\($0.base) of \(scope.base)" } ?? "\(scope.base)" }
}

extension EffectID {
  /// Returns whether the id belongs to the last of the scopes. Each scope is nested in the scope before it.
  func isInside(_ scopes: [EffectID]) -> Bool { isInside(scopes[...]) }

  private func isInside(_ scopes: ArraySlice<EffectID>) -> Bool {
    guard let scope = scopes.first else { return true }
    if let pair = base as? EffectIDPair { return pair.inner.isInside(scopes) || pair.outer.isInside(scopes) }
    guard let scoped = base as? ScopedEffectID, scoped.scope == scope else { return false }
    return scopes.count == 1 || scoped.id?.isInside(scopes.dropFirst()) == true
  }
}
