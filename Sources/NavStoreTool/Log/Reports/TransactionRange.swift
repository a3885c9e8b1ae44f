internal import NavStore
internal import NavStoreInspection

/// A range of transactions without a gap and without a replaced state, so that only actions lead from its first state
/// to its last one.
struct TransactionRange {
  var transactions: [(number: Int, actions: [LoggedAction])] = []
  /// The number of the last transaction before the range.
  var start: Int
  var initial: LoggedState
  /// The recorded state after the last transaction. The fingerprint of that state, if it differs from the state of the
  /// replay and is not in the log.
  var recorded: TestSource.Recorded
  /// Whether the last transaction leads to another state than in the recording.
  private(set) var isDivergent = false

  static let limit = 10_000

  /// Finds the last range without a gap and without a replaced state among the requested transactions. The range ends
  /// with the first divergent transaction at the latest.
  ///
  /// Returns `nil` if no state is known from which a requested transaction could be replayed. The range can be empty.
  ///
  /// - Parameter last: The largest number of transactions, of which the last ones are in the range; `nil` for all.
  init?(of log: NavigationLog, from: Int?, until: Int?, last: Int?, output: ReportOutput) throws {
    if let last, last > Self.limit {
      throw UsageError("--last \(last): a test has at most \(Self.limit) transactions.")
    }
    struct TooLong: Error {}
    var range: TransactionRange?
    let first = from ?? 1
    let options = ReplayOptions(from: first - 1, until: until, atDivergence: .stop, atUndecodable: .skipToNextState)
    let report: LoggedReport
    do {
      report = try log.replay(options) { event in
        output.countEvent()
        switch event {
        case .began(let header, let state?) where range == nil || header.number == 0:
          range = TransactionRange(start: header.number, initial: state, recorded: .state(state))
        case .transaction(let transaction):
          guard transaction.number >= first, range != nil else {
            range = TransactionRange(
              start: transaction.number, initial: transaction.state, recorded: .state(transaction.state))
            return
          }
          range?.transactions.append((transaction.number, transaction.actions))
          range?.recorded = .state(transaction.state)
          let count = range?.transactions.count ?? 0
          if let last {
            // Several transactions are removed together, because the rest of the list is moved each time.
            if count > 2 * last { range?.keepLast(last, reducedBy: log.reducer) }
          } else if count > Self.limit {
            throw TooLong()
          }
        case .replaced(let number, _, _, let state), .resumed(let number, _, let state):
          range = TransactionRange(start: number, initial: state, recorded: .state(state))
        case .gap: range = nil
        case .began, .diverged, .mark, .skipped, .undecodable, .damaged, .end: break
        }
      }
    } catch is TooLong {
      throw UsageError(
        "a test has at most \(Self.limit) transactions: select some of the log with --last, or with --from and --until."
      )
    }
    guard var range else { return nil }
    if let last { range.keepLast(last, reducedBy: log.reducer) }
    if let divergence = report.allDivergences.first.first, divergence.number == range.transactions.last?.number {
      // The nearest recorded state is usable only if it was recorded after this transaction and not after a later one.
      let recorded = divergence.nearest.flatMap { $0.number == divergence.number ? $0.recorded : nil }
      range.recorded = recorded.map(TestSource.Recorded.state) ?? .fingerprint(divergence.expected.description)
      range.isDivergent = true
    }
    self = range
  }

  private init(start: Int, initial: LoggedState, recorded: TestSource.Recorded) {
    self.start = start
    self.initial = initial
    self.recorded = recorded
  }

  /// Removes transactions from the beginning, so that at most `count` are left.
  mutating func keepLast(_ count: Int, reducedBy reducer: NavigationReducer<JSONText, JSONText>) {
    let removed = transactions.prefix(max(transactions.count - count, 0))
    for transaction in removed {
      start = transaction.number
      for action in transaction.actions { reducer.apply(action, to: &initial) }
    }
    transactions.removeFirst(removed.count)
  }

  /// Removes transactions that have no influence on the last one. The search for such transactions ends after 10,000
  /// attempts.
  mutating func minimize(by reducer: NavigationReducer<JSONText, JSONText>) {
    transactions = SequenceShrinker().influential(
      transactions, from: initial,
      apply: { transaction, state in for action in transaction.actions { reducer.apply(action, to: &state) } },
      areEqual: ==)
  }
}
