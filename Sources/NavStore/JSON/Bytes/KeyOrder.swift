/// The order of keys in canonical JSON: by UTF-16 code units, as in RFC 8785 and ECMAScript.
enum KeyOrder {
  /// Returns whether the first key precedes the second key. Both keys are in UTF-8.
  static func areInOrder(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in 0..<min(first.count, second.count) where first[index] != second[index] {
      return rank(first[index]) < rank(second[index])
    }
    return first.count < second.count
  }

  /// Returns the rank of a UTF-8 byte in the order of UTF-16 code units.
  ///
  /// The order of UTF-8 bytes is the order of code points. The order of UTF-16 code units differs from it in one way:
  /// characters that have four bytes in UTF-8 are surrogate pairs in UTF-16, which sort before U+E000. The first UTF-8
  /// byte of U+E000 is 0xEE.
  private static func rank(_ byte: UInt8) -> Int {
    byte >= 0xF0 ? 0xED * 256 + Int(byte) : Int(byte) * 256
  }
}
