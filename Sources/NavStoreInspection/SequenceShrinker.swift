/// Makes a sequence that shows something as short and as simple as it gets while it still shows it.
///
/// It is the delta debugging of Zeller and Hildebrandt ("Simplifying and isolating failure-inducing input", 2002) with
/// the chunks tried from the end: what comes late in a sequence of actions seldom matters to what comes before. The
/// same sequence and the same answers give the same result.
package struct SequenceShrinker<Element> {
  package struct Result {
    /// The shortest sequence that was found.
    package let elements: [Element]
    /// How many sequences were asked about, the first one included.
    package let attempts: Int
    /// Whether no element can be left out or made simpler any more; false when ``maxAttempts`` ended the search before.
    package let isMinimal: Bool
  }

  /// How many sequences may be asked about.
  package let maxAttempts: Int
  /// Simpler elements to try in the place of one, the simplest first. None of them leads back to it, or the search ends
  /// at its bound only.
  package let simpler: (Element) -> [Element]

  package init(maxAttempts: Int = 10_000, simpler: @escaping (Element) -> [Element] = { _ in [] }) {
    self.maxAttempts = maxAttempts
    self.simpler = simpler
  }

  /// Shrinks a sequence for as long as `shows` says yes. Nil when it says no to the sequence itself, and when nothing
  /// may be asked.
  ///
  /// The number of sequences asked about grows with the logarithm of the length for each element that stays, and at
  /// worst with the square of the length.
  package func shrink(_ elements: [Element], while shows: ([Element]) -> Bool) -> Result? {
    withoutActuallyEscaping(shows) { shows in
      var search = Search(elements: elements, attemptsLeft: maxAttempts, shows: shows)
      guard search.accept(elements) else { return nil }
      var length = max(1, elements.count / 2)
      while length > 1 {
        search.removeChunks(of: length)
        length /= 2
      }
      repeat {
        while search.removeChunks(of: 1) {}
      } while search.simplify(by: simpler)
      return Result(
        elements: search.elements, attempts: maxAttempts - search.attemptsLeft, isMinimal: !search.isExhausted)
    }
  }
}

extension SequenceShrinker {
  private struct Search {
    var elements: [Element]
    var attemptsLeft: Int
    var isExhausted = false
    let shows: ([Element]) -> Bool

    /// Goes on with a candidate if it shows what is looked for.
    mutating func accept(_ candidate: [Element]) -> Bool {
      guard attemptsLeft > 0 else {
        isExhausted = true
        return false
      }
      attemptsLeft -= 1
      guard shows(candidate) else { return false }
      elements = candidate
      return true
    }

    /// Tries to leave out each stretch of that length, from the end, and says whether one went.
    @discardableResult
    mutating func removeChunks(of length: Int) -> Bool {
      var isShorter = false
      var end = elements.count
      while end > 0, !isExhausted {
        let start = max(0, end - length)
        if accept(Array(elements[..<start] + elements[end...])) { isShorter = true }
        end = start
      }
      return isShorter
    }

    /// Tries simpler elements in each place and says whether one was taken.
    mutating func simplify(by simpler: (Element) -> [Element]) -> Bool {
      var isSimpler = false
      for index in elements.indices {
        while simpler(elements[index]).contains(where: { accept(replacing(index, by: $0)) }) { isSimpler = true }
      }
      return isSimpler
    }

    private func replacing(_ index: Int, by element: Element) -> [Element] {
      var candidate = elements
      candidate[index] = element
      return candidate
    }
  }
}
