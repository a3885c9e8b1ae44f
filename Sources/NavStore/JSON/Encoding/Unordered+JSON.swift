// The elements of sets and dictionaries have a different order in each process. Their bytes decide the order here.

extension Set: JSONWritable where Element: Encodable {
  package func write(to encoder: CanonicalJSONEncoder) throws {
    try encoder.writeArranged(as: .list) { entries in
      for element in self {
        let start = encoder.buffer.bytes.count
        try encoder.write(element)
        entries.append((start..<encoder.buffer.bytes.count, 0..<0))
      }
    }
  }
}

extension Dictionary: JSONWritable where Key: Encodable, Value: Encodable {
  package func write(to encoder: CanonicalJSONEncoder) throws {
    if !encoder.hasRedactions, Key.self == String.self || Key.self == Int.self {
      // The keys of an object are ordered, and these keys differ.
      return try encoder.writeByEncoding(self)
    }
    let isObject = Key.self is any CodingKeyRepresentable.Type
    try encoder.writeArranged(as: isObject ? .object : .pairs) { entries in
      for (key, value) in self {
        let start = encoder.buffer.bytes.count
        if isObject {
          encoder.buffer.bytes.append(contentsOf: try encoder.text(ofKey: key).utf8)
        } else {
          try encoder.write(key)
        }
        let end = encoder.buffer.bytes.count
        try encoder.write(value)
        entries.append((start..<end, end..<encoder.buffer.bytes.count))
      }
    }
  }
}

extension CanonicalJSONEncoder {
  fileprivate func writeArranged(
    as form: JSONEncodingBuffer.Form, _ body: (inout [JSONEncodingBuffer.Entry]) throws -> Void
  ) throws {
    try enter(1)
    var entries: [JSONEncodingBuffer.Entry] = []
    let start = buffer.bytes.count
    try body(&entries)
    // Redacted elements can be equal. A set and a dictionary are read back with one of them, so only one is written.
    buffer.arrange(&entries, since: start, as: form, withoutRepetitions: hasRedactions)
    leave(1)
  }

  /// Returns the text of a key in an object. If the key's type is redacted, the text is that of the replacement.
  fileprivate func text(ofKey key: some Encodable) throws -> String {
    let replacement = try replacement(of: key)
    guard let written = (replacement ?? key) as? any CodingKeyRepresentable else {
      throw EncodingError.invalidValue(
        key,
        .init(codingPath: [], debugDescription: "The key of a dictionary was redacted with a value of another type."))
    }
    if replacement == nil { try check(key: key) } else { calls.redactionCount += 1 }
    return written.codingKey.stringValue
  }
}

extension JSONEncodingBuffer {
  typealias Entry = (key: Range<Int>, value: Range<Int>)

  enum Form {
    /// The keys are the elements.
    case list
    /// Each key is followed by its value.
    case pairs
    /// The keys are unescaped texts. If a key is repeated, the last value in the order of bytes is used.
    case object
  }

  /// Replaces the bytes that were added since `start` with an array or an object. The entries are ordered by the bytes
  /// of their keys and values.
  fileprivate mutating func arrange(
    _ entries: inout [Entry], since start: Int, as form: Form, withoutRepetitions isUnique: Bool
  ) {
    var arranged: [UInt8] = []
    bytes.withUnsafeBufferPointer { bytes in
      func precedes(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
        KeyOrder.areInOrder(
          UnsafeBufferPointer(rebasing: bytes[first]), UnsafeBufferPointer(rebasing: bytes[second]))
      }
      entries.sort { first, second in
        if precedes(first.key, second.key) { return true }
        return !precedes(second.key, first.key) && precedes(first.value, second.value)
      }
      arranged.append(UInt8(ascii: form == .object ? "{" : "["))
      for (index, entry) in entries.enumerated() {
        if isUnique || form == .object, index + 1 < entries.count, !precedes(entry.key, entries[index + 1].key) {
          continue
        }
        if arranged.count > 1 { arranged.append(UInt8(ascii: ",")) }
        let key = UnsafeBufferPointer(rebasing: bytes[entry.key])
        if form == .object { Self.append(key, to: &arranged) } else { arranged.append(contentsOf: key) }
        if form != .list { arranged.append(UInt8(ascii: form == .object ? ":" : ",")) }
        arranged.append(contentsOf: bytes[entry.value])
      }
      arranged.append(UInt8(ascii: form == .object ? "}" : "]"))
    }
    bytes.replaceSubrange(start..., with: arranged)
  }
}
