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
    guard !encoder.redacts else { return try encoder.write(elements) }
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
    guard !encoder.redacts else { return try encoder.write(members) }
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
