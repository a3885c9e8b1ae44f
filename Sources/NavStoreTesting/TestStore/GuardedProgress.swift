public import NavStore

/// The progress of a test, reached only while the lock of its store is held.
///
/// It has no lock of its own, so that the store reduces an action and the test deals with it in one step: no thread
/// comes between, and a send takes the store's lock once, and no second one for the progress.
@usableFromInline
final class GuardedProgress<State: Equatable & Sendable, Action: Sendable>: @unchecked Sendable {
  // Unchecked because the lock of the store is held whenever it is used, which is also why the run-time check of
  // exclusive access is not needed.
  @exclusivity(unchecked) @usableFromInline var unguarded: TestProgress<State, Action>
  @usableFromInline let inspection: StoreInspection<State, Action>

  init(_ progress: TestProgress<State, Action>, of inspection: StoreInspection<State, Action>) {
    unguarded = progress
    self.inspection = inspection
  }

  /// Runs `body` on the progress. It must not use the store, nor release a state: that is the user's code.
  func withLock<Result>(_ body: (inout TestProgress<State, Action>) -> Result) -> Result {
    inspection.withLock { body(&unguarded) }
  }

  /// A change closure begins on a thread.
  @inlinable
  func beginChange(from before: State, on thread: ObjectIdentifier) {
    inspection.lock()
    unguarded.runningChanges.append(RunningChange(thread: thread, before: before))
    inspection.unlock()
  }

  /// The last change closure that began on a thread has ended.
  @inlinable
  func endChange(on thread: ObjectIdentifier) {
    inspection.lock()
    let last = unguarded.runningChanges.count - 1
    // Mostly one closure runs at a time.
    let change =
      last >= 0 && unguarded.runningChanges[last].thread == thread
      ? unguarded.runningChanges.popLast() : removeChange(on: thread)
    inspection.unlock()
    // Released after the lock, because to release a state is the user's code.
    withExtendedLifetime(change) {}
  }

  @usableFromInline
  func removeChange(on thread: ObjectIdentifier) -> RunningChange<State>? {
    let index = unguarded.runningChanges.lastIndex { $0.thread == thread }
    return index.map { unguarded.runningChanges.remove(at: $0) }
  }

  /// Notes what the store has done. Returns whether there was something.
  @discardableResult
  func catchUp() -> Bool {
    // Let go after the lock is, because to release a state is the user's code.
    var old: ArraySlice<InspectedTransaction<State, Action>> = []
    let isNews = inspection.withLock {
      let transactions = inspection.takeTransactions()
      if !transactions.isEmpty { old = unguarded.append(transactions) }
      return !transactions.isEmpty
    }
    return withExtendedLifetime(old) { isNews }
  }
}
