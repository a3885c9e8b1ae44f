internal import NavStore
internal import NavStoreInspection

/// `navtool log diff`: the first transaction at which two logs differ.
///
/// Both logs are replayed once to find the first step that differs. This replay compares only a hash of each step. If a
/// step differs, a second replay of both logs ends at that step and returns the state after the step.
struct LogDiff {
  let first: NavigationLog
  let second: NavigationLog
  let output: ReportOutput

  /// A step of a log: the number of the transaction, its actions as text, and the state after the transaction.
  private struct Step {
    var number: Int
    var text: String
    var state: LoggedState?
  }

  /// Compares the logs, and returns whether all their steps are equal and were replayed.
  func run() throws -> Bool {
    let (known, report) = try contentHashes(of: first)
    var count = 0
    var found: Int?
    let otherReport = try replaySteps(second) { event in
      output.countEvent()
      if found == nil, count >= known.count || known[count] != event.contentHash { found = count }
      count += 1
    }
    output.endProgress()
    guard let index = found ?? (count < known.count ? count : nil) else {
      // The states after actions that were not replayed are unknown.
      let unknown = max(report.skipped, otherReport.skipped)
      try output.write(
        "the logs do not differ: \(max(0, count - 1).counting("step"))"
          + (unknown > 0 ? ", \(unknown) of them not replayed: their states are unknown" : ""))
      return unknown == 0
    }
    try writeDifference(try step(index, of: first), try step(index, of: second))
    return false
  }

  private func contentHashes(of log: NavigationLog) throws -> ([Int], LoggedReport) {
    var numbers: [Int] = []
    let report = try replaySteps(log) { event in
      output.countEvent()
      numbers.append(event.contentHash)
    }
    return (numbers, report)
  }

  @discardableResult
  private func replaySteps(_ log: NavigationLog, _ body: @escaping (LoggedEvent) throws -> Void) throws -> LoggedReport
  {
    var isFirst = true
    return try log.replay { event in
      // If the first files of a log were deleted, the log begins with a later part. In that case, the state at the
      // beginning of that part is the first step.
      var isBeginning = false
      if isFirst, case .began = event { isBeginning = true }
      isFirst = false
      if isBeginning || event.isStep { try body(event) }
    }
  }

  private func step(_ index: Int, of log: NavigationLog) throws -> Step? {
    struct Found: Error {}
    var step: Step?
    var count = 0
    do {
      try replaySteps(log) { event in
        if count == index {
          step = Step(number: event.stepNumber, text: event.stepText, state: event.stepState)
          throw Found()
        }
        count += 1
      }
    } catch is Found {}
    return step
  }

  private func writeDifference(_ step: Step?, _ other: Step?) throws {
    func line(_ mark: String, _ log: NavigationLog, _ step: Step?) -> String {
      "\(mark) \(log.name): " + (step.map { "transaction \($0.number), \($0.text)" } ?? "the log ends here")
    }
    try output.write(step?.text == other?.text ? "the states differ:" : "the logs differ:")
    try output.write(output.styled(line("−", first, step), .bad))
    try output.write(output.styled(line("+", second, other), .good))
    guard let state = step?.state, let otherState = other?.state else { return }
    try output.write(
      ReadableState.difference(state, otherState) ?? "  no visible difference between the states")
  }
}

extension ReplayEvent where State == LoggedState, Action == LoggedAction {
  /// Whether the comparison includes the event. Equal sessions can differ in the parts and marks of their logs.
  fileprivate var isStep: Bool {
    switch self {
    case .began(let header, _): header.part == 1 && (header.kept ?? []).isEmpty
    case .transaction, .replaced, .skipped, .undecodable, .gap: true
    case .resumed, .mark, .damaged, .end: false
    }
  }

  fileprivate var contentHash: Int {
    var hasher = Hasher()
    switch self {
    case .transaction(let transaction): hasher.combine(transaction.actions)
    case .skipped(_, _, _, let actions): hasher.combine(actions)
    case .undecodable(let action): hasher.combine(action.action)
    case .gap(let gap): hasher.combine(gap.numbers)
    default: break
    }
    hasher.combine(stepState)
    return hasher.finalize()
  }

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
