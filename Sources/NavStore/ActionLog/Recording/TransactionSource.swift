/// What a recorder sees of a store, or of a part of one.
struct TransactionSource<State: Sendable, Action: Sendable>: Sendable {
  let initialState: State
  /// Waits until there is something to take; false when there will be nothing more, or the task is cancelled.
  let wait: @Sendable () async -> Bool
  /// Puts what has happened since it was last asked, oldest first, in the place of what is in the list.
  let take: @Sendable (inout [RecordedEvent<State, Action>]) -> Void
  /// Puts a mark behind what has happened; false if it finds no room.
  let mark: @Sendable (Int) -> Bool
  /// Ends it: nothing more is seen, and no state is kept.
  let stop: @Sendable () -> Void
  /// Whether the store was released.
  let isClosed: @Sendable () -> Bool
  let startTask: TaskStarter

  /// A whole store. It is not kept alive.
  init(_ store: Store<State, Action>, capacity: Int, now: @escaping @Sendable () -> Duration) {
    let tap = TransactionSubscription(store, capacity: capacity, now: now)
    initialState = tap.initialState
    wait = { await tap.wait() }
    take = { tap.take(&$0) }
    mark = { tap.mark($0) }
    stop = { tap.stop() }
    isClosed = { tap.isClosed }
    startTask = { tap.startTask($0, $1) }
  }

  /// A part of a store. What other actions do to the part is a replacement.
  init<Whole: Sendable, WholeAction: Sendable>(
    _ store: Store<Whole, WholeAction>, state part: @escaping @Sendable (Whole) -> State,
    action extract: @escaping @Sendable (WholeAction) -> Action?, capacity: Int, now: @escaping @Sendable () -> Duration
  ) {
    let tap = TransactionSubscription(store, capacity: capacity, now: now)
    initialState = part(tap.initialState)
    wait = { await tap.wait() }
    take = { list in
      var events: [RecordedEvent<Whole, WholeAction>] = []
      tap.take(&events)
      list = SubstateProjection(part: part, extract: extract).events(events)
    }
    mark = { tap.mark($0) }
    stop = { tap.stop() }
    isClosed = { tap.isClosed }
    startTask = { tap.startTask($0, $1) }
  }
}

/// Turns what happened in a store into what happened in a part of it.
private struct SubstateProjection<Whole: Sendable, WholeAction: Sendable, State: Sendable, Action: Sendable> {
  let part: (Whole) -> State
  let extract: (WholeAction) -> Action?

  func events(_ events: [RecordedEvent<Whole, WholeAction>]) -> [RecordedEvent<State, Action>] {
    var result: [RecordedEvent<State, Action>] = []
    // Where the current transaction begins in the result, and whether all its actions are the part's.
    var start = 0
    var isWholly = true
    for event in events {
      switch event {
      case .action(let action, let origin, let time, let state):
        if let action = extract(action) {
          result.append(.action(action, origin: origin, time: time, state: state.map(part)))
        } else {
          isWholly = false
        }
        guard let state else { continue }
        if !isWholly {
          result.removeSubrange(start...)
          result.append(.replaced(origin: origin, time: time, state: part(state)))
        }
      case .replaced(let origin, let time, let state):
        result.append(.replaced(origin: origin, time: time, state: part(state)))
      case .lost(let transactions, let time, let state):
        result.append(.lost(transactions: transactions, time: time, state: part(state)))
      case .mark(let id, let time):
        result.append(.mark(id, time: time))
      }
      start = result.count
      isWholly = true
    }
    return result
  }
}
