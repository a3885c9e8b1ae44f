/// A number as it stands in the bytes of a ``JSONReader``: `mantissa` × 10 to the power of `exponent`.
struct JSONNumber {
  let range: Range<Int>
  let isNegative: Bool
  /// The digits without the zeros at their end; meaningless if there are too many.
  let mantissa: UInt64
  let exponent: Int
  let hasTooManyDigits: Bool
  /// Whether there is neither a fraction nor an exponent.
  let isInteger: Bool

  /// Whether RFC 8785 writes the number like this; false also for a fraction that it might.
  var isCanonical: Bool { isInteger && !(isNegative && mantissa == 0 && !hasTooManyDigits) }

  /// The number as an integer, if it is one and the type holds it.
  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
    guard !hasTooManyDigits else { return nil }
    guard mantissa != 0 else { return 0 }
    guard exponent >= 0, exponent < 20 else { return nil }
    var magnitude = mantissa
    for _ in 0..<exponent {
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      magnitude = product
    }
    guard isNegative else { return Integer(exactly: magnitude) }
    guard magnitude <= 1 << 63 else { return nil }
    return Integer(exactly: Int64(truncatingIfNeeded: 0 &- magnitude))
  }

  /// The number, if a product or a quotient of two exact ones rounds it once: by Clinger, "How to read floating point
  /// numbers accurately", 1990.
  var simpleDouble: Double? {
    guard !hasTooManyDigits, mantissa <= 1 << 53 else { return nil }
    guard mantissa != 0 else { return isNegative ? -0.0 : 0 }
    guard exponent >= -22, exponent <= 22 else { return nil }
    let magnitude = Double(mantissa)
    let power = Self.powersOfTen[abs(exponent)]
    let value = exponent < 0 ? magnitude / power : magnitude * power
    return isNegative ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}

extension JSONReader {
  /// Reads an integer, however it is spelled: `1.0` and `1e2` are integers.
  package mutating func integer<Integer: FixedWidthInteger>(_ type: Integer.Type = Int.self) throws(JSONError)
    -> Integer
  {
    let start = position
    if let value = shortInteger(), let value = Integer(exactly: value) { return value }
    position = start
    let number = try number()
    guard let value = number.integer(type) else { throw error(.integer, at: start) }
    return value
  }

  /// Reads an integer that is spelled in at most 18 digits and nothing else, as nearly all are; nil for any other number, with
  /// the place wherever that was seen.
  private mutating func shortInteger() -> Int64? {
    let first = position
    var value: Int64 = 0
    while let digit = nextDigit {
      value = value &* 10 &+ Int64(digit)
      position += 1
    }
    let count = position - first
    guard count > 0, count <= 18, base[first] != UInt8(ascii: "0") || count == 1 else { return nil }
    return next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e") ? nil : value
  }

  /// Reads a number. One that is too large, or too small to differ from 0, is an error.
  package mutating func double() throws(JSONError) -> Double {
    let number = try number()
    if let value = number.simpleDouble { return value }
    guard let value = Double(text(of: number)), value.isFinite, value != 0 else {
      throw error(.double, at: number.range.lowerBound)
    }
    return value
  }

  /// The spelling of a number that was read by this reader.
  func text(of number: JSONNumber) -> String {
    String(
      decoding: UnsafeBufferPointer(start: base + number.range.lowerBound, count: number.range.count), as: UTF8.self)
  }

  mutating func number() throws(JSONError) -> JSONNumber {
    var digits = Digits()
    let start = position
    let isNegative = consume(UInt8(ascii: "-"))
    let first = position
    if consume(UInt8(ascii: "0")) {
      // No digit may follow. What does is not part of the number, and an error of whoever reads on.
    } else {
      readDigits(&digits, inFraction: false)
      guard position > first else { throw error(.number, at: start) }
    }
    var isInteger = true
    if consume(UInt8(ascii: ".")) {
      isInteger = false
      let first = position
      readDigits(&digits, inFraction: true)
      guard position > first else { throw error(.number, at: start) }
    }
    var exponent = 0
    if next | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      position += 1
      let isDivisor = next == UInt8(ascii: "-")
      if isDivisor || next == UInt8(ascii: "+") { position += 1 }
      let first = position
      while let digit = nextDigit {
        // Past what any number has, so that the sum with the digits' own stays exact.
        if exponent < 1_000_000_000_000 { exponent = exponent * 10 + Int(digit) }
        position += 1
      }
      guard position > first else { throw error(.number, at: start) }
      if isDivisor { exponent = -exponent }
    }
    return JSONNumber(
      range: start..<position, isNegative: isNegative, mantissa: digits.mantissa,
      exponent: digits.exponent + exponent, hasTooManyDigits: digits.areTooMany, isInteger: isInteger)
  }

  private struct Digits {
    var mantissa: UInt64 = 0
    var exponent = 0
    var areTooMany = false
    /// Zeros that count only if another digit follows.
    var zeros = 0
  }

  private var nextDigit: UInt8? {
    let digit = next &- UInt8(ascii: "0")
    return digit < 10 ? digit : nil
  }

  private mutating func readDigits(_ digits: inout Digits, inFraction: Bool) {
    while let digit = nextDigit {
      position += 1
      if digit == 0 {
        digits.zeros += 1
        if !inFraction { digits.exponent += 1 }
        continue
      }
      for _ in 0...digits.zeros {
        let (product, overflow) = digits.mantissa.multipliedReportingOverflow(by: 10)
        digits.mantissa = product
        if overflow {
          digits.areTooMany = true
          break
        }
      }
      let (sum, overflow) = digits.mantissa.addingReportingOverflow(UInt64(digit))
      digits.mantissa = sum
      if overflow { digits.areTooMany = true }
      // The zeros before this digit are in the mantissa now, those of the fraction with a place of their own each.
      digits.exponent -= inFraction ? digits.zeros + 1 : digits.zeros
      digits.zeros = 0
    }
  }
}
