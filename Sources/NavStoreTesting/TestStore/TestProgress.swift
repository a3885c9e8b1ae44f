internal import NavStore
internal import NavStoreInspection

/// A record of which of a store's transactions a test has handled, that is, asserted or skipped.
///
/// The type has no side effects. Transactions are appended in the order of their revisions, and the test takes them in
/// that order.
struct TestProgress<State: Equatable & Sendable, Action: Sendable> {
  typealias Transaction = InspectedTransaction<State, Action>

  /// A transaction and the state before it.
  struct Step {
    let before: State
    let transaction: Transaction

    var after: State { transaction.state }
  }

  var exhaustivity = Exhaustivity.on
  var hasReportedLeftovers = false
  /// Whether the report of a failure shows the last transaction, instead of the last one that the test has handled.
  var reportsLatestState = false
  var reportedEffects: Set<Int> = []
  /// The state after the last transaction that the test has handled.
  var state: State
  /// The change closures that are running, in the order in which they began.
  var runningChanges: [RunningChangeClosure<State>] = []
  /// The transactions that the test has not handled, oldest first.
  var pending: ArraySlice<Transaction> = []
  /// The transactions with mistakes that have not been reported.
  private var mistaken: [Step] = []
  /// By revision, the transactions that the test sent on one thread and that an assertion on another thread removed
  /// from ``pending`` first. The sending thread asserts these transactions.
  private var sent: [Int: Step] = [:]
  private var handled: [Int: (site: CallSite, actions: [Action])] = [:]

  init(state: State) {
    self.state = state
  }

  var latestState: State { pending.last?.state ?? state }

  /// Returns the state that the test sees.
  ///
  /// - Parameter thread: The thread that reads the state. If a change closure is running on this thread, the function
  ///   returns the state before the action of that closure. If change closures are running only on other threads, the
  ///   function returns the state before the action of the closure that began first.
  func visibleState(on thread: Int) -> State {
    if let change = runningChanges.last(where: { $0.thread == thread }) ?? runningChanges.first { return change.before }
    return exhaustivity.isOn ? state : latestState
  }

  /// Appends transactions that the store has reduced.
  ///
  /// - Returns: The previous list if the function has replaced it, otherwise an empty list. The memory of the previous
  ///   list still contains states that the test has handled. The caller must release the list without a lock, because
  ///   releasing a state can run code of the user.
  mutating func append(_ transactions: [Transaction]) -> ArraySlice<Transaction> {
    for (index, transaction) in transactions.enumerated() where !transaction.mistakes.isEmpty {
      let before = index == 0 ? latestState : transactions[index - 1].state
      mistaken.append(Step(before: before, transaction: transaction))
    }
    if !pending.isEmpty, pending.count + transactions.count <= pending.capacity {
      pending += transactions
      return []
    }
    let old = pending
    pending = old.isEmpty ? transactions[...] : old + transactions
    return old
  }

  mutating func takeMistaken() -> [Step] {
    defer { mistaken = [] }
    return mistaken
  }

  var received: [Transaction] { pending.filter { !$0.isSentByTest } }

  /// Removes and returns the oldest unhandled transaction that the test did not send itself, and records that the call
  /// at `site` has handled it.
  mutating func takeFirst(at site: CallSite) -> Step? {
    while let step = pop() {
      if keepIfSent(step) { continue }
      return note(step, at: site)
    }
    return nil
  }

  /// Removes and returns the transaction with the given revision and the received transactions before it, and records
  /// that the call at `site` has handled them.
  ///
  /// - Returns: The skipped transactions and the transaction with the given revision, or `nil` if that transaction was
  ///   already handled. If the result is `nil`, later transactions remain unhandled.
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
  /// - Parameter cause: The cause of the transaction, as the revision of an earlier transaction. If the test has not
  ///   handled that revision, the function continues with the cause of that revision.
  /// - Returns: The call site and the description, or `nil` if the test has handled none of these causes.
  func origin(of cause: Int?) -> (site: CallSite, description: String)? {
    var cause = cause
    while let revision = cause {
      if let (site, actions) = handled[revision] { return (site, "\(describe(actions)) at \(site)") }
      // The revisions of the pending transactions have no gaps, because a `send` bypasses this list only if it is
      // empty.
      let index = pending.startIndex + revision - (pending.first?.revision ?? revision)
      cause = pending.indices.contains(index) ? pending[index].cause : nil
    }
    return nil
  }
}

/// A change closure that is running: its thread, and the state before the action whose change the closure describes.
struct RunningChangeClosure<State> {
  let thread: Int
  let before: State

  init(thread: Int, before: State) {
    self.thread = thread
    self.before = before
  }
}

/// Returns the call that sent or received actions as Swift source for a message, for example `send(.push(.song(7)))`.
func describe<Action>(_ verb: String, _ actions: [Action]) -> String {
  "\(verb)(\(describe(actions)))"
}

func describe<Action>(_ actions: [Action]) -> String {
  actions.count == 1 ? swiftSource(actions[0]) : swiftSource(actions)
}

/// The progress of a test, and the recording for the report of a failure.
///
/// Transactions are taken from the store and added while both locks are held, the store's first. Therefore, no thread
/// finds a transaction in neither of them.
final class GuardedProgress<State: Equatable & Sendable, Action: Sendable>: Sendable {
  private struct Contents {
    var progress: TestProgress<State, Action>
    var recording: TestRecording<State, Action>?
  }

  private let contents: Locked<Contents>
  let inspection: StoreInspection<State, Action>

  init(_ progress: TestProgress<State, Action>, of inspection: StoreInspection<State, Action>) {
    contents = Locked(Contents(progress: progress, recording: TestRecording(from: progress.state)))
    self.inspection = inspection
  }

  /// Calls `body` with the progress. `body` must not use the store or release a state, because releasing a state can
  /// run code of the user.
  func withLock<Result>(_ body: (inout TestProgress<State, Action>) -> Result) -> Result {
    contents.withLock { body(&$0.progress) }
  }

  /// A transaction that was handled while the store's lock was held.
  struct Handled {
    let before: State
    let after: State
    let exhaustivity: Exhaustivity
    /// The recording before the transaction, which is released without a lock.
    let oldRecording: TestRecording<State, Action>?
  }

  /// Handles a transaction of `send` while the store's lock is held, unless the test has not handled all earlier
  /// transactions. `thread` is the thread on which the change closure will run; `nil` if there is no closure.
  ///
  /// The caller must release the result without a lock, because releasing a state can run code of the user.
  func handle(
    _ actions: [Action], origin: ActionOrigin, leadingTo after: State, closureOn thread: Int?
  ) -> Handled? {
    contents.withLock { contents in
      guard contents.progress.pending.isEmpty else { return nil }
      let before = contents.progress.state
      contents.progress.state = after
      if let thread {
        contents.progress.runningChanges.append(RunningChangeClosure(thread: thread, before: before))
      }
      return Handled(
        before: before, after: after, exhaustivity: contents.progress.exhaustivity,
        oldRecording: contents.recording?.append(actions, origin: origin, leadingTo: after))
    }
  }

  func beginChange(from before: State, on thread: Int) {
    withLock { $0.runningChanges.append(RunningChangeClosure(thread: thread, before: before)) }
  }

  func endChange(on thread: Int) {
    // Released without the lock, because releasing a state can run code of the user.
    let change = withLock { progress in
      progress.runningChanges.lastIndex { $0.thread == thread }.map { progress.runningChanges.remove(at: $0) }
    }
    withExtendedLifetime(change) {}
  }

  /// Appends the transactions since the last call, and returns whether there were such transactions.
  @discardableResult
  func catchUp() -> Bool {
    // Released without the lock, because releasing a state can run code of the user.
    var old: ArraySlice<InspectedTransaction<State, Action>> = []
    var oldRecordings: [TestRecording<State, Action>] = []
    let hasTransactions = inspection.takeTransactions { transactions in
      if transactions.isEmpty { return false }
      contents.withLock { contents in
        old = contents.progress.append(transactions)
        oldRecordings = transactions.compactMap {
          contents.recording?.append($0.actions, origin: $0.origin, leadingTo: $0.state)
        }
      }
      return true
    }
    withExtendedLifetime(oldRecordings) {}
    return withExtendedLifetime(old) { hasTransactions }
  }

  var isRecording: Bool {
    get { contents.withLock { $0.recording != nil } }
    set {
      let old = contents.withLock { contents in
        let old = contents.recording
        contents.recording = newValue ? old ?? TestRecording(from: contents.progress.latestState) : nil
        return old
      }
      // Released without the lock, because releasing a state can run code of the user.
      withExtendedLifetime(old) {}
    }
  }

  func report(of message: String, at site: CallSite) -> SessionReport? {
    let (recording, unhandled) = contents.withLock {
      ($0.recording, $0.progress.reportsLatestState ? 0 : $0.progress.pending.count)
    }
    return recording?.report(of: message, named: "\(site)", unhandled: unhandled)
  }
}
