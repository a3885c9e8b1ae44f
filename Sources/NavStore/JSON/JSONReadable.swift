/// A type that can be read straight from JSON, without a `Decoder`.
package protocol JSONReadable: Decodable {
  /// Whether the way of reading is the type's own in JSON, which its `init(from:)` does not know. If not, both read the
  /// same, and the latter is the one that says what is wrong.
  static var isSpecialInJSON: Bool { get }

  /// Reads what stands at the reader's place, or throws a ``JSONError`` when it is not spelled in the usual way; then
  /// `init(from:)` decodes it. Errors of decoding the parts are thrown on.
  ///
  /// It returns no optional: for a type that is not known until the program runs, making one takes longer than reading.
  static func read(from reader: inout JSONReader) throws -> Self
}

extension JSONReadable {
  package static var isSpecialInJSON: Bool { false }
}

extension JSONReader {
  /// Decodes a value of any type from what stands here.
  ///
  /// Throws a `DecodingError` with the way to the wrong part, counted from the value of the outermost call. Bytes that are
  /// no JSON are found before the value is decoded, or while, and then a part of it may have been decoded.
  package mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    skipWhitespace()
    // Compared first because these are most, and the comparison is one instruction.
    if type == String.self { return unsafeBitCast(try decodeString(), to: Value.self) }
    if type == Int.self { return unsafeBitCast(try decodeInteger(Int.self), to: Value.self) }
    let source = source
    let isOutermost = source.begin(at: position)
    defer { if isOutermost { source.end() } }
    guard let readable = source.readable(type), !source.isThorough || readable.isSpecialInJSON else {
      return try decodeThoroughly(type)
    }
    let start = position
    let startDepth = depth
    do {
      return try read(readable, as: type)
    } catch is JSONError {
      position = start
      depth = startDepth
      source.isThorough = true
      defer { source.isThorough = false }
      return try decodeThoroughly(type)
    }
  }

  private mutating func read<Readable: JSONReadable, Value>(
    _ readable: Readable.Type, as type: Value.Type
  ) throws -> Value {
    // The same type, found by what it conforms to.
    unsafeBitCast(try Readable.read(from: &self), to: Value.self)
  }

  private mutating func decodeThoroughly<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let start = position
    let outer = source.checked
    if outer.contains(start) {
      skipChecked()
      return try Value(from: JSONValueDecoder(source, at: start))
    }
    do throws(JSONError) { source.checked = try skipValue().range } catch { throw source.decodingError(error) }
    defer { source.checked = outer }
    return try source.value(type, in: source.checked) { try Value(from: JSONValueDecoder(source, at: start)) }
  }
}

// MARK: - Values without parts

extension JSONReader {
  /// The error for a value of the right type that says something wrong.
  package func corrupted(_ reason: String, at offset: Int) -> DecodingError {
    source.corrupted(reason, at: offset)
  }

  mutating func decodeString() throws -> String {
    skipWhitespace()
    guard next == UInt8(ascii: "\"") else { throw failure(String.self) }
    do throws(JSONError) { return try string() } catch { throw source.decodingError(error) }
  }

  mutating func decodeInteger<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    try decodeNumber(type) { $1.integer(type) }
  }

  mutating func decodeDouble() throws -> Double {
    try decodeNumber(Double.self) { reader, number in
      number.simpleDouble ?? Double(reader.text(of: number)).flatMap { $0.isFinite && $0 != 0 ? $0 : nil }
    }
  }

  mutating func decodeFloat() throws -> Float {
    try decodeNumber(Float.self) { reader, number in
      Float(reader.text(of: number)).flatMap { $0.isFinite && ($0 != 0 || number.mantissa == 0) ? $0 : nil }
    }
  }

  mutating func decodeBool() throws -> Bool {
    skipWhitespace()
    if consume("true") { return true }
    if consume("false") { return false }
    throw failure(Bool.self)
  }

  mutating func decodeNull() -> Bool {
    skipWhitespace()
    return consume("null")
  }

  private mutating func decodeNumber<Number>(
    _ type: Number.Type, _ value: (borrowing JSONReader, JSONNumber) -> Number?
  ) throws -> Number {
    skipWhitespace()
    let start = position
    guard next == UInt8(ascii: "-") || next &- UInt8(ascii: "0") < 10 else { throw failure(type) }
    let number: JSONNumber
    do throws(JSONError) { number = try self.number() } catch { throw source.decodingError(error) }
    guard let value = value(self, number) else {
      throw source.corrupted("The number \(text(of: number)) does not fit into \(type).", at: start)
    }
    return value
  }

  /// Why the value here is not of a type: it is of another one, or none at all.
  private mutating func failure(_ type: Any.Type) -> DecodingError {
    let start = position
    if !source.checked.contains(start) {
      do throws(JSONError) { _ = try skipValue() } catch { return source.decodingError(error) }
    }
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

extension Bool: JSONReadable {
  package static func read(from reader: inout JSONReader) throws -> Bool { try reader.decodeBool() }
}

extension Double: JSONReadable {
  package static func read(from reader: inout JSONReader) throws -> Double { try reader.decodeDouble() }
}
