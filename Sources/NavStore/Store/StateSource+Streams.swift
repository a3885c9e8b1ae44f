extension StateSource {
  /// Where a stream of states begins.
  enum Start {
    case now
    case currentState
  }

  /// The states from `start` on, newest-1: a consumer that was away gets the newest one.
  func states(from start: Start) -> AsyncStream<State> {
    let position = Position(start == .now ? revision() : -1)
    return AsyncStream {
      guard await self.nextRevision(position.revision) != nil else { return nil }
      let (state, revision) = self.snapshot()
      position.revision = revision
      return state
    }
  }

  /// The values of a part of the state from `start` on, only when they differ from the one before.
  func values<Value: Equatable & Sendable>(
    of part: @escaping @Sendable (State) -> Value, from start: Start
  ) -> AsyncStream<Value> {
    let (state, revision) = snapshot()
    let position = Position(start == .now ? revision : -1)
    let previous = Latest(start == .now ? part(state) : nil)
    return AsyncStream {
      while await self.nextRevision(position.revision) != nil {
        let (state, revision) = self.snapshot()
        position.revision = revision
        let value = part(state)
        if previous.replace(with: value) { return value }
      }
      return nil
    }
  }

  /// The same source seen through a function of its state.
  package func map<Part: Sendable>(_ part: @escaping @Sendable (State) -> Part) -> StateSource<Part> {
    StateSource<Part>(
      snapshot: {
        let (state, revision) = self.snapshot()
        return (part(state), revision)
      },
      revision: revision,
      nextRevision: nextRevision)
  }
}

/// The last revision that a stream gave. It only grows.
private final class Position: @unchecked Sendable {
  // Unchecked because the lock is held whenever the variable is used.
  private let lock = Lock()
  private var last: Int

  init(_ revision: Int) {
    last = revision
  }

  var revision: Int {
    get { lock.withLock { last } }
    set { lock.withLock { last = max(last, newValue) } }
  }
}

/// The last value that a stream gave.
private final class Latest<Value: Equatable & Sendable>: @unchecked Sendable {
  // Unchecked because the lock is held whenever the variable is used.
  private let lock = Lock()
  /// Nil when the stream has given none yet.
  private var value: Value?

  init(_ value: Value?) {
    self.value = value
  }

  /// Keeps the new value and says whether it differs. The comparison, which is the user's code, runs without the lock.
  func replace(with new: Value) -> Bool {
    let old = lock.withLock { value }
    guard old != new else { return false }
    lock.withLock { value = new }
    return true
  }
}
