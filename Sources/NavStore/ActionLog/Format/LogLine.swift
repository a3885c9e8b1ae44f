/// A line of a log as far as it can be read without knowing the app's types.
enum LogLine {
  // What is seldom lies elsewhere, so that the line that is frequent, an action, is small to move.
  indirect case header(LogHeader, RecordedState?)
  /// An action. It was read already, as the last of the transaction that is being read.
  case action(number: Int, time: Int64, origin: ActionOrigin, position: PositionInTransaction, Fingerprint?)
  indirect case undecodable(UndecodableAction, position: PositionInTransaction)
  indirect case replacement(number: Int, time: Int64, origin: ActionOrigin, RecordedState)
  case state(number: Int, time: Int64, RecordedState)
  case gap(number: Int, lost: Int)
  indirect case mark(number: Int, time: Int64, name: String, note: JSONValue?)
  case end(number: Int, time: Int64, next: Int?)
  case unknown
  indirect case damage(LogDamage)

  /// The number of the transaction that the line is about; for a state, that it is after.
  var number: Int? {
    switch self {
    case .header(let header, _): header.number
    case .action(let number, _, _, _, _), .replacement(let number, _, _, _), .state(let number, _, _),
      .gap(let number, _), .mark(let number, _, _, _), .end(let number, _, _):
      number
    case .undecodable(let action, _): action.number
    case .unknown, .damage: nil
    }
  }

  /// When it happened, in milliseconds since the session began; nil for what is not about a moment.
  var time: Int64? {
    switch self {
    case .action(_, let time, _, _, _), .replacement(_, let time, _, _), .mark(_, let time, _, _),
      .end(_, let time, _):
      time
    case .header, .undecodable, .state, .gap, .unknown, .damage: nil
    }
  }
}

/// A whole state in a log.
struct RecordedState {
  let sum: Fingerprint?
  /// Its JSON. Valid as long as the block that the line stands in.
  let bytes: UnsafeRawBufferPointer
  /// The version of the state.
  let schema: Int
}

/// Which of the actions of a transaction one is, counted from 1.
struct PositionInTransaction: Hashable, Sendable {
  var index: Int
  var count: Int

  static let single = PositionInTransaction(index: 1, count: 1)

  var isLast: Bool { index == count }
  var isPossible: Bool { index >= 1 && index <= count }
}

/// Why a line of a log cannot be used.
public enum LogDamage: Hashable, Sendable, CustomStringConvertible {
  /// The file ends in the middle of it, as it does when the process was killed.
  case torn
  /// The file ends behind it, in the middle of its transaction.
  case tornTransaction
  /// The check at its end does not fit what stands before.
  case check
  /// It is not JSON, or lacks what a line of its type has; the offset counts from the line's first byte.
  case malformed(String, offset: Int)
  /// It is longer than a line may be.
  case tooLong
  /// The state in it does not decode.
  case undecodableState
  /// Its number is not above that of the line before.
  case outOfOrder(number: Int, after: Int)

  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .torn: "the file ends in the middle of the line"
    case .tornTransaction: "the file ends in the middle of the transaction"
    case .check: "the line was changed: its check does not fit"
    case .malformed(let reason, let offset): "\(reason) at byte \(offset)"
    case .tooLong: "the line is longer than \(LineBlockReader.longestLine) bytes"
    case .undecodableState: "the state in the line does not decode"
    case .outOfOrder(let number, let last): "transaction \(number) comes after transaction \(last)"
    }
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
