/// Any JSON value. Migrations of saved states and logs use it to inspect and change values.
///
/// ```swift
/// state["tabs"]?[0]?["tab"] = "start"
/// ```
///
/// A whole number that fits in `Int` is read as an integer, even if it is written as `1.0`. A whole number that fits
/// only in `UInt64` is read as an unsigned integer. A larger whole number in digits is read with all its digits, so
/// that an `Int128` keeps its value. Any other number is rounded to a `Double`. If a key is repeated, the first member
/// is used. Arrays and objects can be nested up to 64 levels.
///
/// `Int` has 32 bits on most watches. On these watches, the current number of milliseconds since 1970 is read as an
/// unsigned integer, and a number below −2³¹ is read as a `Double`, which represents integers of up to 53 bits exactly.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// An integer.
  case integer(Int)
  /// An integer that fits in `UInt64` but not in `Int`.
  case unsigned(UInt64)
  /// An integer that fits neither in `Int` nor in `UInt64`, as its decimal digits, with a minus sign if it is negative.
  /// If a ``number(_:)`` is encoded to the same digits, the integer is read as that number.
  case largeInteger(String)
  /// Any other number. Only finite numbers can be encoded.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object: values by key, without an order.
  case object([String: JSONValue])

  /// Parses a JSON document in UTF-8.
  ///
  /// - Throws: `DecodingError` if the text is not valid JSON, is nested more than 64 levels deep, or contains a number
  ///   outside the range of `Double`.
  package init(parsing text: some Sequence<UInt8>) throws {
    let bytes = Array(text)
    self = try bytes.withUnsafeBytes { try JSONReader.decode(JSONValue.self, from: $0) }
  }

  package init(parsing text: String) throws {
    try self.init(parsing: text.utf8)
  }

  /// The canonical text in UTF-8: sorted keys and no white space. Equal values have the same bytes in every process.
  ///
  /// - Throws: `EncodingError` if a number is not finite, if a large integer has other characters than digits, or if
  ///   arrays and objects are nested more than 64 levels deep.
  package var canonicalBytes: [UInt8] {
    get throws { try CanonicalJSONEncoder().encode(self) }
  }

  /// Accesses the value for the given key of an object.
  ///
  /// Reading returns `nil` if the value is not an object or has no such member. Assigning `nil` removes the member. An
  /// assignment has no effect if the value is not an object.
  public subscript(key: String) -> JSONValue? {
    get {
      guard case .object(let members) = self else { return nil }
      return members[key]
    }
    set {
      guard case .object(var members) = self else { return }
      self = .null  // Releases the members, so that the change does not copy them.
      members[key] = newValue
      self = .object(members)
    }
  }

  /// Accesses the element of an array at the given index.
  ///
  /// Reading returns `nil` if the value is not an array or has no such element. Assigning `nil` removes the element. An
  /// assignment has no effect if there is no such element.
  public subscript(index: Int) -> JSONValue? {
    get {
      guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
      return elements[index]
    }
    set {
      guard case .array(var elements) = self, elements.indices.contains(index) else { return }
      self = .null  // Releases the elements, so that the change does not copy them.
      if let newValue { elements[index] = newValue } else { elements.remove(at: index) }
      self = .array(elements)
    }
  }
}

extension JSONValue: Codable {
  /// Decodes any JSON value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(UInt64.self) {
      self = .unsigned(value)
    } else if let value = Self.largeInteger(in: container) {
      self = value
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .array(try container.decode([JSONValue].self))
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .largeInteger(let digits): try Self.encode(digits, in: &container)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }
}

extension JSONValue {
  /// Creates the value of an integer that fits neither in `Int` nor in `UInt64`: a number if a `Double` has the same
  /// digits, and otherwise a large integer.
  fileprivate init(digits: String) {
    var buffer = JSONEncodingBuffer()
    if let number = Double(digits), buffer.write(number: number), buffer.bytes.elementsEqual(digits.utf8) {
      self = .number(number)
    } else {
      self = .largeInteger(digits)
    }
  }

  /// Decodes an integer that fits in 128 bits, if the decoder and the system support it.
  private static func largeInteger(in container: any SingleValueDecodingContainer) -> JSONValue? {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
    let digits =
      (try? container.decode(Int128.self)).map { "\($0)" } ?? (try? container.decode(UInt128.self)).map { "\($0)" }
    return digits.map { JSONValue(digits: $0) }
  }

  /// Encodes a large integer as a number. With another encoder than NavStore's, the number must fit in 128 bits.
  private static func encode(_ digits: String, in container: inout any SingleValueEncodingContainer) throws {
    try check(digits)
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      if let integer = Int128(digits) { return try container.encode(integer) }
      if let integer = UInt128(digits) { return try container.encode(integer) }
    }
    guard let number = Double(digits) else { throw invalidDigits(digits) }
    try container.encode(number)
  }

  private static func check(_ digits: String) throws {
    let number = digits.hasPrefix("-") ? digits.dropFirst() : digits[...]
    let isNumber = !number.isEmpty && number.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isNumber, number.count == 1 || !number.hasPrefix("0") else { throw invalidDigits(digits) }
  }

  private static func invalidDigits(_ digits: String) -> EncodingError {
    let reason = "\"\(digits.printable(limit: outlineLimit))\" is not an integer in decimal digits."
    return .invalidValue(digits, .init(codingPath: [], debugDescription: reason))
  }
}

extension JSONValue: JSONWritable {
  /// Writes the value without an `Encoder`, because recursion through an `Encoder` uses about three times as much stack
  /// space for each level of nesting.
  package func write(to encoder: CanonicalJSONEncoder) throws {
    switch self {
    case .null: encoder.append("null")
    case .bool(let value): try encoder.write(value)
    case .integer(let value): try encoder.write(value)
    case .unsigned(let value): try encoder.write(value)
    case .largeInteger(let digits):
      try Self.check(digits)
      encoder.buffer.bytes.append(contentsOf: digits.utf8)
    case .number(let value): try encoder.write(value)
    case .string(let value): try encoder.write(value)
    case .array(let elements): try write(elements, to: encoder)
    case .object(let members): try write(members, to: encoder)
    }
  }

  private func write(_ elements: [JSONValue], to encoder: CanonicalJSONEncoder) throws {
    guard !encoder.hasRedactions else { return try encoder.write(elements) }
    try encoder.enter(1)
    encoder.append("[")
    for index in elements.indices {
      if index > 0 { encoder.append(",") }
      try elements[index].write(to: encoder)
    }
    encoder.append("]")
    encoder.leave(1)
  }

  private func write(_ members: [String: JSONValue], to encoder: CanonicalJSONEncoder) throws {
    guard !encoder.hasRedactions else { return try encoder.write(members) }
    try encoder.enter(1)
    encoder.append("{")
    var isFirst = true
    for member in members.sorted(by: { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }) {
      if !isFirst { encoder.append(",") }
      isFirst = false
      try encoder.write(member.key)
      encoder.append(":")
      try member.value.write(to: encoder)
    }
    encoder.append("}")
    encoder.leave(1)
  }
}

extension JSONValue: JSONReadable {
  package static var hasOwnJSONForm: Bool { true }

  package static func read(from reader: inout JSONReader) throws -> JSONValue {
    do throws(JSONSyntaxError) { return try reader.value() } catch { throw reader.source.decodingError(error) }
  }
}

extension JSONReader {
  fileprivate mutating func value() throws(JSONSyntaxError) -> JSONValue {
    skipWhitespace()
    var isFirst = true
    switch next {
    case UInt8(ascii: "\""):
      return .string(try string())
    case UInt8(ascii: "["):
      try enterArray()
      var elements: [JSONValue] = []
      while try nextElement(isFirst: &isFirst) { elements.append(try value()) }
      return .array(elements)
    case UInt8(ascii: "{"):
      try enterObject()
      var members: [String: JSONValue] = [:]
      while let key = try nextKey(isFirst: &isFirst) {
        let name = text(of: key)
        let value = try value()
        if members[name] == nil { members[name] = value }
      }
      return .object(members)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let start = position
      if let integer = try number(as: Int.self) { return .integer(integer) }
      position = start
      if let integer = try number(as: UInt64.self) { return .unsigned(integer) }
      position = start
      try skipNumber()
      let text = text(from: start)
      if text.utf8.allSatisfy({ $0 <= UInt8(ascii: "9") && $0 != UInt8(ascii: ".") }) { return JSONValue(digits: text) }
      position = start
      guard let number = try number(as: Double.self) else {
        throw error("a number within the range of Double", at: start)
      }
      return .number(number)
    default:
      if consume("true") { return .bool(true) }
      if consume("false") { return .bool(false) }
      guard consume("null") else { throw error("a value") }
      return .null
    }
  }
}

extension JSONValue: ExpressibleByNilLiteral {
  /// Creates `null`.
  public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = JSONValue(value, as: Int.self) }

  /// Creates the value that represents an integer on a platform where `Int` has the same width as `Integer`.
  package init<Integer: FixedWidthInteger>(_ value: Int64, as type: Integer.Type) {
    if let integer = Integer(exactly: value) {
      self = .integer(Int(integer))
    } else if let unsigned = UInt64(exactly: value) {
      self = .unsigned(unsigned)
    } else {
      self = .number(Double(value))
    }
  }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// Creates an array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Creates an object. If a key is repeated, the first member is used.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { first, _ in first })
  }
}

extension JSONValue {
  /// A short description of the value for messages: a string in quotation marks, the first keys of an object, or the
  /// kind of any other value. The values of an object are omitted because they can be private.
  package var outline: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .unsigned, .largeInteger, .number: "a number"
    case .string(let text): "\"\(text.printable(limit: Self.outlineLimit - 2))\""
    case .array: "a list"
    case .object(let members):
      "{\(members.keys.sorted().prefix(8).map { "\"\($0)\":…" }.joined(separator: ","))}"
        .printable(limit: Self.outlineLimit)
    }
  }

  static let outlineLimit = 60
}
