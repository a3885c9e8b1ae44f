/// Where a string stands in the bytes of a ``JSONReader``, between its quotes.
package struct JSONString: Hashable, Sendable {
  package let range: Range<Int>
  /// Whether the bytes are the string's own, without an escape.
  package let isPlain: Bool
}

extension JSONReader {
  /// Reads a string.
  package mutating func string() throws(JSONError) -> String {
    let raw = try rawString()
    return text(of: raw)
  }

  /// What a string says that was read from these bytes.
  package func text(of string: JSONString) -> String {
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

  /// Goes past a string, whose bytes it checks.
  package mutating func rawString() throws(JSONError) -> JSONString {
    guard next == UInt8(ascii: "\"") else { throw error("a string") }
    let start = position + 1
    var index = start
    var isPlain = true
    while true {
      index = plainEnd(from: index)
      guard index < end else { throw error("a character of a string, or its end", at: index) }
      switch base[index] {
      case UInt8(ascii: "\""):
        position = index + 1
        return JSONString(range: start..<index, isPlain: isPlain)
      case UInt8(ascii: "\\"):
        guard let (_, length) = escape(at: index, end: end) else {
          throw error("an escape that JSON has, and surrogates in pairs", at: index)
        }
        isPlain = false
        // Of those with four digits only some control characters are canonical, which are rare.
        if length > 2 || base[index + 1] == UInt8(ascii: "/") { isCanonical = false }
        index += length
      case 0x80...:
        var character = bytes(index..<min(index + 4, end)).makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        guard case .valid(let scalar) = parser.parseScalar(from: &character) else { throw error("UTF-8", at: index) }
        index += scalar.count
      default:
        throw error("a character of a string, or its end", at: index)
      }
    }
  }

  /// The first byte from here on that is not ASCII, or means something in a string.
  private func plainEnd(from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs = ones &* 0x80
    var index = start
    while index <= end - 8 {
      let word = UInt64(littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
      let quotes = word ^ (ones &* 0x22)
      let backslashes = word ^ (ones &* 0x5C)
      // A borrow can only mark a byte above one that is marked rightly, and the lowest counts.
      let special =
        (word | (word &- ones &* 0x20) | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes) & highs
      if special != 0 { return index + special.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < end {
      let byte = base[index]
      if byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C { return index }
      index += 1
    }
    return index
  }

  /// The character that the escape here stands for, and the escape's length; a pair of surrogates is one. Nil if there is no
  /// escape.
  private func escape(at index: Int, end: Int) -> (Unicode.Scalar, length: Int)? {
    guard index + 1 < end, base[index] == UInt8(ascii: "\\") else { return nil }
    switch base[index + 1] {
    case UInt8(ascii: "b"): return ("\u{8}", 2)
    case UInt8(ascii: "f"): return ("\u{C}", 2)
    case UInt8(ascii: "n"): return ("\n", 2)
    case UInt8(ascii: "r"): return ("\r", 2)
    case UInt8(ascii: "t"): return ("\t", 2)
    case UInt8(ascii: "u"):
      guard let unit = unit(at: index, end: end) else { return nil }
      if let character = Unicode.Scalar(unit) { return (character, 6) }
      guard unit < 0xDC00, let low = self.unit(at: index + 6, end: end), low & 0xFC00 == 0xDC00 else { return nil }
      return Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)).map { ($0, 12) }
    case let byte:
      return "\"\\/".utf8.contains(byte) ? (Unicode.Scalar(byte), 2) : nil
    }
  }

  /// The code unit in UTF-16 that is spelled with a `u` here.
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
