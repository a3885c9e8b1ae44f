#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The reason why this version of the library cannot decode bytes as an envelope.
package enum EnvelopeError: Error, Equatable, Sendable {
  case empty
  /// The bytes do not begin with the opening of an envelope header. Another program probably wrote them.
  case foreign
  case damaged(StateDamage)
  case unsupportedVersion(Int)
}

/// A saved state with its version and its checksum: one line of JSON, followed by the payload.
///
/// ```
/// {"format":"navstore.state","v":1,"schema":3,"revision":42,"bytes":123,"sum":"16 hex digits"}
/// <123 bytes>
/// ```
///
/// If the app has used the whole previous generation, the checksum of that generation follows the revision:
/// `"before":"16 hex digits"`. A process that loads this envelope may later discard a previous generation that has this
/// checksum. The name of the codec that encoded the payload, if any, precedes `bytes`: `"codec":"aes-1"`.
///
/// The checksum is the XXH64 of the header up to `sum`, seeded with the XXH64 of the payload. Therefore it covers both
/// the header and the payload. The header is canonical: each value has one spelling, so that every changed bit is
/// noticed. A future version of the envelope with another checksum must also change the form of the header, because a
/// header of this form with a wrong checksum is treated as damaged, regardless of its version.
package struct Envelope: Equatable, Sendable {
  package var schema: Int
  package var revision: Int
  /// The XXH64 of the previous generation's bytes; `nil` if that generation must not be replaced.
  package var before: UInt64?
  package var codec: String?
  package var payload: Data

  static let version = 1
  private static let opening = #"{"format":"navstore.state","v":"#
  /// An upper limit for the length of a header of version 1, in bytes. No later bytes are read as a header.
  private static let longestHeader = 256

  package init(schema: Int, revision: Int, before: UInt64? = nil, codec: String? = nil, payload: Data) {
    self.schema = schema
    self.revision = revision
    self.before = before
    self.codec = codec
    self.payload = payload
  }

  static func isCodecName(_ name: String) -> Bool {
    (1...longestCodecName).contains(name.utf8.count) && name.utf8.allSatisfy(isCodecCharacter)
  }

  private static let longestCodecName = 32

  fileprivate static func isCodecCharacter(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }

  /// Returns the version of the schema in the header, even if the rest of the data is damaged; `nil` if the data does
  /// not begin with a header.
  package static func schema(of data: Data) -> Int? {
    let head = String(decoding: data.prefix(longestHeader), as: UTF8.self)
    guard head.hasPrefix(opening), let range = head.firstRange(of: "\"schema\":") else { return nil }
    return Int(head[range.upperBound...].prefix { $0.isASCII && $0.isNumber })
  }

  // MARK: - Writing

  package func encode() -> Data {
    guard schema >= 0, revision >= 0 else {
      fatalError("A saved state has version \(schema) and revision \(revision). Neither may be negative.")
    }
    var head = Self.opening + "\(Self.version),\"schema\":\(schema),\"revision\":\(revision)"
    if let before { head += ",\"before\":\"\(Self.hexadecimal(before))\"" }
    if let codec { head += ",\"codec\":\"\(codec)\"" }
    head += ",\"bytes\":\(payload.count)"
    let sum = head.withUTF8 { head in Self.sum(head: UnsafeRawBufferPointer(head), payload: payload) }
    head += ",\"sum\":\"\(Self.hexadecimal(sum))\"}\n"
    var data = Data(capacity: head.utf8.count + payload.count)
    data.append(contentsOf: head.utf8)
    data.append(payload)
    return data
  }

  private static func sum(head: UnsafeRawBufferPointer, payload: Data) -> UInt64 {
    payload.withUnsafeBytes { Checksum.xxh64(head, seed: Checksum.xxh64($0)) }
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  // MARK: - Reading

  /// Decodes an envelope. Data that is not a valid envelope leads to an error, and never stops the program.
  package static func open(_ data: Data) throws(EnvelopeError) -> Envelope {
    if data.isEmpty { throw .empty }
    var reader = HeaderReader(bytes: Array(data.prefix(longestHeader)))
    guard reader.skip(opening) else {
      throw reader.isAtEnd ? .damaged(.torn(expected: nil, found: data.count)) : .foreign
    }
    guard let version = reader.number(), version >= Self.version else {
      throw .damaged(reader.isAtEnd ? .torn(expected: nil, found: data.count) : .header)
    }
    guard
      reader.skip(#","schema":"#), let schema = reader.number(),
      reader.skip(#","revision":"#), let revision = reader.number(),
      case let before = reader.before(),
      case let codec = reader.codec(),
      reader.skip(codec == nil ? #","bytes":"# : #"","bytes":"#), let count = reader.number(),
      case let headCount = reader.position,
      reader.skip(#","sum":""#), let sum = reader.hexadecimal(digits: 16),
      reader.skip("\"}\n")
    else {
      let isTorn = reader.isAtEnd && data.count <= longestHeader
      if version > Self.version && !isTorn { throw .unsupportedVersion(version) }
      throw .damaged(isTorn ? .torn(expected: nil, found: data.count) : .header)
    }
    let payload = Data(data.dropFirst(reader.position))
    if payload.count < count { throw .damaged(.torn(expected: count, found: payload.count)) }
    if payload.count > count { throw .damaged(.excess(expected: count, found: payload.count)) }
    let actual = reader.bytes.withUnsafeBytes { bytes in
      Self.sum(head: UnsafeRawBufferPointer(rebasing: bytes[..<headCount]), payload: payload)
    }
    guard actual == sum else { throw .damaged(.checksum) }
    if version > Self.version { throw .unsupportedVersion(version) }
    return Envelope(schema: schema, revision: revision, before: before, codec: codec, payload: payload)
  }
}

/// A reader of the header of an envelope. It accepts only one spelling of each value.
private struct HeaderReader {
  let bytes: [UInt8]
  var position = 0

  /// Whether all bytes have been read. If the value is `true` after a read that failed, the bytes ended before the
  /// expected string was complete.
  var isAtEnd: Bool { position == bytes.count }

  /// Advances past the bytes that match the start of a string, and returns whether the whole string matched.
  mutating func skip(_ text: String) -> Bool {
    for byte in text.utf8 {
      guard position < bytes.count, bytes[position] == byte else { return false }
      position += 1
    }
    return true
  }

  /// Reads a decimal number without a sign or leading zeros; returns `nil` if no such number follows or it does not fit
  /// in an `Int`.
  mutating func number() -> Int? {
    let start = position
    var value = 0
    while position < bytes.count, case let digit = bytes[position], (0x30...0x39).contains(digit) {
      if value == 0 && position > start { return nil }
      let (product, productOverflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, sumOverflows) = product.addingReportingOverflow(Int(digit - 0x30))
      if productOverflows || sumOverflows { return nil }
      value = sum
      position += 1
    }
    return position > start ? value : nil
  }

  /// Moves past the string with which an optional member begins, and returns whether the string follows. If other bytes
  /// follow instead, the position does not change, because another member may begin in the same way.
  private mutating func skipIfPresent(_ text: String) -> Bool {
    let start = position
    if skip(text) { return true }
    if !isAtEnd { position = start }
    return false
  }

  mutating func before() -> UInt64? {
    guard skipIfPresent(#","before":""#) else { return nil }
    let start = position
    guard let sum = hexadecimal(digits: 16), skip("\"") else {
      // No other member matches at the position after the opening quotation mark, so the header is reported as damaged.
      if !isAtEnd { position = start }
      return nil
    }
    return sum
  }

  /// Reads the name of a codec, if the header contains one, up to the quotation mark after the name.
  mutating func codec() -> String? {
    guard skipIfPresent(#","codec":""#) else { return nil }
    let name = String(decoding: bytes[position...].prefix(while: Envelope.isCodecCharacter), as: UTF8.self)
    guard Envelope.isCodecName(name) else { return nil }
    position += name.utf8.count
    return name
  }

  mutating func hexadecimal(digits: Int) -> UInt64? {
    var value: UInt64 = 0
    for _ in 0..<digits {
      guard position < bytes.count else { return nil }
      switch bytes[position] {
      case let digit where (0x30...0x39).contains(digit): value = value << 4 | UInt64(digit - 0x30)
      case let letter where (0x61...0x66).contains(letter): value = value << 4 | UInt64(letter - 0x61 + 10)
      default: return nil
      }
      position += 1
    }
    return value
  }
}

package enum StateDamage: Error, Equatable, Sendable, CustomStringConvertible {
  /// The data ends after `found` of `expected` bytes of its content. If `expected` is `nil`, the data ends in its
  /// header, after `found` bytes.
  case torn(expected: Int?, found: Int)

  case excess(expected: Int, found: Int)
  case checksum
  case header

  package var description: String {
    switch self {
    case .torn(nil, let found): "it ends within its header, after \(found) bytes"
    case .torn(let expected?, let found): "it ends after \(found) of \(expected) bytes of content"
    case .excess(let expected, let found): "it has \(found) bytes of content, and its header announces \(expected)"
    case .checksum: "its checksum does not match its content"
    case .header: "its header cannot be read"
    }
  }
}
