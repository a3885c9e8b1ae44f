/// The order of keys in canonical JSON: by UTF-16 code units, as in RFC 8785 and ECMAScript.
enum KeyOrder {
  /// Returns whether the first key precedes the second one. Both are in UTF-8.
  static func areInOrder(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in 0..<min(first.count, second.count) where first[index] != second[index] {
      return rank(first[index]) < rank(second[index])
    }
    return first.count < second.count
  }

  /// Returns the rank of a byte of UTF-8 in the order of UTF-16 code units.
  ///
  /// UTF-8 sorts by code point. UTF-16 differs in one way: it spells characters of four bytes with surrogates, which
  /// sort before U+E000. The first byte of U+E000 is 0xEE.
  private static func rank(_ byte: UInt8) -> Int {
    byte >= 0xF0 ? 0xED * 256 + Int(byte) : Int(byte) * 256
  }
}
