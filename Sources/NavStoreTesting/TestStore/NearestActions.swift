internal import NavStoreInspection

/// Returns the index of the transaction that is most like the expected actions; the first of several.
///
/// A transaction with the same cases is nearer than one with other cases. Among those, the one whose source needs the
/// fewest changes is nearest.
func indexOfNearest<Action>(to expected: [Action], in transactions: [[Action]]) -> Int? {
  let text = source(of: expected)
  let cases = caseNames(of: expected)
  let candidates = transactions.prefix(100).enumerated().map { index, actions in
    (index: index, isOther: caseNames(of: actions) != cases, changes: changeRatio(text, source(of: actions)))
  }
  return candidates.min { first, second in
    first.isOther == second.isOther ? first.changes < second.changes : second.isOther
  }?.index
}

private func source<Action>(of actions: [Action]) -> [UInt8] {
  Array((actions.count == 1 ? swiftSource(actions[0], limit: 200) : swiftSource(actions, limit: 200)).utf8)
}

private func caseNames<Action>(of actions: [Action]) -> [Substring] {
  actions.map { swiftSource($0, limit: 200).prefix { $0 != "(" } }
}

/// The edit distance of two texts, divided by the length of the longer one.
///
/// - Complexity: O(n · m), where n and m are the lengths.
private func changeRatio(_ first: [UInt8], _ second: [UInt8]) -> Double {
  // The distances from a prefix of `first` to all prefixes of `second`.
  var distances = Array(0...second.count)
  for (row, byte) in first.enumerated() {
    var diagonal = distances[0]
    distances[0] = row + 1
    for (column, other) in second.enumerated() {
      let above = distances[column + 1]
      distances[column + 1] = byte == other ? diagonal : 1 + min(diagonal, above, distances[column])
      diagonal = above
    }
  }
  return Double(distances[second.count]) / Double(max(first.count, second.count, 1))
}
