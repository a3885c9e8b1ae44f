internal import NavStore

/// `navstore log diff`: the first place where two logs differ.
///
/// The logs are read twice: first for a number of each step, which finds the place in memory of a few bytes a step,
/// then up to it.
struct LogDiff {
  let first: NavigationLog
  let second: NavigationLog
  let terminal: LogTerminal

  /// What a log says happened, and what came of it.
  private struct Step {
    var number: Int
    var words: String
    var state: LoggedState?
  }

  /// Whether they do not differ.
  func run() throws -> Bool {
    let (known, report) = try summary(of: first)
    var count = 0
    var found: Int?
    let otherReport = try each(second) { event in
      terminal.step()
      if found == nil, count >= known.count || known[count] != event.summary { found = count }
      count += 1
    }
    terminal.endProgress()
    guard let place = found ?? (count < known.count ? count : nil) else {
      // What could not be replayed led to states that nobody knows.
      let unknown = max(report.skipped, otherReport.skipped)
      try terminal.write(
        "the logs do not differ: \(max(0, count - 1).counting("step"))"
          + (unknown > 0 ? ", \(unknown) of them not replayed: the states they led to are not known" : ""))
      return unknown == 0
    }
    try tell(try step(place, of: first), try step(place, of: second))
    return false
  }

  private func summary(of log: NavigationLog) throws -> ([Int], LoggedReport) {
    var numbers: [Int] = []
    let report = try each(log) { event in
      terminal.step()
      numbers.append(event.summary)
    }
    return (numbers, report)
  }

  @discardableResult
  private func each(_ log: NavigationLog, _ body: @escaping (LoggedEvent) throws -> Void) throws -> LoggedReport {
    var isFirst = true
    return try log.replay { event in
      // A log whose first files were deleted begins in a later part, and there it has its state.
      var isBeginning = false
      if isFirst, case .began = event { isBeginning = true }
      isFirst = false
      if isBeginning || event.isStep { try body(event) }
    }
  }

  private func step(_ place: Int, of log: NavigationLog) throws -> Step? {
    struct Found: Error {}
    var step: Step?
    var count = 0
    do {
      try each(log) { event in
        if count == place {
          step = Step(number: event.stepNumber, words: event.stepWords, state: event.stepState)
          throw Found()
        }
        count += 1
      }
    } catch is Found {}
    return step
  }

  private func tell(_ step: Step?, _ other: Step?) throws {
    func line(_ mark: String, _ log: NavigationLog, _ step: Step?) -> String {
      "\(mark) \(log.name): " + (step.map { "transaction \($0.number), \($0.words)" } ?? "has ended")
    }
    try terminal.write(step?.words == other?.words ? "the states differ:" : "the logs differ:")
    try terminal.write(terminal.styled(line("−", first, step), .bad))
    try terminal.write(terminal.styled(line("+", second, other), .good))
    guard let state = step?.state, let otherState = other?.state else { return }
    try terminal.write(
      ShownState.difference(state, otherState) ?? "  the states are the same as far as a user sees")
  }
}

extension ReplayEvent where State == LoggedState, Action == LoggedAction {
  /// Whether two logs that are compared must have it both: files and marks may differ.
  fileprivate var isStep: Bool {
    switch self {
    case .began(let header, _): header.part == 1 && (header.kept ?? []).isEmpty
    case .transaction, .replaced, .skipped, .undecodable, .gap: true
    case .resumed, .mark, .damaged, .end: false
    }
  }

  /// A number that equal steps share in this process.
  fileprivate var summary: Int {
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

  fileprivate var stepWords: String {
    switch self {
    case .began: "the beginning"
    case .transaction(let transaction): transaction.actions.map(\.words).joined(separator: "; ")
    case .replaced: "the state was replaced"
    case .skipped(_, _, _, let actions): actions.map(\.words).joined(separator: "; ") + " (not replayed)"
    case .undecodable(let action): EventWords.words(for: action)
    case .gap(let gap): EventWords.words(for: gap)
    default: ""
    }
  }
}
