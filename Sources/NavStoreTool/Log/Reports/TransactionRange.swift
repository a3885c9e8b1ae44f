internal import NavStore
internal import NavStoreInspection

/// A range of transactions without a gap and without a replaced state, so that only actions lead from its first state
/// to its last one.
struct TransactionRange {
  var transactions: [(number: Int, actions: [LoggedAction])] = []
  /// The number of the last transaction before the range.
  var start: Int
  var initial: LoggedState
  /// The recorded state after the last transaction or, if the log does not contain that state, the state of the replay.
  var recorded: LoggedState
  /// Whether `recorded` is the recorded state; `false` if the recorded state differs from the state of the replay and
  /// is not in the log.
  private(set) var hasRecordedState = true

  static let limit = 10_000

  /// Finds the last range without a gap and without a replaced state among the requested transactions. The range ends
  /// with the first divergent transaction at the latest.
  ///
  /// Returns `nil` if no state is known from which a requested transaction could be replayed. The range can be empty.
  init?(of log: NavigationLog, from: Int?, until: Int?, output: ReportOutput) throws {
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
          range = TransactionRange(start: header.number, initial: state, recorded: state)
        case .transaction(let transaction):
          guard transaction.number >= first, range != nil else {
            range = TransactionRange(
              start: transaction.number, initial: transaction.state, recorded: transaction.state)
            return
          }
          range?.transactions.append((transaction.number, transaction.actions))
          range?.recorded = transaction.state
          if range?.transactions.count ?? 0 > Self.limit { throw TooLong() }
        case .replaced(let number, _, _, let state), .resumed(let number, _, let state):
          range = TransactionRange(start: number, initial: state, recorded: state)
        case .gap: range = nil
        case .began, .mark, .skipped, .undecodable, .damaged, .end: break
        }
      }
    } catch is TooLong {
      throw UsageError(
        "a test has at most \(Self.limit) transactions: select a range of the log with --from and --until.")
    }
    guard var range else { return nil }
    if let divergence = report.allDivergences.first.first, divergence.number == range.transactions.last?.number {
      // The nearest recorded state is usable only if it was recorded after this transaction and not after a later one.
      let recorded = divergence.nearest.flatMap { $0.number == divergence.number ? $0.recorded : nil }
      range.recorded = recorded ?? divergence.state
      range.hasRecordedState = recorded != nil
    }
    self = range
  }

  private init(start: Int, initial: LoggedState, recorded: LoggedState) {
    self.start = start
    self.initial = initial
    self.recorded = recorded
  }

  /// Returns a range from which transactions without influence on the last transaction are removed. In that range, the
  /// states before and after the last transaction are the same as in the whole range. The search for such transactions
  /// ends after 10,000 attempts.
  func minimized(by reducer: NavigationReducer<JSONText, JSONText>) -> TransactionRange {
    guard let last = transactions.last else { return self }
    func state(after actions: some Sequence<(number: Int, actions: [LoggedAction])>) -> LoggedState {
      var state = initial
      for transaction in actions {
        for action in transaction.actions { reducer.apply(action, to: &state) }
      }
      return state
    }
    let before = state(after: transactions.dropLast())
    var after = before
    for action in last.actions { reducer.apply(action, to: &after) }
    let shrunk = SequenceShrinker<(number: Int, actions: [LoggedAction])>().shrink(transactions.dropLast()) {
      candidate in
      var replayed = state(after: candidate)
      guard replayed == before else { return false }
      // Equal states can have different identifiers for the next modal, if a dismissed modal is left out.
      for action in last.actions { reducer.apply(action, to: &replayed) }
      return replayed == after
    }
    var range = self
    range.transactions = (shrunk?.elements ?? transactions.dropLast()) + [last]
    return range
  }
}
