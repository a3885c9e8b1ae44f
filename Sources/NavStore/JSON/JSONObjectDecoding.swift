/// The members of an object by their keys.
struct JSONObjectDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: JSONValueDecoder
  private let members: JSONMembers

  init(_ decoder: JSONValueDecoder) throws {
    self.decoder = decoder
    members = try JSONMembers(decoder)
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  private var source: JSONSource { decoder.source }

  var allKeys: [Key] {
    guard isOpen else { return [] }
    var keys: [Key] = []
    for index in members.range {
      if let key = Key(stringValue: members.key(index, in: source)) { keys.append(key) }
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { isOpen && members.index(of: key.stringValue, in: source) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try read(key) { $0.decodeNull() } }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try read(key) { try $0.decodeBool() } }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try read(key) { try $0.decodeString() } }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try read(key) { try $0.decodeDouble() } }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try read(key) { try $0.decodeFloat() } }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try read(key) { try $0.decodeInteger(type) } }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try read(key) { try $0.decodeInteger(type) } }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try read(key) { try $0.decodeInteger(type) } }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try read(key) { try $0.decodeInteger(type) } }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try read(key) { try $0.decodeInteger(type) } }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try read(key) { try $0.decodeInteger(type) } }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try read(key) { try $0.decodeInteger(type) } }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try read(key) { try $0.decodeInteger(type) } }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try read(key) { try $0.decodeInteger(type) } }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try read(key) { try $0.decodeInteger(type) } }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try read(key) { try $0.decode(type) }
  }

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

  private var isOpen: Bool { decoder.serial == source.serial }

  /// A decoder of the value, or of null where there is none, as `JSONDecoder` has it.
  private func superDecoder(_ key: any CodingKey) throws -> any Decoder {
    guard isOpen else { throw source.closed }
    guard let index = members.index(of: key.stringValue, in: source) else {
      return JSONValueDecoder.null(path: codingPath + [key], userInfo: source.userInfo)
    }
    return JSONValueDecoder(source, at: source.members[index].value)
  }

  private func value(_ key: Key) throws -> JSONValueDecoder {
    JSONValueDecoder(source, at: source.members[try index(of: key)].value)
  }

  private func read<Value>(_ key: Key, _ body: (inout JSONReader) throws -> Value) throws -> Value {
    let index = try index(of: key)
    var reader = JSONReader(source, at: source.members[index].value)
    let value = try body(&reader)
    // What was decoded inside may have found members of its own since.
    source.lastFound = index
    return value
  }

  private func index(of key: Key) throws -> Int {
    guard isOpen else { throw source.closed }
    guard let index = members.index(of: key.stringValue, in: source) else {
      throw DecodingError.keyNotFound(
        key,
        .init(
          codingPath: codingPath,
          debugDescription: "No value associated with key \(key) (\"\(key.stringValue)\")."))
    }
    return index
  }
}
