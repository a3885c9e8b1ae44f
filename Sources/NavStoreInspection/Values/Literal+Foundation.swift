#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

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
    // Outside of these years, Foundation's text says less than the number, and for no number at all it may stop.
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
    // Four characters for three bytes.
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
