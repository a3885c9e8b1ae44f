/// A type that reads itself from JSON without a `Decoder`.
protocol JSONReadable: Decodable {
  /// Whether ``read(from:)`` can return another result than the type's `init(from:)`, for example because it reads
  /// another JSON form.
  ///
  /// If the property is `false`, ``read(from:)`` accepts only JSON that `init(from:)` accepts, but not necessarily all
  /// of it. If ``read(from:)`` does not accept the JSON, the caller uses `init(from:)`.
  static var hasOwnJSONForm: Bool { get }

  /// Reads the value at the reader's position.
  ///
  /// The method does not return an optional, because the creation of an optional of a type that is unknown at compile
  /// time takes longer than the read itself.
  ///
  /// - Throws: ``JSONSyntaxError`` if the method does not accept the JSON. The caller then decodes the value with
  ///   `init(from:)`. A type with its own JSON form throws a `DecodingError` instead. Errors of nested values are
  ///   rethrown.
  static func read(from reader: inout JSONReader) throws -> Self
}

extension JSONReadable {
  static var hasOwnJSONForm: Bool { false }
}

extension JSONReader {
  /// Decodes a value of any type at the current position.
  ///
  /// - Throws: A `DecodingError`, or another error that an `init(from:)` throws. The coding path of a `DecodingError`
  ///   starts at the value that the outermost call decodes. If the bytes are not valid JSON, the path is empty, and
  ///   some of the nested values can already have been decoded.
  package mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    skipWhitespace()
    // Strings and integers are the most frequent types, and a type comparison is one instruction.
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
    // `Readable` and `Value` are the same type.
    unsafeBitCast(try Readable.read(from: &self), to: Value.self)
  }

  private mutating func decodeWithDecoder<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let range = try valid { reader throws(JSONSyntaxError) in try reader.skipValue().range }
    return try source.value(type, in: range) { try Value(from: JSONValueDecoder(source, at: range.lowerBound)) }
  }
}

// MARK: - Strings, numbers, Booleans and containers

extension JSONReader {
  func corrupted(_ reason: String, at offset: Int) -> DecodingError {
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

  mutating func decodeElements() throws -> [Int] {
    guard next == UInt8(ascii: "[") else { throw failure([Any].self) }
    return try valid { reader throws(JSONSyntaxError) in try reader.elements() }
  }

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

  private mutating func valid<Value>(_ read: (inout JSONReader) throws(JSONSyntaxError) -> Value) throws -> Value {
    do throws(JSONSyntaxError) { return try read(&self) } catch { throw source.decodingError(error) }
  }

  private mutating func failure(_ type: Any.Type) -> DecodingError {
    let start = position
    do throws(JSONSyntaxError) { _ = try skipValue() } catch { return source.decodingError(error) }
    return source.mismatch(type, at: start)
  }
}

extension Array: JSONReadable where Element: Decodable {
  static func read(from reader: inout JSONReader) throws -> [Element] {
    try reader.enterArray()
    var elements: [Element] = []
    var isFirst = true
    while try reader.nextElement(isFirst: &isFirst) { elements.append(try reader.decode(Element.self)) }
    return elements
  }
}
