#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A pair of functions that encode the bytes of a state before they are saved, and decode them after they are read, for
/// encryption or compression.
///
/// ```swift
/// let sealed = PayloadCodec(named: "aes-1") {
///   try box.seal($0)
/// } decode: {
///   try box.open($0)
/// }
/// ```
///
/// The version, the revision and the checksum are not encoded, so that a damaged state can be distinguished from a
/// wrong key. The name of the codec is saved with the bytes. States that were saved without a codec can still be read.
///
/// Both functions run on the thread that loads or saves, and block it.
public struct PayloadCodec: Sendable {
  package let name: String
  let encode: @Sendable (Data) throws -> Data
  let decode: @Sendable (Data) throws -> Data

  /// Creates a codec.
  ///
  /// The program stops unless the name has 1 to 32 characters from `a-z`, `0-9`, `-` and `.`.
  ///
  /// - Parameters:
  ///   - name: The name in the saved data. A codec with another key or method needs another name if the app must read
  ///     the data of both codecs.
  ///   - encode: Encodes the bytes to save. If it throws an error, the save fails and is tried again.
  ///   - decode: Decodes saved bytes. If the function throws an error, the saved state stays in its place, and no save
  ///     overwrites that state.
  public init(
    named name: String, encode: @escaping @Sendable (Data) throws -> Data,
    decode: @escaping @Sendable (Data) throws -> Data
  ) {
    guard Envelope.isCodecName(name) else {
      fatalError(
        "PayloadCodec(named: \"\(name)\"): the name must have 1 to 32 characters from a-z, 0-9, \"-\" and \".\", for "
          + "example \"aes-1\".")
    }
    self.name = name
    self.encode = encode
    self.decode = decode
  }
}
