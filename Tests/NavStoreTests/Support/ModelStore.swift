import NavStore

/// A store without reducers, with a source from which a test creates a persistence.
///
/// As with `Store`, the source retains only the core, and ends when the store is released.
final class ModelStore<State: Sendable>: Sendable {
  final class Core: Sendable {
    struct Contents {
      var state: State
      var revision = 0
      var isClosed = false
      var lastID = 0
      var waiters: [Int: CheckedContinuation<Int?, Never>] = [:]
    }

    private let lock = Lock()
    // Read and written only under `lock`.
    private nonisolated(unsafe) var contents: Contents

    init(_ state: State) {
      contents = Contents(state: state)
    }

    func withContents<Result>(_ body: (inout Contents) -> Result) -> Result {
      lock.withLock { body(&contents) }
    }

    func next(after revision: Int) async -> Int? {
      let id = withContents { contents in
        contents.lastID += 1
        return contents.lastID
      }
      return await withTaskCancellationHandler {
        await withCheckedContinuation { waiter in
          let known: Int?? = withContents { contents in
            if Task.isCancelled { return .some(nil) }
            if contents.revision > revision { return contents.revision }
            if contents.isClosed { return .some(nil) }
            contents.waiters[id] = waiter
            return nil
          }
          if let known { waiter.resume(returning: known) }
        }
      } onCancel: {
        withContents { $0.waiters.removeValue(forKey: id) }?.resume(returning: nil)
      }
    }

    func update(_ change: (inout Contents) -> Int?) {
      let (waiters, revision) = withContents { contents in
        let revision = change(&contents)
        defer { contents.waiters = [:] }
        return (contents.waiters.values, revision)
      }
      for waiter in waiters { waiter.resume(returning: revision) }
    }
  }

  let core: Core

  init(_ state: State) {
    core = Core(state)
  }

  deinit {
    core.update { contents in
      contents.isClosed = true
      return nil
    }
  }

  var state: State { core.withContents { $0.state } }
  var revision: Int { core.withContents { $0.revision } }
  /// The number of tasks that wait for the next revision.
  var waiterCount: Int { core.withContents { $0.waiters.count } }

  /// Sets the state and returns its revision.
  @discardableResult func set(_ state: State) -> Int {
    core.update { contents in
      contents.state = state
      contents.revision += 1
      return contents.revision
    }
    return revision
  }

  var source: StateSource<State> {
    StateSource(
      snapshot: { [core] in core.withContents { ($0.state, $0.revision) } },
      revision: { [core] in core.withContents { $0.revision } },
      nextRevision: { [core] in await core.next(after: $0) })
  }
}
