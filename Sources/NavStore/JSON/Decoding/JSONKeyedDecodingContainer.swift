/// The members of an object by their keys.
struct JSONKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: JSONValueDecoder
  private let places: [String: Int]

  init(_ decoder: JSONValueDecoder) throws {
    self.decoder = decoder
    places = try decoder.read { try $0.decodeMembers() }
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  /// In the order of the values, so that whoever goes over them does the same in every process.
  var allKeys: [Key] {
    guard decoder.isOpen else { return [] }
    return places.sorted { $0.value < $1.value }.compactMap { Key(stringValue: $0.key) }
  }

  func contains(_ key: Key) -> Bool { decoder.isOpen && places[key.stringValue] != nil }

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

  /// A decoder of the value, or of null where there is none, as `JSONDecoder` has it.
  private func superDecoder(_ key: any CodingKey) throws -> any Decoder {
    try valueIfPresent(key) ?? .null(path: codingPath + [key], userInfo: decoder.userInfo)
  }

  /// The existing keys, as the end of a sentence.
  private var keysInWords: String {
    let keys = places.keys.sorted()
    return keys.listing.map { "there \(keys.count == 1 ? "is" : "are") \($0)" } ?? "the object has no key"
  }

  private func value(_ key: Key) throws -> JSONValueDecoder {
    guard let value = try valueIfPresent(key) else {
      throw DecodingError.keyNotFound(
        key,
        .init(
          codingPath: codingPath,
          debugDescription: "The key \"\(key.stringValue)\" is missing; \(keysInWords)."))
    }
    return value
  }

  private func valueIfPresent(_ key: any CodingKey) throws -> JSONValueDecoder? {
    guard decoder.isOpen else { throw decoder.source.closed }
    return places[key.stringValue].map { JSONValueDecoder(decoder.source, at: $0) }
  }
}
