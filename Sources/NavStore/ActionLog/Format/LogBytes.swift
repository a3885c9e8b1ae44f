extension UnsafeRawBufferPointer {
  /// Some of the line's bytes, by where they stand in the bytes that the line begins in at `start`.
  func slice(_ range: Range<Int>, from start: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[range.lowerBound - start..<range.upperBound - start])
  }

  /// How many bytes stand before the check of a line; the whole line but its brace when it has none. Nil if the check
  /// does not fit.
  var checked: Int? {
    guard let check else { return Swift.max(count - 1, 0) }
    let start = count - Self.checkLength
    let sum = Checksum.xxh64(UnsafeRawBufferPointer(rebasing: self[..<start]))
    return sum & 0xFFFF_FFFF == check ? start : nil
  }

  /// The check of a line; nil if it does not end as one with a check does.
  var check: UInt64? {
    guard count > Self.checkLength, case let start = count - Self.checkLength,
      self[start..<start + 6].elementsEqual(#","c":""#.utf8), self[count - 2] == UInt8(ascii: "\""),
      self[count - 1] == UInt8(ascii: "}")
    else { return nil }
    return UnsafeRawBufferPointer(rebasing: self[start + 6..<start + 14]).hexadecimal
  }

  private static var checkLength: Int { 16 }  // ,"c":"12345678"}

  /// The number that the bytes are the lower-case hexadecimal digits of; eight of them, or sixteen.
  var hexadecimal: UInt64? {
    guard let high = eightDigits(at: 0) else { return nil }
    if count == 8 { return high }
    guard count == 16, let low = eightDigits(at: 8) else { return nil }
    return high << 32 | low
  }

  /// The number that eight hexadecimal digits stand for, all at once: a byte of `digits` for each.
  private func eightDigits(at offset: Int) -> UInt64? {
    guard offset + 8 <= count else { return nil }
    let ones: UInt64 = 0x0101_0101_0101_0101
    // The first digit in the highest byte.
    let text = UInt64(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    let letters = (text >> 6) & ones
    let digits = (text & (ones &* 0x0F)) &+ letters &* 9
    // Spelled again, they must come to the same text.
    guard digits & (ones &* 0xF0) == 0 else { return nil }
    let aboveNine = ((digits &+ ones &* 6) >> 4) & ones
    guard digits &+ ones &* 0x30 &+ aboveNine &* 0x27 == text else { return nil }
    let pairs = (digits | digits >> 4) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF
    return (fours | fours >> 16) & 0xFFFF_FFFF
  }
}
