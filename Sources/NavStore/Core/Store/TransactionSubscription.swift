/// A subscription to the actions and states of a store. It keeps the store's core alive, but not the store.
package final class TransactionSubscription<State: Sendable, Action: Sendable>: Sendable {
  package let initialState: State
  let initialRevision: Int
  private let core: StoreCore<State, Action>
  private let buffer: Int

  /// `capacity` is the maximum number of buffered actions, and also the maximum number of buffered marks; see
  /// ``TransactionBuffer``. `now` is called while the store's lock is held.
  package convenience init(_ store: Store<State, Action>, capacity: Int, now: @escaping @Sendable () -> Duration) {
    self.init(store.core, capacity: capacity, now: now)
  }

  fileprivate init(_ core: StoreCore<State, Action>, capacity: Int, now: @escaping @Sendable () -> Duration) {
    self.core = core
    (initialState, initialRevision, buffer) = core.withLock { contents in
      (contents.states.present, contents.states.revision, contents.addBuffer(capacity: capacity, now: now))
    }
  }

  deinit {
    stop()
  }

  package func stop() {
    core.withLock { $0.removeBuffer(buffer) }
  }

  /// Adds a mark to the buffered events, after the transactions so far.
  ///
  /// - Returns: Whether there was room for the mark.
  package func mark(_ id: Int) -> Bool {
    core.withLock(for: .clock, "a mark") { $0.withBuffer(buffer) { $0.mark(id, state: $1) } } ?? false
  }

  /// Waits until there is an event to take. A mark does not resume a task that already waits. The next transaction
  /// resumes the task.
  ///
  /// - Returns: `true` if there is an event, or `false` if the store was released and no event is left, or if the
  ///   calling task is cancelled.
  package func wait() async -> Bool {
    await core.next { $0.withBuffer(buffer) { buffer, _ in !buffer.isEmpty } == true ? true : nil } ?? false
  }

  /// Replaces the elements of a list with the buffered events, oldest first, and empties the buffer.
  package func take(_ list: inout [RecordedEvent<State, Action>]) {
    // The old elements are released before the lock is taken, because releasing states and actions runs the user's
    // code.
    list.removeAll(keepingCapacity: true)
    core.withLock { _ = $0.withBuffer(buffer) { $0.take(&list, state: $1) } }
  }

  package var isClosed: Bool { core.withLock { $0.isClosed } }
  package var startTask: TaskStarter { core.withLock { $0.startTask } }
}

/// A reader that combines the events of a subscription into transactions, for a stream of transactions.
///
/// Transactions that do not fit in the buffer of the subscription are lost. They are combined into one transaction
/// without actions, which has the revision and the state of the last of them.
package final class TransactionReader<State: Sendable, Action: Sendable>: Sendable {
  private struct Shared {
    /// The events that were taken from the subscription, and the number of those that were returned.
    var events: [RecordedEvent<State, Action>] = []
    var returned = 0
    var state: Boxed<State>
    var revision: Int

    @inline(__always)
    mutating func next() -> StoreTransaction<State, Action>? {
      while returned < events.count {
        let event = events[returned]
        returned += 1
        switch event {
        case .transaction(let actions, let origin, let time, let after):
          return end(actions.all, origin, time, after)
        case .lost(let count, let time, let after):
          revision += count - 1
          return end([], .restore, time, after)
        case .mark:
          // The reader adds no marks to the subscription.
          break
        }
      }
      return nil
    }

    @inline(__always)
    private mutating func end(
      _ actions: [Action], _ origin: ActionOrigin, _ time: Duration, _ after: Boxed<State>
    ) -> StoreTransaction<State, Action> {
      let before = state
      state = after
      revision += 1
      return StoreTransaction(
        revision: revision, actions: actions, origin: origin, time: time, before: before.value, after: after.value)
    }
  }

  package var initialState: State { subscription.initialState }
  package var initialRevision: Int { subscription.initialRevision }

  private let subscription: TransactionSubscription<State, Action>
  private let shared: Locked<Shared>

  package init(_ core: StoreCore<State, Action>, capacity: Int = .max) {
    subscription = TransactionSubscription(core, capacity: capacity, now: Stopwatch(core.clock).now)
    shared = Locked(Shared(state: Boxed(subscription.initialState), revision: subscription.initialRevision))
  }

  /// Returns `nil` if the store was released and no transaction is left, or if the calling task is cancelled.
  func next() async -> StoreTransaction<State, Action>? {
    while true {
      if let transaction = takeNext() { return transaction }
      guard await wait() else { return nil }
    }
  }

  package func takeNext() -> StoreTransaction<State, Action>? {
    // Released without the lock, because releasing states and actions runs the user's code.
    var old: [RecordedEvent<State, Action>] = []
    defer { withExtendedLifetime(old) {} }
    return shared.withLock { shared in
      if let transaction = shared.next() { return transaction }
      swap(&old, &shared.events)
      subscription.take(&shared.events)
      shared.returned = 0
      return shared.next()
    }
  }

  /// Waits until there is a transaction to take. Call this method only after ``takeNext()`` has returned `nil`.
  ///
  /// - Returns: `true` if there is a transaction, or `false` if the store was released and no transaction is left, or
  ///   if the calling task is cancelled.
  package func wait() async -> Bool { await subscription.wait() }
}
