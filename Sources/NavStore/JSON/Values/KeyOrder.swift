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
