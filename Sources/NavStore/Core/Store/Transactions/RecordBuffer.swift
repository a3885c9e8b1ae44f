/// What one subscriber of the action records has not taken yet. The store's lock protects it.
final class RecordBuffer<Action: Sendable>: @unchecked Sendable {
  // Unchecked because the lock of the store that fills it is held whenever it is used.
  private var pending: [ActionRecord<Action>] = []
  /// The oldest last, so that taking one costs the same however many there are.
  private var reversed: [ActionRecord<Action>] = []

  func append(_ record: ActionRecord<Action>) {
    pending.append(record)
  }

  func popFirst() -> ActionRecord<Action>? {
    if reversed.isEmpty {
      swap(&pending, &reversed)
      reversed.reverse()
    }
    return reversed.popLast()
  }
}

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
