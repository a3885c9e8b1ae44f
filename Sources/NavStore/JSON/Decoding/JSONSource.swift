/// The bytes and settings that a ``JSONReader`` and its decoders share.
///
/// A decoder retains the source, but the source does not own the bytes. After ``close()``, the source has no bytes, and
/// its decoders throw errors.
final class JSONSource {
  private(set) var base: UnsafePointer<UInt8>
  private(set) var count: Int
  let userInfo: [CodingUserInfoKey: Any]
  private let cache: DecodedValueCache?
  private let rootPath: [any CodingKey]

  /// A number that changes when a decode call ends. A decoder stores this number when it is created, and is valid only
  /// until the number changes.
  private(set) var serial: UInt32 = 0
  /// The offset of the value that the outermost decode call decodes, or `nil` if there is no such call.
  var root: Int?
  /// Whether nested values are decoded with `init(from:)` even if their types conform to ``JSONReadable``. A `String`,
  /// an `Int` and a type with its own JSON form are always read directly.
  ///
  /// The property is `true` while `init(from:)` decodes a value that could not be read directly. Without this property,
  /// crafted data could double the number of decoding attempts with each level of nesting.
  var usesDecoderOnly = false

  private static var noBytes: UnsafePointer<UInt8> {
    let noBytes: StaticString = ""
    return noBytes.utf8Start
  }

  init(
    _ bytes: UnsafeRawBufferPointer, userInfo: [CodingUserInfoKey: Any], rootPath: [any CodingKey] = [],
    cache: DecodedValueCache? = nil
  ) {
    base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? Self.noBytes
    count = bytes.count
    self.userInfo = userInfo
    self.rootPath = rootPath
    self.cache = cache
  }

  func value<Value>(_ type: Value.Type, in range: Range<Int>, _ decode: () throws -> Value) rethrows -> Value {
    guard let cache else { return try decode() }
    return try cache.value(type, UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count), decode)
  }

  /// Removes the reference to the bytes. The caller may then deallocate the bytes.
  func close() {
    base = Self.noBytes
    count = 0
    end()
  }

  func end() {
    root = nil
    serial &+= 1
  }
}

// MARK: - Errors

extension JSONSource {
  /// Returns the keys and indexes that lead to the value at an offset.
  ///
  /// The source does not store the path, because it is needed mainly for errors.
  ///
  /// - Complexity: O(n), where n is the number of bytes before the value.
  func codingPath(to offset: Int) -> [any CodingKey] {
    var path: [JSONKey] = []
    var reader = JSONReader(self, at: root ?? offset)
    while reader.position < offset {
      switch reader.next {
      case UInt8(ascii: "["): path.append(JSONKey(intValue: 0))
      case UInt8(ascii: "{"): path.append(JSONKey(stringValue: ""))
      case UInt8(ascii: "]"), UInt8(ascii: "}"): _ = path.popLast()
      case UInt8(ascii: ","):
        if let index = path.popLast() { path.append(index.intValue.map { JSONKey(intValue: $0 + 1) } ?? index) }
      case UInt8(ascii: "\""):
        guard let string = try? reader.rawString() else { return rootPath }
        reader.skipWhitespace()
        if reader.next == UInt8(ascii: ":"), path.popLast() != nil {
          path.append(JSONKey(stringValue: reader.text(of: string)))
        }
        continue
      default: break
      }
      reader.position += 1
    }
    return rootPath + path
  }

  func decodingError(_ error: JSONSyntaxError) -> DecodingError {
    .dataCorrupted(
      .init(
        codingPath: [], debugDescription: "The given data was not valid JSON. \(error)", underlyingError: error))
  }

  func mismatch(_ type: Any.Type, at offset: Int) -> DecodingError {
    let path = codingPath(to: offset)
    let found: String
    switch JSONReader(self, at: offset).next {
    case UInt8(ascii: "\""): found = "a string"
    case UInt8(ascii: "["): found = "an array"
    case UInt8(ascii: "{"): found = "a dictionary"
    case UInt8(ascii: "t"), UInt8(ascii: "f"): found = "bool"
    case UInt8(ascii: "n"):
      return .valueNotFound(
        type, .init(codingPath: path, debugDescription: "Cannot get value of type \(type) -- found null value instead"))
    default: found = "number"
    }
    return .typeMismatch(
      type, .init(codingPath: path, debugDescription: "Expected to decode \(type) but found \(found) instead."))
  }

  func corrupted(_ reason: String, at offset: Int) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath(to: offset), debugDescription: reason))
  }

  var closed: DecodingError {
    .dataCorrupted(
      .init(codingPath: [], debugDescription: "The decoder was used after its decode call had ended."))
  }
}

/// A coding key with any name, or with an index.
struct JSONKey: CodingKey {
  private var name: String?
  private(set) var intValue: Int?

  init(stringValue: String) { name = stringValue }
  init(intValue: Int) { self.intValue = intValue }

  var stringValue: String { name ?? "Index \(intValue ?? 0)" }

  static let `super` = JSONKey(stringValue: "super")
}
