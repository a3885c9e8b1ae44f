/// JSON text that can be inside a `script` element of a page: no string in it can end the element.
struct ReportText {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func append(text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func append(_ number: Int64) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var power: UInt64 = 1
    while number.magnitude / power > 9 { power *= 10 }
    while power > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number.magnitude / power % 10))
      power /= 10
    }
  }

  mutating func append(_ number: Int) { append(Int64(number)) }

  mutating func append(next number: Int) {
    bytes.append(UInt8(ascii: ","))
    append(number)
  }

  mutating func append(string: String) {
    var string = string
    string.withUTF8 { append(string: $0) }
  }

  /// Appends a string in quotes. The bytes of the string must be valid UTF-8.
  mutating func append(string: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    var index = 0
    while index < string.count {
      var length = 1
      let code: UInt16
      switch string[index] {
      // A line separator, U+2028, or a paragraph separator, U+2029: these end a line in JavaScript.
      case 0xE2 where index + 2 < string.count && string[index + 1] == 0x80 && string[index + 2] & 0xFE == 0xA8:
        code = 0x2000 + UInt16(string[index + 2] & 0x3F)
        length = 3
      case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"),
        0x7F:
        code = UInt16(string[index])
      default:
        index += 1
        continue
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: string[start..<index]))
      append(escaped: code)
      index += length
      start = index
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: string[start...]))
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(escaped code: UInt16) {
    if code == UInt8(ascii: "\"") || code == UInt8(ascii: "\\") {
      bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(code)])
    } else {
      let digits = String(code, radix: 16)
      append(text: "\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
    }
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func removeAll(from count: Int) {
    bytes.removeSubrange(count...)
  }
}
