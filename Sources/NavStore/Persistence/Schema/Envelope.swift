#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Why bytes are not an envelope that this version of the library can use.
package enum EnvelopeError: Error, Equatable, Sendable {
  /// There are no bytes at all.
  case empty
  /// The bytes do not begin as an envelope does: somebody else wrote them.
  case foreign
  /// The bytes were an envelope once.
  case damaged(StateDamage)
  /// A later version of the library wrote the envelope.
  case unsupportedVersion(Int)
}

/// A saved state with what is needed to trust it: one line of JSON, then the payload as it is.
///
/// ```
/// {"format":"navstore.state","v":1,"schema":3,"revision":42,"bytes":123,"sum":"16 hex digits"}
/// <123 bytes>
/// ```
///
/// After the revision stands, if the app had the previous generation in full, its sum: `"before":"16 hex digits"`. Only
/// that one may be let go when the next state is saved. A payload that a codec made has its name before `bytes`:
/// `"codec":"aes-1"`.
///
/// The sum is the XXH64 of the header up to the sum, seeded with the XXH64 of the payload, so it covers both. The
/// header is canonical: one spelling for each value, so that no changed bit goes unnoticed. A version of the envelope
/// that sums in another way must also change the shape of the header: a header of today's shape whose sum fails is
/// damaged, whatever version it claims.
package struct Envelope: Equatable, Sendable {
  /// The version of the app's state, as given to `Persistence`.
  package var schema: Int
  /// The store's revision that the payload shows.
  package var revision: Int
  /// The XXH64 of the previous generation's bytes, if that may be replaced.
  package var before: UInt64?
  /// The name of the codec that made the payload; nil if none did.
  package var codec: String?
  package var payload: Data

  /// The version of the envelope itself.
  static let version = 1
  private static let opening = #"{"format":"navstore.state","v":"#
  /// Longer than any header of version 1, so that no search runs through a large file.
  private static let longestHeader = 256

  package init(schema: Int, revision: Int, before: UInt64? = nil, codec: String? = nil, payload: Data) {
    self.schema = schema
    self.revision = revision
    self.before = before
    self.codec = codec
    self.payload = payload
  }

  /// Whether a name can stand in a header.
  static func isCodecName(_ name: String) -> Bool {
    (1...longestCodecName).contains(name.utf8.count) && name.utf8.allSatisfy(isCodecCharacter)
  }

  private static let longestCodecName = 32

  fileprivate static func isCodecCharacter(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }

  /// The version that the beginning of a saved state names, whether the rest is undamaged or not.
  package static func schema(of data: Data) -> Int? {
    let head = String(decoding: data.prefix(longestHeader), as: UTF8.self)
    guard head.hasPrefix(opening), let range = head.firstRange(of: "\"schema\":") else { return nil }
    return Int(head[range.upperBound...].prefix { $0.isASCII && $0.isNumber })
  }

  // MARK: - Writing

  /// Returns the bytes to save. Cost: O(n) for n bytes of payload. Schema and revision must not be negative.
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

  /// Sixteen lower-case digits.
  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  // MARK: - Reading

  /// Returns the envelope that the bytes are, or throws what they are instead. Never traps. Cost: O(n).
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

/// Reads the one spelling that a header may have.
private struct HeaderReader {
  let bytes: [UInt8]
  var position = 0

  /// Whether the bytes ended before what was wanted last.
  var isAtEnd: Bool { position == bytes.count }

  /// Steps over the text, as far as it matches.
  mutating func skip(_ text: String) -> Bool {
    for byte in text.utf8 {
      guard position < bytes.count, bytes[position] == byte else { return false }
      position += 1
    }
    return true
  }

  /// Reads a decimal number that fits an `Int`, without sign or leading zeros.
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

  /// Steps over the beginning of a member that need not be there. Another one may begin in the same way.
  private mutating func skipIfPresent(_ text: String) -> Bool {
    let start = position
    if skip(text) { return true }
    if !isAtEnd { position = start }
    return false
  }

  /// Reads the sum of the previous generation, if it stands here.
  mutating func before() -> UInt64? {
    guard skipIfPresent(#","before":""#) else { return nil }
    let start = position
    guard let sum = hexadecimal(digits: 16), skip("\"") else {
      // So that no other member is found here.
      if !isAtEnd { position = start }
      return nil
    }
    return sum
  }

  /// Reads the name of a codec, if one stands here, up to the quotation mark after it.
  mutating func codec() -> String? {
    guard skipIfPresent(#","codec":""#) else { return nil }
    let name = String(decoding: bytes[position...].prefix(while: Envelope.isCodecCharacter), as: UTF8.self)
    guard Envelope.isCodecName(name) else { return nil }
    position += name.utf8.count
    return name
  }

  /// Reads exactly that many lower-case hexadecimal digits.
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

/// What is wrong with the bytes of a saved state that was recognised as one of ours.
public enum StateDamage: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file ends too early: in its header, when `expected` is nil, or after `found` of `expected` bytes of its
  /// content.
  case torn(expected: Int?, found: Int)

  /// More bytes follow than the header announces.
  case excess(expected: Int, found: Int)

  /// Header and content do not match their checksum.
  case checksum

  /// The header line cannot be read.
  case header

  /// The damage in words, to be put after "is damaged: ".
  public var description: String {
    switch self {
    case .torn(nil, let found): "it ends within its header, after \(found) bytes"
    case .torn(let expected?, let found): "it ends after \(found) of \(expected) bytes of content"
    case .excess(let expected, let found): "it has \(found) bytes of content where \(expected) were announced"
    case .checksum: "its checksum does not match its content"
    case .header: "its header cannot be read"
    }
  }
}
