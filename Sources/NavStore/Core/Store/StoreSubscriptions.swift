/// Takes its buffer from the store when the stream that holds it is let go, so that nothing is gathered for nobody.
final class RecordSubscription<State: Sendable, Action: Sendable>: Sendable {
  private let core: StoreCore<State, Action>
  private let buffer = RecordBuffer<Action>()

  init(_ core: StoreCore<State, Action>) {
    self.core = core
    core.addRecorder(buffer)
  }

  deinit {
    core.removeRecorder(buffer)
  }

  func next() async -> ActionRecord<Action>? {
    await core.next { buffer.popFirst() }
  }
}

/// Taps a store from now on, until it is released. It holds the store's core and not the store.
package final class TransactionSubscription<State: Sendable, Action: Sendable>: Sendable {
  /// The state when the tap was put in.
  package let initialState: State
  private let core: StoreCore<State, Action>
  private let tap: TransactionBuffer<State, Action>

  /// - Parameters:
  ///   - capacity: How many actions it holds at most.
  ///   - now: The time that a transaction happened at. It is called while the store's lock is held.
  package init(_ store: Store<State, Action>, capacity: Int, now: @escaping @Sendable () -> Duration) {
    core = store.core
    tap = TransactionBuffer(capacity: capacity, now: now)
    initialState = core.addTap(tap)
  }

  deinit {
    core.removeTap(tap)
  }

  /// Sees nothing any more, and lets go of what was not taken.
  package func stop() {
    var rest: [RecordedEvent<State, Action>] = []
    core.removeTap(tap)
    core.withLock { tap.take(&rest) }
    // Released after the lock, because that is the user's code.
    withExtendedLifetime(rest) {}
  }

  /// Puts a mark between what has happened and what will, unless `capacity` marks wait. Returns whether it did.
  package func mark(_ id: Int) -> Bool {
    core.withLock { tap.mark(id) }
  }

  /// Waits until there is something to take. False when the store is gone and there is nothing, and when the task is
  /// cancelled.
  package func wait() async -> Bool {
    await core.next { tap.isEmpty ? nil : true } ?? false
  }

  /// Puts what has happened since it was last asked, oldest first, in the place of what is in the list.
  package func take(_ list: inout [RecordedEvent<State, Action>]) {
    // Before the lock is taken, because to release states and actions is the user's code.
    list.removeAll(keepingCapacity: true)
    core.withLock { tap.take(&list) }
  }

  /// Whether the store was released.
  package var isClosed: Bool { core.withLock { core.isClosed } }

  /// Starts a task as the store starts those of its effects.
  package var startTask: TaskStarter { core.withLock { core.startTask } }
}
