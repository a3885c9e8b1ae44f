public import NavStore
internal import NavStoreInspection

/// How far a test has asserted what its store did.
///
/// It is pure: transactions go in, and come out as those that the test deals with, in order.
@usableFromInline
struct TestProgress<State: Equatable & Sendable, Action: Sendable> {
  @usableFromInline typealias Transaction = InspectedTransaction<State, Action>

  /// A transaction beside the state before it.
  struct Step {
    let before: State
    let transaction: Transaction

    var after: State { transaction.state }
  }

  @usableFromInline var exhaustivity = Exhaustivity.on
  /// Whether something was left over and that has been told.
  var hasReportedLeftovers = false
  /// The effects that a failure has named already because they still ran.
  var reportedEffects: Set<Int> = []
  /// The last revision of what was received while everything had to be asserted, before an operation that asserts less.
  private(set) var strictRevision = 0
  /// The state after the last transaction that the test has dealt with.
  @usableFromInline var state: State
  /// The change closures that run, in the order of their beginning, with the state before each action.
  @usableFromInline var runningChanges: [RunningChangeClosure<State>] = []
  /// What happened since, oldest first.
  @usableFromInline var pending: ArraySlice<Transaction> = []
  /// What the test has sent on another thread, which asserts it there, and has been passed by since.
  private var sent: [Int: Step] = [:]
  /// Where the test dealt with a transaction that has effects, and what its actions were, by its revision.
  private var handled: [Int: (site: CallSite, actions: [Action])] = [:]

  init(state: State) {
    self.state = state
  }

  /// The state after the last transaction there was.
  private var latestState: State { pending.last?.state ?? state }

  /// The state that the test sees: while a change closure runs, the state before its action.
  ///
  /// - Parameter thread: The thread that reads. In a change closure it sees the state before that closure's action. Any
  ///   other thread sees the state before the action whose closure began first.
  func visibleState(on thread: ObjectIdentifier) -> State {
    if let change = runningChanges.last(where: { $0.thread == thread }) ?? runningChanges.first { return change.before }
    return exhaustivity.isOn ? state : latestState
  }

  /// The store has reduced these.
  ///
  /// Returns the list that they found no room in, if there is one: its memory still holds the states that the test has
  /// dealt with, and the caller lets go of it without a lock.
  mutating func append(_ transactions: [Transaction]) -> ArraySlice<Transaction> {
    if !pending.isEmpty, pending.count + transactions.count <= pending.capacity {
      pending += transactions
      return []
    }
    let old = pending
    pending = old.isEmpty ? transactions[...] : old + transactions
    return old
  }

  /// Asserts as much as `exhaustivity` says from now on, in an operation, and returns how much that was before. What
  /// was received until now is left to the rules of before.
  mutating func enter(_ exhaustivity: Exhaustivity) -> Exhaustivity {
    defer { self.exhaustivity = exhaustivity }
    if self.exhaustivity.isOn, let last = pending.last { strictRevision = last.revision }
    return self.exhaustivity
  }

  /// What was received and not dealt with, oldest first: what the test sends is not among it.
  var received: [Transaction] { pending.filter { !$0.isSentByTest } }

  /// The test deals with the oldest transaction that was received, on this line.
  mutating func takeFirst(at site: CallSite) -> Step? {
    while let step = pop() {
      if keepIfSent(step) { continue }
      return note(step, at: site)
    }
    return nil
  }

  /// The test deals with a transaction, and leaves those behind that were received before.
  ///
  /// Nil if it was dealt with already, and then those that came after it stay.
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

  /// Keeps what the test has sent for the call that sent it.
  private mutating func keepIfSent(_ step: Step) -> Bool {
    if step.transaction.isSentByTest { sent[step.transaction.revision] = step }
    return step.transaction.isSentByTest
  }

  private mutating func note(_ step: Step, at site: CallSite) -> Step {
    if step.transaction.hasEffects { handled[step.transaction.revision] = (site, step.transaction.actions) }
    return step
  }

  /// The line where what caused something was asserted, and in words what that was.
  ///
  /// - Parameter cause: The revision that it follows from. When the test has not come to that, the line of what caused
  ///   that in turn.
  func origin(of cause: Int?) -> (site: CallSite, description: String)? {
    var cause = cause
    while let revision = cause {
      if let (site, actions) = handled[revision] { return (site, "\(describe(actions)) at \(site)") }
      // No revision is left out: a send that is noted nowhere finds nothing pending.
      let index = pending.startIndex + revision - (pending.first?.revision ?? revision)
      cause = pending.indices.contains(index) ? pending[index].cause : nil
    }
    return nil
  }
}

/// A change closure that runs.
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

/// What was done with the actions of a transaction, for a message: `send(.push(.song(7)))`.
@usableFromInline
func describe<Action>(_ verb: String, _ actions: [Action]) -> String {
  "\(verb)(\(describe(actions)))"
}

/// The actions of a transaction for a message: one alone, several as a list.
func describe<Action>(_ actions: [Action]) -> String {
  actions.count == 1 ? swiftSource(actions[0]) : swiftSource(actions)
}

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
    unguarded.runningChanges.append(RunningChangeClosure(thread: thread, before: before))
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
  func removeChange(on thread: ObjectIdentifier) -> RunningChangeClosure<State>? {
    let index = unguarded.runningChanges.lastIndex { $0.thread == thread }
    return index.map { unguarded.runningChanges.remove(at: $0) }
  }

  /// Notes what the store has done. Returns whether there was something.
  @discardableResult
  func catchUp() -> Bool {
    // Let go after the lock is, because to release a state is the user's code.
    var old: ArraySlice<InspectedTransaction<State, Action>> = []
    let hasTransactions = inspection.withLock {
      let transactions = inspection.takeTransactions()
      if !transactions.isEmpty { old = unguarded.append(transactions) }
      return !transactions.isEmpty
    }
    return withExtendedLifetime(old) { hasTransactions }
  }
}
