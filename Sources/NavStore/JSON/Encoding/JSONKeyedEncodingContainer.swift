/// An object that is being encoded.
struct JSONKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let place: JSONEncodingContainer

  init(_ place: JSONEncodingContainer) {
    self.place = place
  }

  var codingPath: [any CodingKey] { place.codingPath }

  func encodeNil(forKey key: Key) throws {
    place.output.writeNull(in: try place.addSlot(key.stringValue, for: Any?.none as Any))
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try place.output.encode(value, in: try place.addSlot(key.stringValue, for: value))
  }

  func encode(_ value: Bool, forKey key: Key) throws { try encode(leaf: value, key) }
  func encode(_ value: String, forKey key: Key) throws { try encode(leaf: value, key) }
  func encode(_ value: Double, forKey key: Key) throws { try encode(leaf: value, key) }
  func encode(_ value: Float, forKey key: Key) throws { try encode(leaf: value, key) }
  func encode(_ value: Int, forKey key: Key) throws { try encode(leaf: value, key) }
  func encode(_ value: Int8, forKey key: Key) throws { try encode(leaf: value, key) }
  func encode(_ value: Int16, forKey key: Key) throws { try encode(leaf: value, key) }
  func encode(_ value: Int32, forKey key: Key) throws { try encode(leaf: value, key) }
  func encode(_ value: Int64, forKey key: Key) throws { try encode(leaf: value, key) }
  func encode(_ value: UInt, forKey key: Key) throws { try encode(leaf: value, key) }
  func encode(_ value: UInt8, forKey key: Key) throws { try encode(leaf: value, key) }
  func encode(_ value: UInt16, forKey key: Key) throws { try encode(leaf: value, key) }
  func encode(_ value: UInt32, forKey key: Key) throws { try encode(leaf: value, key) }
  func encode(_ value: UInt64, forKey key: Key) throws { try encode(leaf: value, key) }

  private func encode(leaf value: some Encodable, _ key: Key) throws {
    try place.output.encode(value, in: try place.addSlot(key.stringValue, for: value))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    place.encoder(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    place.encoder(key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { place.encoder(JSONKey.super.stringValue) }
  func superEncoder(forKey key: Key) -> any Encoder { place.encoder(key.stringValue) }
}
