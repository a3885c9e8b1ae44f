/// Any JSON value, stored as canonical text. Tools use it for the routes and tabs of apps whose types are not
/// available.
///
/// ```swift
/// typealias AnyAction = NavigationAction<JSONText, JSONText>
/// ```
///
/// Two values are equal if their canonical forms are equal. Differences in spelling do not matter, such as the order of
/// keys, white space, and `1.0` instead of `1`.
///
/// NavStore's own decoder preserves all digits of an integer of any size, unless the integer is written with a fraction
/// or an exponent. With another decoder, the value is decoded as a ``JSONValue``, which then rounds integers of more
/// than 128 bits.
public struct JSONText: Hashable, Sendable {
  package let utf8: [UInt8]
  /// A hash of the text. With this hash, most comparisons of two different values are fast.
  let sum: UInt64

  /// Parses a JSON document in UTF-8.
  ///
  /// - Throws: `DecodingError` if the text is not valid JSON, is nested more than 64 levels deep, or contains a number
  ///   with a fraction or an exponent that does not fit in a `Double`.
  package init(parsing text: some Sequence<UInt8>) throws {
    let bytes = Array(text)
    self = try bytes.withUnsafeBytes { try JSONReader.decode(JSONText.self, from: $0) }
  }

  package init(parsing text: String) throws {
    try self.init(parsing: text.utf8)
  }

  /// Creates a value from its canonical text, which is not checked.
  package init(canonical utf8: [UInt8]) {
    self.utf8 = utf8
    sum = utf8.withUnsafeBytes { Checksum.xxh64($0) }
  }

  /// Returns whether the canonical forms are equal.
  public static func == (first: JSONText, second: JSONText) -> Bool {
    first.sum == second.sum && first.utf8 == second.utf8
  }

  /// Hashes the canonical text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sum)
  }
}

extension JSONText: CustomStringConvertible {
  /// The canonical text.
  public var description: String { String(decoding: utf8, as: UTF8.self) }
}

extension JSONText: Codable {
  /// Decodes any JSON value.
  public init(from decoder: any Decoder) throws {
    self.init(canonical: try JSONValue(from: decoder).canonicalBytes)
  }

  /// Encodes the JSON value, not its text.
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
    // Each level of nesting takes at least two bytes, so a short value cannot be nested too deeply.
    let room = JSONReader.maxDepth - encoder.depth
    guard utf8.count < 2 * room || depth <= room else { throw CanonicalJSONEncoder.tooDeep([]) }
    encoder.buffer.bytes.append(contentsOf: utf8)
  }

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
  /// Moves past a value that has already been validated, and appends its canonical form to a buffer. If a key is
  /// repeated, the first member is used.
  ///
  /// - Throws: ``JSONSyntaxError`` if a number with a fraction or an exponent does not fit in a `Double`.
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
          throw error("a number within the range of Double", at: start)
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
