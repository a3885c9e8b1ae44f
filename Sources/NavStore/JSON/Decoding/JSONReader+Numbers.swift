extension JSONReader {
  /// Reads an integer in any spelling: `1.0` and `1e2` are integers.
  mutating func integer<Integer: FixedWidthInteger>(_ type: Integer.Type = Int.self) throws(JSONSyntaxError)
    -> Integer
  {
    let start = position
    guard let value = try number(as: type) else { throw error("an integer within the range of its type", at: start) }
    return value
  }

  /// Moves past a number. Returns its value, or `nil` if the number is not an integer or does not fit in the type.
  mutating func number<Integer: FixedWidthInteger>(as type: Integer.Type) throws(JSONSyntaxError) -> Integer? {
    // Nearly all integers have at most 18 digits, which always fit in an `Int64`.
    let start = position
    var value: Int64 = 0
    while isAtDigit, position < start + 18 {
      value = value &* 10 &+ Int64(next &- UInt8(ascii: "0"))
      position += 1
    }
    let isWhole = position > start && !isAtDigit && next != UInt8(ascii: ".") && next | 0x20 != UInt8(ascii: "e")
    if isWhole, base[start] != UInt8(ascii: "0") || position == start + 1 { return Integer(exactly: value) }
    position = start
    try skipNumber()
    return Self.integer(spelled: text(from: start))
  }

  /// Moves past a number. Returns its value, or `nil` if the number is too large for the type or would be rounded to 0.
  mutating func number<Float: BinaryFloatingPoint & LosslessStringConvertible>(
    as type: Float.Type
  ) throws(JSONSyntaxError) -> Float? {
    let start = position
    try skipNumber()
    let text = text(from: start)
    guard let value = Float(text), value.isFinite else { return nil }
    let isZero = !text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.contains { $0 > UInt8(ascii: "0") }
    return (value == 0) == isZero ? value : nil
  }

  mutating func skipNumber() throws(JSONSyntaxError) {
    let start = position
    if consume(UInt8(ascii: "-")), next == UInt8(ascii: "0") { isCanonical = false }
    // A digit after a leading zero is not part of the number. The code that continues to read reports the digit as an
    // error.
    var isNumber = consume(UInt8(ascii: "0")) || skipDigits()
    if isNumber, consume(UInt8(ascii: ".")) {
      isCanonical = false
      isNumber = skipDigits()
    }
    if isNumber, next | 0x20 == UInt8(ascii: "e") {
      isCanonical = false
      position += 1
      if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
      isNumber = skipDigits()
    }
    guard isNumber else { throw error("a number", at: start) }
  }

  func text(from start: Int) -> String { String(decoding: bytes(start..<position), as: UTF8.self) }

  var isAtDigit: Bool { next &- UInt8(ascii: "0") < 10 }

  private mutating func skipDigits() -> Bool {
    let start = position
    while isAtDigit { position += 1 }
    return position > start
  }

  /// Returns the exact integer that a number spells. A conversion through `Double` would round large integers.
  private static func integer<Integer: FixedWidthInteger>(spelled text: String) -> Integer? {
    if let value = Integer(text) { return value }
    let parts = text.split { $0 == "e" || $0 == "E" }
    let digits = parts[0].split(separator: ".")
    var all = digits.joined()
    guard all.utf8.contains(where: { $0 > UInt8(ascii: "0") }) else { return 0 }
    // With an exponent whose magnitude is not below this limit, the number cannot be an integer that fits in 128 bits.
    guard let given = Int(parts.count > 1 ? parts[1] : "0"), given.magnitude < text.utf8.count + 40 else { return nil }
    var exponent = given - (digits.count > 1 ? digits[1].utf8.count : 0)
    while exponent < 0, all.last == "0" {
      all.removeLast()
      exponent += 1
    }
    return 0..<40 ~= exponent ? Integer(all + String(repeating: "0", count: exponent)) : nil
  }
}
