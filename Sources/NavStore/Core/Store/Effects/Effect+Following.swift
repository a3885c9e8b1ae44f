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
