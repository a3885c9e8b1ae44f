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
  case asked
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

/// An action that stands in a log and does not decode.
public struct UndecodableAction: Hashable, Sendable {
  /// The number of the transaction.
  public let number: Int
  /// The action as it stands in the log.
  public let action: JSONText
  /// Why it does not decode.
  public let reason: String
}
