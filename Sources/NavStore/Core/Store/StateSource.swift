/// Read access to a store's state that does not keep the store alive and that the Observation framework does not track.
///
/// Streams, the persistence and the presenters read states through a source. A source keeps the ``StoreCore`` alive,
/// but not its ``Store``.
package struct StateSource<State: Sendable>: Sendable {
  /// Returns the state and its revision, read together. The revision of the initial state is 0.
  package let snapshot: @Sendable () -> (state: State, revision: Int)

  /// Returns the present state and its revision, also while `snapshot` returns an earlier state that a developer views.
  package let present: @Sendable () -> (state: State, revision: Int)

  /// Returns the revision of the current state without copying the state.
  package let revision: @Sendable () -> Int

  /// Returns the revision of the last transaction with animation, or the revision of the initial state if no
  /// transaction was animated.
  package let lastAnimatedRevision: @Sendable () -> Int

  /// Waits until the revision is greater than `after`, and returns the revision.
  ///
  /// The function returns `nil` if the store was released and its revision is not greater, or if the calling task is
  /// cancelled.
  package let nextRevision: @Sendable (_ after: Int) async -> Int?

  package let startTask: TaskStarter
  let mainLoop: MainLoop?

  package init(
    snapshot: @escaping @Sendable () -> (state: State, revision: Int),
    present: (@Sendable () -> (state: State, revision: Int))? = nil,
    revision: @escaping @Sendable () -> Int,
    lastAnimatedRevision: (@Sendable () -> Int)? = nil,
    nextRevision: @escaping @Sendable (_ after: Int) async -> Int?,
    startTask: @escaping TaskStarter = { priority, work in Task(priority: priority) { await work() } },
    mainLoop: MainLoop? = .current
  ) {
    self.snapshot = snapshot
    self.present = present ?? snapshot
    self.revision = revision
    self.lastAnimatedRevision = lastAnimatedRevision ?? revision
    self.nextRevision = nextRevision
    self.startTask = startTask
    self.mainLoop = mainLoop
  }

  package func map<Part: Sendable>(_ part: @escaping @Sendable (State) -> Part) -> StateSource<Part> {
    let mapped: @Sendable ((state: State, revision: Int)) -> (state: Part, revision: Int) = {
      (part($0.state), $0.revision)
    }
    return StateSource<Part>(
      snapshot: { mapped(self.snapshot()) },
      present: { mapped(self.present()) },
      revision: revision,
      lastAnimatedRevision: lastAnimatedRevision,
      nextRevision: nextRevision,
      startTask: startTask,
      mainLoop: mainLoop)
  }
}

package typealias TaskStarter =
  @Sendable (_ priority: TaskPriority?, _ work: @escaping @concurrent @Sendable () async -> Void) -> Task<Void, Never>

// MARK: - Streams

extension StateSource {
  /// Whether a stream of states begins with the current state.
  enum Start {
    case now
    case currentState
  }

  /// Returns a stream of states. The stream stores no state: at each request, it returns the newest state.
  func states(from start: Start) -> AsyncStream<State> {
    // The revision of the last state that the stream has returned. Two tasks may share the stream, so a task with an
    // older state must not decrease the revision.
    let position = Locked(start == .now ? revision() : -1)
    return AsyncStream {
      guard await self.nextRevision(position.withLock { $0 }) != nil else { return nil }
      let (state, revision) = self.snapshot()
      position.withLock { $0 = max($0, revision) }
      return state
    }
  }

  /// Returns a stream of the values of a part. Each value differs from the previous value.
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
        // The values are compared without the lock, because `==` is the user's code.
        if previous.withLock({ $0 }) == value { continue }
        previous.withLock { $0 = value }
        return value
      }
      return nil
    }
  }
}
