/// Where a string stands in the bytes of a ``JSONReader``, between its quotes.
package struct JSONString: Hashable, Sendable {
  package let range: Range<Int>
  /// Whether the bytes are the string's own, without an escape.
  package let isPlain: Bool
  let isASCII: Bool
  /// Whether it is written as RFC 8785 wants it.
  let isCanonical: Bool
}

extension JSONReader {
  /// Reads a string.
  package mutating func string() throws(JSONError) -> String {
    let raw = try rawString()
    return text(of: raw)
  }

  /// What a string says that was read by this reader.
  package func text(of string: JSONString) -> String {
    let bytes = UnsafeBufferPointer(start: base + string.range.lowerBound, count: string.range.count)
    if string.isPlain { return String(decoding: bytes, as: UTF8.self) }
    return String(unsafeUninitializedCapacity: bytes.count) { Self.unescape(bytes, into: $0) }
  }

  /// Goes past a string, whose bytes it checks.
  package mutating func rawString() throws(JSONError) -> JSONString {
    guard next == UInt8(ascii: "\"") else { throw error(.string) }
    let start = position + 1
    var index = start
    var isPlain = true
    var isASCII = true
    var isCanonical = true
    while true {
      index = plainEnd(from: index)
      guard index < end else { throw error(.character, at: index) }
      switch base[index] {
      case UInt8(ascii: "\""):
        position = index + 1
        return JSONString(range: start..<index, isPlain: isPlain, isASCII: isASCII, isCanonical: isCanonical)
      case UInt8(ascii: "\\"):
        isPlain = false
        index += try escapeLength(at: index, isCanonical: &isCanonical)
      case 0x80...:
        isASCII = false
        index += try characterLength(at: index)
      default:
        throw error(.character, at: index)
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

  /// The length of the character that stands here in UTF-8 and takes more than one byte, by table 3-7 of the Unicode
  /// standard.
  private func characterLength(at index: Int) throws(JSONError) -> Int {
    let first = base[index]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if first == 0xE0 { second = 0xA0...0xBF } else if first == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      if first == 0xF0 { second = 0x90...0xBF } else if first == 0xF4 { second = 0x80...0x8F }
    default: throw error(.utf8, at: index)
    }
    guard index <= end - length, second.contains(base[index + 1]) else { throw error(.utf8, at: index) }
    for offset in 2..<max(length, 2) where base[index + offset] & 0xC0 != 0x80 { throw error(.utf8, at: index) }
    return length
  }

  /// The length of the escape that stands here; a pair of surrogates is one.
  private func escapeLength(at index: Int, isCanonical: inout Bool) throws(JSONError) -> Int {
    guard index + 1 < end else { throw error(.escape, at: index) }
    switch base[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    case UInt8(ascii: "/"):
      isCanonical = false
      return 2
    case UInt8(ascii: "u"):
      guard let unit = hexadecimal(at: index + 2) else { throw error(.escape, at: index) }
      // Written in full are only the control characters that have no short form, with small letters.
      let hasShortForm = unit >= 8 && unit <= 13 && unit != 11
      let isSmall = base[index + 5] < UInt8(ascii: "A") || base[index + 5] > UInt8(ascii: "F")
      if unit >= 0x20 || hasShortForm || !isSmall { isCanonical = false }
      guard unit & 0xF800 == 0xD800 else { return 6 }
      guard unit < 0xDC00, index + 7 < end, base[index + 6] == UInt8(ascii: "\\"), base[index + 7] == UInt8(ascii: "u"),
        let low = hexadecimal(at: index + 8), low & 0xFC00 == 0xDC00
      else { throw error(.escape, at: index) }
      return 12
    default:
      throw error(.escape, at: index)
    }
  }

  private func hexadecimal(at index: Int) -> UInt32? {
    guard index <= end - 4 else { return nil }
    return Self.hexadecimal(UnsafeBufferPointer(start: base + index, count: 4))
  }

  private static func hexadecimal(_ digits: UnsafeBufferPointer<UInt8>) -> UInt32? {
    var value: UInt32 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(digit - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(digit - UInt8(ascii: "A") + 10)
      default: return nil
      }
    }
    return value
  }

  /// Writes what a checked string says, which is never longer than its spelling, and returns its length.
  private static func unescape(
    _ bytes: UnsafeBufferPointer<UInt8>, into buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    func unit(_ index: Int) -> UInt32 { hexadecimal(UnsafeBufferPointer(rebasing: bytes[index..<index + 4])) ?? 0xFFFD }
    var written = 0
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\") else {
        buffer[written] = bytes[index]
        written += 1
        index += 1
        continue
      }
      var scalar: UInt32
      index += 2
      switch bytes[index - 1] {
      case UInt8(ascii: "b"): scalar = 8
      case UInt8(ascii: "t"): scalar = 9
      case UInt8(ascii: "n"): scalar = 10
      case UInt8(ascii: "f"): scalar = 12
      case UInt8(ascii: "r"): scalar = 13
      case UInt8(ascii: "u"):
        scalar = unit(index)
        index += 4
        if scalar & 0xFC00 == 0xD800 {
          scalar = 0x10000 + (scalar & 0x3FF) << 10 + (unit(index + 2) & 0x3FF)
          index += 6
        }
      case let itself: scalar = UInt32(itself)
      }
      for byte in UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter {
        buffer[written] = byte
        written += 1
      }
    }
    return written
  }
}
