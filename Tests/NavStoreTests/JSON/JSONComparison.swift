import Foundation
import NavStore
import Testing

/// The result of decoding: a value, or an error of any kind.
enum DecodingOutcome<Value: Equatable & Sendable>: Equatable, Sendable {
  case value(Value)
  case refused
}

/// Runs NavStore's decoder and `JSONDecoder` on the same bytes.
enum JSONComparison {
  static func ours<Value: Decodable & Equatable & Sendable>(_ type: Value.Type, _ bytes: [UInt8]) -> DecodingOutcome<
    Value
  > {
    do {
      return .value(try bytes.withUnsafeBytes { try JSONReader.decode(type, from: $0) })
    } catch is DecodingError {
      return .refused
    } catch {
      Issue.record("\(error) is no DecodingError.")
      return .refused
    }
  }

  static func foundations<Value: Decodable & Equatable & Sendable>(_ type: Value.Type, _ bytes: [UInt8])
    -> DecodingOutcome<
      Value
    >
  {
    (try? JSONDecoder().decode(type, from: Data(bytes))).map { .value($0) } ?? .refused
  }

  /// Checks that both decoders accept the same bytes and decode the same value, with three exceptions.
  ///
  /// - `JSONDecoder` accepts some bytes that are not JSON. NavStore must refuse only those.
  /// - `JSONDecoder` rounds integers of more than 15 digits with a fraction or an exponent. NavStore decodes them
  ///   exactly, which another test checks.
  /// - `JSONDecoder` refuses `0e2` as a `Double`.
  static func expectSame<Value: Decodable & Equatable & Sendable>(
    _ type: Value.Type, _ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let ours = ours(type, bytes)
    let theirs = foundations(type, bytes)
    guard ours != theirs, !(ours == .refused && !StrictJSON.isValid(bytes)) else { return }
    if String(decoding: bytes, as: UTF8.self).contains(/\d{16,}[.eE]|(?=[\d.]{17,})\d+\.\d|\b0[eE]\d\b/) { return }
    Issue.record(
      "\(String(decoding: bytes, as: UTF8.self)) as \(type): \(ours), JSONDecoder: \(theirs)",
      sourceLocation: sourceLocation)
  }

  /// Compares the decoders for each of the sample types.
  static func expectSame(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
    expectSame(TypicalRoute.self, bytes, sourceLocation: sourceLocation)
    expectSame(Everything.self, bytes, sourceLocation: sourceLocation)
    expectSame([Int].self, bytes, sourceLocation: sourceLocation)
    expectSame([String: [Double?]].self, bytes, sourceLocation: sourceLocation)
    expectSame(String.self, bytes, sourceLocation: sourceLocation)
    expectSame(NavigationAction<String, TypicalRoute>.self, bytes, sourceLocation: sourceLocation)
    expectSame(NavigationTarget<AppTab>.self, bytes, sourceLocation: sourceLocation)
    expectSame(NavigationState<String, Int>.self, bytes, sourceLocation: sourceLocation)
  }
}

enum TypicalRoute: Hashable, Codable, Sendable {
  case item(id: Int)
  case search(text: String, page: Int)
  case settings
}

/// A type with a property of every kind.
struct Everything: Equatable, Codable, Sendable {
  struct Part: Equatable, Codable, Sendable {
    var name: String
    var parts: [Part]
  }

  var bool: Bool
  var int: Int
  var int8: Int8
  var uint64: UInt64
  var double: Double
  var float: Float
  var string: String
  var missing: String?
  var list: [Int?]
  var names: [String: Int]
  var numbers: [Int: String]
  var part: Part
  var url: URL
  var data: Data
  var date: Date
  var uuid: UUID

  static let example = Everything(
    bool: true, int: -3, int8: -128, uint64: .max, double: 0.1, float: 0.1, string: "a\"\\/\u{1}\n é\u{1F600}",
    missing: nil, list: [1, nil], names: ["b": 1, "a": 2, "é": 3], numbers: [1: "x"],
    part: Part(name: "p", parts: [Part(name: "", parts: [])]),
    url: URL(string: "https://example.com/a?b=c") ?? URL(fileURLWithPath: "/"), data: Data([1, 2, 255]),
    date: Date(timeIntervalSinceReferenceDate: 1.5),
    uuid: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
}

/// A simple recognizer of the grammar of RFC 8259. It decides which of two decoders is right.
struct StrictJSON {
  private var rest: Substring.UnicodeScalarView
  private var depth = 0

  static func isValid(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    // Decoding replaces bytes that are not valid UTF-8.
    guard text.utf8.elementsEqual(bytes) else { return false }
    var grammar = StrictJSON(rest: Substring(text).unicodeScalars)
    return grammar.value() && grammar.rest.isEmpty
  }

  private init(rest: Substring.UnicodeScalarView) {
    self.rest = rest
  }

  private mutating func space() {
    while let next = rest.first, " \n\r\t".unicodeScalars.contains(next) { rest.removeFirst() }
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest.removeFirst(text.unicodeScalars.count)
    return true
  }

  private mutating func value() -> Bool {
    space()
    defer { space() }
    if take("[") { return list(until: "]") { $0.value() } }
    if take("{") {
      return list(until: "}") { grammar in
        grammar.space()
        guard grammar.take("\""), grammar.string() else { return false }
        grammar.space()
        return grammar.take(":") && grammar.value()
      }
    }
    if take("\"") { return string() }
    return take("true") || take("false") || take("null") || number()
  }

  private mutating func list(until end: String, _ element: (inout StrictJSON) -> Bool) -> Bool {
    depth += 1
    defer { depth -= 1 }
    guard depth <= JSONReader.maxDepth else { return false }
    space()
    if take(end) { return true }
    repeat {
      guard element(&self) else { return false }
      space()
    } while take(",")
    return take(end)
  }

  private mutating func number() -> Bool {
    let text = String(rest.prefix { "+-.0123456789eE".unicodeScalars.contains($0) })
    guard text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil else { return false }
    return take(text)
  }

  private mutating func string() -> Bool {
    while let next = rest.popFirst() {
      if next == "\"" { return true }
      guard next.value >= 0x20 else { return false }
      guard next == "\\" else { continue }
      guard let escape = rest.popFirst() else { return false }
      if escape == "u" {
        guard let unit = unit() else { return false }
        guard 0xD800...0xDFFF ~= unit else { continue }
        guard unit < 0xDC00, take("\\u"), let low = self.unit(), 0xDC00...0xDFFF ~= low else { return false }
      } else if !"\"\\/bfnrt".unicodeScalars.contains(escape) {
        return false
      }
    }
    return false
  }

  private mutating func unit() -> UInt32? {
    let digits = String(rest.prefix(4))
    guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit) else { return nil }
    rest.removeFirst(4)
    return UInt32(digits, radix: 16)
  }
}
