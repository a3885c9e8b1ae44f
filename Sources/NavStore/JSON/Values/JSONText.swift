/// Any value in JSON, kept as its canonical text: for tools that handle the routes and tabs of an app whose types they
/// do not know.
///
/// ```swift
/// typealias AnyAction = NavigationAction<JSONText, JSONText>
/// ```
///
/// Two are equal when their canonical texts are, however the values were spelled: keys in any order, with white space
/// or without. Numbers are compared as they would be written: `1.0` is `1`, while an integer keeps all its digits.
///
/// A decoder other than NavStore's own goes through ``JSONValue``, in which an integer of more than 64 bits is rounded.
public struct JSONText: Hashable, Sendable {
  /// The canonical text in UTF-8.
  public let utf8: [UInt8]
  /// A sum of the text, so that different ones are seldom compared byte by byte.
  @usableFromInline let sum: UInt64

  /// The value that a text in JSON stands for. Throws a `DecodingError` when it is none.
  public init(parsing text: some Sequence<UInt8>) throws {
    let bytes = Array(text)
    self = try bytes.withUnsafeBytes { try JSONReader.decode(JSONText.self, from: $0) }
  }

  /// The value that a text in JSON stands for. Throws a `DecodingError` when it is none.
  public init(parsing text: String) throws {
    try self.init(parsing: text.utf8)
  }

  init(canonical utf8: [UInt8]) {
    self.utf8 = utf8
    sum = utf8.withUnsafeBytes { Checksum.xxh64($0) }
  }

  /// Whether the canonical texts are the same.
  public static func == (first: JSONText, second: JSONText) -> Bool {
    first.sum == second.sum && first.utf8 == second.utf8
  }

  /// Hashes the sum of the text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sum)
  }
}

extension JSONText: CustomStringConvertible {
  /// The canonical text.
  public var description: String { String(decoding: utf8, as: UTF8.self) }
}

extension JSONText: Codable {
  /// Decodes any value.
  public init(from decoder: any Decoder) throws {
    self.init(canonical: try JSONValue(from: decoder).canonicalBytes)
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    try JSONValue(parsing: utf8).encode(to: encoder)
  }
}

extension JSONText: JSONReadable {
  package static var hasOwnJSONForm: Bool { true }

  package static func read(from reader: inout JSONReader) throws -> JSONText {
    do throws(JSONSyntaxError) {
      let skipped = try reader.skipValue()
      if skipped.isCanonical {
        return JSONText(canonical: Array(reader.bytes(skipped.range)))
      }
      var part = JSONReader(reader.source, at: skipped.range.lowerBound)
      var buffer = JSONEncodingBuffer()
      try part.rewrite(onto: &buffer)
      return JSONText(canonical: buffer.bytes)
    } catch {
      throw reader.source.decodingError(error)
    }
  }
}

extension JSONText: JSONWritable {
  package func write(to encoder: CanonicalJSONEncoder) throws {
    // Each level has two bytes at least: short texts need not be looked through.
    let room = JSONReader.maxDepth - encoder.depth
    guard utf8.count < 2 * room || depth <= room else { throw CanonicalJSONEncoder.tooDeep([]) }
    encoder.buffer.bytes.append(contentsOf: utf8)
  }

  /// How many arrays and objects are inside each other.
  private var depth: Int {
    var (depth, deepest) = (0, 0)
    var isInString = false
    var isEscaped = false
    for byte in utf8 {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isInString: isEscaped = true
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        if !isInString { depth += 1 }
        deepest = max(depth, deepest)
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if !isInString { depth -= 1 }
      default: break
      }
    }
    return deepest
  }
}

extension JSONReader {
  /// Goes past a value that was skipped before and writes it in the canonical form. Of members with the same key the
  /// first one counts. Throws when there is a number that a `Double` cannot hold.
  mutating func rewrite(onto buffer: inout JSONEncodingBuffer) throws(JSONSyntaxError) {
    skipWhitespace()
    let start = position
    switch next {
    case UInt8(ascii: "\""):
      buffer.write(try string())
    case UInt8(ascii: "["):
      buffer.bytes.append(UInt8(ascii: "["))
      for (index, offset) in try elements().enumerated() {
        if index > 0 { buffer.bytes.append(UInt8(ascii: ",")) }
        try rewrite(at: offset, onto: &buffer)
      }
      buffer.bytes.append(UInt8(ascii: "]"))
    case UInt8(ascii: "{"):
      let members = try members().sorted { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }
      buffer.bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { buffer.bytes.append(UInt8(ascii: ",")) }
        buffer.write(member.key)
        buffer.bytes.append(UInt8(ascii: ":"))
        try rewrite(at: member.value, onto: &buffer)
      }
      buffer.bytes.append(UInt8(ascii: "}"))
    default:
      if !(try skipValue().isCanonical) {
        position = start
        guard let number = try number(as: Double.self), buffer.write(number: number) else {
          throw error("a number that a Double can hold", at: start)
        }
      } else {
        buffer.bytes.append(contentsOf: bytes(start..<position))
      }
    }
  }

  private func rewrite(at offset: Int, onto buffer: inout JSONEncodingBuffer) throws(JSONSyntaxError) {
    var part = JSONReader(source, at: offset)
    try part.rewrite(onto: &buffer)
  }
}
