internal import NavStore
internal import NavStoreInspection

/// A range of a log that leads from one state to another by actions alone.
struct TransactionRange {
  /// The transactions, with their numbers.
  var transactions: [(number: Int, actions: [LoggedAction])] = []
  /// The number of the last transaction before the range.
  var start: Int
  var initial: LoggedState
  /// The state that the last transaction led to when it was recorded, as far as that is known.
  var recorded: LoggedState
  /// Whether today's reducer comes to another state.
  var diverges = false

  /// What makes a range too long for a test.
  static let limit = 10_000

  /// The longest range without a gap at the end of what is asked for; it ends at the first divergence. Nil when nothing
  /// can be replayed.
  init?(of log: NavigationLog, from: Int?, until: Int?, output: LogOutput) throws {
    struct TooLong: Error {}
    var range: TransactionRange?
    let first = from ?? 1
    let options = ReplayOptions(from: first - 1, until: until, atDivergence: .stop, atUndecodable: .skipToNextState)
    let report: LoggedReport
    do {
      report = try log.replay(options) { event in
        output.step()
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
        "a test has at most \(Self.limit) transactions: choose a range of the log by --from and --until.")
    }
    guard var range else { return nil }
    if let divergence = report.divergences.first.first, divergence.number == range.transactions.last?.number {
      range.diverges = true
      // A state that was recorded later is no state after this transaction.
      range.recorded =
        if let nearest = divergence.nearest, nearest.number == divergence.number { nearest.recorded } else {
          divergence.state
        }
      range.hasRecordedState = divergence.nearest?.number == divergence.number
      range.nearest = divergence.nearest
    }
    self = range
  }

  /// Whether `recorded` was recorded, and is not merely what the replay came to.
  private(set) var hasRecordedState = true
  /// A recorded state beside one of the replay, where none was recorded at the divergence.
  private(set) var nearest: LoggedReport.Comparison?

  private init(start: Int, initial: LoggedState, recorded: LoggedState) {
    self.start = start
    self.initial = initial
    self.recorded = recorded
  }

  /// The range without the transactions that do not matter: the state before the last one, and what that one makes of
  /// it, stay the same.
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
      guard state(after: candidate) == before else { return false }
      // The identities of modals are not those of the recording where one that was dismissed is left out.
      var replayed = state(after: candidate)
      for action in last.actions { reducer.apply(action, to: &replayed) }
      return replayed == after
    }
    var range = self
    range.transactions = (shrunk?.elements ?? transactions.dropLast()) + [last]
    return range
  }
}
