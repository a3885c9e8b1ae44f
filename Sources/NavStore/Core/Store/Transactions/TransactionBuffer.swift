/// The events of a store that a subscription to transactions has not taken yet.
///
/// The buffer holds at most `capacity` actions and `capacity` marks. A transaction fits if the number of buffered
/// actions and other events, including marks, plus the number of its own actions is at most `capacity`. If it does not
/// fit, that transaction and all later ones are lost until the events are taken. The buffer stores only the number
/// of lost transactions and the time of the last one. The state after that one is the state of the store when the next
/// mark is added or the events are taken, because every later transaction until then is lost as well.
struct TransactionBuffer<State: Sendable, Action: Sendable> {
  let number: Int
  private let capacity: Int
  private let now: @Sendable () -> Duration
  private var pending: [RecordedEvent<State, Action>] = []
  /// The number of actions in `pending`, and of its events without actions.
  private var size = 0
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

  @inline(__always)
  mutating func append(_ actions: RecordedActions<Action>, origin: ActionOrigin, state: Boxed<State>) {
    let time = now()
    guard !isFull, size + actions.count <= capacity else {
      isFull = true
      lost = (lost.transactions + 1, time)
      return
    }
    append(.transaction(actions, origin: origin, time: time, after: state), size: max(1, actions.count))
  }

  @inline(__always)
  private mutating func append(_ event: RecordedEvent<State, Action>, size added: Int = 1) {
    pending.append(event)
    size += added
  }

  mutating func mark(_ id: Int, state: @autoclosure () -> State) -> Bool {
    guard marks < capacity else { return false }
    marks += 1
    appendLoss(state())
    append(.mark(id, time: now()))
    return true
  }

  /// Moves the events to `list`, which must be empty. The buffer then reuses the memory of `list` for later events.
  mutating func take(_ list: inout [RecordedEvent<State, Action>], state: @autoclosure () -> State) {
    appendLoss(state())
    swap(&list, &pending)
    isFull = false
    (size, marks) = (0, 0)
  }

  private mutating func appendLoss(_ state: @autoclosure () -> State) {
    if lost.transactions == 0 { return }
    append(.lost(transactions: lost.transactions, time: lost.time, after: Boxed(state())))
    lost.transactions = 0
  }
}

/// An event in a store, with its time. Its size does not depend on the types of the app; see decision 43.
package enum RecordedEvent<State: Sendable, Action: Sendable>: Sendable {
  /// If the state was replaced, there are no actions. A recorder of a part of the state also receives no actions if one
  /// of them does not belong to the part.
  case transaction(RecordedActions<Action>, origin: ActionOrigin, time: Duration, after: Boxed<State>)
  /// `after` is the state after the last of the lost transactions.
  case lost(transactions: Int, time: Duration, after: Boxed<State>)
  case mark(Int, time: Duration)
}

/// The actions of a transaction. A single action is in a box, because code that is not compiled for the app's types
/// creates a box in a quarter of the time that an array takes.
package enum RecordedActions<Action: Sendable>: Sendable {
  case one(Boxed<Action>)
  case list([Action])

  var count: Int { if case .list(let actions) = self { actions.count } else { 1 } }

  package var all: [Action] {
    switch self {
    case .one(let action): [action.value]
    case .list(let actions): actions
    }
  }
}
