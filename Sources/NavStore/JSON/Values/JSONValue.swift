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
