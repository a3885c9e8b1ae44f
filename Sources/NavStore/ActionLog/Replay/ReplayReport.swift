/// What a replay came to, and what it found.
@dynamicMemberLookup
public struct ReplayReport<State: Sendable, Action: Sendable>: Sendable {
  /// A transaction that led to another state than it did when it was recorded.
  public struct Divergence: Sendable {
    /// The number of the transaction.
    public let number: Int
    /// Its actions; empty where a recorded state was compared after a transaction without a fingerprint.
    public let actions: [Action]
    /// The fingerprint in the log.
    public let expected: Fingerprint
    /// The fingerprint of the state that the replay came to.
    public let actual: Fingerprint
    /// The state that the replay came to.
    public let state: State
    /// The nearest state that was recorded in full: at that transaction or after it if there is one, else before it.
    public internal(set) var nearest: Comparison?
  }

  /// A recorded state beside one that the replay came to.
  public struct Comparison: Sendable {
    /// The number of the transaction that the recorded state is after.
    public let number: Int
    /// The state as it was recorded.
    public let recorded: State
    /// The number of the transaction that the replay's state is after: the same one, unless no state was recorded from
    /// the divergence on.
    public let replayedNumber: Int
    /// The state that the replay came to.
    public let replayed: State
  }

  /// What was found, but for the states.
  public let summary: ReplaySummary
  /// The state after transaction `number`; nil when it is not known.
  public let state: State?
  /// Where the replay came to another state. Where it goes on in another state, only the first is told.
  public let divergences: BoundedList<Divergence>

  /// Whether every recorded transaction from the beginning to the end of the session was applied.
  public var isComplete: Bool { summary.isComplete }

  /// Whether nothing speaks against the log and the reducer being those of the recording. That a log lacks its end,
  /// because its process was killed, does not.
  public var isFaithful: Bool {
    divergences.isEmpty && summary.gaps.isEmpty && summary.undecodable.isEmpty && summary.skipped == 0
      && summary.damage.first.allSatisfy { $0.reason == .torn || $0.reason == .tornTransaction }
  }

  /// The members of `summary`.
  public subscript<Value>(dynamicMember member: KeyPath<ReplaySummary, Value>) -> Value {
    summary[keyPath: member]
  }
}

/// What a replay found, but for the states and actions themselves.
public struct ReplaySummary: Sendable {
  /// The number of the last transaction that the replay came to.
  public internal(set) var number = 0
  /// How many transactions were applied.
  public internal(set) var applied = 0
  /// How many actions these had.
  public internal(set) var appliedActions = 0
  /// How many of them led to a state whose fingerprint the log has, and to the same one.
  public internal(set) var verified = 0
  /// How many transactions were read and not applied, because the state before them was not known.
  public internal(set) var skipped = 0
  /// How many transactions came before where the replay, or the log, begins.
  public internal(set) var before = 0
  /// Transactions that are missing.
  public internal(set) var gaps = BoundedList<LogGap>()
  /// Lines that could not be used.
  public internal(set) var damage = BoundedList<DamagedLine>()
  /// Actions that do not decode.
  public internal(set) var undecodable = BoundedList<UndecodableAction>()
  /// How many lines are of a type that this version does not know.
  public internal(set) var unknownLines = 0
  /// How many sessions there are; more than one where logs were joined.
  public internal(set) var sessions = 0
  /// Why the replay stopped early; nil when it read all there is.
  public internal(set) var stop: ReplayStop?
  /// Whether the last line is the end that the recorder wrote when it was closed.
  public internal(set) var hasEnd = false

  /// Whether every recorded transaction from the beginning to the end of the session was applied.
  var isComplete: Bool {
    hasEnd && stop == nil && skipped == 0 && before == 0 && gaps.isEmpty && damage.isEmpty && undecodable.isEmpty
  }
}

/// Why a replay stopped before the end of the log.
public enum ReplayStop: Hashable, Sendable {
  /// At the transaction that was asked for.
  case requested
  /// At a divergence.
  case divergence
  /// At an action that does not decode.
  case undecodable
}

/// Transactions that a log does not hold.
public struct LogGap: Hashable, Sendable {
  /// The numbers of the first and the last.
  public let numbers: ClosedRange<Int>
  /// Whether the recorder knew that it lost them. If not, lines are missing from the file.
  public let isRecorded: Bool
}

/// A line that could not be used.
public struct DamagedLine: Hashable, Sendable {
  /// The file.
  public let file: String
  /// The number of the line in the file, counted from 1.
  public let line: Int
  /// What is wrong with it.
  public let reason: LogDamage
}

/// What was found, the first thousand one by one and all of them counted.
public struct BoundedList<Finding: Sendable>: Sendable {
  /// The first of them.
  public private(set) var first: [Finding] = []
  /// How many there are.
  public private(set) var count = 0

  /// How many are kept, so that memory does not grow with what is wrong.
  public static var limit: Int { 1_000 }

  /// Whether there is none.
  public var isEmpty: Bool { count == 0 }

  mutating func append(_ finding: @autoclosure () -> Finding) {
    if count < Self.limit { first.append(finding()) }
    count += 1
  }

  mutating func change(_ index: Int, _ body: (inout Finding) -> Void) {
    if first.indices.contains(index) { body(&first[index]) }
  }
}

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
