import Foundation
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

  @Test func `a line of the longest length is written and read, and a longer one is refused`() throws {
    let writer = LogLineWriter(encoder: CanonicalJSONEncoder(depth: LogLineWriter.depth))
    func line(_ length: Int) throws -> [UInt8] {
      var bytes: [UInt8] = []
      try writer.mark(number: 1, time: 0, name: String(repeating: "x", count: length), note: nil, to: &bytes)
      return bytes
    }
    let longest = LineBlockReader.longestLine - (try line(0).count)
    let bytes = try line(longest)
    #expect(bytes.count == LineBlockReader.longestLine)
    let directory = try TemporaryDirectory()
    try Data(bytes).write(to: URL(fileURLWithPath: directory.path("line")))
    let blocks = try LogFile(directory.path("line")).blocks()
    guard case .lines(let block)? = try blocks.next() else {
      Issue.record("The line was not read.")
      return
    }
    #expect(block.count >= bytes.count - 1)
    let error = #expect(throws: (any Error).self) { try line(longest + 1) }
    #expect(error.map { "\($0)" } == "its line would have 16777217 bytes, and the limit is 16777216")
  }
}
