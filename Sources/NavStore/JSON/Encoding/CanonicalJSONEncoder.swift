/// An encoder of canonical JSON: equal JSON values have equal bytes in every process and on every platform.
///
/// The form is that of RFC 8785: no white space, keys in the order of their UTF-16 code units, the shortest escapes and
/// none for `/`, and numbers as ECMAScript writes them. There is one deviation: integers are written with all their
/// digits, because NavStore reads integers of 64 bits. Apart from the form, values are encoded as a `JSONEncoder` with
/// default settings encodes them, except that a `Decimal` uses its own `Encodable` conformance. For NaN, infinity and
/// values that are nested deeper than ``JSONReader/maxDepth``, the encoder throws an `EncodingError`, so that
/// everything that is written can be read.
///
/// Values of ``JSONWritable`` types are written without an `Encoder`. If an error is thrown inside such a value, the
/// coding path of the error does not contain the keys inside the value.
///
/// Use one encoder for many values, because it reuses its buffers. It must be used by only one thread at a time.
package final class CanonicalJSONEncoder {
  package typealias Replacement = @Sendable (Any) throws -> any Encodable

  package let userInfo: [CodingUserInfoKey: Any]
  let redactions: [ObjectIdentifier: Replacement]
  /// The calls of the running `encode(to:)`. They are recorded only if the encoder has redactions.
  var calls = EncodingCalls(of: Never.self)
  var typeNames: [ObjectIdentifier: FullTypeName] = [:]
  // Exclusivity needs no check: only one thread uses an encoder at a time, and no method of the buffer calls the code
  // of an encoded value.
  @exclusivity(unchecked) var buffer = JSONEncodingBuffer()
  private let outerDepth: Int
  private(set) var depth: Int

  /// Creates an encoder.
  ///
  /// `redactions` are the closures that replace values, by the type of the value. Values at any level of nesting are
  /// replaced, and so are the keys of dictionaries. A replacement itself is not replaced again, but its parts are. The
  /// encoder throws a ``HiddenRedactedValue`` if a value may be encoded without being passed to it. `depth` is the
  /// number of arrays and objects that will enclose the encoded value.
  package init(
    userInfo: [CodingUserInfoKey: Any] = [:], redactions: [ObjectIdentifier: Replacement] = [:], depth: Int = 0
  ) {
    self.userInfo = userInfo
    self.redactions = redactions
    outerDepth = depth
    self.depth = depth
  }

  package func encode(_ value: some Encodable) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try encode(value, onto: &bytes)
    return bytes
  }

  /// Appends the encoded bytes of a value. If the method throws an error, `bytes` is unchanged.
  package func encode(_ value: some Encodable, onto bytes: inout [UInt8]) throws {
    precondition(buffer.bytes.isEmpty, "A value used the CanonicalJSONEncoder that encodes it. Use another encoder.")
    defer {
      buffer.removeAll()
      depth = outerDepth
      calls = EncodingCalls(of: Never.self)
    }
    try write(value)
    bytes.append(contentsOf: buffer.bytes)
  }
}

// MARK: - Writing without an encoder

extension CanonicalJSONEncoder {
  package func append(_ spelling: StaticString) {
    buffer.bytes.append(
      contentsOf: UnsafeBufferPointer(start: spelling.utf8Start, count: spelling.utf8CodeUnitCount))
  }

  /// Increases the nesting depth by the number of arrays and objects that the caller writes around other values. After
  /// it has written them, the caller must call ``leave(_:)``.
  package func enter(_ levels: Int) throws {
    depth += levels
    guard depth <= JSONReader.maxDepth else { throw Self.tooDeep([]) }
  }

  package func leave(_ levels: Int) { depth -= levels }

  static func tooDeep(_ path: [any CodingKey]) -> EncodingError {
    let reason =
      "More than \(JSONReader.maxDepth) arrays and objects are nested, and such a value cannot be read. "
      + "Encode the nested values as a flat list, or omit them."
    return .invalidValue(JSONReader.maxDepth, .init(codingPath: path, debugDescription: reason))
  }

  package func write<Value: Encodable>(_ value: Value) throws {
    guard let replacement = try replacement(of: value) else { return try writeUnredacted(value) }
    try countingOneRedaction { try writeUnredacted(replacement) }
  }

  package func write(list: some Sequence<some Encodable>) throws {
    try enter(1)
    append("[")
    var isFirst = true
    for element in list {
      if !isFirst { append(",") }
      isFirst = false
      try write(element)
    }
    append("]")
    leave(1)
  }

  /// Writes a value with `directly`. If `directly` throws an error, discards what it wrote and writes the value with
  /// its `encode(to:)`, which can omit the failing part.
  ///
  /// With `CodingUserInfoKey.encodingWhole` in the user info, no part can be omitted, and the error is rethrown.
  package func write(_ value: some Encodable, directly: () throws -> Void) throws {
    let (mark, outer, count) = (buffer.mark, depth, calls.redactionCount)
    do {
      try directly()
    } catch {
      guard userInfo[.encodingWhole] == nil else { throw error }
      buffer.removeAll(since: mark)
      depth = outer
      calls.redactionCount = count
      try writeByEncoding(value)
    }
  }

  /// Returns the error thrown when `value` is encoded inside `levels` enclosing arrays or objects. Writes nothing.
  func encodingError(of value: some Encodable, inside levels: Int) -> (any Error)? {
    let (mark, outer, count) = (buffer.mark, depth, calls.redactionCount)
    defer {
      buffer.removeAll(since: mark)
      depth = outer
      calls.redactionCount = count
    }
    do {
      depth = levels
      try write(value)
      return nil
    } catch {
      return error
    }
  }

  /// Whether the encoder has redactions. If it has, each part of a value must be written with `write`.
  var hasRedactions: Bool { !redactions.isEmpty }

  private func writeUnredacted<Value: Encodable>(_ value: Value) throws {
    if try writeDirectly(value) { return }
    try writeByEncoding(value)
  }

  func writeByEncoding<Value: Encodable>(_ value: Value) throws {
    let mark = buffer.mark
    let slot = buffer.addSlot(depth: depth)
    try callEncode(of: value, in: slot)
    guard buffer.slots[slot].content != .empty else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "Top-level \(Value.self) did not encode any values."))
    }
    guard buffer.assemble(slot, since: mark) else { throw Self.tooDeep([]) }
  }

  /// Writes a value without an `Encoder`. Returns `false` and writes nothing if the type does not support this.
  private func writeDirectly<Value: Encodable>(_ value: Value) throws -> Bool {
    // The casts are safe because the types have been compared.
    if Value.self == String.self {
      buffer.write(unsafeBitCast(value, to: String.self))
    } else if Value.self == Int.self {
      buffer.write(integer: unsafeBitCast(value, to: Int.self))
    } else if let writable = Value.self as? any JSONWritable.Type {
      try write(value, as: writable)
    } else {
      return false
    }
    return true
  }

  private func write<Value, Writable: JSONWritable>(_ value: Value, as type: Writable.Type) throws {
    let count = calls.redactionCount
    // `Value` and `Writable` are the same type.
    try unsafeBitCast(value, to: Writable.self).write(to: self)
    if calls.redactionCount != count, isClosed(type) { calls.redactionCount = count }
  }

  func replacement<Value>(of value: Value) throws -> (any Encodable)? {
    guard !redactions.isEmpty else { return nil }
    // An object can have a subclass of the type of the property.
    let redaction = redactions[ObjectIdentifier(type(of: value))] ?? redactions[ObjectIdentifier(Value.self)]
    return try redaction?(value)
  }
}

// MARK: - Support for encoders

extension CanonicalJSONEncoder {
  func encode<Value: Encodable>(_ value: Value, in slot: Int) throws {
    let (outer, count) = (depth, calls.redactionCount)
    depth = buffer.slots[slot].depth
    defer { depth = outer }
    do {
      guard depth <= JSONReader.maxDepth else { throw Self.tooDeep(buffer.codingPath(to: slot)) }
      if let replacement = try replacement(of: value) {
        try countingOneRedaction { try encodeUnredacted(replacement, in: slot) }
      } else {
        try encodeUnredacted(value, in: slot)
      }
    } catch {
      // If the `encode(to:)` of an enclosing value catches the error, its container does not contain the failed value.
      buffer.remove(slot)
      calls.redactionCount = count
      throw error
    }
  }

  private func encodeUnredacted<Value: Encodable>(_ value: Value, in slot: Int) throws {
    let start = buffer.bytes.count
    do {
      if try writeDirectly(value) {
        buffer.slots[slot].content = .bytes(start..<buffer.bytes.count)
        return
      }
    } catch EncodingError.invalidValue(let part, let context) {
      // An error from a value that is written without an `Encoder` contains only part of the coding path.
      let path = buffer.codingPath(to: slot) + context.codingPath
      throw EncodingError.invalidValue(
        part,
        .init(
          codingPath: path, debugDescription: context.debugDescription, underlyingError: context.underlyingError))
    }
    try callEncode(of: value, in: slot)
  }

  func writeNull(in slot: Int) {
    let start = buffer.bytes.count
    append("null")
    buffer.slots[slot].content = .bytes(start..<buffer.bytes.count)
  }

  func invalidValue(_ value: Any, in slot: Int, _ reason: String) -> EncodingError {
    .invalidValue(value, .init(codingPath: buffer.codingPath(to: slot), debugDescription: reason))
  }
}

/// A type that writes itself as canonical JSON without an `Encoder`. Except for a type with its own JSON form, such as
/// `URL`, its `encode(to:)` results in the same bytes.
package protocol JSONWritable: Encodable {
  /// Writes the value. An implementation must write parts whose types it does not know with `encoder.write`, so that
  /// redactions apply to those parts.
  func write(to encoder: CanonicalJSONEncoder) throws
}

extension Array: JSONWritable where Element: Encodable {
  package func write(to encoder: CanonicalJSONEncoder) throws { try encoder.write(list: self) }
}

extension Bool: JSONWritable {
  package func write(to encoder: CanonicalJSONEncoder) { encoder.append(self ? "true" : "false") }
}

extension Double: JSONWritable {
  package func write(to encoder: CanonicalJSONEncoder) throws {
    guard encoder.buffer.write(number: self) else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: [], debugDescription: "Unable to encode \(self): JSON cannot represent this number."))
    }
  }
}

extension Float: JSONWritable {
  package func write(to encoder: CanonicalJSONEncoder) throws {
    guard encoder.buffer.write(number: self) else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: [], debugDescription: "Unable to encode \(self): JSON cannot represent this number."))
    }
  }
}

extension FixedWidthInteger where Self: Encodable {
  package func write(to encoder: CanonicalJSONEncoder) { encoder.buffer.write(integer: self) }
}

extension Int8: JSONWritable {}
extension Int16: JSONWritable {}
extension Int32: JSONWritable {}
extension Int64: JSONWritable {}
extension UInt: JSONWritable {}
extension UInt8: JSONWritable {}
extension UInt16: JSONWritable {}
extension UInt32: JSONWritable {}
extension UInt64: JSONWritable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: JSONWritable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: JSONWritable {}
