/// Any value in JSON, open to be looked into and changed: for migrations of saved states and logs.
///
/// ```swift
/// var state = try JSONValue(parsing: bytes)
/// state["tabs"]?[0]?["tab"] = "start"
/// ```
///
/// A number that `Int` holds is read as an integer, also when it is spelled `1.0`, and one that only `UInt64` holds as
/// an unsigned integer; any other is rounded to a `Double`. Of members with the same key the first one counts. At most
/// 64 arrays and objects may be inside each other.
///
/// On most watches, `Int` has 32 bits. There, a number of milliseconds since 1970 is an unsigned integer, and a number
/// below −2³¹ is a `Double`, which holds up to 53 bits exactly.
public enum JSONValue: Hashable, Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// A whole number that `Int` does not hold.
  case unsigned(UInt64)
  /// Another number. Only a finite one can be written.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Members by their keys, in no order.
  case object([String: JSONValue])

  /// The value that a text in JSON stands for. Throws a `DecodingError` when it is none.
  public init(parsing text: some Sequence<UInt8>) throws {
    let bytes = Array(text)
    self = try bytes.withUnsafeBytes { try JSONReader.decode(JSONValue.self, from: $0) }
  }

  /// The value that a text in JSON stands for. Throws a `DecodingError` when it is none.
  public init(parsing text: String) throws {
    try self.init(parsing: text.utf8)
  }

  /// The canonical text in UTF-8: keys in order, no white space, the same bytes for equal values in every process.
  /// Throws an `EncodingError` for a number that is not finite, and for more than 64 arrays and objects inside each
  /// other.
  public var canonicalBytes: [UInt8] {
    get throws { try CanonicalJSONEncoder().encode(self) }
  }

  /// The member of an object; nil if there is none, or no object. Setting nil removes it. What is no object stays as it
  /// is.
  public subscript(key: String) -> JSONValue? {
    get {
      guard case .object(let members) = self else { return nil }
      return members[key]
    }
    set {
      guard case .object(var members) = self else { return }
      self = .null  // so that the members are not copied
      members[key] = newValue
      self = .object(members)
    }
  }

  /// The element of an array; nil if there is none, or no array. Setting nil removes it. Where there is no element,
  /// nothing is set.
  public subscript(index: Int) -> JSONValue? {
    get {
      guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
      return elements[index]
    }
    set {
      guard case .array(var elements) = self, elements.indices.contains(index) else { return }
      self = .null  // so that the elements are not copied
      if let newValue { elements[index] = newValue } else { elements.remove(at: index) }
      self = .array(elements)
    }
  }
}

extension JSONValue: Codable {
  /// Decodes any value.
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
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }
}

extension JSONValue: JSONWritable {
  /// Straight, because each level takes some of the stack, and by way of an `Encoder` some three times as much.
  package func write(to encoder: CanonicalJSONEncoder) throws {
    switch self {
    case .null: encoder.append("null")
    case .bool(let value): try encoder.write(value)
    case .integer(let value): try encoder.write(value)
    case .unsigned(let value): try encoder.write(value)
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
      guard let number = try number(as: Double.self) else { throw error("a number that a Double can hold", at: start) }
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
  /// `null`
  public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  /// `true` or `false`
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// A whole number.
  public init(integerLiteral value: Int64) { self = JSONValue(value, as: Int.self) }

  /// The case that a number is read as where `Int` is the type `Integer`.
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
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Members by their keys. Of those with the same key the first one counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { first, _ in first })
  }
}

extension JSONValue {
  /// What a value is, for a message that says which one: a text in quotes, of an object its keys. What the keys stand
  /// for may be private and is left out.
  package var outline: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .unsigned, .number: "a number"
    case .string(let text): "\"\(text.printable(limit: Self.outlineLimit - 2))\""
    case .array: "a list"
    case .object(let members):
      "{\(members.keys.sorted().prefix(8).map { "\"\($0)\":…" }.joined(separator: ","))}"
        .printable(limit: Self.outlineLimit)
    }
  }

  /// How many characters an outline may have.
  package static let outlineLimit = 60
}
