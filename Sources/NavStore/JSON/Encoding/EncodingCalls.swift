/// The calls with which a running `encode(to:)` could write a redacted value without passing it to the encoder.
///
/// A type can encode a part with `part.encode(to: encoder)`. The encoder then receives the calls of the part as if they
/// were calls of the type, and cannot replace the part.
struct EncodingCalls {
  /// The type whose `encode(to:)` is running. For an object, it is the class of the object.
  let type: Any.Type
  /// The number of redacted values that were passed to the encoder, without those inside another one.
  var redactionCount = 0
  /// Whether a container was requested that a part could have requested: an unkeyed container, or a container with keys
  /// that neither the type nor a superclass declares.
  var hasForeignContainer = false
  var hasRedactedKeys = false
  var hasSingleValue = false
  var hasSuperEncoder = false

  init(of type: Any.Type) {
    self.type = type
  }
}

/// The error for a value that may contain a redacted value which the encoder cannot replace.
package struct HiddenRedactedValue: Error, CustomStringConvertible, Outlined {
  let type: Any.Type

  package var description: String {
    "\(type) is not recorded, because it may contain a redacted value that is encoded without being passed to the "
      + "encoder, as part.encode(to: encoder) does. Encode the part with a container, or redact \(type) as well: "
      + "a redaction that returns its argument states that nothing in it is private"
  }

  package var outline: String { description }
}

extension CanonicalJSONEncoder {
  /// Calls the `encode(to:)` of a value.
  ///
  /// - Throws: ``HiddenRedactedValue`` if the value contains a redacted value that was not passed to the encoder.
  func callEncode<Value: Encodable>(of value: Value, in slot: Int) throws {
    let encoder = JSONValueEncoder(self, slot: slot, serial: buffer.slots[slot].serial)
    guard hasRedactions else { return try value.encode(to: encoder) }
    let outer = calls
    calls = EncodingCalls(of: Swift.type(of: value))
    // What was written before an error is discarded, so nothing is counted.
    var count = 0
    defer {
      calls = outer
      calls.redactionCount += count
    }
    try value.encode(to: encoder)
    try check(value)
    if !isClosed(Value.self) { count = calls.redactionCount }
  }

  func countingOneRedaction(_ body: () throws -> Void) rethrows {
    let count = calls.redactionCount
    try body()
    calls.redactionCount = count + 1
  }

  func noteContainer(keyedBy keys: Any.Type) {
    if isDeclared(keys, in: calls.type) { return }
    // The identifier of a type is the type itself.
    if redactions.keys.contains(where: { isDeclared(keys, in: unsafeBitCast($0, to: Any.Type.self)) }) {
      calls.hasRedactedKeys = true
    } else if !isDeclared(keys, inSuperclassOf: calls.type) {
      calls.hasForeignContainer = true
    }
  }

  /// Checks the key of a dictionary, which is written as a text that the key itself returns.
  func check(key: some Any) throws {
    guard hasRedactions, redactedCount(in: key) != 0 else { return }
    throw HiddenRedactedValue(type: type(of: key))
  }

  private func check<Value>(_ value: Value) throws {
    let type = Swift.type(of: value)
    guard redactions[ObjectIdentifier(type)] == nil, redactions[ObjectIdentifier(Value.self)] == nil else { return }
    if calls.hasRedactedKeys { throw HiddenRedactedValue(type: type) }
    guard calls.hasForeignContainer || calls.hasSingleValue || calls.hasSuperEncoder, !isOfSystem(type),
      !isOfLibrary(type)
    else { return }
    let isHidden =
      redactedCount(in: value).map { $0 > calls.redactionCount } ?? (calls.hasForeignContainer || calls.hasSingleValue)
    if isHidden { throw HiddenRedactedValue(type: type) }
  }

  /// Returns the number of redacted values that a value stores, without those inside another one; `nil` if the parts of
  /// the value are not known.
  ///
  /// The method reads stored properties and the elements of collections. The properties of an object are not read,
  /// because another thread may change them.
  private func redactedCount(in value: Any, depth: Int = 0) -> Int? {
    let type = Swift.type(of: value)
    if redactions[ObjectIdentifier(type)] != nil { return 1 }
    if isClosed(type) { return 0 }
    guard depth <= JSONReader.maxDepth, !(type is AnyClass) else { return nil }
    func count(in parts: some Sequence) -> Int? {
      var sum = 0
      for part in parts {
        guard let count = redactedCount(in: part, depth: depth + 1) else { return nil }
        sum += count
      }
      return sum
    }
    // A custom mirror is code of the value's type.
    let isReflected = !(value is any CustomReflectable) || isOfSystem(type) || isOfLibrary(type)
    if isReflected, let count = count(in: Mirror(reflecting: value).children.lazy.map(\.value)) { return count }
    // Collections of packages store their elements in an object.
    return (value as? any Collection).flatMap { count(in: $0) }
  }

  // MARK: - Names of types

  /// Whether the standard library or Foundation declares a type. Their types pass all parts to the encoder.
  private func isOfSystem(_ type: Any.Type) -> Bool { name(of: type).isOfSystem }

  /// Whether the system declares a type that contains no values of the app's types, such as `URL`. Some of these types
  /// store an object on Linux.
  func isClosed(_ type: Any.Type) -> Bool {
    let name = name(of: type)
    return name.isOfSystem && !name.text.contains("<") && !name.text.hasSuffix("AttributedString")
      && type is any Encodable.Type
  }

  private func isOfLibrary(_ type: Any.Type) -> Bool {
    name(of: type).text.hasPrefix("NavStore.") || name(of: type).text.hasPrefix("NavStoreCore.")
  }

  private func isDeclared(_ type: Any.Type, in outer: Any.Type) -> Bool {
    let prefix = name(of: outer).text.utf8
    let name = name(of: type).text.utf8
    guard name.starts(with: prefix), name.dropFirst(prefix.count).first == UInt8(ascii: ".") else { return false }
    // The name of a private type has a part in parentheses.
    let parts = name.dropFirst(prefix.count).split(separator: UInt8(ascii: "."))
    return parts.count { $0.first != UInt8(ascii: "(") } == 1
  }

  private func isDeclared(_ type: Any.Type, inSuperclassOf subclass: Any.Type) -> Bool {
    sequence(first: subclass) { ($0 as? AnyClass).flatMap(_getSuperclass) }.dropFirst().contains {
      isDeclared(type, in: $0)
    }
  }

  private func name(of type: Any.Type) -> FullTypeName {
    if let name = typeNames[ObjectIdentifier(type)] { return name }
    let name = FullTypeName(type)
    typeNames[ObjectIdentifier(type)] = name
    return name
  }
}

struct FullTypeName {
  let text: String
  /// Whether the standard library or Foundation declares the type. The value is `false` for `CodableConfiguration`,
  /// which calls a function of the app.
  let isOfSystem: Bool

  init(_ type: Any.Type) {
    text = String(reflecting: type)
    // The name of a type in an extension of another module begins with `(extension in Module):`.
    let mark = "(extension in "
    let module = text.dropFirst(text.hasPrefix(mark) ? mark.count : 0).prefix { $0 != "." && $0 != ")" }
    isOfSystem =
      ["Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization"].contains(module)
      && !text.contains("CodableConfiguration<")
  }
}
