/// What a replay found.
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

  /// Transactions that the log does not hold.
  public struct Gap: Hashable, Sendable {
    /// The numbers of the first and the last.
    public let numbers: ClosedRange<Int>
    /// Whether the recorder knew that it lost them. If not, lines are missing from the file.
    public let isRecorded: Bool
  }

  /// A line that could not be used.
  public struct Damage: Hashable, Sendable {
    /// The file.
    public let file: String
    /// The number of the line in the file, counted from 1.
    public let line: Int
    /// What is wrong with it.
    public let reason: LogDamage
  }

  /// Where a replay stopped before the end of the log.
  public enum Stop: Hashable, Sendable {
    /// At the transaction that was asked for.
    case asked
    /// At a divergence.
    case divergence
    /// At an action that does not decode.
    case undecodable
  }

  /// The state at the end; nil when the log holds none.
  public internal(set) var state: State?
  /// The number of the last transaction that `state` is after.
  public internal(set) var number = 0
  /// How many transactions were applied.
  public internal(set) var applied = 0
  /// How many actions these had.
  public internal(set) var appliedActions = 0
  /// How many of them led to a state whose fingerprint the log has, and to the same one.
  public internal(set) var verified = 0
  /// How many transactions were read and not applied, because the state before them was not known.
  public internal(set) var skipped = 0
  /// How many transactions the replay went over because they came before where it began.
  public internal(set) var before = 0
  /// What is missing.
  public internal(set) var gaps = Findings<Gap>()
  /// Where the replay came to another state. Where it goes on in another state, only the first is told.
  public internal(set) var divergences = Findings<Divergence>()
  /// Lines that could not be used.
  public internal(set) var damage = Findings<Damage>()
  /// Actions that do not decode.
  public internal(set) var undecodable = Findings<UndecodableAction>()
  /// How many lines are of a type that this version does not know.
  public internal(set) var unknownLines = 0
  /// How many sessions the log holds; more than one where files were joined.
  public internal(set) var sessions = 0
  /// Why the replay stopped early; nil when it read all there is.
  public internal(set) var stop: Stop?
  /// Whether the last line is the end that the recorder wrote when it was closed.
  public internal(set) var hasEnd = false

  /// Whether every recorded transaction from the beginning to the end of the session was applied.
  public var isComplete: Bool {
    hasEnd && stop == nil && skipped == 0 && before == 0 && gaps.isEmpty && damage.isEmpty && undecodable.isEmpty
  }

  /// Whether nothing speaks against the log and the reducer being those of the recording. A log without its end, of a
  /// process that was killed, is no reason.
  public var isFaithful: Bool {
    divergences.isEmpty && gaps.isEmpty && damage.isEmpty && undecodable.isEmpty && skipped == 0
  }
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

/// What was found, the first thousand one by one and all of them counted.
public struct Findings<Finding: Sendable>: Sendable {
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

/// Why a line of a log cannot be used.
public enum LogDamage: Hashable, Sendable, CustomStringConvertible {
  /// The file ends in the middle of it, as it does when the process was killed.
  case torn
  /// The check at its end does not fit what stands before.
  case check
  /// It is not JSON, or lacks what a line of its type has; the offset counts from the line's first byte.
  case malformed(String, offset: Int)
  /// It is longer than a line may be.
  case tooLong
  /// Its number is not above that of the line before.
  case outOfOrder(number: Int, after: Int)

  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .torn: "the file ends in the middle of the line"
    case .check: "the line was changed: its check does not fit"
    case .malformed(let reason, let offset): "\(reason) at byte \(offset)"
    case .tooLong: "the line is longer than \(LineBlocks.longestLine) bytes"
    case .outOfOrder(let number, let last): "transaction \(number) comes after transaction \(last)"
    }
  }
}
