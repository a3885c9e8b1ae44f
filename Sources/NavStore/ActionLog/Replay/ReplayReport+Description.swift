extension ReplayReport: CustomStringConvertible {
  /// How far the replay came, in a line, and a sentence for each finding, the first twenty of each kind.
  public var description: String {
    var lines = [headline]
    lines += summary.damage.sentences + summary.gaps.sentences + summary.undecodable.sentences + divergences.sentences
    return lines.joined(separator: "\n")
  }

  /// How far the replay came: `12 transactions with 14 actions, 12 states verified, complete`.
  package var headline: String { summary.headline(divergences: divergences.count) }
}

extension ReplayReport.Divergence: CustomStringConvertible {
  /// The transaction and the fingerprints, as a sentence. States are left out: they may be large.
  public var description: String {
    let names = actions.map { "\($0)" }.joined(separator: "; ").printable(limit: 200)
    return
      "Transaction \(number)\(names.isEmpty ? "" : " (\(names))") led to another state than was recorded: fingerprint "
      + "\(expected) then, \(actual) now."
  }
}

extension ReplaySummary: CustomStringConvertible {
  /// How far the replay came, in a line, and a sentence for each finding, the first twenty of each kind.
  public var description: String {
    ([headline(divergences: 0)] + damage.sentences + gaps.sentences + undecodable.sentences).joined(separator: "\n")
  }

  fileprivate func headline(divergences: Int) -> String {
    var parts = [
      "\(applied.counting("transaction")) with \(appliedActions.counting("action"))",
      "\(verified.counting("state")) verified",
    ]
    if sessions > 1 { parts.append(sessions.counting("session")) }
    if skipped > 0 { parts.append("\(skipped) not replayed") }
    if divergences > 0 { parts.append(divergences.counting("divergence")) }
    if !gaps.isEmpty { parts.append(gaps.count.counting("gap")) }
    if !damage.isEmpty { parts.append(damage.count.counting("damaged line")) }
    if !undecodable.isEmpty { parts.append(undecodable.count.counting("unknown action")) }
    if unknownLines > 0 { parts.append("\(unknownLines.counting("line")) of unknown types") }
    if before > 0 { parts.append("begins after transaction \(before)") }
    parts.append(isComplete ? "complete" : hasEnd ? "ended" : "not ended")
    return parts.joined(separator: ", ")
  }
}

extension BoundedList: CustomStringConvertible {
  /// A line for each of the first twenty findings, and how many more there are; `none` if there is none.
  public var description: String { isEmpty ? "none" : sentences.joined(separator: "\n") }

  fileprivate var sentences: [String] {
    let shown = first.prefix(20).map { "\($0)" }
    return shown + (count > shown.count ? ["\(count - shown.count) more of that kind."] : [])
  }
}

extension LogGap: CustomStringConvertible {
  /// What is missing and why, as a sentence.
  public var description: String {
    let (first, last) = (numbers.lowerBound, numbers.upperBound)
    let reason = isRecorded ? "the recorder could not write them" : "lines are missing from the log"
    return (first == last ? "Transaction \(first) is" : "Transactions \(first) to \(last) are") + " missing: \(reason)."
  }
}

extension DamagedLine: CustomStringConvertible {
  /// The place of the line and what is wrong with it, as a sentence.
  public var description: String { "\(file), line \(line): \(reason).".printable }
}

extension UndecodableAction: CustomStringConvertible {
  /// The action and why it does not decode, as a sentence.
  public var description: String {
    "Transaction \(number) has an action that does not decode: \("\(action)".printable(limit: 60)): "
      + reason.printable(limit: 200).asSentence
  }
}
