extension StateSource {
  /// Where a stream of states begins.
  enum Start {
    case now
    case currentState
  }

  /// The states from `start` on, newest-1: a consumer that was away gets the newest one.
  func states(from start: Start) -> AsyncStream<State> {
    // The revision of the last state that the stream gave. It only grows, also where two tasks share the stream.
    let position = Locked(start == .now ? revision() : -1)
    return AsyncStream {
      guard await self.nextRevision(position.withLock { $0 }) != nil else { return nil }
      let (state, revision) = self.snapshot()
      position.withLock { $0 = max($0, revision) }
      return state
    }
  }

  /// The values of a part of the state from `start` on, only when they differ from the one before.
  func values<Value: Equatable & Sendable>(
    of part: @escaping @Sendable (State) -> Value, from start: Start
  ) -> AsyncStream<Value> {
    let (state, revision) = snapshot()
    let position = Locked(start == .now ? revision : -1)
    let previous = Locked(start == .now ? part(state) : nil)
    return AsyncStream {
      while await self.nextRevision(position.withLock { $0 }) != nil {
        let (state, revision) = self.snapshot()
        position.withLock { $0 = max($0, revision) }
        let value = part(state)
        // Compared without the lock, because `==` is the user's code.
        if previous.withLock({ $0 }) == value { continue }
        previous.withLock { $0 = value }
        return value
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
      nextRevision: nextRevision,
      startTask: startTask,
      mainLoop: mainLoop)
  }
}
