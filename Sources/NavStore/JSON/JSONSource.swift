/// What a ``JSONReader`` and the decoders made by it have in common: the bytes, and what is known about them.
///
/// Decoders keep it alive, but not the bytes: once closed, it has none, and they throw.
final class JSONSource {
  /// A key and the place of its value.
  struct Member {
    let key: JSONString
    let value: Int
  }

  @exclusivity(unchecked) private(set) var base: UnsafePointer<UInt8>
  @exclusivity(unchecked) private(set) var count: Int
  let userInfo: [CodingUserInfoKey: Any]
  /// What was decoded from the same bytes before, if that is to be remembered.
  private let known: DecodedValues?

  /// Counts the decode calls. A decoder belongs to one of them, and is of no use after it.
  @exclusivity(unchecked) private(set) var serial: UInt32 = 0
  /// Where the value of the decode call stands, and the way to it from outside.
  @exclusivity(unchecked) private(set) var root = 0
  private let rootPath: [any CodingKey]
  @exclusivity(unchecked) private var isDecoding = false

  /// The bytes that hold one whole value, which was checked.
  @exclusivity(unchecked) var checked = 0..<0
  /// The members of every object that was looked into during the decode call.
  @exclusivity(unchecked) var members: ContiguousArray<Member> = []
  /// The members of large objects by their keys, under the place of the first one.
  @exclusivity(unchecked) var indexes: [Int: [String: Int]] = [:]
  /// The member that was found last: fields are mostly decoded in the order they stand in.
  @exclusivity(unchecked) var lastFound = -1
  /// While a value is decoded the long way because the short one gave up, what it holds is not tried again, or data could
  /// make the tries double with each level.
  @exclusivity(unchecked) var isThorough = false

  @exclusivity(unchecked) private var readables = TypeTable<any JSONReadable.Type>()

  /// Never nil, so that an empty buffer needs no case of its own.
  private static var nothing: UnsafePointer<UInt8> {
    let nothing: StaticString = ""
    return nothing.utf8Start
  }

  init(
    _ bytes: UnsafeRawBufferPointer, userInfo: [CodingUserInfoKey: Any], rootPath: [any CodingKey] = [],
    known: DecodedValues? = nil
  ) {
    base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? Self.nothing
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
    base = Self.nothing
    count = 0
    serial &+= 1
  }

  /// Begins a decode call, and returns true if it is not a part of one that is running; then it has to be ended.
  func begin(at offset: Int) -> Bool {
    guard !isDecoding else { return false }
    isDecoding = true
    root = offset
    return true
  }

  /// Ends a decode call. The decoders that it made are of no use from now on.
  func end() {
    isDecoding = false
    isThorough = false
    serial &+= 1
    checked = 0..<0
    if !members.isEmpty { members.removeAll(keepingCapacity: true) }
    if !indexes.isEmpty { indexes.removeAll() }
    lastFound = -1
  }

  /// How to read a type straight from the bytes, if it can be. The answer is kept: a cast takes long.
  func readable(_ type: Any.Type) -> (any JSONReadable.Type)? {
    readables.value(for: type) { $0 as? any JSONReadable.Type }
  }
}

// MARK: - Errors

extension JSONSource {
  /// The keys and indexes that lead to a value. They are looked up only when somebody asks, which costs time in
  /// proportion to the bytes before it.
  func codingPath(to offset: Int) -> [any CodingKey] {
    var path = rootPath
    var reader = JSONReader(self, at: min(root, count))
    search: while true {
      reader.skipWhitespace()
      guard reader.position < offset else { return path }
      var isFirst = true
      do throws(JSONError) {
        switch reader.next {
        case UInt8(ascii: "["):
          try reader.enterArray()
          var index = 0
          while try reader.nextElement(isFirst: &isFirst) {
            let start = reader.position
            reader.skipChecked()
            if offset < reader.position {
              path.append(JSONKey(index: index))
              reader.position = start
              continue search
            }
            index += 1
          }
        case UInt8(ascii: "{"):
          try reader.enterObject()
          while let key = try reader.nextKey(isFirst: &isFirst) {
            let start = reader.position
            reader.skipChecked()
            if offset < reader.position {
              path.append(JSONKey(stringValue: reader.text(of: key)))
              reader.position = start
              continue search
            }
          }
        default: break
        }
      } catch {}
      return path
    }
  }

  /// What a decoder throws for bytes that are no JSON.
  func decodingError(_ error: JSONError) -> DecodingError {
    .dataCorrupted(
      .init(
        codingPath: [], debugDescription: "The given data was not valid JSON. \(error)", underlyingError: error))
  }

  /// What a decoder throws for a value of another type.
  func mismatch(_ type: Any.Type, at offset: Int) -> DecodingError {
    let reader = JSONReader(self, at: offset)
    let path = codingPath(to: offset)
    let found: String
    switch reader.next {
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
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }

  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  static let `super` = JSONKey(stringValue: "super")
}
