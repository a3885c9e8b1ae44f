/// The words of values that were encoded lately, by the bits of the values.
///
/// By the bits and not by `==`, because equal values may encode differently: an app may compare items by their number
/// alone. Equal bits mean an equal encoding while the value that is remembered is kept, for then no reference in it can
/// have come to stand for something else. Different bits mean nothing but another encoding.
struct EncodedWords<Value: Encodable> {
  private var values: [Value?]
  private var words: [UInt64]

  /// - Parameter count: How many are remembered at most, a power of two.
  init(count: Int) {
    values = Array(repeating: nil, count: count)
    words = Array(repeating: 0, count: count)
  }

  mutating func word(of value: Value, _ parts: FingerprintParts) throws -> UInt64 {
    let hash = withUnsafeBytes(of: value) { Checksum.xxh64($0) }
    let slot = Int(truncatingIfNeeded: hash & UInt64(values.count - 1))
    if let known = values[slot], haveEqualBits(known, value) { return words[slot] }
    let word = try parts.encodedWord(of: value)
    values[slot] = value
    words[slot] = word
    return word
  }

  private func haveEqualBits(_ first: Value, _ second: Value) -> Bool {
    withUnsafeBytes(of: first) { first in withUnsafeBytes(of: second) { first.elementsEqual($0) } }
  }
}

/// A path and, for each length of it, the word that this beginning comes to.
struct PathWords<Route: Encodable> {
  private var routes: [Route] = []
  private var words: [UInt64] = []

  /// The word of a path that has routes; see ``EncodedWords`` for what is compared with the path before.
  mutating func word(of path: [Route], _ parts: FingerprintParts, _ known: inout EncodedWords<Route>) throws -> UInt64 {
    let common = path.countOfEqualBits(routes)
    if common < path.count || common < routes.count {
      words.removeSubrange(common...)
      var builder = FingerprintBuilder(parts: parts, word: words.last ?? 0)
      for route in path[common...] {
        builder.combine(word: try known.word(of: route, parts))
        words.append(builder.word)
      }
      routes = path
    }
    return words[path.count - 1]
  }
}

extension Array {
  /// How many elements at the beginning have the same bits in both.
  fileprivate func countOfEqualBits(_ other: [Element]) -> Int {
    withUnsafeBytes { first in
      other.withUnsafeBytes { second in
        let count = Swift.min(first.count, second.count)
        if first.baseAddress == second.baseAddress { return count / MemoryLayout<Element>.stride }
        var offset = 0
        while offset + 8 <= count,
          first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            == second.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        { offset += 8 }
        while offset < count, first[offset] == second[offset] { offset += 1 }
        return offset / MemoryLayout<Element>.stride
      }
    }
  }
}
