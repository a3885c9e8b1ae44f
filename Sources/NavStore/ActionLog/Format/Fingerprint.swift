/// A 64-bit hash of the encoded form of a state. States with the same encoded form have the same fingerprint in every
/// process. Two states with different encoded forms have the same fingerprint with a probability of about 1 in 2⁶⁴.
///
/// A log contains fingerprints of the states after transactions, so that a replay can detect a different state.
/// Fingerprints detect mistakes and damage; they do not protect secrets. Docs/Reference/ActionLogFormat.md specifies
/// how each bit is computed.
package struct Fingerprint: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package let rawValue: UInt64

  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  package var description: String {
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

/// A state that computes its fingerprint from its parts, which takes less time than encoding the whole state.
///
/// `NavigationState` conforms to this protocol. The fingerprint of a state that does not conform is computed from its
/// whole encoded form.
package protocol Fingerprinted: Encodable, Sendable {
  /// The name of the method by which the fingerprint is computed. A recorder writes the name to the log. Change the
  /// name when ``combine(into:)`` changes: a reader compares fingerprints only if it supports the method with the
  /// recorded name.
  static var fingerprintName: String { get }

  /// Adds the parts of the state to a fingerprint. Two equal states must add equal parts in the same order.
  func combine(into fingerprint: inout FingerprintBuilder) throws
}

/// A builder that computes a fingerprint from parts. The order of the parts matters.
package struct FingerprintBuilder {
  // The fractional part of the golden ratio in 64 bits. It is odd, so different words always lead to different results.
  static var multiplier: UInt64 { 0x9E37_79B9_7F4A_7C15 }

  let context: FingerprintContext
  var word: UInt64

  /// Creates a builder. `word` is the intermediate result after the parts that were already added.
  init(context: FingerprintContext, word: UInt64 = 0) {
    self.context = context
    self.word = word
  }

  package mutating func combine(_ number: Int) {
    combine(word: UInt64(bitPattern: Int64(number)))
  }

  /// Adds a part. A ``Fingerprinted`` part computes its own fingerprint; any other part is hashed as canonical JSON.
  package mutating func combine(_ part: some Encodable) throws {
    combine(word: try context.word(of: part))
  }

  mutating func combine(word added: UInt64) {
    word = (((word << 5) | (word >> 59)) ^ added) &* Self.multiplier
  }
}

final class FingerprintContext {
  private let encoder: CanonicalJSONEncoder
  private var bytes: [UInt8] = []
  private var caches: [ObjectIdentifier: AnyObject] = [:]

  init(encoder: CanonicalJSONEncoder) {
    self.encoder = encoder
  }

  func word<Part: Encodable>(of part: Part) throws -> UInt64 {
    guard let part = part as? any Fingerprinted else { return try encodedWord(of: part) }
    return try word(ofFingerprinted: part)
  }

  func word(ofFingerprinted part: some Fingerprinted) throws -> UInt64 {
    var builder = FingerprintBuilder(context: self)
    try part.combine(into: &builder)
    return builder.word
  }

  func encodedWord(of part: some Encodable) throws -> UInt64 {
    bytes.removeAll(keepingCapacity: true)
    try encoder.encode(part, onto: &bytes)
    return bytes.withUnsafeBytes { Checksum.xxh64($0) }
  }

  func cache<Cache: AnyObject>(_ make: () -> Cache) -> Cache {
    if let cache = caches[ObjectIdentifier(Cache.self)] { return unsafeDowncast(cache, to: Cache.self) }
    let cache = make()
    caches[ObjectIdentifier(Cache.self)] = cache
    return cache
  }
}
