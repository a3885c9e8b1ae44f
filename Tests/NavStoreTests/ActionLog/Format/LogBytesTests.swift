@testable import NavStore
@testable import NavStoreCore
import Testing

@Suite struct LogBytesTests {
  @Test func `only lower-case hexadecimal digits are accepted`() {
    for place in 0..<16 {
      for byte in UInt8.min ... .max {
        var text = Array("0123456789abcdef".utf8)
        text[place] = byte
        let digit = "0123456789abcdef".utf8.firstIndex(of: byte).map {
          "0123456789abcdef".utf8.distance(from: "".startIndex, to: $0)
        }
        let shift = UInt64(4 * (15 - place))
        let expected = digit.map { 0x0123_4567_89AB_CDEF & ~(0xF << shift) | UInt64($0) << shift }
        #expect(text.withUnsafeBytes { $0.hexadecimal } == expected, "\(byte) at \(place)")
      }
    }
    #expect(Array("89abcdef".utf8).withUnsafeBytes { $0.hexadecimal } == 0x89AB_CDEF)
    for text in ["", "1", "0123456", "012345678", "0123456789abcde", "0123456789abcdef0"] {
      #expect(Array(text.utf8).withUnsafeBytes { $0.hexadecimal } == nil, "\(text)")
    }
  }
}
