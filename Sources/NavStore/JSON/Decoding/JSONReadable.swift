/// A type that can be read straight from JSON, without a `Decoder`.
package protocol JSONReadable: Decodable {
  /// Whether the way of reading is the type's own in JSON, which its `init(from:)` does not know. If not, both read the
  /// same, and the latter is the one that says what is wrong.
  static var hasOwnJSONForm: Bool { get }

  /// Reads what stands at the reader's place, or throws a ``JSONSyntaxError`` when it is not spelled in the usual way; then
  /// `init(from:)` decodes it. Errors of decoding the parts are thrown on.
  ///
  /// It returns no optional: for a type that is not known until the program runs, making one takes longer than reading.
  static func read(from reader: inout JSONReader) throws -> Self
}

extension JSONReadable {
  package static var hasOwnJSONForm: Bool { false }
}

extension JSONReader {
  /// Decodes a value of any type from what stands here.
  ///
  /// Throws a `DecodingError` with the way to the wrong part, counted from the value of the outermost call. Bytes that
  /// are no JSON are found before the value is decoded, or while, and then a part of it may have been decoded.
  package mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    skipWhitespace()
    // Compared first because these are most, and the comparison is one instruction.
    if type == String.self { return unsafeBitCast(try decodeString(), to: Value.self) }
    if type == Int.self { return unsafeBitCast(try decodeNumber(Int.self), to: Value.self) }
    let source = source
    let start = position
    let startDepth = depth
    let isOutermost = source.root == nil
    if isOutermost { source.root = start }
    defer { if isOutermost { source.end() } }
    guard let readable = type as? any JSONReadable.Type, !source.usesDecoderOnly || readable.hasOwnJSONForm else {
      return try decodeWithDecoder(type)
    }
    do {
      return try read(readable, as: type)
    } catch is JSONSyntaxError {
      position = start
      depth = startDepth
      source.usesDecoderOnly = true
      defer { source.usesDecoderOnly = false }
      return try decodeWithDecoder(type)
    }
  }

  private mutating func read<Readable: JSONReadable, Value>(
    _ readable: Readable.Type, as type: Value.Type
  ) throws -> Value {
    // The same type, found by what it conforms to.
    unsafeBitCast(try Readable.read(from: &self), to: Value.self)
  }

  private mutating func decodeWithDecoder<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let range = try valid { reader throws(JSONSyntaxError) in try reader.skipValue().range }
    return try source.value(type, in: range) { try Value(from: JSONValueDecoder(source, at: range.lowerBound)) }
  }
}

// MARK: - Values without parts

extension JSONReader {
  /// The error for a value of the right type that says something wrong.
  package func corrupted(_ reason: String, at offset: Int) -> DecodingError {
    source.corrupted(reason, at: offset)
  }

  mutating func decodeString() throws -> String {
    guard next == UInt8(ascii: "\"") else { throw failure(String.self) }
    return try valid { reader throws(JSONSyntaxError) in try reader.string() }
  }

  mutating func decodeNumber<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    try decodeNumber(type) { reader throws(JSONSyntaxError) in try reader.number(as: type) }
  }

  mutating func decodeNumber<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: Number.Type
  ) throws -> Number {
    try decodeNumber(type) { reader throws(JSONSyntaxError) in try reader.number(as: type) }
  }

  mutating func decodeBool() throws -> Bool {
    if consume("true") { return true }
    guard consume("false") else { throw failure(Bool.self) }
    return false
  }

  /// Where the elements of the array here stand.
  mutating func decodeElements() throws -> [Int] {
    guard next == UInt8(ascii: "[") else { throw failure([Any].self) }
    return try valid { reader throws(JSONSyntaxError) in try reader.elements() }
  }

  /// Where the values of the object here stand.
  mutating func decodeMembers() throws -> [String: Int] {
    guard next == UInt8(ascii: "{") else { throw failure([String: Any].self) }
    return try valid { reader throws(JSONSyntaxError) in try reader.members() }
  }

  private mutating func decodeNumber<Number>(
    _ type: Number.Type, _ read: (inout JSONReader) throws(JSONSyntaxError) -> Number?
  ) throws -> Number {
    let start = position
    guard next == UInt8(ascii: "-") || isAtDigit else { throw failure(type) }
    guard let number = try valid(read) else {
      throw source.corrupted("The number \(text(from: start)) does not fit into \(type).", at: start)
    }
    return number
  }

  /// Reads, and throws a `DecodingError` where the bytes are no JSON.
  private mutating func valid<Value>(_ read: (inout JSONReader) throws(JSONSyntaxError) -> Value) throws -> Value {
    do throws(JSONSyntaxError) { return try read(&self) } catch { throw source.decodingError(error) }
  }

  /// Why the value here is not of a type: it is of another one, or none at all.
  private mutating func failure(_ type: Any.Type) -> DecodingError {
    let start = position
    do throws(JSONSyntaxError) { _ = try skipValue() } catch { return source.decodingError(error) }
    return source.mismatch(type, at: start)
  }
}

extension Array: JSONReadable where Element: Decodable {
  package static func read(from reader: inout JSONReader) throws -> [Element] {
    try reader.enterArray()
    var elements: [Element] = []
    var isFirst = true
    while try reader.nextElement(isFirst: &isFirst) { elements.append(try reader.decode(Element.self)) }
    return elements
  }
}
