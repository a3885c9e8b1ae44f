/// A decoder of one value in validated JSON, for any `Decodable` type.
///
/// The decoder accepts what a `JSONDecoder` with default settings accepts. As with `JSONDecoder`, the first of several
/// members with the same key is used, and `1.0` is an integer. Values are parsed, and coding paths are computed, only
/// when they are requested. `URL` and `Data` have the same JSON form as with `JSONDecoder`, through their
/// ``JSONReadable`` conformances.
///
/// The decoder differs from `JSONDecoder` in these points:
///
/// - The whole document must be valid JSON, including values that are not requested, and UTF-8 without a byte order
///   mark. Arrays and objects can be nested up to ``JSONReader/maxDepth`` levels.
/// - The keys in a coding path do not have the key type of the container, because they are read from the bytes.
/// - An integer that is written with a fraction or an exponent is decoded exactly, or an error is thrown. `0e2` is
///   valid for every numeric type.
/// - A `Decimal` uses its own `Decodable` conformance and is not decoded from a number.
struct JSONValueDecoder: Decoder {
  let source: JSONSource
  let offset: Int
  let serial: UInt32

  init(_ source: JSONSource, at offset: Int) {
    self.source = source
    self.offset = offset
    serial = source.serial
  }

  var isOpen: Bool { serial == source.serial }
  var codingPath: [any CodingKey] { isOpen ? source.codingPath(to: offset) : [] }
  var userInfo: [CodingUserInfoKey: Any] { source.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try JSONKeyedDecodingContainer(self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try JSONUnkeyedDecodingContainer(self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    self
  }

  func read<Value>(_ body: (inout JSONReader) throws -> Value) throws -> Value {
    guard isOpen else { throw source.closed }
    var reader = JSONReader(source, at: offset)
    return try body(&reader)
  }

  static func null(path: [any CodingKey], userInfo: [CodingUserInfoKey: Any]) -> JSONValueDecoder {
    let spelling: StaticString = "null"
    let bytes = UnsafeRawBufferPointer(start: spelling.utf8Start, count: spelling.utf8CodeUnitCount)
    return JSONValueDecoder(JSONSource(bytes, userInfo: userInfo, rootPath: path), at: 0)
  }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { isOpen && JSONReader(source, at: offset).isNext("null") }

  func decode(_ type: Bool.Type) throws -> Bool { try read { try $0.decodeBool() } }
  func decode(_ type: String.Type) throws -> String { try read { try $0.decodeString() } }
  func decode(_ type: Double.Type) throws -> Double { try read { try $0.decodeNumber(type) } }
  func decode(_ type: Float.Type) throws -> Float { try read { try $0.decodeNumber(type) } }
  func decode(_ type: Int.Type) throws -> Int { try read { try $0.decodeNumber(type) } }
  func decode(_ type: Int8.Type) throws -> Int8 { try read { try $0.decodeNumber(type) } }
  func decode(_ type: Int16.Type) throws -> Int16 { try read { try $0.decodeNumber(type) } }
  func decode(_ type: Int32.Type) throws -> Int32 { try read { try $0.decodeNumber(type) } }
  func decode(_ type: Int64.Type) throws -> Int64 { try read { try $0.decodeNumber(type) } }
  func decode(_ type: UInt.Type) throws -> UInt { try read { try $0.decodeNumber(type) } }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try read { try $0.decodeNumber(type) } }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try read { try $0.decodeNumber(type) } }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try read { try $0.decodeNumber(type) } }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try read { try $0.decodeNumber(type) } }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try read { try $0.decodeNumber(type) } }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try read { try $0.decodeNumber(type) } }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try read { try $0.decode(type) } }
}

// MARK: - Containers

private struct JSONKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: JSONValueDecoder
  private let offsets: [String: Int]

  init(_ decoder: JSONValueDecoder) throws {
    self.decoder = decoder
    offsets = try decoder.read { try $0.decodeMembers() }
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  /// The keys in the order of their values in the document. This order is the same in every process.
  var allKeys: [Key] {
    guard decoder.isOpen else { return [] }
    return offsets.sorted { $0.value < $1.value }.compactMap { Key(stringValue: $0.key) }
  }

  func contains(_ key: Key) -> Bool { decoder.isOpen && offsets[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try value(key).decodeNil() }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).decode(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(key).decode(type) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(key).decode(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try value(key).decode(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try value(key).decode(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try value(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(key).decode(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try value(key).decode(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(key).decode(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try value(key).decode(type) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try value(key).decode(type) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try value(key).decode(type) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(key).decode(type) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(key).decode(type) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try value(key).decode(type) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try value(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try value(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try superDecoder(JSONKey.super) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder(key) }

  /// Returns a decoder of the value for a key, or of `null` if the key is missing, as `JSONDecoder` does.
  private func superDecoder(_ key: any CodingKey) throws -> any Decoder {
    try valueIfPresent(key) ?? .null(path: codingPath + [key], userInfo: decoder.userInfo)
  }

  private var keysInWords: String {
    let keys = offsets.keys.sorted()
    return keys.listing.map { "The object has the \(keys.count == 1 ? "key" : "keys") \($0)." }
      ?? "The object has no keys."
  }

  private func value(_ key: Key) throws -> JSONValueDecoder {
    guard let value = try valueIfPresent(key) else {
      throw DecodingError.keyNotFound(
        key,
        .init(
          codingPath: codingPath,
          debugDescription: "The key \"\(key.stringValue)\" is missing. \(keysInWords)"))
    }
    return value
  }

  private func valueIfPresent(_ key: any CodingKey) throws -> JSONValueDecoder? {
    guard decoder.isOpen else { throw decoder.source.closed }
    return offsets[key.stringValue].map { JSONValueDecoder(decoder.source, at: $0) }
  }
}

private struct JSONUnkeyedDecodingContainer: UnkeyedDecodingContainer {
  private let decoder: JSONValueDecoder
  private let offsets: [Int]
  private(set) var currentIndex = 0

  init(_ decoder: JSONValueDecoder) throws {
    self.decoder = decoder
    offsets = try decoder.read { try $0.decodeElements() }
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { decoder.isOpen ? offsets.count : 0 }
  var isAtEnd: Bool { !decoder.isOpen || currentIndex == offsets.count }

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
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try next(type) { try $0.decode(type) } }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next(type) { try $0.decode(type) } }
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
    return JSONValueDecoder(decoder.source, at: offsets[currentIndex])
  }
}
