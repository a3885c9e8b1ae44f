/// The search for the name that a user probably meant to type.
package enum ClosestName {
  /// Returns the name that is closest to `typed`, or `nil` if no name is close.
  ///
  /// - Complexity: O(n), where n is the total length of the names. Only the first 40 Unicode scalars of the typed
  ///   string are compared.
  package static func to(_ typed: String, among names: [String]) -> String? {
    let typed = Array(String(String.UnicodeScalarView(typed.unicodeScalars.prefix(40))).lowercased().unicodeScalars)
    let ranked = names.map { (name: $0, mistakes: mistakes(between: typed, and: Array($0.unicodeScalars))) }
    guard let best = ranked.min(by: { $0.mistakes < $1.mistakes }) else { return nil }
    return best.mistakes <= max(1, min(typed.count, best.name.count) / 3) ? best.name : nil
  }

  /// Returns the smallest number of typing mistakes that turn one string into the other. A mistake omits, adds or
  /// replaces a letter, or swaps two adjacent letters.
  ///
  /// This number is the restricted Damerau–Levenshtein distance, which edits no letter twice.
  static func mistakes(between first: [Unicode.Scalar], and second: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[second.count]
  }
}
