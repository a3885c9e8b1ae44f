/// A place in bytes that are read as JSON, going forward.
///
/// It reads RFC 8259 and nothing more: UTF-8 without a byte order mark, no comma after the last element, nothing after
/// the value but white space. Whatever the bytes are, it stays within them, and says with a ``JSONSyntaxError`` where they
/// are wrong. Nothing is allocated but what the values need.
///
/// The bytes have to stay where they are while it reads, so it lives in a closure only, and cannot be copied out of it:
///
/// ```swift
/// try JSONReader.read(line) { reader in
///   guard reader.consume(#"{"t":"action","action":"#) else { return }
///   let action = try reader.decode(NavigationAction<AppTab, Route>.self)
///   print(action)
/// }
/// ```
///
/// One reader over many lines is faster than a reader for each, because it remembers how to read their types: go from
/// line to line with ``read(in:)``.
package struct JSONReader: ~Copyable {
  /// How many arrays and objects may be inside each other. Each level takes some of the stack, of which a thread may
  /// have 512 KB, as on Apple's platforms, or 128 KB, as with musl; so what is deeper is neither read nor written.
  package static let maxDepth = 64

  let source: JSONSource
  let base: UnsafePointer<UInt8>
  let count: Int
  /// The bytes before the next one that is read.
  package internal(set) var position: Int
  /// Where reading ends, as if there were no further bytes.
  package private(set) var end: Int
  /// The arrays and objects around the place.
  var depth = 0
  /// False once something was gone past that ``CanonicalJSONEncoder`` may write otherwise; the order of keys aside.
  var isCanonical = true

  /// Calls `body` with a reader at the start of the bytes.
  ///
  /// What `body` decoded must not be decoded further afterwards: a `Decoder` that was kept throws from then on.
  ///
  /// - Parameters:
  ///   - userInfo: What values see of their decoder.
  ///   - known: Where values of the app's types are remembered by their bytes, in this call and in others that are
  ///     given the same; they must have the same `userInfo`. Nil to decode each.
  package static func read<Result>(
    _ bytes: UnsafeRawBufferPointer, userInfo: [CodingUserInfoKey: Any] = [:], known: DecodedValueCache? = nil,
    _ body: (inout JSONReader) throws -> Result
  ) rethrows -> Result {
    let source = JSONSource(bytes, userInfo: userInfo, known: known)
    defer { source.close() }
    var reader = JSONReader(source, at: 0)
    return try body(&reader)
  }

  /// Decodes a document: one value, with nothing around it but white space.
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

  /// Goes to the start of a part of the bytes, and reads as if they ended where it does.
  package mutating func read(in range: Range<Int>) {
    guard range.lowerBound >= 0, range.upperBound <= count else {
      fatalError("A JSONReader over \(count) bytes was sent to \(range). Send it to a range within them.")
    }
    position = range.lowerBound
    end = range.upperBound
    depth = 0
  }
}

// MARK: - Bytes

extension JSONReader {
  /// The next byte, or 0, which JSON nowhere has, at the end.
  package var next: UInt8 { position < end ? base[position] : 0 }

  package mutating func skipWhitespace() {
    while next == UInt8(ascii: " ") || next == UInt8(ascii: "\n") || next == UInt8(ascii: "\r")
      || next == UInt8(ascii: "\t")
    {
      position += 1
      isCanonical = false
    }
  }

  /// Goes past a spelling that isNext here byte by byte. Where another one isNext, it stays and returns false.
  package mutating func consume(_ spelling: StaticString) -> Bool {
    guard isNext(spelling) else { return false }
    position += spelling.utf8CodeUnitCount
    return true
  }

  /// Whether a spelling isNext here byte by byte.
  package func isNext(_ spelling: StaticString) -> Bool {
    isNext(spelling, in: position..<end)
  }

  /// Whether a string that was read is spelled like this, without escapes.
  package func matches(_ string: JSONStringToken, _ spelling: StaticString) -> Bool {
    string.range.count == spelling.utf8CodeUnitCount && isNext(spelling, in: string.range)
  }

  private func isNext(_ spelling: StaticString, in range: Range<Int>) -> Bool {
    let length = spelling.utf8CodeUnitCount
    return length <= range.count
      && haveEqualBytes(
        UnsafeRawBufferPointer(start: base + range.lowerBound, count: length),
        UnsafeRawBufferPointer(start: spelling.utf8Start, count: length), length)
  }

  /// The bytes in a range that was read.
  func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }

  mutating func consume(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// Goes past white space; throws unless the end comes then.
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
  /// Goes into the array that isNext here.
  package mutating func enterArray() throws(JSONSyntaxError) {
    try enter(UInt8(ascii: "["), else: "an array")
  }

  /// Goes to the next element, or out of the array after the last one, and says whether there is one.
  ///
  /// - Parameter isFirst: True before the first element; false afterwards.
  package mutating func nextElement(isFirst: inout Bool) throws(JSONSyntaxError) -> Bool {
    try advance(&isFirst, until: UInt8(ascii: "]"), else: "a comma or the end of the array")
  }

  /// Goes into the object that isNext here.
  package mutating func enterObject() throws(JSONSyntaxError) {
    try enter(UInt8(ascii: "{"), else: "an object")
  }

  /// Goes past the next key and its colon, or out of the object after the last one, and returns the key if there is
  /// one.
  ///
  /// - Parameter isFirst: True before the first key; false afterwards.
  package mutating func nextKey(isFirst: inout Bool) throws(JSONSyntaxError) -> JSONStringToken? {
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
    guard depth < Self.maxDepth else { throw error("at most \(Self.maxDepth) arrays and objects inside each other") }
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
  /// A value that was skipped.
  package struct Skipped: Hashable, Sendable {
    package let range: Range<Int>
    /// Whether the bytes are surely what ``CanonicalJSONEncoder`` writes for the value. False says nothing when there
    /// is a number with a fraction, an escape of four digits or an escape in a key.
    package let isCanonical: Bool
  }

  /// Goes past any value and checks it whole: what was skipped once is JSON. Nothing is allocated.
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

  /// Goes past an array and returns where its elements stand.
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

  /// Goes past an object and returns where the values of its members stand: of those with the same key the first one.
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

/// Where bytes stop to be the JSON that was asked for, and what should have stood there.
package struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of bytes before the place.
  package let offset: Int
  package let expected: String

  /// The place and what should have stood there.
  package var description: String { "At byte \(offset), expected \(expected)." }
}

/// The order of keys in canonical JSON: by their UTF-16 code units, as RFC 8785 has it from ECMAScript.
enum KeyOrder {
  /// Whether the first comes before the second, both in UTF-8.
  static func areInOrder(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in 0..<min(first.count, second.count) where first[index] != second[index] {
      return rank(first[index]) < rank(second[index])
    }
    return first.count < second.count
  }

  /// UTF-8 is in the order of code points. UTF-16 differs in one thing: what takes four bytes is written with
  /// surrogates, which come before U+E000, whose first byte is 0xEE.
  private static func rank(_ byte: UInt8) -> Int {
    byte >= 0xF0 ? 0xED * 256 + Int(byte) : Int(byte) * 256
  }
}
