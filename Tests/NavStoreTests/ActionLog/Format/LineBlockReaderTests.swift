@testable import NavStore
@testable import NavStoreCore
import NavStoreInspection
import Testing

@Suite struct LineBlockReaderTests {
  enum Piece: Equatable {
    case line([UInt8])
    case rest([UInt8])
    case tooLong
  }

  /// Returns the pieces that the reader returns for a source with at most `chunk` bytes at a time.
  private func pieces(_ bytes: [UInt8], chunk: Int, size: Int, limit: Int) throws -> [Piece] {
    var place = 0
    let blocks = LineBlockReader(size: size, longestLine: limit) { target in
      let count = min(chunk, target.count, bytes.count - place)
      target.copyBytes(from: bytes[place..<place + count])
      place += count
      return count
    }
    var pieces: [Piece] = []
    while let block = try blocks.next() {
      switch block {
      case .lines(let lines):
        #expect(lines.last == 0x0A)
        pieces += lines.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false).map { .line(Array($0)) }
      case .rest(let rest): pieces.append(.rest(Array(rest)))
      case .tooLong: pieces.append(.tooLong)
      }
    }
    return pieces
  }

  /// Returns the same pieces by a simple algorithm: a line has at most `limit` bytes, including its line feed.
  private func naivePieces(_ bytes: [UInt8], limit: Int) -> [Piece] {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    let rest = lines.removeLast()
    let pieces: [Piece] = lines.map { $0.count < limit ? .line($0) : .tooLong }
    if rest.isEmpty { return pieces }
    return pieces + [rest.count < limit ? .rest(rest) : .tooLong]
  }

  @Test(arguments: 1...64)
  func `lines do not depend on the sizes in which their bytes are read`(chunk: Int) throws {
    var random = SplitMix64(seed: TestEnvironment.seed &+ UInt64(chunk))
    for round in 0..<(TestEnvironment.isLong ? 2_000 : 20) {
      let bytes: [UInt8] = (0..<random.below(200)).map { _ in random.once(in: 5) ? 0x0A : UInt8(97 + random.below(26)) }
      let size = 1 + random.below(40)
      #expect(
        try pieces(bytes, chunk: chunk, size: size, limit: 4_096) == naivePieces(bytes, limit: 4_096),
        "NAVSTORE_SEED=\(TestEnvironment.seed), round \(round), size \(size)")
    }
  }

  @Test(arguments: 1...64)
  func `a line over the limit is skipped, and the lines around it are read`(chunk: Int) throws {
    var random = SplitMix64(seed: TestEnvironment.seed &+ UInt64(chunk))
    for round in 0..<(TestEnvironment.isLong ? 2_000 : 20) {
      let bytes: [UInt8] = (0..<random.below(300)).map { _ in random.once(in: 12) ? 0x0A : UInt8(97 + random.below(26))
      }
      let limit = 2 + random.below(30)
      let size = 1 + random.below(40)
      #expect(
        try pieces(bytes, chunk: chunk, size: size, limit: limit) == naivePieces(bytes, limit: limit),
        "NAVSTORE_SEED=\(TestEnvironment.seed), round \(round), size \(size), limit \(limit)")
    }
  }

  @Test func `an error of the source is thrown, and the next call continues`() throws {
    var isFailing = true
    var chunks: [[UInt8]] = [Array("a\n".utf8), []]
    let blocks = LineBlockReader(size: 8, longestLine: 16) { target throws(ActionLogError) in
      if isFailing { throw .notAFileName("") }
      let chunk = chunks.removeFirst()
      target.copyBytes(from: chunk)
      return chunk.count
    }
    #expect(throws: ActionLogError.notAFileName("")) { _ = try blocks.next() }
    isFailing = false
    guard case .lines(let lines)? = try blocks.next() else {
      Issue.record("There is no line.")
      return
    }
    #expect(lines.elementsEqual("a\n".utf8))
  }
}
