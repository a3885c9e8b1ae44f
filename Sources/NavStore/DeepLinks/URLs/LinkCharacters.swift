/// The characters that need no percent encoding in one part of a URL; see RFC 3986, sections 3.2 to 3.5.
struct LinkCharacters: Sendable {
  private let low: UInt64
  private let high: UInt64

  private init(_ others: String) {
    var words: (low: UInt64, high: UInt64) = (0, 0)
    let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    for byte in (unreserved + others).utf8 {
      if byte < 64 { words.low |= 1 << UInt64(byte) } else { words.high |= 1 << UInt64(byte - 64) }
    }
    (low, high) = words
  }

  private func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte - 64) & 1 == 1
  }

  func write(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      if contains(byte) {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(Self.digits[Int(byte >> 4)])
        bytes.append(Self.digits[Int(byte & 15)])
      }
    }
  }

  func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    write(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  // RFC 3986, section 2.1, recommends uppercase digits.
  private static let digits = Array("0123456789ABCDEF".utf8)

  static let segment = LinkCharacters("!$&'()*+,;=:@")
  /// The characters that need no percent encoding in a query, except `;` and `+`, which some parsers treat as a
  /// separator and as a space.
  static let query = LinkCharacters("!$'()*,:@/?")
  static let patternKey = LinkCharacters("")
  /// The characters that need no percent encoding in a pattern's literal host, with its port.
  static let literalHost = LinkCharacters(":[]")
  static let fragment = LinkCharacters("!$&'()*+,;=:@/?")
}
