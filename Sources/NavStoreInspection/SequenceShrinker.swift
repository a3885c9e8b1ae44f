/// A search for a shorter and simpler sequence that still has a property, for example a sequence of actions that still
/// causes a failure.
///
/// The search uses the delta debugging algorithm of Zeller and Hildebrandt ("Simplifying and isolating failure-inducing
/// input", 2002). It tries to remove chunks from the end first, because late actions rarely affect earlier ones. The
/// result is the same for equal sequences if the closure that checks the property returns the same results.
package struct SequenceShrinker<Element> {
  package struct Result {
    package let elements: [Element]
    package let attempts: Int
    /// Whether no element can be removed or simplified. The value is `false` if ``maxAttempts`` ended the search.
    package let isMinimal: Bool
  }

  package let maxAttempts: Int
  /// Returns simpler elements, the simplest first. If the function can return an element that was already replaced,
  /// only ``maxAttempts`` ends the search.
  package let simpler: (Element) -> [Element]

  package init(maxAttempts: Int = 10_000, simpler: @escaping (Element) -> [Element] = { _ in [] }) {
    self.maxAttempts = maxAttempts
    self.simpler = simpler
  }

  /// Returns the shortest and simplest sequence that was found to have the property. Returns `nil` if the original
  /// sequence does not have the property or if `maxAttempts` is zero.
  ///
  /// - Complexity: O(m · log n) calls of `shows`, where n is the length of the sequence and m the length of the result;
  ///   at worst O(n²).
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
  /// Returns a sequence of transactions without those that have no influence on the last one. In that sequence, the
  /// states before and after the last transaction are the same as in the whole sequence.
  package func influential<State>(
    _ transactions: [Element], from initial: State, apply: (Element, inout State) -> Void,
    areEqual: (State, State) -> Bool
  ) -> [Element] {
    guard let last = transactions.last else { return [] }
    func states(of candidate: some Sequence<Element>) -> (before: State, after: State) {
      var before = initial
      for transaction in candidate { apply(transaction, &before) }
      var after = before
      apply(last, &after)
      return (before, after)
    }
    let earlier = transactions.dropLast()
    let wanted = states(of: earlier)
    let shrunk = shrink(Array(earlier)) { candidate in
      let found = states(of: candidate)
      // Equal navigations can lead to different ones: if a dismissed modal is left out, the next modal has another
      // identifier.
      return areEqual(found.before, wanted.before) && areEqual(found.after, wanted.after)
    }
    return (shrunk?.elements ?? Array(earlier)) + [last]
  }

  private struct Search {
    var elements: [Element]
    var attemptsLeft: Int
    var isExhausted = false
    let shows: ([Element]) -> Bool

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
