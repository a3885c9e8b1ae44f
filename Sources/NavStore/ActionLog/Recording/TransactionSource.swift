/// A source of the events that a recorder records: those of a store or of a part of a store.
struct TransactionSource<State: Sendable, Action: Sendable>: Sendable {
  let initialState: State
  let isPart: Bool
  /// Waits for an event. Returns `false` if the store was released and no event is left, or if the task is cancelled.
  let wait: @Sendable () async -> Bool
  /// Replaces the contents of a list with the events since the last call, oldest first.
  let take: @Sendable (inout [RecordedEvent<State, Action>]) -> Void
  /// Adds the mark with the given identifier after the events so far. Returns `false` if the maximum number of marks is
  /// already waiting.
  let mark: @Sendable (Int) -> Bool
  let stop: @Sendable () -> Void
  let isClosed: @Sendable () -> Bool
  let startTask: TaskStarter

  /// Creates a source for a store. The source does not keep the store alive.
  init(_ store: Store<State, Action>, capacity: Int, now: @escaping @Sendable () -> Duration) {
    let tap = TransactionSubscription(store, capacity: capacity, now: now)
    initialState = tap.initialState
    isPart = false
    wait = { await tap.wait() }
    take = { tap.take(&$0) }
    mark = { tap.mark($0) }
    stop = { tap.stop() }
    isClosed = { tap.isClosed }
    startTask = { tap.startTask($0, $1) }
  }

  /// Creates a source for a part of a store. If a transaction contains an action of another part, the source returns a
  /// replacement of the substate instead of the actions.
  init<Whole: Sendable, WholeAction: Sendable>(
    _ store: Store<Whole, WholeAction>, state part: @escaping @Sendable (Whole) -> State,
    action extract: @escaping @Sendable (WholeAction) -> Action?, capacity: Int, now: @escaping @Sendable () -> Duration
  ) {
    let tap = TransactionSubscription(store, capacity: capacity, now: now)
    initialState = part(tap.initialState)
    isPart = true
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

/// A conversion from the events of a store to the events of a part of the store.
private struct SubstateProjection<Whole: Sendable, WholeAction: Sendable, State: Sendable, Action: Sendable> {
  let part: (Whole) -> State
  let extract: (WholeAction) -> Action?

  func events(_ events: [RecordedEvent<Whole, WholeAction>]) -> [RecordedEvent<State, Action>] {
    events.map { event in
      switch event {
      case .transaction(let actions, let origin, let time, let state):
        let actions = actions.all
        let extracted = actions.compactMap(extract)
        return .transaction(
          .list(extracted.count == actions.count ? extracted : []), origin: origin, time: time,
          after: Boxed(part(state.value)))
      case .lost(let transactions, let time, let state):
        return .lost(transactions: transactions, time: time, after: Boxed(part(state.value)))
      case .mark(let id, let time):
        return .mark(id, time: time)
      }
    }
  }
}
