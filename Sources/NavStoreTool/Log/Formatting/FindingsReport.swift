internal import NavStore

/// The findings of a replay, as lines of text: damaged lines, gaps, undecodable actions and divergences.
struct FindingsReport {
  let log: NavigationLog
  let report: LoggedReport
  let output: ReportOutput

  /// The maximum number of findings of each kind that are shown. For the others, only their number is shown.
  private static let limit = 20

  func write() throws {
    try write(report.damage) { EventFormatter.text(for: $0, of: log) }
    try write(report.gaps) { EventFormatter.text(for: $0) }
    try write(report.undecodable) { "transaction \($0.number): \(EventFormatter.text(for: $0))" }
    try write(report.divergences) { text(for: $0) }
  }

  private func write<Finding>(_ findings: BoundedList<Finding>, _ text: (Finding) -> String) throws {
    for finding in findings.first.prefix(Self.limit) { try output.write(text(finding)) }
    let more = findings.count - min(findings.count, Self.limit)
    if more > 0 { try output.write("+\(more) more") }
  }

  private func text(for divergence: LoggedReport.Divergence) -> String {
    let actions = divergence.actions.map(\.displayText).joined(separator: "; ").printable(limit: 200)
    let place = "transaction \(divergence.number)" + (actions.isEmpty ? "" : " (\(actions))")
    var lines = [
      output.styled("\(place) led to a state that differs from the recorded state", .bad)
        + ": fingerprint \(divergence.expected) recorded, \(divergence.actual) replayed"
    ]
    guard let nearest = divergence.nearest, nearest.number == nearest.replayedNumber else {
      return lines[0] + "\n" + effect(of: divergence)
    }
    lines.append("  after transaction \(nearest.number), − recorded, + replayed:")
    lines.append(
      difference(nearest.recorded, nearest.replayed)
        ?? "    no visible difference: only the identifier of the next modal differs")
    return lines.joined(separator: "\n")
  }

  /// Returns the changes that a divergent transaction makes with the current rules. This text is shown if the log
  /// contains no later state to compare with.
  private func effect(of divergence: LoggedReport.Divergence) -> String {
    let number = divergence.number - 1
    let options = ReplayOptions(from: number, until: number, atDivergence: .adoptRecorded)
    guard let before = try? log.replay(options).state, let difference = difference(before, divergence.state) else {
      return "  the log contains no later state to compare with; the replay leads to \(divergence.state.displayText)"
    }
    return "  the log contains no later state to compare with; the transaction now changes this, − before, + after:\n"
      + difference
  }

  private func difference(_ first: LoggedState, _ second: LoggedState) -> String? {
    ReadableState.difference(first, second)?.split(separator: "\n").map { line in
      let style: ReportOutput.Style? = line.hasPrefix("−") ? .bad : line.hasPrefix("+") ? .good : nil
      return "  " + (style.map { output.styled(String(line), $0) } ?? String(line))
    }.joined(separator: "\n")
  }
}
