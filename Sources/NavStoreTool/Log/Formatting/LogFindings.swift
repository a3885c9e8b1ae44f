internal import NavStore

/// What a replay found, in lines.
struct LogFindings {
  let log: NavigationLog
  let report: LoggedReport
  let terminal: LogTerminal

  /// How many findings of a kind are told one by one.
  private static let limit = 20

  func write() throws {
    try write(report.damage) { EventWords.words(for: $0, of: log) }
    try write(report.gaps) { EventWords.words(for: $0) }
    try write(report.undecodable) { "transaction \($0.number): \(EventWords.words(for: $0))" }
    try write(report.divergences) { words(for: $0) }
  }

  private func write<Finding>(_ findings: BoundedList<Finding>, _ words: (Finding) -> String) throws {
    for finding in findings.first.prefix(Self.limit) { try terminal.write(words(finding)) }
    let more = findings.count - min(findings.count, Self.limit)
    if more > 0 { try terminal.write("+\(more) more") }
  }

  private func words(for divergence: LoggedReport.Divergence) -> String {
    let actions = divergence.actions.map(\.words).joined(separator: "; ").printable(limit: 200)
    let place = "transaction \(divergence.number)" + (actions.isEmpty ? "" : " (\(actions))")
    var lines = [
      terminal.styled("\(place) led to another state than was recorded", .bad)
        + ": fingerprint \(divergence.expected) then, \(divergence.actual) now"
    ]
    guard let nearest = divergence.nearest, nearest.number == nearest.replayedNumber else {
      return lines[0] + "\n" + effect(of: divergence)
    }
    lines.append("  after transaction \(nearest.number), − recorded, + replayed:")
    lines.append(
      difference(nearest.recorded, nearest.replayed)
        ?? "    nothing that a user sees differs: the number that the next modal will get does")
    return lines.joined(separator: "\n")
  }

  /// What the transaction does today, where no state was recorded from there on to compare that with.
  private func effect(of divergence: LoggedReport.Divergence) -> String {
    let number = divergence.number - 1
    let options = ReplayOptions(from: number, until: number, atDivergence: .adoptRecorded)
    guard let before = try? log.replay(options).state, let difference = difference(before, divergence.state) else {
      return "  the log has no whole state from there on; replayed: \(divergence.state.words)"
    }
    return "  the log has no whole state from there on; today the transaction does this, − before, + after:\n"
      + difference
  }

  private func difference(_ first: LoggedState, _ second: LoggedState) -> String? {
    ShownState.difference(first, second)?.split(separator: "\n").map { line in
      let style: LogTerminal.Style? = line.hasPrefix("−") ? .bad : line.hasPrefix("+") ? .good : nil
      return "  " + (style.map { terminal.styled(String(line), $0) } ?? String(line))
    }.joined(separator: "\n")
  }
}
