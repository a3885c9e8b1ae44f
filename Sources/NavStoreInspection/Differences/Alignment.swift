/// Algorithms that find the corresponding elements of two sequences.
package enum Alignment {
  /// A range of the expected sequence, and the range of the actual sequence that replaces it. The elements between
  /// consecutive hunks are equal in both sequences.
  package struct Hunk: Equatable {
    package let expected: Range<Int>
    package let actual: Range<Int>

    /// The hunk, split into short pieces. If the text of a long hunk is cut, the pieces before the cut still contain
    /// elements of both sequences.
    fileprivate var pieces: [Hunk] {
      let length = 10
      return stride(from: 0, to: max(expected.count, actual.count), by: length).map { start in
        Hunk(
          expected: expected.dropFirst(start).prefix(length), actual: actual.dropFirst(start).prefix(length))
      }
    }
  }

  /// A step in the conversion of an expected list of identities to an actual list.
  ///
  /// The associated values of `kept` and `moved` are an index of the expected list and an index of the actual list. The
  /// associated value of `removed` is an index of the expected list, and the associated value of `added` is an index of
  /// the actual list.
  package enum Step: Equatable {
    case kept(Int, Int)
    case moved(Int, Int)
    case removed(Int)
    case added(Int)
  }

  package static let changeLimit = 500

  /// Returns the hunks that convert one sequence of numbers to another with the fewest changes, found with the greedy
  /// algorithm of Myers ("An O(ND) difference algorithm and its variations", 1986).
  ///
  /// If more than `changeLimit` changes are necessary, the hunks contain all elements between the common prefix and the
  /// common suffix, and `areMinimal` is `false`.
  package static func hunks(
    expected: [Int], actual: [Int], changeLimit: Int = changeLimit
  ) -> (hunks: [Hunk], areMinimal: Bool) {
    let start = zip(expected, actual).prefix { $0 == $1 }.count
    let end = zip(expected[start...].reversed(), actual[start...].reversed()).prefix { $0 == $1 }.count
    let (old, new) = (expected[start..<(expected.count - end)], actual[start..<(actual.count - end)])
    guard !old.isEmpty || !new.isEmpty else { return ([], true) }
    guard !old.isEmpty, !new.isEmpty,
      let matches = matches(Array(old), Array(new), changeLimit: changeLimit)
    else {
      return (Hunk(expected: old.indices, actual: new.indices).pieces, old.isEmpty || new.isEmpty)
    }
    var hunks: [Hunk] = []
    var (x, y) = (0, 0)
    for match in matches + [(old.count, new.count)] {
      if match.0 > x || match.1 > y {
        hunks.append(Hunk(expected: (start + x)..<(start + match.0), actual: (start + y)..<(start + match.1)))
      }
      (x, y) = (match.0 + 1, match.1 + 1)
    }
    return (hunks.flatMap(\.pieces), true)
  }

  private static func matches(_ old: [Int], _ new: [Int], changeLimit: Int) -> [(Int, Int)]? {
    let limit = min(old.count + new.count, changeLimit)
    // `furthest` contains the furthest index in `old` for each diagonal from −limit − 1 to limit + 1. For each round,
    // `rounds` contains the part of `furthest` that the round uses, with the values before the round.
    let origin = limit + 1
    var furthest = [Int](repeating: 0, count: 2 * limit + 3)
    var rounds: [[Int]] = []
    for changes in 0...limit {
      rounds.append(Array(furthest[(origin - changes - 1)...(origin + changes + 1)]))
      for diagonal in stride(from: -changes, through: changes, by: 2) {
        let (below, above) = (furthest[origin + diagonal - 1], furthest[origin + diagonal + 1])
        var x = diagonal == -changes || (diagonal != changes && below < above) ? above : below + 1
        while x < old.count, x - diagonal < new.count, old[x] == new[x - diagonal] { x += 1 }
        furthest[origin + diagonal] = x
        if x >= old.count, x - diagonal >= new.count { return path(back: rounds, from: (old.count, new.count)) }
      }
    }
    return nil
  }

  private static func path(back rounds: [[Int]], from end: (Int, Int)) -> [(Int, Int)] {
    var matches: [(Int, Int)] = []
    var (x, y) = end
    for (changes, furthest) in rounds.enumerated().reversed() {
      let diagonal = x - y
      let origin = changes + 1
      let (below, above) = (furthest[origin + diagonal - 1], furthest[origin + diagonal + 1])
      let isInsertion = diagonal == -changes || (diagonal != changes && below < above)
      let previous = isInsertion ? above : below
      let previousDiagonal = isInsertion ? diagonal + 1 : diagonal - 1
      let begin = changes == 0 ? 0 : isInsertion ? previous : previous + 1
      while x > begin, y > 0, x > 0 {
        (x, y) = (x - 1, y - 1)
        matches.append((x, y))
      }
      (x, y) = (previous, previous - previousDiagonal)
    }
    return matches.reversed()
  }

  /// Returns the steps that convert one list to another with the fewest moves. No identity may occur twice in a list.
  package static func steps(expected: [AnyHashable], actual: [AnyHashable]) -> [Step] {
    let oldIndices = Dictionary(zip(expected, expected.indices)) { first, _ in first }
    let origins = actual.map { oldIndices[$0] }
    let kept = Set(longestIncreasing(origins.compactMap(\.self)))
    let survivors = Set(origins.compactMap(\.self))
    var steps: [Step] = []
    var next = 0
    func skipToNextKept() {
      while next < expected.count, !kept.contains(next) {
        if !survivors.contains(next) { steps.append(.removed(next)) }
        next += 1
      }
    }
    for (index, origin) in origins.enumerated() {
      skipToNextKept()
      switch origin {
      case nil: steps.append(.added(index))
      case let origin? where kept.contains(origin):
        steps.append(.kept(origin, index))
        next = origin + 1
      case let origin?: steps.append(.moved(origin, index))
      }
    }
    skipToNextKept()
    return steps
  }

  /// Returns a longest increasing subsequence of `numbers`, which must be distinct. For each length, the method stores
  /// the smallest last element of a subsequence with that length, and performs a binary search in these elements.
  private static func longestIncreasing(_ numbers: [Int]) -> [Int] {
    var ends: [Int] = []
    var before: [Int: Int] = [:]
    for number in numbers {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[number] = ends[low - 1] }
      if low == ends.count { ends.append(number) } else { ends[low] = number }
    }
    var part: [Int] = []
    var number = ends.last
    while let last = number {
      part.append(last)
      number = before[last]
    }
    return part.reversed()
  }
}
