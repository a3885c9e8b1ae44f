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
