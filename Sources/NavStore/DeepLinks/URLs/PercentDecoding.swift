/// Decodes percent-encoded bytes of a URL once. Encoded control characters are refused, except for line breaks if the
/// caller allows them.
struct PercentDecoding {
  struct Failure: Error {
    let reason: String
    let offset: Int
  }

  static func text(of bytes: ArraySlice<UInt8>, allowsLineBreaks: Bool = false) throws(Failure) -> String {
    guard bytes.contains(UInt8(ascii: "%")) else { return String(decoding: bytes, as: UTF8.self) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var areEscapesASCII = true
    var index = bytes.startIndex
    while index < bytes.endIndex {
      guard bytes[index] == UInt8(ascii: "%") else {
        decoded.append(bytes[index])
        index += 1
        continue
      }
      guard index + 2 < bytes.endIndex, let high = bytes[index + 1].hexadecimalValue,
        let low = bytes[index + 2].hexadecimalValue
      else { throw Failure(reason: "a percent sign is not followed by two hexadecimal digits", offset: index) }
      let byte = high << 4 | low
      decoded.append(byte)
      if byte >= 0x80 { areEscapesASCII = false }
      // A control character of two bytes is detected at its second byte.
      let last = decoded.count - 1
      let isPair = last > 0 && decoded[last - 1] == 0xC2 && decoded.isControlCharacter(at: last - 1)
      let isControl = isPair || decoded.isControlCharacter(at: last)
      if isControl, !(allowsLineBreaks && byte.isLineBreak) {
        throw Failure(reason: "it has an encoded control character", offset: isPair ? index - 3 : index)
      }
      index += 3
    }
    let text = String(decoding: decoded, as: UTF8.self)
    // `String(decoding:as:)` replaces invalid UTF-8. Only percent-encoded bytes that are not ASCII can be invalid.
    guard areEscapesASCII || text.utf8.elementsEqual(decoded) else {
      throw Failure(reason: "its percent encoding is not valid UTF-8", offset: bytes.startIndex)
    }
    return text
  }
}

extension UInt8 {
  var isLineBreak: Bool { self == 0x0A || self == 0x0D }

  fileprivate var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

extension Collection<UInt8> {
  /// Returns whether a control character begins at an index: an ASCII control character, or a character from U+0080 to
  /// U+009F, which terminals also interpret.
  func isControlCharacter(at index: Index) -> Bool {
    if self[index] < 0x20 || self[index] == 0x7F { return true }
    let next = self.index(after: index)
    return self[index] == 0xC2 && next < endIndex && 0x80..<0xA0 ~= self[next]
  }
}

extension String {
  var hasControlCharacter: Bool { hasControlCharacter(exceptLineBreaks: false) }

  func hasControlCharacter(exceptLineBreaks isMultiline: Bool) -> Bool {
    // For strings as short as segments, this is several times as fast as a search in `utf8`.
    var text = self
    return text.withUTF8 { bytes in
      bytes.indices.contains { bytes.isControlCharacter(at: $0) && !(isMultiline && bytes[$0].isLineBreak) }
    }
  }

  /// Whether the string is `.` or `..`, or contains one of them as a part between slashes.
  var hasDotSegment: Bool {
    // For strings as short as segments, this is several times as fast as a search in `utf8`.
    var text = self
    guard text.withUTF8({ $0.contains(UInt8(ascii: ".")) }) else { return false }
    return utf8.split(separator: UInt8(ascii: "/")).contains { part in
      part.count <= 2 && part.allSatisfy { $0 == UInt8(ascii: ".") }
    }
  }
}
