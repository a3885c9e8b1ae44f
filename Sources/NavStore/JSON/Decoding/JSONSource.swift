/// What a ``JSONReader`` and the decoders made by it have in common: the bytes, and what is known about them.
///
/// Decoders keep it alive, but not the bytes: once closed, it has none, and they throw.
final class JSONSource {
  @exclusivity(unchecked) private(set) var base: UnsafePointer<UInt8>
  @exclusivity(unchecked) private(set) var count: Int
  let userInfo: [CodingUserInfoKey: Any]
  /// What was decoded from the same bytes before, if that is to be remembered.
  private let known: DecodedValueCache?
  /// The way to the bytes from outside.
  private let rootPath: [any CodingKey]

  /// Counts the decode calls. A decoder belongs to one of them, and is of no use after it.
  @exclusivity(unchecked) private(set) var serial: UInt32 = 0
  /// Where the value of the decode call stands; nil between calls.
  @exclusivity(unchecked) var root: Int?
  /// While a value is decoded the long way because the short one gave up, what it holds is not tried again, or data
  /// could make the tries double with each level.
  @exclusivity(unchecked) var usesDecoderOnly = false

  /// Never nil, so that an empty buffer needs no case of its own.
  private static var noBytes: UnsafePointer<UInt8> {
    let noBytes: StaticString = ""
    return noBytes.utf8Start
  }

  init(
    _ bytes: UnsafeRawBufferPointer, userInfo: [CodingUserInfoKey: Any], rootPath: [any CodingKey] = [],
    known: DecodedValueCache? = nil
  ) {
    base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? Self.noBytes
    count = bytes.count
    self.userInfo = userInfo
    self.rootPath = rootPath
    self.known = known
  }

  /// The value that stands in a range of the bytes, which `decode` gives if it is not remembered.
  func value<Value>(_ type: Value.Type, in range: Range<Int>, _ decode: () throws -> Value) rethrows -> Value {
    guard let known else { return try decode() }
    return try known.value(type, UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count), decode)
  }

  /// Forgets the bytes, which may go now.
  func close() {
    base = Self.noBytes
    count = 0
    end()
  }

  /// Ends a decode call. The decoders that it made are of no use from now on.
  func end() {
    root = nil
    serial &+= 1
  }
}

// MARK: - Errors

extension JSONSource {
  /// The keys and indexes that lead to a value. They are looked up only when somebody asks, which costs time in
  /// proportion to the bytes before it.
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

  /// What a decoder throws for bytes that are no JSON.
  func decodingError(_ error: JSONSyntaxError) -> DecodingError {
    .dataCorrupted(
      .init(
        codingPath: [], debugDescription: "The given data was not valid JSON. \(error)", underlyingError: error))
  }

  /// What a decoder throws for a value of another type.
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

  /// What a decoder throws for a value of the right type that says something wrong.
  func corrupted(_ reason: String, at offset: Int) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath(to: offset), debugDescription: reason))
  }

  /// What a decoder throws that somebody kept.
  var closed: DecodingError {
    .dataCorrupted(
      .init(codingPath: [], debugDescription: "The decoder was used after the decode call that it was made for."))
  }
}

/// A key of any name, or an index.
struct JSONKey: CodingKey {
  private var name: String?
  private(set) var intValue: Int?

  init(stringValue: String) { name = stringValue }
  init(intValue: Int) { self.intValue = intValue }

  var stringValue: String { name ?? "Index \(intValue ?? 0)" }

  static let `super` = JSONKey(stringValue: "super")
}
