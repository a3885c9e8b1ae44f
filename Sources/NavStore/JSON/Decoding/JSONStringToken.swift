/// The location of a JSON string in the bytes of a ``JSONReader``. The range does not include the quotation marks.
struct JSONStringToken: Hashable, Sendable {
  let range: Range<Int>
  let isPlain: Bool
}

extension JSONReader {
  mutating func string() throws(JSONSyntaxError) -> String {
    let raw = try rawString()
    return text(of: raw)
  }

  func text(of string: JSONStringToken) -> String {
    if string.isPlain { return String(decoding: bytes(string.range), as: UTF8.self) }
    var text: [UInt8] = []
    var index = string.range.lowerBound
    while index < string.range.upperBound {
      if let (character, length) = escape(at: index, end: string.range.upperBound) {
        text += String(character).utf8
        index += length
      } else {
        text.append(base[index])
        index += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  mutating func rawString() throws(JSONSyntaxError) -> JSONStringToken {
    guard next == UInt8(ascii: "\"") else { throw error("a string") }
    let start = position + 1
    var index = start
    var isPlain = true
    while index < end {
      switch base[index] {
      case 0x20..<0x22, 0x23..<0x5C, 0x5D..<0x80:
        index += 1
      case UInt8(ascii: "\""):
        position = index + 1
        return JSONStringToken(range: start..<index, isPlain: isPlain)
      case UInt8(ascii: "\\"):
        guard let (_, length) = escape(at: index, end: end) else {
          throw error("a valid escape sequence", at: index)
        }
        isPlain = false
        // A canonical string can contain a `\u` escape for a control character. Such strings are rare, and it is
        // permitted to treat them as not canonical.
        if length > 2 || base[index + 1] == UInt8(ascii: "/") { isCanonical = false }
        index += length
      case 0x80...:
        var character = bytes(index..<min(index + 4, end)).makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        guard case .valid(let scalar) = parser.parseScalar(from: &character) else {
          throw error("valid UTF-8", at: index)
        }
        index += scalar.count
      default:
        throw error("a valid character or the end of the string", at: index)
      }
    }
    throw error("a valid character or the end of the string", at: index)
  }

  /// Returns the character of the escape and the length of the escape in bytes. A surrogate pair is one escape.
  private func escape(at index: Int, end: Int) -> (Unicode.Scalar, length: Int)? {
    guard index + 1 < end, base[index] == UInt8(ascii: "\\") else { return nil }
    guard base[index + 1] == UInt8(ascii: "u") else {
      let found = zip("\"\\/bfnrt".utf8, "\"\\/\u{8}\u{C}\n\r\t".unicodeScalars).first { $0.0 == base[index + 1] }
      return found.map { ($0.1, 2) }
    }
    guard let unit = unit(at: index, end: end) else { return nil }
    if let character = Unicode.Scalar(unit) { return (character, 6) }
    guard unit < 0xDC00, let low = self.unit(at: index + 6, end: end), low & 0xFC00 == 0xDC00 else { return nil }
    return Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)).map { ($0, 12) }
  }

  private func unit(at index: Int, end: Int) -> UInt32? {
    guard index + 6 <= end, base[index] == UInt8(ascii: "\\"), base[index + 1] == UInt8(ascii: "u") else { return nil }
    var unit: UInt32 = 0
    for digit in bytes(index + 2..<index + 6) {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt32(value)
    }
    return unit
  }
}
