/// The calls with which a running `encode(to:)` could write a redacted value without passing it to the encoder.
///
/// A type can encode a part with `part.encode(to: encoder)`. The encoder then receives the calls of the part as if they
/// were calls of the type, and cannot replace the part.
struct EncodingCalls {
  /// The type whose `encode(to:)` is running.
  let type: Any.Type
  /// The number of redacted values that were passed to the encoder, without those inside another one.
  var redactionCount = 0
  /// Whether a container was requested that a part could have requested: an unkeyed container, or a container with keys
  /// that the type does not declare.
  var hasForeignContainer = false
  /// Whether the keys of a container are declared by a redacted type.
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
    calls = EncodingCalls(of: Value.self)
    defer {
      let count = calls.redactionCount
      calls = outer
      calls.redactionCount += count
    }
    try value.encode(to: encoder)
    try check(value)
  }

  /// Writes the replacement of a redacted value with `body`, and counts it as one redacted value.
  func countingOneRedaction(_ body: () throws -> Void) rethrows {
    let count = calls.redactionCount
    try body()
    calls.redactionCount = count + 1
  }

  /// Records that the running `encode(to:)` requests a container.
  func noteContainer(keyedBy keys: Any.Type) {
    if isDeclared(keys, in: calls.type) { return }
    calls.hasForeignContainer = true
    // The identifier of a type is the type itself.
    if redactions.keys.contains(where: { isDeclared(keys, in: unsafeBitCast($0, to: Any.Type.self)) }) {
      calls.hasRedactedKeys = true
    }
  }

  /// Checks the key of a dictionary, which is written as a text that the key itself returns.
  ///
  /// - Throws: ``HiddenRedactedValue`` if the key contains a redacted value.
  func check(key: some Any) throws {
    guard hasRedactions, redactedCount(in: key) != 0 else { return }
    throw HiddenRedactedValue(type: type(of: key))
  }

  private func check<Value>(_ value: Value) throws {
    guard calls.hasForeignContainer || calls.hasSingleValue || calls.hasSuperEncoder,
      redactions[ObjectIdentifier(Value.self)] == nil, !isOfSystem(Value.self)
    else { return }
    let isHidden =
      if calls.hasRedactedKeys {
        true
      } else if let count = redactedCount(in: value) {
        calls.hasSuperEncoder ? count > calls.redactionCount : count > 0 && calls.redactionCount == 0
      } else {
        // A list whose parts are unknown passes its elements to the encoder. A single value can be anything.
        calls.hasSingleValue
      }
    if isHidden { throw HiddenRedactedValue(type: Value.self) }
  }

  /// Returns the number of redacted values that a value stores, without those inside another one; `nil` if the parts of
  /// the value are not known.
  ///
  /// The method reads stored properties and calls no code of the value's type. The properties of an object are not
  /// read, because another thread may change them.
  private func redactedCount(in value: Any, depth: Int = 0) -> Int? {
    let type = Swift.type(of: value)
    if redactions[ObjectIdentifier(type)] != nil { return 1 }
    guard depth <= JSONReader.maxDepth, !(type is AnyClass) else { return nil }
    // A custom mirror is code of the value's type.
    if value is any CustomReflectable, !isOfSystem(type), !isOfLibrary(type) { return nil }
    var count = 0
    for child in Mirror(reflecting: value).children {
      guard let found = redactedCount(in: child.value, depth: depth + 1) else { return nil }
      count += found
    }
    return count
  }

  // MARK: - Names of types

  /// Whether the standard library or Foundation declares a type. Their types pass all parts to the encoder.
  private func isOfSystem(_ type: Any.Type) -> Bool {
    let name = name(of: type)
    return name.hasPrefix("Swift.") || name.hasPrefix("Foundation.") || name.hasPrefix("FoundationEssentials.")
  }

  private func isOfLibrary(_ type: Any.Type) -> Bool {
    name(of: type).hasPrefix("NavStore.") || name(of: type).hasPrefix("NavStoreCore.")
  }

  /// Whether a type is declared directly in another one, as the coding keys of a type are.
  private func isDeclared(_ type: Any.Type, in outer: Any.Type) -> Bool {
    let prefix = name(of: outer).utf8
    let name = name(of: type).utf8
    guard name.starts(with: prefix), name.dropFirst(prefix.count).first == UInt8(ascii: ".") else { return false }
    // The name of a private type has a part in parentheses.
    let parts = name.dropFirst(prefix.count).split(separator: UInt8(ascii: "."))
    return parts.count { $0.first != UInt8(ascii: "(") } == 1
  }

  /// Returns the full name of a type.
  private func name(of type: Any.Type) -> String {
    if let name = typeNames[ObjectIdentifier(type)] { return name }
    let name = String(reflecting: type)
    typeNames[ObjectIdentifier(type)] = name
    return name
  }
}
