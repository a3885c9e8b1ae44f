// How RFC 8785 spells strings and numbers.

extension JSONEncodingBuffer {
  mutating func write(_ string: String) {
    var string = string
    string.withUTF8 { Self.append($0, to: &bytes) }
  }

  /// Writes text as a string in quotes, with escapes for what cannot stand there, and for nothing else.
  static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    for index in text.indices where text[index] < 0x20 || text[index] == 0x22 || text[index] == 0x5C {
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      start = index + 1
      bytes.append(UInt8(ascii: "\\"))
      switch text[index] {
      case 8: bytes.append(UInt8(ascii: "b"))
      case 9: bytes.append(UInt8(ascii: "t"))
      case 10: bytes.append(UInt8(ascii: "n"))
      case 12: bytes.append(UInt8(ascii: "f"))
      case 13: bytes.append(UInt8(ascii: "r"))
      case let byte where byte < 0x20:
        let digit = byte & 15
        bytes.append(contentsOf: [
          UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0"), UInt8(ascii: "0") + byte >> 4,
          digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10,
        ])
      case let itself: bytes.append(itself)
      }
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func write(integer: some FixedWidthInteger) {
    guard integer.magnitude > 9 else {
      if integer < 0 { bytes.append(UInt8(ascii: "-")) }
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: integer.magnitude))
      return
    }
    // Up to 15 characters nothing is allocated.
    bytes.append(contentsOf: String(integer).utf8)
  }

  /// Writes a number as ECMAScript does, with the fewest digits that lead back to it; returns false if it is not
  /// finite.
  mutating func write(number: some BinaryFloatingPoint & CustomStringConvertible) -> Bool {
    guard number.isFinite else { return false }
    if let integer = Int64(exactly: number), integer.magnitude < 1 << 53 {
      write(integer: integer)
      return true
    }
    // The standard library has the digits, in a form of its own: `1.5`, `1e-07`, `1.25e+20`.
    var digits: [UInt8] = []
    var point: Int?
    var exponent = 0
    var isInExponent = false
    var isDivisor = false
    for byte in number.description.utf8 {
      switch byte {
      case UInt8(ascii: "e"): isInExponent = true
      case UInt8(ascii: "-"): isDivisor = isInExponent
      case UInt8(ascii: "."): point = digits.count
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if isInExponent {
          exponent = exponent * 10 + Int(byte - UInt8(ascii: "0"))
        } else {
          digits.append(byte)
        }
      default: break
      }
    }
    // The number is 0.digits times 10 to the power of `scale`.
    var scale = (point ?? digits.count) + (isDivisor ? -exponent : exponent)
    let leading = digits.prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeFirst(leading)
    scale -= leading
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    spell(digits, scale)
    return true
  }

  /// The four forms of `Number::toString`, ECMA-262.
  private mutating func spell(_ digits: [UInt8], _ scale: Int) {
    let zero = UInt8(ascii: "0")
    switch scale {
    case digits.count...21 where digits.count <= 21:
      bytes.append(contentsOf: digits)
      bytes.append(contentsOf: repeatElement(zero, count: scale - digits.count))
    case 1...21:
      bytes.append(contentsOf: digits[..<scale])
      bytes.append(UInt8(ascii: "."))
      bytes.append(contentsOf: digits[scale...])
    case -5...0:
      bytes.append(contentsOf: [zero, UInt8(ascii: ".")])
      bytes.append(contentsOf: repeatElement(zero, count: -scale))
      bytes.append(contentsOf: digits)
    default:
      bytes.append(contentsOf: digits[..<1])
      if digits.count > 1 {
        bytes.append(UInt8(ascii: "."))
        bytes.append(contentsOf: digits[1...])
      }
      bytes.append(contentsOf: [UInt8(ascii: "e"), scale > 0 ? UInt8(ascii: "+") : UInt8(ascii: "-")])
      write(integer: abs(scale - 1))
    }
  }
}
