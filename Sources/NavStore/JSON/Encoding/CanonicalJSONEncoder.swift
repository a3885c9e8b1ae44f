/// Encodes values as canonical JSON: equal values give equal bytes in every process and on every platform.
///
/// The form is that of RFC 8785: no white space, keys in the order of their UTF-16 code units, the shortest escapes and
/// none for `/`, numbers as ECMAScript writes them. It deviates in one thing: integers are written in full, however
/// large, because the readers of these bytes have 64 of their bits. Values are encoded as `JSONEncoder` does as it
/// comes, in another form; NaN and infinity throw an `EncodingError`. So does what is nested deeper than a
/// ``JSONReader`` goes: nothing is written that cannot be read.
///
/// Types that are ``JSONWritable`` are written straight; in the coding path of an error, the way through them is
/// missing.
///
/// Keep one encoder for many values: it keeps its buffers, and what it knows about types. It is for one thread at a
/// time.
package final class CanonicalJSONEncoder {
  /// What takes the place of a value before it is encoded.
  package typealias Replacement = @Sendable (Any) throws -> any Encodable

  package let userInfo: [CodingUserInfoKey: Any]
  private let redactions: [ObjectIdentifier: Replacement]
  @exclusivity(unchecked) var buffer = JSONEncodingBuffer()
  private let outerDepth: Int
  /// The arrays and objects around the place where a value is written.
  private(set) var depth: Int

  /// - Parameters:
  ///   - userInfo: What values see of their encoder.
  ///   - redactions: By the type of a value, what takes its place wherever it is nested. The replacement is not looked
  ///     up again, only what it holds. Keys of dictionaries stay as they are.
  ///   - depth: How many arrays and objects will be around what is encoded.
  package init(
    userInfo: [CodingUserInfoKey: Any] = [:], redactions: [ObjectIdentifier: Replacement] = [:], depth: Int = 0
  ) {
    self.userInfo = userInfo
    self.redactions = redactions
    outerDepth = depth
    self.depth = depth
  }

  /// Returns the bytes of a value.
  package func encode(_ value: some Encodable) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try encode(value, onto: &bytes)
    return bytes
  }

  /// Puts the bytes of a value behind what the buffer has. When it throws, the buffer is as it was.
  package func encode(_ value: some Encodable, onto bytes: inout [UInt8]) throws {
    precondition(buffer.bytes.isEmpty, "A CanonicalJSONEncoder was used from within a value that it encodes.")
    defer {
      buffer.removeAll()
      depth = outerDepth
    }
    try write(value)
    bytes.append(contentsOf: buffer.bytes)
  }
}

// MARK: - For types that write themselves

extension CanonicalJSONEncoder {
  /// Writes bytes as they are.
  package func append(_ spelling: StaticString) {
    buffer.bytes.append(
      contentsOf: UnsafeBufferPointer(start: spelling.utf8Start, count: spelling.utf8CodeUnitCount))
  }

  /// Goes into arrays and objects that a value writes by itself; ``leave(_:)`` follows. Throws when they are too deep.
  package func enter(_ levels: Int) throws {
    depth += levels
    guard depth <= JSONReader.maxDepth else { throw Self.tooDeep([]) }
  }

  /// Goes out of arrays and objects.
  package func leave(_ levels: Int) { depth -= levels }

  /// What is thrown for a value that is nested too deep.
  static func tooDeep(_ path: [any CodingKey]) -> EncodingError {
    let reason =
      "More than \(JSONReader.maxDepth) arrays and objects are inside each other, which could not be read again. "
      + "Encode what is nested so deep as a flat list, or leave it out."
    return .invalidValue(JSONReader.maxDepth, .init(codingPath: path, debugDescription: reason))
  }

  /// Writes a value of any type.
  package func write<Value: Encodable>(_ value: Value) throws {
    if let replacement = try replacement(of: value) { return try writeUnredacted(replacement) }
    try writeUnredacted(value)
  }

  /// Writes the elements with commas between them, in brackets.
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

  /// Writes a value directly. If that throws, and something may be left out, writes it by its `encode(to:)`.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - directly: Writes the value, and throws if a part of it cannot be encoded.
  package func write(_ value: some Encodable, directly: () throws -> Void) throws {
    let (mark, outer) = (buffer.mark, depth)
    do {
      try directly()
    } catch {
      guard userInfo[.encodingWhole] == nil else { throw error }
      buffer.removeAll(since: mark)
      depth = outer
      try writeByEncoding(value)
    }
  }

  /// Returns the error that encoding a value throws inside so many arrays and objects; nil if it throws none.
  func encodingError(of value: some Encodable, inside levels: Int) -> (any Error)? {
    let (mark, outer) = (buffer.mark, depth)
    defer {
      buffer.removeAll(since: mark)
      depth = outer
    }
    do {
      depth = levels
      try write(value)
      return nil
    } catch {
      return error
    }
  }

  /// Whether something may take the place of a value, so that each part has to go through `write`.
  var hasRedactions: Bool { !redactions.isEmpty }

  private func writeUnredacted<Value: Encodable>(_ value: Value) throws {
    if try writeDirectly(value) { return }
    try writeByEncoding(value)
  }

  private func writeByEncoding<Value: Encodable>(_ value: Value) throws {
    let mark = buffer.mark
    let slot = buffer.addSlot(depth: depth)
    try value.encode(to: JSONValueEncoder(self, slot: slot, serial: buffer.slots[slot].serial))
    guard buffer.slots[slot].content != .empty else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "Top-level \(Value.self) did not encode any values."))
    }
    guard buffer.assemble(slot, since: mark) else { throw Self.tooDeep([]) }
  }

  /// Writes the value without an `Encoder` and returns true, if its type knows how to.
  private func writeDirectly<Value: Encodable>(_ value: Value) throws -> Bool {
    // Where the types are the same, so are the bits.
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
    // The same type, found by what it conforms to.
    try unsafeBitCast(value, to: Writable.self).write(to: self)
  }

  private func replacement<Value>(of value: Value) throws -> (any Encodable)? {
    guard !redactions.isEmpty, let redaction = redactions[ObjectIdentifier(Value.self)] else { return nil }
    return try redaction(value)
  }
}

// MARK: - For encoders

extension CanonicalJSONEncoder {
  /// Encodes a value into a slot.
  func encode<Value: Encodable>(_ value: Value, in slot: Int) throws {
    let outer = depth
    depth = buffer.slots[slot].depth
    defer { depth = outer }
    do {
      guard depth <= JSONReader.maxDepth else { throw Self.tooDeep(buffer.codingPath(to: slot)) }
      if let replacement = try replacement(of: value) {
        try encodeUnredacted(replacement, in: slot)
      } else {
        try encodeUnredacted(value, in: slot)
      }
    } catch {
      // Whoever tries and goes on without the value finds its container as it was.
      buffer.remove(slot)
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
      // Who writes straight does not know where.
      let path = buffer.codingPath(to: slot) + context.codingPath
      throw EncodingError.invalidValue(
        part,
        .init(
          codingPath: path, debugDescription: context.debugDescription, underlyingError: context.underlyingError))
    }
    try value.encode(to: JSONValueEncoder(self, slot: slot, serial: buffer.slots[slot].serial))
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

/// A type that writes itself as canonical JSON without an `Encoder`: the bytes that its `encode(to:)` leads to.
package protocol JSONWritable: Encodable {
  /// Writes one value. Parts that may be of any type go through `encoder.write`, so that redactions reach them.
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
        self, .init(codingPath: [], debugDescription: "Unable to encode \(self) in JSON, which has no such number."))
    }
  }
}

extension Float: JSONWritable {
  package func write(to encoder: CanonicalJSONEncoder) throws {
    guard encoder.buffer.write(number: self) else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: [], debugDescription: "Unable to encode \(self) in JSON, which has no such number."))
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
