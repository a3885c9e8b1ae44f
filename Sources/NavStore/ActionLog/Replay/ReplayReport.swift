/// The result of a replay: its last state and its findings. The description has a sentence for each finding.
public struct ReplayReport<State: Sendable, Action: Sendable>: Sendable {
  /// A transaction that led to a state that differs from the recorded one.
  public struct Divergence: Sendable {
    /// The number of the transaction.
    public let number: Int
    /// The actions of the transaction. The list is empty if the difference was found at a snapshot, because the log has
    /// no fingerprint for the transaction itself.
    public let actions: [Action]
    package let expected: Fingerprint
    package let actual: Fingerprint
    /// The replayed state.
    public let state: State
    /// A comparison with the first snapshot that was recorded at or after the divergence. If no such snapshot was
    /// found, a comparison with the last recorded state before the divergence. If no recorded state was found, the
    /// value is `nil`.
    public internal(set) var nearest: Comparison?
    /// Whether a redaction changes values that it has already replaced. This alone makes the fingerprints different.
    let hasRepeatedRedaction: Bool
  }

  /// A recorded state and a replayed state.
  public struct Comparison: Sendable {
    package let number: Int
    /// The recorded state.
    public let recorded: State
    /// The number of the transaction that led to the replayed state. It equals ``number``, unless no snapshot at or
    /// after the divergence was found.
    package let replayedNumber: Int
    /// The replayed state.
    public let replayed: State
  }

  package let summary: ReplaySummary
  /// The state after the last transaction that the replay reached; `nil` if the state is not known.
  public let state: State?
  package let allDivergences: BoundedList<Divergence>

  /// The divergences, at most 1,000. If the states after several consecutive transactions differ, the list contains
  /// only the first of these transactions.
  public var divergences: [Divergence] { allDivergences.first }

  /// The number of transactions that led to the recorded state, of those after which the log contains a fingerprint or
  /// a snapshot. If the value is 0, the replay was compared with nothing, and ``isFaithful`` proves nothing.
  public var verified: Int { summary.verified }

  /// Whether every recorded transaction from the start to the end of the session was applied.
  public var isComplete: Bool { summary.isComplete }

  /// Whether no divergence was found, no transaction is missing, skipped or undecodable, and no line is damaged. The
  /// value can be `true` even if the log ends in the middle of a line or a transaction, for example because the process
  /// was killed.
  public var isFaithful: Bool {
    allDivergences.isEmpty && summary.gaps.isEmpty && summary.undecodable.isEmpty && summary.skipped == 0
      && summary.damage.first.allSatisfy { $0.reason == .torn || $0.reason == .tornTransaction }
  }

}

extension ReplayReport {
  package var number: Int { summary.number }
  package var applied: Int { summary.applied }
  package var appliedActions: Int { summary.appliedActions }
  package var skipped: Int { summary.skipped }
  package var before: Int { summary.before }
  package var gaps: BoundedList<LogGap> { summary.gaps }
  package var damage: BoundedList<DamagedLine> { summary.damage }
  package var undecodable: BoundedList<UndecodableAction> { summary.undecodable }
  package var unknownLines: Int { summary.unknownLines }
  package var sections: [LogSection] { summary.sections }
  package var sessions: Int { summary.sessions }
  package var stop: ReplayStop? { summary.stop }
  package var hasEnd: Bool { summary.hasEnd }

  package var verdict: ReplayVerdict { !isFaithful ? .failed : verified > 0 ? .verified : .unverified }

  /// What to record, if nothing was compared; `nil` otherwise.
  package var advice: String? {
    guard verdict == .unverified else { return nil }
    if applied == 0 { return "The log contains no transaction whose state could be compared." }
    if appliedActions == 0 {
      return "The log contains new states in place of actions, and nothing to compare them with. The recorder's "
        + "function for actions returns nil, or the rules of the schema are not those of the reducer."
    }
    return "No replayed transaction is followed by a fingerprint or a whole state to compare it with. Record with a "
      + "fingerprintInterval of 1, the default of ActionLogOptions, and read the log with the schema of the recording."
  }
}

/// Whether a replay proves that the actions lead to the recorded states.
package enum ReplayVerdict: String, Sendable {
  /// Every recorded state was reached, and there is at least one.
  case verified
  /// No state differs, but there was none to compare with.
  case unverified
  /// A state differs, or a part of the log could not be replayed.
  case failed
}

/// The findings of a replay, without states and actions.
package struct ReplaySummary: Sendable {
  package internal(set) var number = 0
  package internal(set) var applied = 0
  package internal(set) var appliedActions = 0
  package internal(set) var verified = 0
  /// The number of transactions that were not applied, because one of their actions could not be decoded or the state
  /// before them was not known.
  package internal(set) var skipped = 0
  /// The number of transactions that are not part of the replay, because they precede its start or the first file of a
  /// session in the log.
  package internal(set) var before = 0
  package internal(set) var gaps = BoundedList<LogGap>()
  package internal(set) var damage = BoundedList<DamagedLine>()
  package internal(set) var undecodable = BoundedList<UndecodableAction>()
  /// The number of lines whose type this version of the library does not support.
  package internal(set) var unknownLines = 0
  package internal(set) var sections: [LogSection] = []
  /// The number of sessions in the log: more than one if logs were joined.
  package internal(set) var sessions = 0
  package internal(set) var stop: ReplayStop?
  /// Whether the last session ends with the line that a recorder writes when it is closed.
  package internal(set) var hasEnd = false

  var isComplete: Bool {
    hasEnd && stop == nil && skipped == 0 && before == 0 && gaps.isEmpty && damage.isEmpty && undecodable.isEmpty
  }
}

/// The reason why a replay stopped before the end of the log.
package enum ReplayStop: Hashable, Sendable {
  case requested
  case divergence
  case undecodable
}

package struct LogGap: Hashable, Sendable {
  package let numbers: ClosedRange<Int>
  /// Whether the log reports that the recorder lost the transactions. Otherwise, lines of the log are missing or
  /// damaged.
  package let isRecorded: Bool
}

package struct DamagedLine: Hashable, Sendable {
  package let file: String
  package let line: Int
  package let reason: LogDamage
}

/// A list that stores the first 1,000 elements that are added, and the number of all elements that were added.
package struct BoundedList<Finding: Sendable>: Sendable {
  package private(set) var first: [Finding] = []
  package private(set) var count = 0

  /// The maximum number of elements. The limit bounds the memory that the findings of a damaged log need.
  package static var limit: Int { 1_000 }

  package var isEmpty: Bool { count == 0 }

  mutating func append(_ finding: @autoclosure () -> Finding) {
    if count < Self.limit { first.append(finding()) }
    count += 1
  }

  mutating func change(_ index: Int, _ body: (inout Finding) -> Void) {
    if first.indices.contains(index) { body(&first[index]) }
  }
}

extension ReplayReport: CustomStringConvertible {
  /// A line with the progress of the replay, and a line for each finding, at most twenty of each kind.
  public var description: String {
    var lines = [headline]
    lines +=
      summary.damage.sentences + summary.gaps.sentences + summary.undecodable.sentences
      + allDivergences.sentences
    return lines.joined(separator: "\n")
  }

  /// The progress of the replay: `12 transactions with 14 actions, 12 states verified, complete`.
  package var headline: String { summary.headline(divergences: allDivergences.count) }
}

extension ReplayReport.Divergence: CustomStringConvertible {
  /// A sentence with the transaction and the fingerprints. The states are left out, because they may be large.
  public var description: String {
    let names = actions.map(ValueText.text).joined(separator: "; ").printable(limit: 200)
    return
      "Transaction \(number)\(names.isEmpty ? "" : " (\(names))") led to a state that differs from the recorded "
      + "one: the recorded fingerprint is \(expected), and the replayed one is \(actual)."
      + (hasRepeatedRedaction
        ? " A redaction of the schema changes values that it has already replaced. Return such a value unchanged, "
          + "because a replay redacts the states that it has read from the log." : "")
  }
}

extension ReplaySummary: CustomStringConvertible {
  package var description: String {
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
    if !undecodable.isEmpty { parts.append(undecodable.count.counting("undecodable action")) }
    if unknownLines > 0 { parts.append("\(unknownLines.counting("line")) of unknown types") }
    if before > 0 { parts.append("begins after transaction \(before)") }
    parts.append(isComplete ? "complete" : hasEnd ? "ended" : "not ended")
    return parts.joined(separator: ", ")
  }
}

extension BoundedList: CustomStringConvertible {
  package var description: String { isEmpty ? "none" : sentences.joined(separator: "\n") }

  fileprivate var sentences: [String] {
    let shown = first.prefix(20).map { "\($0)" }
    return shown + (count > shown.count ? ["\(count - shown.count) more of this kind."] : [])
  }
}

extension LogGap: CustomStringConvertible {
  /// A sentence with the missing transactions and the reason.
  public var description: String {
    let (first, last) = (numbers.lowerBound, numbers.upperBound)
    let reason =
      isRecorded ? "the recorder could not write \(first == last ? "it" : "them")" : "lines are missing from the log"
    return (first == last ? "Transaction \(first) is" : "Transactions \(first) to \(last) are") + " missing: \(reason)."
  }
}

extension DamagedLine: CustomStringConvertible {
  /// A sentence with the file, the line and the damage.
  public var description: String { "\(file), line \(line): \(reason).".printable }
}

extension UndecodableAction: CustomStringConvertible {
  /// A message with the action and the reason why it cannot be decoded.
  public var description: String {
    "Transaction \(number) has an action that cannot be decoded: \("\(action)".printable(limit: 60)): "
      + reason.printable(limit: 200).asSentence
  }
}
