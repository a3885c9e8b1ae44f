/// What a recorder with the states has not taken yet. The store's lock protects it.
///
/// It holds at most `capacity` actions. A transaction that finds no room is lost, and so is every one after it until the
/// tap was emptied: what is lost is counted, and of its states the newest is kept.
final class TransactionTap<State: Sendable, Action: Sendable>: @unchecked Sendable {
  // Unchecked because the lock of the store that fills it is held whenever it is used.
  private let capacity: Int
  private let now: @Sendable () -> Duration
  private var pending: [TappedEvent<State, Action>] = []

  init(capacity: Int, now: @escaping @Sendable () -> Duration) {
    self.capacity = capacity
    self.now = now
  }

  var isEmpty: Bool { pending.isEmpty }

  func append(_ actions: some Collection<Action>, origin: ActionOrigin, state: State) {
    let time = now()
    if case .lost(let count, _, _)? = pending.last {
      pending[pending.count - 1] = .lost(transactions: count + 1, time: time, state: state)
    } else if pending.count + actions.count > capacity {
      pending.append(.lost(transactions: 1, time: time, state: state))
    } else if actions.isEmpty {
      pending.append(.replaced(origin: origin, time: time, state: state))
    } else {
      var remaining = actions.count
      for action in actions {
        remaining -= 1
        pending.append(.action(action, origin: origin, time: time, state: remaining == 0 ? state : nil))
      }
    }
  }

  func mark(_ id: Int) {
    pending.append(.mark(id, time: now()))
  }

  func take() -> [TappedEvent<State, Action>] {
    defer { pending = [] }
    return pending
  }
}

/// Something that happened in a store, with the state it led to.
package enum TappedEvent<State: Sendable, Action: Sendable>: Sendable {
  /// An action was reduced. The state is that after the action's transaction, and stands with its last action alone.
  case action(Action, origin: ActionOrigin, time: Duration, state: State?)
  /// A transaction did something that is no such action.
  case replaced(origin: ActionOrigin, time: Duration, state: State)
  /// Transactions found no room. The state is that after the last of them.
  case lost(transactions: Int, time: Duration, state: State)
  /// Somebody put a mark between two transactions.
  case mark(Int, time: Duration)
}

/// Taps a store from now on, until it is released. It holds the store's core and not the store.
package final class TapSubscription<State: Sendable, Action: Sendable>: Sendable {
  /// The state when the tap was put in.
  package let initialState: State
  private let core: StoreCore<State, Action>
  private let tap: TransactionTap<State, Action>

  /// - Parameters:
  ///   - capacity: How many actions it holds at most.
  ///   - now: The time that a transaction happened at. It is called while the store's lock is held.
  package init(_ store: Store<State, Action>, capacity: Int, now: @escaping @Sendable () -> Duration) {
    core = store.core
    tap = TransactionTap(capacity: capacity, now: now)
    initialState = core.addTap(tap)
  }

  deinit {
    core.removeTap(tap)
  }

  /// Puts a mark between what has happened and what will. It always finds room.
  package func mark(_ id: Int) {
    core.withLock { tap.mark(id) }
  }

  /// Waits until there is something to take. False when the store is gone and there is nothing, and when the task is
  /// cancelled.
  package func wait() async -> Bool {
    await core.next { tap.isEmpty ? nil : true } ?? false
  }

  /// What has happened since it was last asked, oldest first.
  package func take() -> [TappedEvent<State, Action>] {
    core.withLock { tap.take() }
  }

  /// Starts a task as the store starts those of its effects.
  package var startTask: TaskStarter { core.withLock { core.startTask } }
}
