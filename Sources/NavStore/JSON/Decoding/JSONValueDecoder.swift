/// A decoder of one value in bytes that were checked, for any `Decodable`.
///
/// It decodes what `JSONDecoder` does as it comes, and like it: of members with the same key the first one counts, and
/// `1.0` is an integer. Nothing is read before it is asked for, and ways to values are looked up for errors only. Types with
/// a form of their own in JSON, `URL` and `Data`, have it by ``JSONReadable``. It differs in these:
///
/// - Bytes have to be JSON throughout, also in values that nothing asks for, and UTF-8 without a byte order mark.
/// - The keys of a coding path are found in the bytes, so they are not of the type of keys that was asked for.
/// - An integer that is spelled with a fraction or an exponent is exact or refused, and `0e2` is a number for every
///   type.
/// - A `Decimal` is decoded as it decodes itself, not from a number.
struct JSONValueDecoder: Decoder {
  let source: JSONSource
  let offset: Int
  let serial: UInt32

  init(_ source: JSONSource, at offset: Int) {
    self.source = source
    self.offset = offset
    serial = source.serial
  }

  /// Whether the decode call that it was made for still runs.
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

  /// Calls `body` with a reader at the value.
  func read<Value>(_ body: (inout JSONReader) throws -> Value) throws -> Value {
    guard isOpen else { throw source.closed }
    var reader = JSONReader(source, at: offset)
    return try body(&reader)
  }

  /// A decoder of a null that isNext nowhere.
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
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try read { try $0.decode(type) } }
}
