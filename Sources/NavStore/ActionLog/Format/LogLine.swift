/// A line of a log, without the parts that need the app's types.
enum LogLine {
  // Rare cases are indirect, so that the size of a line is that of the most common case, an action.
  indirect case header(LogHeader, RecordedState?)
  /// An action of a transaction, without the action itself: the parser's decoder stores the transaction's actions.
  case action(number: Int, time: Int64, origin: ActionOrigin, position: PositionInTransaction, Fingerprint?)
  indirect case undecodable(UndecodableAction, position: PositionInTransaction)
  indirect case replacement(number: Int, time: Int64, origin: ActionOrigin, RecordedState)
  case state(number: Int, time: Int64, RecordedState)
  case gap(number: Int, lost: Int)
  indirect case mark(number: Int, time: Int64, name: String, note: JSONValue?)
  case end(number: Int, time: Int64, next: Int?)
  case unknown
  indirect case damage(LogDamage)

  /// The number of the line's transaction or, if the line has no transaction, of the last transaction before the line;
  /// `nil` if the line cannot be used or has an unknown type.
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

  /// The time of the line, in milliseconds since the session began; `nil` for a line that a replay with pauses handles
  /// without a pause.
  var time: Int64? {
    switch self {
    case .action(_, let time, _, _, _), .replacement(_, let time, _, _), .mark(_, let time, _, _),
      .end(_, let time, _):
      time
    case .header, .undecodable, .state, .gap, .unknown, .damage: nil
    }
  }
}

struct RecordedState {
  let sum: Fingerprint?
  /// The JSON of the state. The memory is valid until the next block of lines is read.
  let bytes: UnsafeRawBufferPointer
  let schema: Int
}

/// The position of an action in its transaction, counted from 1.
struct PositionInTransaction: Hashable, Sendable {
  var index: Int
  var count: Int

  static let single = PositionInTransaction(index: 1, count: 1)

  var isLast: Bool { index == count }
  var isPossible: Bool { index >= 1 && index <= count }
}

package enum LogDamage: Hashable, Sendable, CustomStringConvertible {
  /// The file ends in the middle of the line, for example because the process was killed.
  case torn
  /// The line is complete, but the file ends before the last action of the line's transaction.
  case tornTransaction
  /// The checksum of the line does not match the other bytes of the line, or is not in the form that the recorder
  /// writes.
  case check
  /// The JSON or a value is not valid. The offset is counted in bytes from the start of the line.
  case malformed(String, offset: Int)
  case tooLong
  case undecodableState
  /// The log has already reached the line's number. `after` is the number of the last transaction before the line.
  case outOfOrder(number: Int, after: Int)

  package var description: String {
    switch self {
    case .torn: "the file ends in the middle of the line"
    case .tornTransaction: "the file ends in the middle of the transaction"
    case .check: "the line was changed: its checksum does not match"
    case .malformed(let reason, let offset): "\(reason) at byte \(offset)"
    case .tooLong: "the line is longer than \(LineBlockReader.longestLine) bytes"
    case .undecodableState: "the state in the line cannot be decoded"
    case .outOfOrder(let number, let last): "transaction \(number) follows transaction \(last)"
    }
  }
}

package struct UndecodableAction: Hashable, Sendable {
  package let number: Int
  package let action: JSONText
  package let reason: String
}
