/// A transaction of a store: the actions of one `send`, and the states before and after them.
public struct StoreTransaction<State: Sendable, Action: Sendable>: Sendable {
  /// The revision of the state after the transaction. The transactions of a stream have consecutive revisions.
  public let revision: Int
  /// The actions in the order in which they were reduced. If the state was replaced without an action, for example by a
  /// replay, the array is empty.
  public let actions: [Action]
  /// The origin of the actions.
  public let origin: ActionOrigin
  /// The time between the creation of the stream and the transaction, on the store's clock.
  public let time: Duration
  /// The state before the transaction.
  public let before: State
  /// The state after the transaction.
  public let after: State
}

extension StoreTransaction: Equatable where State: Equatable, Action: Equatable {}
extension StoreTransaction: Hashable where State: Hashable, Action: Hashable {}
