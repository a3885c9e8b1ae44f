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
      if byte.isControl { throw Failure(reason: "it has an encoded control character", offset: index) }
      decoded.append(byte)
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
  /// Whether it is a control character of ASCII.
  var isControl: Bool { self < 0x20 || self == 0x7F }

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
