/// The elements of an array, one after the other.
struct JSONArrayDecoding: UnkeyedDecodingContainer {
  private let decoder: JSONValueDecoder
  /// Where the next element stands, or the closing bracket.
  private var position: Int
  private(set) var currentIndex = 0

  init(_ decoder: JSONValueDecoder) throws {
    var reader = try decoder.reader()
    guard reader.next == UInt8(ascii: "[") else {
      throw decoder.source.mismatch([Any].self, at: decoder.offset)
    }
    reader.position += 1
    reader.skipWhitespace()
    self.decoder = decoder
    position = reader.position
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var isAtEnd: Bool {
    guard decoder.serial == decoder.source.serial else { return true }
    return JSONReader(decoder.source, at: position).next == UInt8(ascii: "]")
  }

  var count: Int? {
    var rest = self
    while !rest.isAtEnd, (try? rest.skip()) != nil {}
    return rest.currentIndex
  }

  mutating func decodeNil() throws -> Bool {
    var reader = try reader(for: Any?.self)
    guard reader.decodeNull() else { return false }
    goOn(&reader)
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try read(type) { try $0.decodeBool() } }
  mutating func decode(_ type: String.Type) throws -> String { try read(type) { try $0.decodeString() } }
  mutating func decode(_ type: Double.Type) throws -> Double { try read(type) { try $0.decodeDouble() } }
  mutating func decode(_ type: Float.Type) throws -> Float { try read(type) { try $0.decodeFloat() } }
  mutating func decode(_ type: Int.Type) throws -> Int { try read(type) { try $0.decodeInteger(type) } }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try read(type) { try $0.decodeInteger(type) } }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try read(type) { try $0.decodeInteger(type) } }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try read(type) { try $0.decodeInteger(type) } }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try read(type) { try $0.decodeInteger(type) } }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try read(type) { try $0.decodeInteger(type) } }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try read(type) { try $0.decodeInteger(type) } }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try read(type) { try $0.decodeInteger(type) } }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try read(type) { try $0.decodeInteger(type) } }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try read(type) { try $0.decodeInteger(type) } }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try read(type) { try $0.decode(type) } }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let container = try element(for: KeyedDecodingContainer<Key>.self).container(keyedBy: type)
    try skip()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try element(for: (any UnkeyedDecodingContainer).self).unkeyedContainer()
    try skip()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let element = try element(for: (any Decoder).self)
    try skip()
    return element
  }

  private func element(for type: Any.Type) throws -> JSONValueDecoder {
    JSONValueDecoder(decoder.source, at: try reader(for: type).position)
  }

  private func reader(for type: Any.Type) throws -> JSONReader {
    guard decoder.serial == decoder.source.serial else { throw decoder.source.closed }
    let reader = JSONReader(decoder.source, at: position)
    guard reader.next != UInt8(ascii: "]") else {
      throw DecodingError.valueNotFound(
        type,
        .init(codingPath: codingPath + [JSONKey(index: currentIndex)], debugDescription: "Unkeyed container is at end.")
      )
    }
    return reader
  }

  private mutating func read<Value>(
    _ type: Value.Type, _ body: (inout JSONReader) throws -> Value
  ) throws -> Value {
    var reader = try reader(for: type)
    let value = try body(&reader)
    goOn(&reader)
    return value
  }

  private mutating func skip() throws {
    var reader = try reader(for: Any.self)
    reader.skipChecked()
    goOn(&reader)
  }

  private mutating func goOn(_ reader: inout JSONReader) {
    reader.skipWhitespace()
    if reader.consume(UInt8(ascii: ",")) { reader.skipWhitespace() }
    position = reader.position
    currentIndex += 1
  }
}
