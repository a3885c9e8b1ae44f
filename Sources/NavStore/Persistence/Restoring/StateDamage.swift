/// What is wrong with the bytes of a saved state that was recognised as one of ours.
public enum StateDamage: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file ends too early: in its header, when `expected` is nil, or after `found` of `expected` bytes of its
  /// content.
  case torn(expected: Int?, found: Int)

  /// More bytes follow than the header announces.
  case excess(expected: Int, found: Int)

  /// Header and content do not match their checksum.
  case checksum

  /// The header line cannot be read.
  case header

  /// The damage in words, to be put after "is damaged: ".
  public var description: String {
    switch self {
    case .torn(nil, let found): "it ends within its header, after \(found) bytes"
    case .torn(let expected?, let found): "it ends after \(found) of \(expected) bytes of content"
    case .excess(let expected, let found): "it has \(found) bytes of content where \(expected) were announced"
    case .checksum: "its checksum does not match its content"
    case .header: "its header cannot be read"
    }
  }
}
