internal import NavStore
internal import NavStoreInspection

/// `navtool log diff`: the steps that only one of two logs has, and the first difference with its states.
///
/// Both logs are replayed once to align their steps. This replay compares only hashes of the steps. A second replay of
/// both logs returns the steps that are shown.
struct LogDiff {
  let first: NavigationLog
  let second: NavigationLog
  let output: ReportOutput

  /// The maximum number of differences that are shown after the first one.
  private static let limit = 20

  /// A step of a log: the number of the transaction, its actions as text, and the state after the transaction.
  private struct Step {
    let number: Int
    let text: String
    let state: LoggedState?
  }

  /// Compares the logs, and returns whether all their steps are equal and were replayed.
  func run() throws -> Bool {
    let (steps, report) = try first.comparedSteps(each: output.countEvent)
    let (otherSteps, otherReport) = try second.comparedSteps(each: output.countEvent)
    output.endProgress()
    let alignment = SessionAlignment(steps, otherSteps)
    guard let difference = alignment.first else {
      // The states after actions that were not replayed are unknown.
      let unknown = max(report.skipped, otherReport.skipped)
      try output.write(
        "the logs do not differ: \(max(0, steps.count - 1).counting("step"))"
          + (unknown > 0 ? ", \(unknown) of them not replayed: their states are unknown" : ""))
      return unknown == 0
    }
    let shown = alignment.differences.prefix(Self.limit)
    let moved = alignment.moved.prefix(Self.limit)
    let known = try self.steps(
      Set(
        shown.compactMap(\.first) + moved.map(\.first) + [difference.first, difference.states.first].compactMap(\.self)),
      of: first)
    let otherKnown = try self.steps(
      Set(
        shown.compactMap(\.second) + moved.map(\.second)
          + [difference.second, difference.states.second].compactMap(\.self)),
      of: second)
    let summary = alignment.summary(first.name, second.name)
    try output.write(difference.isOfStates ? "the states differ:" : "the logs differ:")
    try write(difference, difference.first.flatMap { known[$0] }, difference.second.flatMap { otherKnown[$0] })
    if let state = difference.states.first.flatMap({ known[$0]?.state }),
      let otherState = difference.states.second.flatMap({ otherKnown[$0]?.state })
    {
      try output.write(ReadableState.difference(state, otherState) ?? "  no visible difference between the states")
    }
    guard let summary else { return false }
    try output.write("in total: \(summary)")
    for row in shown where row.first != difference.first || row.second != difference.second {
      try write(row, row.first.flatMap { known[$0] }, row.second.flatMap { otherKnown[$0] })
    }
    for move in moved {
      guard let step = known[move.first], let other = otherKnown[move.second] else { continue }
      try output.write("  moved from transaction \(step.number) to \(other.number): \(step.text)")
    }
    return false
  }

  /// Returns steps of a log by their positions in its list of events.
  private func steps(_ positions: Set<Int>, of log: NavigationLog) throws -> [Int: Step] {
    struct Found: Error {}
    var steps: [Int: Step] = [:]
    var count = 0
    do {
      try log.replay { event in
        if positions.contains(count) {
          steps[count] = Step(number: event.stepNumber, text: event.stepText, state: event.stepState)
        }
        count += 1
        if steps.count == positions.count { throw Found() }
      }
    } catch is Found {}
    return steps
  }

  /// Writes a line for each log that has a step here. If it is the first difference, or if a log has ended, also writes
  /// a line for the other log.
  private func write(_ difference: SessionAlignment.Difference, _ step: Step?, _ other: Step?) throws {
    func line(_ mark: String, _ log: NavigationLog, _ step: Step?, isEnd: Bool) -> String {
      "\(mark) \(log.name): "
        + (step.map { "transaction \($0.number), \($0.text)" } ?? (isEnd ? "the log ends here" : "no such transaction"))
    }
    try output.write(output.styled(line("−", first, step, isEnd: difference.isEnd.first), .bad))
    try output.write(output.styled(line("+", second, other, isEnd: difference.isEnd.second), .good))
  }
}

extension ReplayEvent where State == LoggedState, Action == LoggedAction {
  fileprivate var stepNumber: Int {
    switch self {
    case .began(let header, _): header.number
    case .transaction(let transaction): transaction.number
    case .replaced(let number, _, _, _), .skipped(let number, _, _, _): number
    case .undecodable(let action): action.number
    case .gap(let gap): gap.numbers.lowerBound
    default: 0
    }
  }

  fileprivate var stepState: LoggedState? {
    switch self {
    case .began(_, let state): state
    case .transaction(let transaction): transaction.state
    case .replaced(_, _, _, let state): state
    default: nil
    }
  }

  fileprivate var stepText: String {
    switch self {
    case .began: "the beginning"
    case .transaction(let transaction): transaction.actions.map(\.displayText).joined(separator: "; ")
    case .replaced: "the state was replaced"
    case .skipped(_, _, _, let actions): actions.map(\.displayText).joined(separator: "; ") + " (not replayed)"
    case .undecodable(let action): EventFormatter.text(for: action)
    case .gap(let gap): EventFormatter.text(for: gap)
    default: ""
    }
  }
}
