/// The events of a store that a subscription to transactions has not taken yet.
///
/// It holds at most `capacity` actions and `capacity` marks. A transaction that does not fit is lost. So are the
/// transactions after it, until the events are taken. The lost transactions are counted, and the state after the last
/// one is kept.
@usableFromInline
final class TransactionBuffer<State: Sendable, Action: Sendable>: @unchecked Sendable {
  // Unchecked because the lock of the store is held at each use, which is also why the run-time check of exclusive
  // access is not needed.
  @usableFromInline let capacity: Int
  @usableFromInline let now: @Sendable () -> Duration
  @exclusivity(unchecked) @usableFromInline var pending: [RecordedEvent<State, Action>] = []
  /// Whether a transaction was lost since the events were last taken.
  @exclusivity(unchecked) @usableFromInline var isFull = false
  @exclusivity(unchecked) private var marks = 0

  @usableFromInline
  init(capacity: Int, now: @escaping @Sendable () -> Duration) {
    self.capacity = capacity
    self.now = now
  }

  var isEmpty: Bool { pending.isEmpty }

  /// Adds a transaction.
  ///
  /// - Returns: An event that the new one replaces. The caller releases it after it has released the store's lock.
  @inlinable
  func append(
    _ actions: some Collection<Action>, origin: ActionOrigin, state: State
  ) -> RecordedEvent<State, Action>? {
    let time = now()
    guard !isFull, pending.count + actions.count <= capacity else { return lose(time: time, state: state) }
    if actions.isEmpty {
      pending.append(.replaced(origin: origin, time: time, state: state))
      return nil
    }
    var remaining = actions.count
    for action in actions {
      remaining -= 1
      pending.append(.action(action, origin: origin, time: time, state: remaining == 0 ? state : nil))
    }
    return nil
  }

  @usableFromInline
  func lose(time: Duration, state: State) -> RecordedEvent<State, Action>? {
    isFull = true
    guard let last = pending.last, case .lost(let count, _, _) = last else {
      pending.append(.lost(transactions: 1, time: time, state: state))
      return nil
    }
    pending[pending.count - 1] = .lost(transactions: count + 1, time: time, state: state)
    return last
  }

  /// Adds a mark, even if transactions do not fit.
  ///
  /// - Returns: Whether fewer than `capacity` marks were waiting.
  func mark(_ id: Int) -> Bool {
    guard marks < capacity else { return false }
    marks += 1
    pending.append(.mark(id, time: now()))
    return true
  }

  /// Moves the events to an empty list. The buffer uses the memory of that list from then on.
  func take(_ list: inout [RecordedEvent<State, Action>]) {
    swap(&list, &pending)
    isFull = false
    marks = 0
  }
}

/// An event in a store, with the state after it.
@usableFromInline
package enum RecordedEvent<State: Sendable, Action: Sendable>: Sendable {
  /// An action was reduced. The last action of a transaction has the state after the transaction; the others have
  /// `nil`.
  case action(Action, origin: ActionOrigin, time: Duration, state: State?)
  /// The state was replaced, or actions of another type have changed it.
  case replaced(origin: ActionOrigin, time: Duration, state: State)
  /// Transactions did not fit. The state is the state after the last of them.
  case lost(transactions: Int, time: Duration, state: State)
  /// A mark was added between two transactions.
  case mark(Int, time: Duration)
}
