/// Which transaction an action is reduced in. No two transactions of a process have the same.
///
/// A reducer sees one action at a time. One that counts transactions, as undo does, tells by this whether the action
/// before belonged to the same. It is no part of what states compare or save.
@usableFromInline
package struct TransactionID: Equatable, Sendable {
  /// The number of the thread that reduces, and of its transactions: unlike one number for the process, both are
  /// counted without a lock.
  let thread: Int
  let count: Int

  /// The transaction that is being reduced on this thread; nil outside of a transaction.
  @usableFromInline package static var current: TransactionID? {
    ThreadContext.reference(ThreadContext.key)._withUnsafeGuaranteedRef { $0.transaction }
  }
}

extension Reducer {
  /// Reduces actions as one transaction, as a store does that is sent the list: for reducers in tests, in tools and in
  /// the replay of a log.
  ///
  /// Called from a reducer, it is a part of that one's transaction. Returns the effects of all actions in order.
  public func reduce(into state: inout State, actions: some Sequence<Action>) -> Effect<Action> {
    ThreadContext.current.withTransaction {
      .merge(actions.map { reduce(into: &state, action: $0) })
    }
  }
}
