/// A subscription to the records of a store's actions. It buffers records until the subscriber takes them.
final class RecordSubscription<State: Sendable, Action: Sendable>: Sendable {
  // The core keeps only the buffer alive, and not this object. Releasing the stream therefore ends the subscription.
  private let core: StoreCore<State, Action>
  private let buffer = RecordBuffer<Action>()

  init(_ core: StoreCore<State, Action>) {
    self.core = core
    core.add(buffer)
  }

  deinit {
    core.remove(buffer)
  }

  /// Waits for the next record. Returns `nil` if the store was released and all records are taken, or if the task is
  /// cancelled.
  func next() async -> ActionRecord<Action>? {
    await core.next { buffer.popFirst() }
  }
}

/// A subscription to the actions and states of a store. It keeps the store's core alive, but not the store.
package final class TransactionSubscription<State: Sendable, Action: Sendable>: Sendable {
  /// The state before the first transaction of the subscription.
  package let initialState: State
  private let core: StoreCore<State, Action>
  private let buffer: TransactionBuffer<State, Action>

  /// Subscribes to a store from now on.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - capacity: The largest number of actions, and also of marks, that the subscription buffers; see
  ///     ``TransactionBuffer``.
  ///   - now: Returns the current time, which is recorded with each transaction and mark. It is called while the
  ///     store's lock is held.
  package init(_ store: Store<State, Action>, capacity: Int, now: @escaping @Sendable () -> Duration) {
    core = store.core
    buffer = TransactionBuffer(capacity: capacity, now: now)
    initialState = core.add(buffer)
  }

  deinit {
    core.remove(buffer)
  }

  /// Ends the subscription, and discards the buffered events.
  package func stop() {
    var rest: [RecordedEvent<State, Action>] = []
    core.remove(buffer)
    core.withLock { buffer.take(&rest) }
    // The events are released after the lock, because releasing a state runs the user's code.
    withExtendedLifetime(rest) {}
  }

  /// Adds a mark to the buffered events, after the transactions so far.
  ///
  /// - Returns: Whether there was room for the mark.
  package func mark(_ id: Int) -> Bool {
    core.withLock { buffer.mark(id) }
  }

  /// Waits until there is an event to take.
  ///
  /// - Returns: `true` if there is an event, or `false` if the store was released or the task is cancelled.
  package func wait() async -> Bool {
    await core.next { buffer.isEmpty ? nil : true } ?? false
  }

  /// Replaces the elements of a list with the buffered events, oldest first, and empties the buffer.
  package func take(_ list: inout [RecordedEvent<State, Action>]) {
    // The old elements are released before the lock is taken, because releasing states and actions runs the user's
    // code.
    list.removeAll(keepingCapacity: true)
    core.withLock { buffer.take(&list) }
  }

  /// Whether the store was released.
  package var isClosed: Bool { core.withLock { core.isClosed } }

  /// Starts a task in the same way as the store starts the tasks of its effects.
  package var startTask: TaskStarter { core.withLock { core.startTask } }
}
