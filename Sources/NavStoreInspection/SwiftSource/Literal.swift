internal import NavStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A type whose values are written in source in a shorter form than an initializer call with all members, for example
/// as a literal.
protocol Literal {
  /// Returns the source of the value. The caller cuts a result of more than `limit` Unicode scalars. Therefore, the end
  /// of a longer source can be missing, but such a result must still exceed the limit.
  func source(limit: Int) -> String

  /// Returns the string that represents the value in a line of a difference. If the strings for the value and for
  /// `other` are equal, the lines show the sources instead.
  ///
  /// - Parameter other: The value with which this value is compared.
  func text(beside other: Self) -> String
}

extension Literal {
  func text(beside other: Self) -> String { source(limit: .max) }
}

extension Literal where Self: CustomStringConvertible {
  func source(limit: Int) -> String { description }
}

extension Bool: Literal {}
extension Int: Literal {}
extension Int8: Literal {}
extension Int16: Literal {}
extension Int32: Literal {}
extension Int64: Literal {}
extension UInt: Literal {}
extension UInt8: Literal {}
extension UInt16: Literal {}
extension UInt32: Literal {}
extension UInt64: Literal {}

extension BinaryFloatingPoint where Self: CustomStringConvertible {
  fileprivate var source: String {
    isNaN ? ".nan" : isFinite ? description : self < 0 ? "-.infinity" : ".infinity"
  }
}

extension Double: Literal {
  func source(limit: Int) -> String { source }
}

extension Float: Literal {
  func source(limit: Int) -> String { source }
}

extension StringProtocol {
  fileprivate func quoted(limit: Int) -> String {
    let scalars = unicodeScalars.prefix(limit)
    let text = limit == .max ? escapedForLiteral : String(String.UnicodeScalarView(scalars)).escapedForLiteral
    return "\"\(text)\""
  }
}

extension String: Literal {
  func source(limit: Int) -> String { quoted(limit: limit) }

  func text(beside other: String) -> String {
    "\"\(excerpt(differingFrom: other).escapedForLiteral)\""
  }
}

extension Substring: Literal {
  func source(limit: Int) -> String { quoted(limit: limit) }
  func text(beside other: Substring) -> String { String(self).text(beside: String(other)) }
}

extension Character: Literal {
  func source(limit: Int) -> String { String(self).quoted(limit: limit) }
}

extension Unicode.Scalar: Literal {
  func source(limit: Int) -> String { String(self).quoted(limit: limit) }
}

extension StaticString: Literal {
  func source(limit: Int) -> String { description.quoted(limit: limit) }
}

extension Duration: Literal {
  func source(limit: Int) -> String {
    let (seconds, attoseconds) = components
    var unit: Int64 = 1_000_000_000_000_000_000
    var perSecond: Int64 = 1
    for name in ["seconds", "milliseconds", "microseconds", "nanoseconds"] {
      let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: perSecond)
      let (count, isOver) = whole.addingReportingOverflow(attoseconds / unit)
      if attoseconds % unit == 0, !isTooLarge, !isOver { return ".\(name)(\(count))" }
      unit /= 1_000
      perSecond *= 1_000
    }
    return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }
}

/// Returns the source of a range's bound, in parentheses if its first character would otherwise become part of the
/// range operator.
private func bound(_ value: Any) -> String {
  let source = swiftSource(value)
  return source.hasPrefix("-") || source.hasPrefix(".") ? "(\(source))" : source
}

extension Range: Literal {
  func source(limit: Int) -> String { "\(bound(lowerBound))..<\(bound(upperBound))" }
}

extension ClosedRange: Literal {
  func source(limit: Int) -> String { "\(bound(lowerBound))...\(bound(upperBound))" }
}

extension PartialRangeFrom: Literal {
  func source(limit: Int) -> String { "\(bound(lowerBound))..." }
}

extension PartialRangeThrough: Literal {
  func source(limit: Int) -> String { "...\(bound(upperBound))" }
}

extension PartialRangeUpTo: Literal {
  func source(limit: Int) -> String { "..<\(bound(upperBound))" }
}

extension ActionOrigin: Literal {
  func source(limit: Int) -> String {
    "ActionOrigin(rawValue: \(rawValue.quoted(limit: limit)))" + (isAnimated ? "" : ".withoutAnimation")
  }
}

extension UUID: Literal {
  func source(limit: Int) -> String { "UUID(uuidString: \"\(uuidString)\")!" }
}

extension URL: Literal {
  func source(limit: Int) -> String {
    let text = "URL(string: \(relativeString.source(limit: limit))"
    guard let baseURL else { return text + ")!" }
    return text + ", relativeTo: \(baseURL.source(limit: limit)))!"
  }
}

extension Date: Literal {
  func source(limit: Int) -> String {
    "Date(timeIntervalSinceReferenceDate: \(timeIntervalSinceReferenceDate.source(limit: limit)))"
  }

  func text(beside other: Date) -> String {
    // Outside of this range, which is about 1,900 years before and after 2001, `description` is less precise than the
    // number, and `description` may stop the program for NaN.
    let readable = -60_000_000_000.0..<60_000_000_000.0
    guard readable.contains(timeIntervalSinceReferenceDate), readable.contains(other.timeIntervalSinceReferenceDate)
    else { return source(limit: .max) }
    return "Date(\(description))"
  }
}

extension Data: Literal {
  func source(limit: Int) -> String {
    guard count > 64 else {
      return "Data([\(map { "0x" + $0.hexadecimal.uppercased() }.joined(separator: ", "))])"
    }
    // `limit` bytes are sufficient, because Base64 has four characters for three bytes.
    let shown = limit < count ? prefix(limit) : self
    return "Data(base64Encoded: \"\(shown.base64EncodedString())\")!"
  }

  func text(beside other: Data) -> String {
    let common = zip(self, other).prefix { $0 == $1 }.count
    let start = common < 16 ? 0 : common - 4
    let shown = dropFirst(start).prefix(16).map(\.hexadecimal)
    let size = count == 1 ? "1 byte" : "\(count) bytes"
    let place = start == 0 ? size : "\(size), from \(start)"
    guard !shown.isEmpty else { return "Data(\(place))" }
    return "Data(\(place): \(shown.joined(separator: " "))\(start + shown.count < count ? " …" : ""))"
  }
}

extension UInt8 {
  fileprivate var hexadecimal: String {
    (self < 16 ? "0" : "") + String(self, radix: 16)
  }
}
