#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

extension UnsafeRawBufferPointer {
  /// Some of the line's bytes, by where they stand in the bytes that the line begins in at `start`.
  func slice(_ range: Range<Int>, from start: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[range.lowerBound - start..<range.upperBound - start])
  }

  /// Where the next line feed stands.
  func lineFeed(from start: Int) -> Int? {
    guard start < count, let base = baseAddress, let found = memchr(base + start, 0x0A, count - start) else {
      return nil
    }
    return UnsafeRawPointer(found) - base
  }

  /// How many bytes stand before the check of a line; the whole line but its brace when it has none. Nil if the check does
  /// not fit.
  var checked: Int? {
    guard hasCheck, case let start = count - Self.checkLength,
      let check = UnsafeRawBufferPointer(rebasing: self[start + 6..<start + 14]).hexadecimal
    else { return Swift.max(count - 1, 0) }
    let sum = Checksum.xxh64(UnsafeRawBufferPointer(rebasing: self[..<start]))
    return sum & 0xFFFF_FFFF == check ? start : nil
  }

  /// Whether the line ends as one with a check does.
  var hasCheck: Bool {
    guard count > Self.checkLength, case let start = count - Self.checkLength else { return false }
    return self[start..<start + 6].elementsEqual(#","c":""#.utf8) && self[(count - 2)...].elementsEqual(#""}"#.utf8)
      && UnsafeRawBufferPointer(rebasing: self[start + 6..<start + 14]).hexadecimal != nil
  }

  private static var checkLength: Int { 16 }  // ,"c":"12345678"}

  /// The number that the bytes are the lower-case hexadecimal digits of.
  var hexadecimal: UInt64? {
    var value: UInt64 = 0
    for byte in self {
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt64(byte - 0x30)
      case 0x61...0x66: value = value << 4 | UInt64(byte - 0x57)
      default: return nil
      }
    }
    return value
  }
}
