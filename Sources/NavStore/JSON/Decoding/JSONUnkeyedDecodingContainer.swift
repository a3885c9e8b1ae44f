/// The elements of an array, one after the other.
struct JSONUnkeyedDecodingContainer: UnkeyedDecodingContainer {
  private let decoder: JSONValueDecoder
  private let places: [Int]
  private(set) var currentIndex = 0

  init(_ decoder: JSONValueDecoder) throws {
    self.decoder = decoder
    places = try decoder.read { try $0.decodeElements() }
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { decoder.isOpen ? places.count : 0 }
  var isAtEnd: Bool { !decoder.isOpen || currentIndex == places.count }

  mutating func decodeNil() throws -> Bool {
    let isNil = try element(Any?.self).decodeNil()
    if isNil { currentIndex += 1 }
    return isNil
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try next(type) { try $0.decode(type) } }
  mutating func decode(_ type: String.Type) throws -> String { try next(type) { try $0.decode(type) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try next(type) { try $0.decode(type) } }
  mutating func decode(_ type: Float.Type) throws -> Float { try next(type) { try $0.decode(type) } }
  mutating func decode(_ type: Int.Type) throws -> Int { try next(type) { try $0.decode(type) } }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try next(type) { try $0.decode(type) } }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try next(type) { try $0.decode(type) } }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try next(type) { try $0.decode(type) } }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try next(type) { try $0.decode(type) } }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try next(type) { try $0.decode(type) } }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next(type) { try $0.decode(type) } }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next(type) { try $0.decode(type) } }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next(type) { try $0.decode(type) } }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next(type) { try $0.decode(type) } }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next(type) { try $0.decode(type) } }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try next(KeyedDecodingContainer<Key>.self) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next((any UnkeyedDecodingContainer).self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next((any Decoder).self) { $0 } }

  private mutating func next<Value>(_ type: Any.Type, _ decode: (JSONValueDecoder) throws -> Value) throws -> Value {
    let value = try decode(element(type))
    currentIndex += 1
    return value
  }

  private func element(_ type: Any.Type) throws -> JSONValueDecoder {
    guard decoder.isOpen else { throw decoder.source.closed }
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type,
        .init(
          codingPath: codingPath + [JSONKey(intValue: currentIndex)], debugDescription: "Unkeyed container is at end."))
    }
    return JSONValueDecoder(decoder.source, at: places[currentIndex])
  }
}
