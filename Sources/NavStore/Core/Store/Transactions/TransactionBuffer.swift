/// What a recorder with the states has not taken yet. The store's lock protects it.
///
/// It holds at most `capacity` actions, and as many marks. A transaction that finds no room is lost, and so is every
/// one after it until the tap was emptied: what is lost is counted, and of its states the newest is kept.
@usableFromInline
final class TransactionBuffer<State: Sendable, Action: Sendable>: @unchecked Sendable {
  // Unchecked because the lock of the store that fills it is held whenever it is used, which is also why the run-time
  // check of exclusive access is not needed.
  @usableFromInline let capacity: Int
  @usableFromInline let now: @Sendable () -> Duration
  @exclusivity(unchecked) @usableFromInline var pending: [RecordedEvent<State, Action>] = []
  /// Whether the last of them says what was lost.
  @exclusivity(unchecked) @usableFromInline var isFull = false
  @exclusivity(unchecked) private var marks = 0

  @usableFromInline
  init(capacity: Int, now: @escaping @Sendable () -> Duration) {
    self.capacity = capacity
    self.now = now
  }

  var isEmpty: Bool { pending.isEmpty }

  /// Adds a transaction. Returns an event that it replaces, which the caller releases after the store's lock.
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

  /// Finds room where actions do not, up to `capacity` marks. Returns whether it did.
  func mark(_ id: Int) -> Bool {
    guard marks < capacity else { return false }
    marks += 1
    pending.append(.mark(id, time: now()))
    return true
  }

  /// Puts what there is into an empty list, whose memory it uses from then on.
  func take(_ list: inout [RecordedEvent<State, Action>]) {
    swap(&list, &pending)
    isFull = false
    marks = 0
  }
}

/// Something that happened in a store, with the state it led to.
@usableFromInline
package enum RecordedEvent<State: Sendable, Action: Sendable>: Sendable {
  /// An action was reduced. The state is that after the action's transaction, and stands with its last action alone.
  case action(Action, origin: ActionOrigin, time: Duration, state: State?)
  /// A transaction did something that is no such action.
  case replaced(origin: ActionOrigin, time: Duration, state: State)
  /// Transactions found no room. The state is that after the last of them.
  case lost(transactions: Int, time: Duration, state: State)
  /// Somebody put a mark between two transactions.
  case mark(Int, time: Duration)
}
