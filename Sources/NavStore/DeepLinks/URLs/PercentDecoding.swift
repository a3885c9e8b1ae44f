/// A text out of the bytes of a URL, in which `%41` stands for `A`. Decoded once, and never to a control character.
struct PercentDecoding {
  /// Why bytes are no such text.
  struct Failure: Error {
    let reason: String
    /// Where, among the bytes.
    let offset: Int
  }

  static func text(of bytes: ArraySlice<UInt8>) throws(Failure) -> String {
    guard bytes.contains(UInt8(ascii: "%")) else { return String(decoding: bytes, as: UTF8.self) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
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
      // One of two bytes is known by the second, and begins with the first.
      let last = decoded.count - 1
      let isPair = last > 0 && decoded.isControlCharacter(at: last - 1)
      if isPair || decoded.isControlCharacter(at: last) {
        throw Failure(reason: "it has an encoded control character", offset: isPair ? index - 3 : index)
      }
      index += 3
    }
    let text = String(decoding: decoded, as: UTF8.self)
    // What is no UTF-8 was repaired.
    guard text.utf8.elementsEqual(decoded) else {
      throw Failure(reason: "what is encoded in it is no UTF-8", offset: bytes.startIndex)
    }
    return text
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit, in capitals or not.
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
  /// Whether a control character is there: one of ASCII, or of the 32 that follow U+007F, which a terminal acts on,
  /// too.
  func isControlCharacter(at index: Index) -> Bool {
    if self[index] < 0x20 || self[index] == 0x7F { return true }
    let next = self.index(after: index)
    return self[index] == 0xC2 && next < endIndex && 0x80..<0xA0 ~= self[next]
  }
}

extension String {
  /// Whether it has a control character anywhere.
  var hasControlCharacter: Bool { utf8.indices.contains { utf8.isControlCharacter(at: $0) } }

  /// Whether it is `.` or `..`, or has one between slashes.
  var hasDotSegment: Bool {
    guard utf8.contains(UInt8(ascii: ".")) else { return false }
    return utf8.split(separator: UInt8(ascii: "/")).contains { part in
      part.count <= 2 && part.allSatisfy { $0 == UInt8(ascii: ".") }
    }
  }
}
