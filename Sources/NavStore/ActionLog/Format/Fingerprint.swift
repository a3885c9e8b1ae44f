/// A number that equal states share, in every process, and that different states do not share but by a chance of 1 in
/// 2⁶⁴.
///
/// A log holds one for each state that an action led to, so that a replay can tell whether it came to the same. It
/// finds mistakes and damage; it keeps no secrets. Docs/ActionLog.md says byte for byte what it is made of.
public struct Fingerprint: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number.
  public let rawValue: UInt64

  /// A fingerprint that is known by its number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Sixteen hexadecimal digits in lower case, as logs hold it.
  public var description: String {
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

/// A state that says what its fingerprint is made of, so that it costs less than the encoding of the whole state.
///
/// ```swift
/// extension SearchState: Fingerprinted {
///   static let fingerprintName = "SearchState 1"
///
///   func combine(into fingerprint: inout FingerprintBuilder) throws {
///     try fingerprint.combine(navigation)
///     try fingerprint.combine(query)
///   }
/// }
/// ```
///
/// A ``NavigationState`` is one. A state that is none has the fingerprint of its whole encoded form.
public protocol Fingerprinted: Encodable, Sendable {
  /// What the way of making the fingerprint is called in logs. Change it with the way: a reader compares fingerprints
  /// only when it has the name that its own are made by.
  static var fingerprintName: String { get }

  /// Adds everything that equal states have equal. Throws what the encoding of a part throws.
  func combine(into fingerprint: inout FingerprintBuilder) throws
}

/// Makes a fingerprint out of context, whose order matters.
public struct FingerprintBuilder {
  // The golden ratio's fraction in 64 bits, an odd number: the step is one-to-one in what is combined.
  @inlinable static var multiplier: UInt64 { 0x9E37_79B9_7F4A_7C15 }

  @usableFromInline let context: FingerprintContext
  @usableFromInline var word: UInt64

  /// - Parameter word: What the context before have come to.
  @inlinable
  init(context: FingerprintContext, word: UInt64 = 0) {
    self.context = context
    self.word = word
  }

  /// Adds a number, for example how many context follow.
  @inlinable
  public mutating func combine(_ number: Int) {
    combine(word: UInt64(bitPattern: Int64(number)))
  }

  /// Adds a part: by its own way if it is ``Fingerprinted``, else by its canonical JSON. Throws what its encoding
  /// throws.
  public mutating func combine(_ part: some Encodable) throws {
    combine(word: try context.word(of: part))
  }

  @inlinable
  mutating func combine(word added: UInt64) {
    word = (((word << 5) | (word >> 59)) ^ added) &* Self.multiplier
  }
}

/// What the fingerprints of one log are made with: an encoder, and what is remembered of the last state.
@usableFromInline
final class FingerprintContext {
  private let encoder: CanonicalJSONEncoder
  @exclusivity(unchecked) private var bytes: [UInt8] = []
  @exclusivity(unchecked) private var caches: [ObjectIdentifier: AnyObject] = [:]

  init(encoder: CanonicalJSONEncoder) {
    self.encoder = encoder
  }

  /// The fingerprint of a part of a state, or of a whole one.
  func word<Part: Encodable>(of part: Part) throws -> UInt64 {
    guard let part = part as? any Fingerprinted else { return try encodedWord(of: part) }
    return try word(ofFingerprinted: part)
  }

  @usableFromInline
  func word(ofFingerprinted part: some Fingerprinted) throws -> UInt64 {
    var builder = FingerprintBuilder(context: self)
    try part.combine(into: &builder)
    return builder.word
  }

  /// The XXH64 of the canonical JSON of a value.
  @usableFromInline
  func encodedWord(of part: some Encodable) throws -> UInt64 {
    bytes.removeAll(keepingCapacity: true)
    try encoder.encode(part, onto: &bytes)
    return bytes.withUnsafeBytes { Checksum.xxh64($0) }
  }

  /// What was remembered for a type, made at its first use.
  @usableFromInline
  func cache<Cache: AnyObject>(_ make: () -> Cache) -> Cache {
    if let cache = caches[ObjectIdentifier(Cache.self)] { return unsafeDowncast(cache, to: Cache.self) }
    let cache = make()
    caches[ObjectIdentifier(Cache.self)] = cache
    return cache
  }
}
