/// An array that is being encoded.
struct JSONUnkeyedEncodingContainer: UnkeyedEncodingContainer {
  private let place: JSONEncodingContainer

  init(_ place: JSONEncodingContainer) {
    self.place = place
  }

  var codingPath: [any CodingKey] { place.codingPath }
  var count: Int { place.count }

  func encodeNil() throws {
    place.output.writeNull(in: try place.addSlot(for: Any?.none as Any))
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    try place.output.encode(value, in: try place.addSlot(for: value))
  }

  func encode(_ value: Bool) throws { try encode(leaf: value) }
  func encode(_ value: String) throws { try encode(leaf: value) }
  func encode(_ value: Double) throws { try encode(leaf: value) }
  func encode(_ value: Float) throws { try encode(leaf: value) }
  func encode(_ value: Int) throws { try encode(leaf: value) }
  func encode(_ value: Int8) throws { try encode(leaf: value) }
  func encode(_ value: Int16) throws { try encode(leaf: value) }
  func encode(_ value: Int32) throws { try encode(leaf: value) }
  func encode(_ value: Int64) throws { try encode(leaf: value) }
  func encode(_ value: UInt) throws { try encode(leaf: value) }
  func encode(_ value: UInt8) throws { try encode(leaf: value) }
  func encode(_ value: UInt16) throws { try encode(leaf: value) }
  func encode(_ value: UInt32) throws { try encode(leaf: value) }
  func encode(_ value: UInt64) throws { try encode(leaf: value) }

  private func encode(leaf value: some Encodable) throws {
    try place.output.encode(value, in: try place.addSlot(for: value))
  }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    place.encoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { place.encoder().unkeyedContainer() }
  func superEncoder() -> any Encoder { place.encoder() }
}
