internal import NavStore

/// The tasks of a test store's effects.
///
/// Where the system has task executors, the store can tell when all of them have come as far as they can; on older
/// systems it cannot, and a test waits for what it expects.
struct EffectTasks: Sendable {
  /// Starts a task; nil for a task like any other.
  let start: TaskStarter?
  /// Lets no task go on while the closure runs.
  let pause: @Sendable (_ body: () -> Void) -> Void
  /// Blocks until no task can go on by itself, and says whether that was so within the limit.
  let settle: @Sendable (_ limit: Duration) -> Bool

  /// Which thread this is, as long as it lives.
  static var thread: ObjectIdentifier { StoreInspection<Void, Void>.thread }

  init() {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      let executor = EffectExecutor()
      start = { priority, work in
        Task(executorPreference: executor, priority: priority) { await work() }
      }
      pause = { executor.pause($0) }
      settle = { executor.settle(within: $0) }
    } else {
      start = nil
      pause = { $0() }
      settle = { _ in true }
    }
  }
}
