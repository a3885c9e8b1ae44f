internal import NavStore

/// The findings of a replay, as lines of text: damaged lines, gaps, undecodable actions and divergences.
package struct FindingsReport {
  package enum Style {
    case good, bad
  }

  private let log: NavigationLog
  private let report: LoggedReport
  private let styled: (String, Style) -> String

  /// The maximum number of findings of each kind that are shown. For the others, only their number is shown.
  private static let limit = 20

  package init(
    _ report: LoggedReport, of log: NavigationLog, styled: @escaping (String, Style) -> String = { text, _ in text }
  ) {
    self.report = report
    self.log = log
    self.styled = styled
  }

  /// A string of one or several lines for each finding that is shown. For each kind with further findings, a string
  /// with their number follows.
  package var texts: [String] {
    texts(report.damage) { EventFormatter.text(for: $0, of: log) }
      + texts(report.gaps) { EventFormatter.text(for: $0) }
      + texts(report.undecodable) { "transaction \($0.number): \(EventFormatter.text(for: $0))" }
      + texts(report.allDivergences) { text(for: $0) }
  }

  private func texts<Finding>(_ findings: BoundedList<Finding>, _ text: (Finding) -> String) -> [String] {
    let more = findings.count - min(findings.count, Self.limit)
    return findings.first.prefix(Self.limit).map(text) + (more > 0 ? ["+\(more) more"] : [])
  }

  private func text(for divergence: LoggedReport.Divergence) -> String {
    let actions = divergence.actions.map(\.displayText).joined(separator: "; ").printable(limit: 200)
    let place = "transaction \(divergence.number)" + (actions.isEmpty ? "" : " (\(actions))")
    var lines = [
      styled("\(place) led to a state that differs from the recorded state", .bad)
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
      let style: Style? = line.hasPrefix("−") ? .bad : line.hasPrefix("+") ? .good : nil
      return "  " + (style.map { styled(String(line), $0) } ?? String(line))
    }.joined(separator: "\n")
  }
}
