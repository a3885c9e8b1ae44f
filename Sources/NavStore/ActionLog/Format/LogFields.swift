/// The values of one line of a log. In the line, the keys can be in any order and can contain JSON escapes. Unknown
/// keys are ignored.
struct LogFields {
  var type: String?
  var number: Int?
  var time: Int64?
  private var originName: String?
  private var isAnimated = true
  var index: Int?
  var count: Int?
  var lost: Int?
  var next: Int?
  var name: String?
  var sum: Fingerprint?
  // The byte ranges of values that are decoded later.
  var action: Range<Int>?
  var state: Range<Int>?
  var note: Range<Int>?
  // Values that only a header has.
  var format: String?
  var version: Int?
  var schema: Int?
  var session: String?
  var part: Int?
  var kept: Range<Int>?
  var began: Int64?
  var fingerprintName: String?
  var information: Range<Int>?
  var rules: Range<Int>?
  var hasCheck = false

  var origin: ActionOrigin {
    let origin = originName.map(ActionOrigin.init(rawValue:)) ?? .user
    return isAnimated ? origin : origin.withoutAnimation
  }

  /// The largest time, in milliseconds. Even a JSON parser that uses `Double` for numbers reads integers up to this
  /// limit exactly.
  static let highestTime: Int64 = 1 << 53 - 1

  static var highestNumber: Int { highestNumber(Int.self) }

  /// Returns the largest transaction number that a log may contain, as a value of the given integer type.
  ///
  /// The result is at most half of the type's largest value, so that the sum of two transaction numbers does not
  /// overflow. This matters if `Int` has 32 bits.
  static func highestNumber<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
    min(Number(clamping: highestTime), .max / 2)
  }

  init(_ reader: inout JSONReader) throws(JSONSyntaxError) {
    try reader.enterObject()
    var isFirst = true
    while let key = try reader.nextKey(isFirst: &isFirst) {
      switch reader.text(of: key) {
      case "t": type = try reader.string()
      case "n": number = Self.bounded(try reader.integer(Int.self), by: Self.highestNumber)
      case "at": time = Self.bounded(try reader.integer(Int64.self), by: Self.highestTime)
      case "origin": originName = try reader.string()
      case "animated": isAnimated = !reader.bytes(try reader.skipValue().range).elementsEqual("false".utf8)
      case "i": index = try reader.integer(Int.self)
      case "of": count = try reader.integer(Int.self)
      case "lost": lost = try reader.integer(Int.self)
      case "next": next = try reader.integer(Int.self)
      case "name": name = try reader.string()
      case "sum": sum = Fingerprint(hexadecimal: try reader.string())
      case "action": action = try reader.skipValue().range
      case "state": state = try reader.skipValue().range
      case "note": note = try reader.skipValue().range
      case "format": format = try reader.string()
      case "v": version = try reader.integer(Int.self)
      case "schema": schema = try reader.integer(Int.self)
      case "session": session = try reader.string()
      case "part": part = try reader.integer(Int.self)
      case "kept": kept = try reader.skipValue().range
      case "began": began = try reader.integer(Int64.self)
      case "sums": fingerprintName = try reader.string()
      case "info": information = try reader.skipValue().range
      case "rules": rules = try reader.skipValue().range
      default:
        if reader.matches(key, "c") { hasCheck = true }
        _ = try reader.skipValue()
      }
    }
    try reader.finish()
  }

  private static func bounded<Number: FixedWidthInteger>(_ number: Number, by highest: Number) -> Number? {
    0...highest ~= number ? number : nil
  }
}

extension Fingerprint {
  package init?(hexadecimal text: String) {
    // The conversion to an integer also accepts a sign, which is not a digit.
    guard text.utf8.count == 16, text.allSatisfy(\.isHexDigit), let value = UInt64(text, radix: 16) else { return nil }
    self.init(rawValue: value)
  }
}

extension JSONReader {
  func bytes(of string: JSONStringToken) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + string.range.lowerBound, count: string.range.count)
  }

  mutating func fingerprint() -> Fingerprint? {
    let digits = 16
    guard position + digits <= end,
      let value = UnsafeRawBufferPointer(start: base + position, count: digits).hexadecimal
    else { return nil }
    position += digits
    return Fingerprint(rawValue: value)
  }
}

extension UnsafeRawBufferPointer {
  /// Returns a part of the line. The offsets in `range` are relative to the parsed memory, in which the line begins at
  /// the offset `start`.
  func slice(_ range: Range<Int>, from start: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[range.lowerBound - start..<range.upperBound - start])
  }

  /// The number of bytes of this log line before its checksum, or before its closing brace if it has no checksum; `nil`
  /// if the checksum does not match these bytes.
  var checked: Int? {
    guard let check else { return Swift.max(count - 1, 0) }
    let start = count - Self.checkLength
    let sum = Checksum.xxh64(UnsafeRawBufferPointer(rebasing: self[..<start]))
    return sum & 0xFFFF_FFFF == check ? start : nil
  }

  var check: UInt64? {
    guard count > Self.checkLength, case let start = count - Self.checkLength,
      self[start..<start + 6].elementsEqual(#","c":""#.utf8), self[count - 2] == UInt8(ascii: "\""),
      self[count - 1] == UInt8(ascii: "}")
    else { return nil }
    return UnsafeRawBufferPointer(rebasing: self[start + 6..<start + 14]).hexadecimal
  }

  private static var checkLength: Int { 16 }  // ,"c":"12345678"}

  var hexadecimal: UInt64? {
    guard let high = eightDigits(at: 0) else { return nil }
    if count == 8 { return high }
    guard count == 16, let low = eightDigits(at: 8) else { return nil }
    return high << 32 | low
  }

  /// Returns the value of eight lower-case hexadecimal digits. All eight digits are converted together, one in each
  /// byte of `digits`.
  private func eightDigits(at offset: Int) -> UInt64? {
    guard offset + 8 <= count else { return nil }
    let ones: UInt64 = 0x0101_0101_0101_0101
    // The first digit is in the highest byte.
    let text = UInt64(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    let letters = (text >> 6) & ones
    let digits = (text & (ones &* 0x0F)) &+ letters &* 9
    // The digits must convert back to the same text.
    guard digits & (ones &* 0xF0) == 0 else { return nil }
    let aboveNine = ((digits &+ ones &* 6) >> 4) & ones
    guard digits &+ ones &* 0x30 &+ aboveNine &* 0x27 == text else { return nil }
    let pairs = (digits | digits >> 4) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF
    return (fours | fours >> 16) & 0xFFFF_FFFF
  }
}
