extension Effect {
  /// Returns the same effect inside a scope.
  ///
  /// ``cancel(scope:)`` cancels all work of the scope. The ids of the work are separate for each scope: ``cancel(id:)``
  /// in one scope does not cancel work with an equal id in another scope. Scopes can be nested. If `includesSends` is
  /// `true`, the cancellation of the scope also drops the actions of ``send(_:)`` that have not been reduced yet.
  package func scoped(to scope: EffectID, includesSends: Bool = false) -> Effect {
    Effect(operation: operation?.scoped(to: scope, includesSends: includesSends))
  }

  /// Returns an effect that cancels all running work of a scope, including the work of the scopes inside it. If
  /// `includesSends` is `true`, the actions of ``send(_:)`` that belong to the scope are dropped too.
  package static func cancel(scope: EffectID, includesSends: Bool = true) -> Effect {
    Effect(operation: .cancelScopes(ScopeCancellation(scopes: [scope], includesSends: includesSends)))
  }

  /// Returns an effect that cancels all running work of several scopes, including the work of the scopes inside them.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of running effects of the store.
  package static func cancel(scopes: Set<EffectID>) -> Effect {
    Effect(operation: .cancelScopes(ScopeCancellation(scopes: scopes)))
  }

  /// Returns an effect that cancels all running work of the scopes inside a scope, except the work of some of them.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of running effects of the store.
  package static func cancel(scopesIn scope: EffectID, except kept: Set<EffectID>) -> Effect {
    Effect(operation: .cancelScopes(ScopeCancellation(scopes: kept, isInverted: true, outer: [scope])))
  }

  /// The work runs, and the actions that it sends are dropped.
  @usableFromInline
  package func withoutActions<Other: Sendable>() -> Effect<Other> {
    Effect<Other>(operation: operation?.map(nil))
  }
}

extension Effect.Operation {
  fileprivate func scoped(to scope: EffectID, includesSends: Bool) -> Effect.Operation {
    replacingOperations { operation in
      switch operation {
      case .send where !includesSends: operation
      case .send(let action): .sendInScope(action, EffectID(ScopedEffectID(scope: scope, id: nil)))
      case .sendInScope(let action, let inner):
        .sendInScope(action, EffectID(ScopedEffectID(scope: scope, id: inner)))
      case .run(let work): .run(work.scoped(to: scope))
      case .cancel(let id): .cancel(EffectID(ScopedEffectID(scope: scope, id: id)))
      case .cancelScopes(let cancellation): .cancelScopes(cancellation.scoped(to: scope))
      case .list: nil
      }
    }
  }
}

extension ScopeCancellation {
  fileprivate func scoped(to scope: EffectID) -> ScopeCancellation {
    var scoped = self
    scoped.outer.insert(scope, at: 0)
    return scoped
  }
}

/// The id of work inside a scope.
struct ScopedEffectID: Hashable, Sendable, CustomStringConvertible {
  let scope: EffectID
  let id: EffectID?
  var description: String { id.map { "\($0.base) of \(scope.base)" } ?? "\(scope.base)" }
}

extension EffectID {
  /// Returns whether work with this id is work with the id `id` in nested scopes, which can be inside other scopes.
  func isWork(_ id: EffectID, in scopes: ArraySlice<EffectID>) -> Bool {
    if let all = base as? EffectIDs { return all.ids.contains { $0.isWork(id, in: scopes) } }
    guard let scoped = base as? ScopedEffectID else { return scopes.isEmpty && self == id }
    guard let inner = scoped.id else { return false }
    if scopes.first == scoped.scope, inner.isWork(id, in: scopes.dropFirst()) { return true }
    return inner.isWork(id, in: scopes)
  }

  func isCancelled(by cancellation: ScopeCancellation) -> Bool {
    isCancelled(by: cancellation, in: cancellation.outer[...])
  }

  /// - Parameter outer: The scopes of the cancellation that are around the rest of this id.
  private func isCancelled(by cancellation: ScopeCancellation, in outer: ArraySlice<EffectID>) -> Bool {
    if let all = base as? EffectIDs { return all.ids.contains { $0.isCancelled(by: cancellation, in: outer) } }
    guard let scoped = base as? ScopedEffectID else { return false }
    guard let scope = outer.first else { return cancellation.scopes.contains(scoped.scope) != cancellation.isInverted }
    return scoped.scope == scope && scoped.id?.isCancelled(by: cancellation, in: outer.dropFirst()) == true
  }
}
