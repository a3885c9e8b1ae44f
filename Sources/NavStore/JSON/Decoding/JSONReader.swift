/// A forward-only reader of JSON in a byte buffer.
///
/// The reader accepts JSON as RFC 8259 defines it: UTF-8 without a byte order mark, no comma after the last element,
/// and nothing but white space after the value. It does not accept escapes of unpaired surrogates, or values that are
/// nested deeper than ``maxDepth``. It never reads outside the buffer, regardless of the bytes. For invalid bytes, it
/// throws a ``JSONSyntaxError`` with their offset, or a `DecodingError` if it decodes a value. It allocates memory only
/// for the returned values.
///
/// The bytes must not move while the reader uses them. Therefore a reader exists only inside a closure and cannot be
/// copied out of it:
///
/// ```swift
/// try JSONReader.read(line) { reader in
///   guard reader.consume(#"{"t":"action","action":"#) else { return }
///   let action = try reader.decode(NavigationAction<AppTab, Route>.self)
///   print(action)
/// }
/// ```
///
/// To read many lines with one reader, move it from line to line with ``read(in:)``.
package struct JSONReader: ~Copyable {
  /// The maximum nesting depth. Deeper values are neither read nor written.
  ///
  /// Each level uses stack space. The stack of a thread can have as little as 512 KB on Apple platforms and 128 KB with
  /// musl.
  package static let maxDepth = 64

  let source: JSONSource
  let base: UnsafePointer<UInt8>
  let count: Int
  var position: Int
  private(set) var end: Int
  var depth = 0
  /// Whether all bytes since the last reset are certainly those that ``CanonicalJSONEncoder`` would write.
  ///
  /// ``skipValue()`` resets the property to `true`. Use the property only after ``skipValue()``, because other methods
  /// do not check the order of all keys.
  var isCanonical = true

  /// Calls `body` with a reader. A `Decoder` that escapes from `body` throws an error if it is used after this call.
  /// Calls that share a cache must pass the same `userInfo`.
  package static func read<Result>(
    _ bytes: UnsafeRawBufferPointer, userInfo: [CodingUserInfoKey: Any] = [:], cache: DecodedValueCache? = nil,
    _ body: (inout JSONReader) throws -> Result
  ) rethrows -> Result {
    let source = JSONSource(bytes, userInfo: userInfo, cache: cache)
    defer { source.close() }
    var reader = JSONReader(source, at: 0)
    return try body(&reader)
  }

  package static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: UnsafeRawBufferPointer, userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> Value {
    try read(bytes, userInfo: userInfo) { reader in
      let value = try reader.decode(type)
      do throws(JSONSyntaxError) { try reader.finish() } catch { throw reader.source.decodingError(error) }
      return value
    }
  }

  init(_ source: JSONSource, at position: Int) {
    self.source = source
    base = source.base
    count = source.count
    self.position = position
    end = source.count
  }

  mutating func read(in range: Range<Int>) {
    guard range.lowerBound >= 0, range.upperBound <= count else {
      fatalError("A JSONReader over \(count) bytes cannot read the range \(range). Pass a range within the bytes.")
    }
    position = range.lowerBound
    end = range.upperBound
    depth = 0
  }
}

// MARK: - Bytes

extension JSONReader {
  /// The next byte, or 0 at the end. Valid JSON does not contain the byte 0.
  var next: UInt8 { position < end ? base[position] : 0 }

  mutating func skipWhitespace() {
    while next == UInt8(ascii: " ") || next == UInt8(ascii: "\n") || next == UInt8(ascii: "\r")
      || next == UInt8(ascii: "\t")
    {
      position += 1
      isCanonical = false
    }
  }

  package mutating func consume(_ spelling: StaticString) -> Bool {
    guard isNext(spelling) else { return false }
    position += spelling.utf8CodeUnitCount
    return true
  }

  func isNext(_ spelling: StaticString) -> Bool {
    isNext(spelling, in: position..<end)
  }

  /// Returns whether a string has the given spelling, without escapes.
  func matches(_ string: JSONStringToken, _ spelling: StaticString) -> Bool {
    string.range.count == spelling.utf8CodeUnitCount && isNext(spelling, in: string.range)
  }

  private func isNext(_ spelling: StaticString, in range: Range<Int>) -> Bool {
    let length = spelling.utf8CodeUnitCount
    return length <= range.count
      && haveEqualBytes(
        UnsafeRawBufferPointer(start: base + range.lowerBound, count: length),
        UnsafeRawBufferPointer(start: spelling.utf8Start, count: length), length)
  }

  func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }

  mutating func consume(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  package mutating func finish() throws(JSONSyntaxError) {
    skipWhitespace()
    guard position == end else { throw error("the end") }
  }

  func error(_ expected: String, at offset: Int? = nil) -> JSONSyntaxError {
    JSONSyntaxError(offset: offset ?? position, expected: expected)
  }
}

// MARK: - Structure

extension JSONReader {
  mutating func enterArray() throws(JSONSyntaxError) {
    try enter(UInt8(ascii: "["), else: "an array")
  }

  /// Moves to the next element; returns `false` and leaves the array after the last element. The caller passes `true`
  /// for the first element; the method sets `isFirst` to `false`.
  mutating func nextElement(isFirst: inout Bool) throws(JSONSyntaxError) -> Bool {
    try advance(&isFirst, until: UInt8(ascii: "]"), else: "a comma or the end of the array")
  }

  mutating func enterObject() throws(JSONSyntaxError) {
    try enter(UInt8(ascii: "{"), else: "an object")
  }

  /// Moves past the next key and its colon; returns `nil` and leaves the object after the last member. The caller
  /// passes `true` for the first key; the method sets `isFirst` to `false`.
  mutating func nextKey(isFirst: inout Bool) throws(JSONSyntaxError) -> JSONStringToken? {
    guard try advance(&isFirst, until: UInt8(ascii: "}"), else: "a comma or the end of the object") else { return nil }
    guard next == UInt8(ascii: "\"") else { throw error("a key in quotes") }
    let key = try rawString()
    skipWhitespace()
    guard consume(UInt8(ascii: ":")) else { throw error("a colon") }
    skipWhitespace()
    return key
  }

  private mutating func enter(_ byte: UInt8, else expected: String) throws(JSONSyntaxError) {
    skipWhitespace()
    guard next == byte else { throw error(expected) }
    guard depth < Self.maxDepth else { throw error("at most \(Self.maxDepth) nested arrays and objects") }
    depth += 1
    position += 1
    skipWhitespace()
  }

  private mutating func advance(
    _ isFirst: inout Bool, until last: UInt8, else expected: String
  ) throws(JSONSyntaxError) -> Bool {
    skipWhitespace()
    if consume(last) {
      depth -= 1
      return false
    }
    if !isFirst {
      guard consume(UInt8(ascii: ",")) else { throw error(expected) }
      skipWhitespace()
    }
    isFirst = false
    return true
  }
}

// MARK: - Skipping

extension JSONReader {
  package struct Skipped: Hashable, Sendable {
    package let range: Range<Int>
    /// Whether the bytes are certain to be what ``CanonicalJSONEncoder`` writes for the value. The property can be
    /// `false` for canonical bytes if they contain a number with a fraction or an exponent, a `\u` escape, or an escape
    /// in a key.
    package let isCanonical: Bool
  }

  /// Moves past a value of any type and validates all of it. Allocates nothing.
  package mutating func skipValue() throws(JSONSyntaxError) -> Skipped {
    skipWhitespace()
    let start = position
    isCanonical = true
    try skip()
    return Skipped(range: start..<position, isCanonical: isCanonical)
  }

  private mutating func skip() throws(JSONSyntaxError) {
    var isFirst = true
    switch next {
    case UInt8(ascii: "\""):
      _ = try rawString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try skipNumber()
    case UInt8(ascii: "["):
      try enterArray()
      while try nextElement(isFirst: &isFirst) { try skip() }
    case UInt8(ascii: "{"):
      try enterObject()
      var previous: JSONStringToken?
      while let key = try nextKey(isFirst: &isFirst) {
        isCanonical = isCanonical && key.isPlain && (previous.map { isOrdered($0, before: key) } ?? true)
        previous = key
        try skip()
      }
    default:
      guard consume("true") || consume("false") || consume("null") else { throw error("a value") }
    }
  }

  private func isOrdered(_ first: JSONStringToken, before second: JSONStringToken) -> Bool {
    KeyOrder.areInOrder(bytes(first.range), bytes(second.range))
  }

  mutating func elements() throws(JSONSyntaxError) -> [Int] {
    var offsets: [Int] = []
    var isFirst = true
    try enterArray()
    while try nextElement(isFirst: &isFirst) {
      offsets.append(position)
      try skip()
    }
    return offsets
  }

  /// Moves past an object and returns the offsets of its values by key. If a key is repeated, the first value is used.
  mutating func members() throws(JSONSyntaxError) -> [String: Int] {
    var offsets: [String: Int] = [:]
    var isFirst = true
    try enterObject()
    while let key = try nextKey(isFirst: &isFirst) {
      let name = text(of: key)
      if offsets[name] == nil { offsets[name] = position }
      try skip()
    }
    return offsets
  }
}

/// An error that reports where bytes are not valid JSON, and what was expected there.
package struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The offset of the unexpected byte, or the start of an invalid number, escape or character.
  let offset: Int
  let expected: String

  package var description: String { "At byte \(offset), expected \(expected)." }
}
