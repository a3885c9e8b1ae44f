#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What is done to the bytes of a state before they are saved, and undone when they are read: encryption, compression.
///
/// ```swift
/// let sealed = PayloadCodec(named: "aes-1") {
///   try box.seal($0)
/// } decode: {
///   try box.open($0)
/// }
/// ```
///
/// Version, revision and a checksum stay readable around them, so that damage is told from a key that does not fit.
/// Each codec has a name, which is saved with the bytes. What was saved without one is still read.
///
/// Both functions run on the thread that loads or saves, and block it.
public struct PayloadCodec: Sendable {
  /// The name that is saved with the bytes.
  public let name: String
  let encode: @Sendable (Data) throws -> Data
  let decode: @Sendable (Data) throws -> Data

  /// A codec.
  ///
  /// Stops the program unless the name has 1 to 32 characters out of `a-z`, `0-9`, `-` and `.`.
  ///
  /// - Parameters:
  ///   - name: Its name in saved data. Another key or another way needs another name only where both are to be read.
  ///   - encode: Makes the bytes to save. What it throws fails the save, which is tried again.
  ///   - decode: Gives the bytes back. Where it throws, what is saved is left alone, and nothing is saved over it.
  public init(
    named name: String, encode: @escaping @Sendable (Data) throws -> Data,
    decode: @escaping @Sendable (Data) throws -> Data
  ) {
    guard Envelope.isCodecName(name) else {
      fatalError(
        "PayloadCodec(named: \"\(name)\"): give it 1 to 32 characters out of a-z, 0-9, \"-\" and \".\", for example \"aes-1\"."
      )
    }
    self.name = name
    self.encode = encode
    self.decode = decode
  }
}
