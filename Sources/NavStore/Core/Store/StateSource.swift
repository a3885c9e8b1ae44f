/// What an effect may read of a store: its state and revision, and a wait for the next revision.
///
/// It holds the store's core, never the store, so nothing that is built on it keeps a store alive. Its reads do not go
/// through observation tracking.
package struct StateSource<State: Sendable>: Sendable {
  /// The state and its revision, read together. The revision of the initial state is 0.
  package let snapshot: @Sendable () -> (state: State, revision: Int)

  /// The revision alone, which costs no copy of the state.
  package let revision: @Sendable () -> Int

  /// Waits until the revision is greater than the given one and returns it.
  ///
  /// Returns nil when the store is gone and holds nothing newer, and when the calling task is cancelled.
  package let nextRevision: @Sendable (_ after: Int) async -> Int?

  /// Starts a task of what follows the state, as the store starts those of its effects.
  package let startTask: TaskStarter

  /// The loop on which views read the state; `nil` where the platform has none.
  let mainLoop: MainLoop?

  package init(
    snapshot: @escaping @Sendable () -> (state: State, revision: Int),
    revision: @escaping @Sendable () -> Int,
    nextRevision: @escaping @Sendable (_ after: Int) async -> Int?,
    startTask: @escaping TaskStarter = { priority, work in Task(priority: priority) { await work() } },
    mainLoop: MainLoop? = .current
  ) {
    self.snapshot = snapshot
    self.revision = revision
    self.nextRevision = nextRevision
    self.startTask = startTask
    self.mainLoop = mainLoop
  }
}

/// Starts work in a task of its own.
package typealias TaskStarter =
  @Sendable (_ priority: TaskPriority?, _ work: @escaping @concurrent @Sendable () async -> Void) -> Task<Void, Never>

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
