struct JSONValueEncoder: Encoder {
  private let output: CanonicalJSONEncoder
  private let slot: Int
  private let serial: UInt32

  init(_ output: CanonicalJSONEncoder, slot: Int, serial: UInt32) {
    self.output = output
    self.slot = slot
    self.serial = serial
  }

  var codingPath: [any CodingKey] { isOpen ? output.buffer.codingPath(to: slot) : [] }
  var userInfo: [CodingUserInfoKey: Any] { output.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if output.hasRedactions { output.noteContainer(keyedBy: type) }
    return keyedContainer()
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if output.hasRedactions { output.calls.hasForeignContainer = true }
    return listContainer()
  }

  fileprivate func keyedContainer<Key: CodingKey>() -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(JSONKeyedEncodingContainer(place(isObject: true)))
  }

  fileprivate func listContainer() -> any UnkeyedEncodingContainer {
    JSONUnkeyedEncodingContainer(place(isObject: false))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    self
  }

  private func place(isObject: Bool) -> JSONEncodingContainer {
    guard isOpen else { return JSONEncodingContainer(output: output, container: -1, serial: 0) }
    let container = output.buffer.container(in: slot, isObject: isObject)
    return JSONEncodingContainer(
      output: output, container: container, serial: output.buffer.containers[container].serial)
  }

  private var isOpen: Bool {
    output.buffer.slots.indices.contains(slot) && output.buffer.slots[slot].serial == serial
  }
}

extension JSONValueEncoder: SingleValueEncodingContainer {
  func encodeNil() throws {
    try check(Any?.none as Any)
    output.writeNull(in: slot)
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    try check(value)
    if output.hasRedactions { output.calls.hasSingleValue = true }
    try output.encode(value, in: slot)
  }

  private func check(_ value: Any) throws {
    guard isOpen else { throw JSONEncodingContainer.closed(value) }
    guard output.buffer.slots[slot].content == .empty else {
      throw output.invalidValue(value, in: slot, "encode(to:) encoded a second value with the same encoder.")
    }
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
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128) throws { try encode(leaf: value) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128) throws { try encode(leaf: value) }

  private func encode(leaf value: some Encodable) throws {
    try check(value)
    if output.hasRedactions { output.calls.hasSingleValue = true }
    try output.encode(value, in: slot)
  }
}

extension JSONValueEncoder: TrialEncoder {
  func encodingError(of value: some Encodable, inside levels: Int) -> (any Error)? {
    guard isOpen else { return JSONEncodingContainer.closed(value) }
    return output.encodingError(of: value, inside: output.buffer.slots[slot].depth + levels)
  }
}

private struct JSONEncodingContainer {
  let output: CanonicalJSONEncoder
  let container: Int
  let serial: UInt32

  var codingPath: [any CodingKey] {
    isOpen ? output.buffer.codingPath(to: output.buffer.containers[container].slot) : []
  }

  var count: Int { isOpen ? output.buffer.containers[container].count : 0 }

  func addSlot(_ key: String = "", for value: @autoclosure () -> Any) throws -> Int {
    guard isOpen else { throw Self.closed(value()) }
    return output.buffer.addSlot(in: container, key: key)
  }

  func encoder(_ key: String = "") -> JSONValueEncoder {
    guard isOpen else { return JSONValueEncoder(output, slot: -1, serial: 0) }
    let slot = output.buffer.addSlot(in: container, key: key)
    return JSONValueEncoder(output, slot: slot, serial: output.buffer.slots[slot].serial)
  }

  func superEncoder(_ key: String = "") -> JSONValueEncoder {
    if output.hasRedactions { output.calls.hasSuperEncoder = true }
    return encoder(key)
  }

  static func closed(_ value: Any) -> EncodingError {
    .invalidValue(
      value, .init(codingPath: [], debugDescription: "The encoder was used after its value had been encoded."))
  }

  private var isOpen: Bool {
    output.buffer.containers.indices.contains(container) && output.buffer.containers[container].serial == serial
  }
}

private struct JSONKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
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
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128, forKey key: Key) throws { try encode(leaf: value, key) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128, forKey key: Key) throws { try encode(leaf: value, key) }

  private func encode(leaf value: some Encodable, _ key: Key) throws {
    try place.output.encode(value, in: try place.addSlot(key.stringValue, for: value))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    place.encoder(key.stringValue).keyedContainer()
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    place.encoder(key.stringValue).listContainer()
  }

  func superEncoder() -> any Encoder { place.superEncoder(JSONKey.super.stringValue) }
  func superEncoder(forKey key: Key) -> any Encoder { place.superEncoder(key.stringValue) }
}

private struct JSONUnkeyedEncodingContainer: UnkeyedEncodingContainer {
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
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128) throws { try encode(leaf: value) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128) throws { try encode(leaf: value) }

  private func encode(leaf value: some Encodable) throws {
    try place.output.encode(value, in: try place.addSlot(for: value))
  }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    place.encoder().keyedContainer()
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { place.encoder().listContainer() }
  func superEncoder() -> any Encoder { place.superEncoder() }
}
