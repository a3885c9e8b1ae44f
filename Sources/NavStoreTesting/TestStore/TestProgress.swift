internal import NavStore
internal import NavStoreInspection

/// How far a test has asserted what its store did.
///
/// It is pure: transactions go in, and come out as those that the test deals with, in order.
struct TestProgress<State: Equatable & Sendable, Action: Sendable> {
  typealias Transaction = InspectedTransaction<State, Action>

  /// A transaction beside the state before it.
  struct Step {
    let before: State
    let transaction: Transaction

    var after: State { transaction.state }
  }

  var exhaustivity = Exhaustivity.on
  /// Whether something was left over and that has been told.
  var hasToldLeftovers = false
  /// The state after the last transaction that the test has dealt with.
  private(set) var state: State
  /// What happened since, oldest first.
  private(set) var pending: ArraySlice<Transaction> = []
  /// Where the test dealt with a transaction, and what its actions were, by its revision.
  private var dealtWith: [Int: (site: CallSite, actions: [Action])] = [:]

  init(state: State) {
    self.state = state
  }

  /// The state after the last transaction there was.
  var latestState: State { pending.last?.state ?? state }

  /// The store has reduced these.
  mutating func append(_ transactions: [Transaction]) {
    pending += transactions
  }

  /// The test deals with the oldest transaction, on this line.
  mutating func takeFirst(at site: CallSite) -> Step? {
    guard let transaction = pending.popFirst() else { return nil }
    defer { state = transaction.state }
    dealtWith[transaction.revision] = (site, transaction.actions)
    return Step(before: state, transaction: transaction)
  }

  /// The test deals with the transaction that it sent, and leaves those behind that came before.
  mutating func take(_ revision: Int, at site: CallSite) -> (skipped: [Step], step: Step)? {
    var skipped: [Step] = []
    while let step = takeFirst(at: site) {
      if step.transaction.revision == revision { return (skipped, step) }
      skipped.append(step)
    }
    return nil
  }

  /// The line where what caused something was asserted, and in words what that was.
  ///
  /// - Parameter cause: The revision that it follows from. When the test has not come to that, the line of what caused
  ///   that in turn.
  func origin(of cause: Int?) -> (site: CallSite, description: String)? {
    var cause = cause
    while let revision = cause {
      if let (site, actions) = dealtWith[revision] { return (site, "\(describe(actions)) at \(site)") }
      cause = pending.first { $0.revision == revision }?.cause
    }
    return nil
  }
}

/// The actions of a transaction for a message: one alone, several as a list.
func describe<Action>(_ actions: [Action]) -> String {
  actions.count == 1 ? swiftSource(actions[0]) : swiftSource(actions)
}
