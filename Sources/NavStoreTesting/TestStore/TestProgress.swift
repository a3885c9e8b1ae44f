public import NavStore
internal import NavStoreInspection

/// Records which of a store's transactions a test has handled, that is, asserted or skipped.
///
/// The type has no side effects. Transactions are appended in order, and the test takes them in order.
@usableFromInline
struct TestProgress<State: Equatable & Sendable, Action: Sendable> {
  @usableFromInline typealias Transaction = InspectedTransaction<State, Action>

  /// A transaction and the state before it.
  struct Step {
    let before: State
    let transaction: Transaction

    var after: State { transaction.state }
  }

  @usableFromInline var exhaustivity = Exhaustivity.on
  /// A Boolean value that indicates whether unhandled actions or effects have been reported.
  var hasReportedLeftovers = false
  /// The numbers of the effects that a failure has already reported as running.
  var reportedEffects: Set<Int> = []
  /// The last revision that was received while everything had to be asserted, before an operation with less
  /// exhaustivity.
  private(set) var strictRevision = 0
  /// The state after the last transaction that the test has handled.
  @usableFromInline var state: State
  /// The change closures that are running, in the order in which they began.
  @usableFromInline var runningChanges: [RunningChangeClosure<State>] = []
  /// The transactions that the test has not handled, oldest first.
  @usableFromInline var pending: ArraySlice<Transaction> = []
  /// Transactions that the test sent on another thread, and that this thread has skipped. The other thread asserts
  /// them.
  private var sent: [Int: Step] = [:]
  /// The call site and the actions of each handled transaction that has effects, by revision.
  private var handled: [Int: (site: CallSite, actions: [Action])] = [:]

  init(state: State) {
    self.state = state
  }

  /// The state after the last transaction.
  private var latestState: State { pending.last?.state ?? state }

  /// Returns the state that the test sees.
  ///
  /// - Parameter thread: The thread that reads. In a change closure, it sees the state before the action of that
  ///   closure. While a closure runs, every other thread sees the state before the action of the closure that began
  ///   first.
  func visibleState(on thread: ObjectIdentifier) -> State {
    if let change = runningChanges.last(where: { $0.thread == thread }) ?? runningChanges.first { return change.before }
    return exhaustivity.isOn ? state : latestState
  }

  /// Appends transactions that the store has reduced.
  ///
  /// - Returns: The previous list if its memory was too small for the new transactions. It still holds states that the
  ///   test has handled, so the caller releases it without a lock.
  mutating func append(_ transactions: [Transaction]) -> ArraySlice<Transaction> {
    if !pending.isEmpty, pending.count + transactions.count <= pending.capacity {
      pending += transactions
      return []
    }
    let old = pending
    pending = old.isEmpty ? transactions[...] : old + transactions
    return old
  }

  /// Sets the exhaustivity for an operation. Transactions that were received before the operation keep the previous
  /// rules.
  ///
  /// - Returns: The previous exhaustivity.
  mutating func enter(_ exhaustivity: Exhaustivity) -> Exhaustivity {
    defer { self.exhaustivity = exhaustivity }
    if self.exhaustivity.isOn, let last = pending.last { strictRevision = last.revision }
    return self.exhaustivity
  }

  /// The unhandled transactions that the test did not send itself, oldest first.
  var received: [Transaction] { pending.filter { !$0.isSentByTest } }

  /// Takes the oldest unhandled transaction that the test did not send itself. `site` handles it.
  mutating func takeFirst(at site: CallSite) -> Step? {
    while let step = pop() {
      if keepIfSent(step) { continue }
      return note(step, at: site)
    }
    return nil
  }

  /// Takes a transaction that `site` handles, and skips the received transactions before it.
  ///
  /// - Returns: The skipped transactions and the transaction, or `nil` if the transaction was already handled. In that
  ///   case, later transactions remain.
  mutating func take(_ revision: Int, at site: CallSite) -> (skipped: [Step], step: Step)? {
    if let step = sent.removeValue(forKey: revision) { return ([], note(step, at: site)) }
    guard let first = pending.first, first.revision <= revision else { return nil }
    var skipped: [Step] = []
    while let step = pop() {
      if step.transaction.revision == revision { return (skipped, note(step, at: site)) }
      if !keepIfSent(step) { skipped.append(note(step, at: site)) }
    }
    return nil
  }

  private mutating func pop() -> Step? {
    guard let transaction = pending.popFirst() else { return nil }
    defer { state = transaction.state }
    return Step(before: state, transaction: transaction)
  }

  /// Stores a transaction that the test sent, for the call that sent it. Returns whether the test sent it.
  private mutating func keepIfSent(_ step: Step) -> Bool {
    if step.transaction.isSentByTest { sent[step.transaction.revision] = step }
    return step.transaction.isSentByTest
  }

  private mutating func note(_ step: Step, at site: CallSite) -> Step {
    if step.transaction.hasEffects { handled[step.transaction.revision] = (site, step.transaction.actions) }
    return step
  }

  /// Returns the call site that handled the cause of a transaction, and a description of that cause.
  ///
  /// - Parameter cause: The revision that the transaction follows from. If the test has not handled that revision, the
  ///   function continues with the cause of that revision.
  func origin(of cause: Int?) -> (site: CallSite, description: String)? {
    var cause = cause
    while let revision = cause {
      if let (site, actions) = handled[revision] { return (site, "\(describe(actions)) at \(site)") }
      // Revisions have no gaps, because a send that is not recorded requires that no transaction is pending.
      let index = pending.startIndex + revision - (pending.first?.revision ?? revision)
      cause = pending.indices.contains(index) ? pending[index].cause : nil
    }
    return nil
  }
}

/// A change closure that is running, and the state before its action.
@usableFromInline
struct RunningChangeClosure<State> {
  @usableFromInline let thread: ObjectIdentifier
  @usableFromInline let before: State

  @inlinable
  init(thread: ObjectIdentifier, before: State) {
    self.thread = thread
    self.before = before
  }
}

/// Returns the call that sent or received actions, for a message: `send(.push(.song(7)))`.
@usableFromInline
func describe<Action>(_ verb: String, _ actions: [Action]) -> String {
  "\(verb)(\(describe(actions)))"
}

/// Returns the actions of a transaction for a message: a single action, or a list of several actions.
func describe<Action>(_ actions: [Action]) -> String {
  actions.count == 1 ? swiftSource(actions[0]) : swiftSource(actions)
}

/// The progress of a test, which the lock of its store protects.
///
/// The progress has no separate lock. The store reduces an action and the test handles it under one lock, so no other
/// thread intervenes, and a send takes only one lock.
@usableFromInline
final class GuardedProgress<State: Equatable & Sendable, Action: Sendable>: @unchecked Sendable {
  // Unchecked because the lock of the store is held at every access. The runtime check for exclusive access is not
  // needed for the same reason.
  @exclusivity(unchecked) @usableFromInline var unguarded: TestProgress<State, Action>
  @usableFromInline let inspection: StoreInspection<State, Action>

  init(_ progress: TestProgress<State, Action>, of inspection: StoreInspection<State, Action>) {
    unguarded = progress
    self.inspection = inspection
  }

  /// Calls `body` with the progress. `body` must not use the store or release a state, because releasing a state can
  /// run code of the user.
  func withLock<Result>(_ body: (inout TestProgress<State, Action>) -> Result) -> Result {
    inspection.withLock { body(&unguarded) }
  }

  /// Notes that a change closure begins on a thread.
  @inlinable
  func beginChange(from before: State, on thread: ObjectIdentifier) {
    inspection.lock()
    unguarded.runningChanges.append(RunningChangeClosure(thread: thread, before: before))
    inspection.unlock()
  }

  /// Notes that the change closure that began last on a thread has ended.
  @inlinable
  func endChange(on thread: ObjectIdentifier) {
    inspection.lock()
    let last = unguarded.runningChanges.count - 1
    // In most cases, only one closure is running.
    let change =
      last >= 0 && unguarded.runningChanges[last].thread == thread
      ? unguarded.runningChanges.popLast() : removeChange(on: thread)
    inspection.unlock()
    // Released outside the lock, because releasing a state can run code of the user.
    withExtendedLifetime(change) {}
  }

  @usableFromInline
  func removeChange(on thread: ObjectIdentifier) -> RunningChangeClosure<State>? {
    let index = unguarded.runningChanges.lastIndex { $0.thread == thread }
    return index.map { unguarded.runningChanges.remove(at: $0) }
  }

  /// Appends the transactions that the store has reduced since the last call. Returns whether there were any.
  @discardableResult
  func catchUp() -> Bool {
    // Released outside the lock, because releasing a state can run code of the user.
    var old: ArraySlice<InspectedTransaction<State, Action>> = []
    let hasTransactions = inspection.withLock {
      let transactions = inspection.takeTransactions()
      if !transactions.isEmpty { old = unguarded.append(transactions) }
      return !transactions.isEmpty
    }
    return withExtendedLifetime(old) { hasTransactions }
  }
}
