/// The events of a store that a subscription to transactions has not taken yet.
///
/// The buffer holds at most `capacity` actions and `capacity` marks. A transaction fits if the number of buffered
/// events, including marks, plus the number of the transaction's actions is at most `capacity`. If a transaction does
/// not fit, that transaction and all later ones are lost until the events are taken. The buffer stores only the number
/// of lost transactions and the time of the last one. The state after that one is the state of the store when the next
/// mark is added or the events are taken, because every later transaction until then is lost as well.
struct TransactionBuffer<State: Sendable, Action: Sendable> {
  let number: Int
  private let capacity: Int
  private let now: @Sendable () -> Duration
  private var pending: [RecordedEvent<State, Action>] = []
  /// Whether a transaction was lost since the events were last taken.
  private var isFull = false
  private var lost = (transactions: 0, time: Duration.zero)
  private var marks = 0

  init(number: Int, capacity: Int, now: @escaping @Sendable () -> Duration) {
    self.number = number
    self.capacity = capacity
    self.now = now
  }

  var isEmpty: Bool { pending.isEmpty && !isFull }

  mutating func append(_ actions: [Action], origin: ActionOrigin, state: State) {
    let time = now()
    guard !isFull, pending.count + actions.count <= capacity else {
      isFull = true
      lost = (lost.transactions + 1, time)
      return
    }
    if actions.isEmpty {
      pending.append(.replaced(origin: origin, time: time, state: state))
    }
    var remaining = actions.count
    for action in actions {
      remaining -= 1
      pending.append(.action(action, origin: origin, time: time, state: remaining == 0 ? state : nil))
    }
  }

  mutating func mark(_ id: Int, state: @autoclosure () -> State) -> Bool {
    guard marks < capacity else { return false }
    marks += 1
    appendLoss(state())
    pending.append(.mark(id, time: now()))
    return true
  }

  /// Moves the events to `list`, which must be empty. The buffer then reuses the memory of `list` for later events.
  mutating func take(_ list: inout [RecordedEvent<State, Action>], state: @autoclosure () -> State) {
    appendLoss(state())
    swap(&list, &pending)
    isFull = false
    marks = 0
  }

  private mutating func appendLoss(_ state: @autoclosure () -> State) {
    if lost.transactions == 0 { return }
    pending.append(.lost(transactions: lost.transactions, time: lost.time, state: state()))
    lost.transactions = 0
  }
}

/// An event in a store, with the time of the event and, at the end of a transaction, the state.
package enum RecordedEvent<State: Sendable, Action: Sendable>: Sendable {
  /// The last action of a transaction has the state after the transaction; the others have `nil`.
  case action(Action, origin: ActionOrigin, time: Duration, state: State?)
  /// For a recorder of a part of the state, this event also represents a transaction with an action that does not
  /// belong to the part.
  case replaced(origin: ActionOrigin, time: Duration, state: State)
  /// `state` is the state after the last of the lost transactions.
  case lost(transactions: Int, time: Duration, state: State)
  case mark(Int, time: Duration)
}
