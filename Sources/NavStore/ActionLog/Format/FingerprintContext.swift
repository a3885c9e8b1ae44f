/// What the fingerprints of one log are made with: an encoder, and what is remembered of the last state.
@usableFromInline
final class FingerprintContext {
  private let encoder: CanonicalJSONEncoder
  @exclusivity(unchecked) private var bytes: [UInt8] = []
  @exclusivity(unchecked) private var memories: [ObjectIdentifier: AnyObject] = [:]

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
    var builder = FingerprintBuilder(parts: self)
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
  func memory<Memory: AnyObject>(_ make: () -> Memory) -> Memory {
    if let memory = memories[ObjectIdentifier(Memory.self)] { return unsafeDowncast(memory, to: Memory.self) }
    let memory = make()
    memories[ObjectIdentifier(Memory.self)] = memory
    return memory
  }
}
