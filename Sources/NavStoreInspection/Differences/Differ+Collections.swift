extension Differ {
  /// Compares two lists. If all elements have identities that are unique in their list, the elements are matched by
  /// identity. Otherwise, they are matched with as few changes as possible.
  mutating func list(_ expected: [Any], _ actual: [Any], at position: DifferencePosition) -> [DifferenceLine] {
    var rows = DifferenceRows(in: position)
    if let old = identities(of: expected), let new = identities(of: actual) {
      for step in Alignment.steps(expected: old, actual: new) {
        switch step {
        case .kept(let x, let y): rows.add(lines(expected[x], actual[y], at: position.child("[\(y)]: ")))
        case .moved(let x, let y): rows.add(moved(expected[x], actual[y], from: x, to: y, at: position))
        case .removed(let x): rows.add([line(.expected, expected[x], at: position.child("[\(x)]: "))])
        case .added(let y): rows.add([line(.actual, actual[y], at: position.child("[\(y)]: "))])
        }
      }
      return rows.enclosed("[", "]")
    }
    var numbers: [ElementToken: Int] = [:]
    let (oldTokens, newTokens) = (expected.map(ElementToken.init), actual.map(ElementToken.init))
    let (hunks, areMinimal) = Alignment.hunks(
      expected: oldTokens.map { numbers.number(of: $0) }, actual: newTokens.map { numbers.number(of: $0) })
    var (x, y) = (0, 0)
    for hunk in hunks + [.init(expected: expected.count..<expected.count, actual: actual.count..<actual.count)] {
      while x < hunk.expected.lowerBound {
        // Elements with the same token are equal, or their sources have the same beginning.
        let areKnownEqual = usesEquality && oldTokens[x].isWhole
        if areKnownEqual {
          rows.addUnchanged(1)
        } else {
          rows.add(lines(expected[x], actual[y], at: position.child("[\(y)]: ")))
        }
        (x, y) = (x + 1, y + 1)
      }
      add(hunk, of: expected, actual, byIndex: !areMinimal, to: &rows)
      (x, y) = (hunk.expected.upperBound, hunk.actual.upperBound)
    }
    return rows.enclosed("[", "]")
  }

  private mutating func add(
    _ hunk: Alignment.Hunk, of expected: [Any], _ actual: [Any], byIndex: Bool, to rows: inout DifferenceRows
  ) {
    let (old, new) = (expected[hunk.expected], actual[hunk.actual])
    var paired = min(old.count, new.count)
    if !byIndex, !zip(old, new).allSatisfy(isSimilar) { paired = 0 }
    for (x, y) in zip(old.indices, new.indices).prefix(paired) {
      rows.add(lines(expected[x], actual[y], at: rows.position.child("[\(y)]: ")))
    }
    for x in old.indices.dropFirst(paired) {
      rows.add([line(.expected, expected[x], at: rows.position.child("[\(x)]: "))])
    }
    for y in new.indices.dropFirst(paired) {
      rows.add([line(.actual, actual[y], at: rows.position.child("[\(y)]: "))])
    }
  }

  /// Returns whether the differences between the parts of two values are easier to read than the two whole values.
  private func isSimilar(_ expected: Any, _ actual: Any) -> Bool {
    let (old, new) = (Reflection(expected), Reflection(actual))
    // Values of different types are shown as a pair of lines.
    guard old.type == new.type else { return true }
    switch (old.shape, new.shape) {
    case (.enumCase(let name, let payload), .enumCase(let other, _)): return name == other && !payload.isEmpty
    case (.literal(let first), .literal(let second)):
      return first.wholeText?.hasLines == true && second.wholeText?.hasLines == true
    case (.null, _), (.opaque, _): return false
    default: return true
    }
  }

  private mutating func moved(
    _ expected: Any, _ actual: Any, from x: Int, to y: Int, at position: DifferencePosition
  ) -> [DifferenceLine] {
    let child = position.child("moved from [\(x)] to [\(y)]: ")
    var changes = lines(expected, actual, at: child)
    guard let first = changes.first else { return [line(.moved, actual, at: child)] }
    if first.mark == .context {
      changes[0].mark = .moved
    }
    return changes
  }

  private func identities(of elements: [Any]) -> [AnyHashable]? {
    func identity(of element: some Identifiable) -> AnyHashable { AnyHashable(element.id) }
    var identities: [AnyHashable] = []
    for element in elements {
      guard let element = element as? any Identifiable else { return nil }
      identities.append(identity(of: element))
    }
    return Set(identities).count == identities.count ? identities : nil
  }
}

extension Differ {
  mutating func set(_ expected: [Any], _ actual: [Any], at position: DifferencePosition) -> [DifferenceLine] {
    var rows = DifferenceRows(in: position)
    let (old, new) = (Set(expected.map(ElementToken.init)), Set(actual.map(ElementToken.init)))
    for element in inStableOrder(old.subtracting(new).map(\.element), key: { $0 }) {
      rows.add([line(.expected, element, at: position.child())])
    }
    for element in inStableOrder(new.subtracting(old).map(\.element), key: { $0 }) {
      rows.add([line(.actual, element, at: position.child())])
    }
    rows.addUnchanged(old.intersection(new).count)
    return rows.enclosed("[", "]")
  }

  mutating func dictionary(
    _ expected: [(key: Any, value: Any)], _ actual: [(key: Any, value: Any)], isOrdered: Bool,
    at position: DifferencePosition
  ) -> [DifferenceLine] {
    let (old, new) = (expected.byKey, actual.byKey)
    guard old.count == expected.count, new.count == actual.count else {
      return list(expected, actual, at: position)
    }
    var rows = DifferenceRows(in: position)
    let pairs = expected + actual.filter { old[ElementToken($0.key)] == nil }
    // Only the entries that differ have to be sorted.
    var unchanged = 0
    var changed: [(key: Any, value: Any)] = []
    for pair in pairs {
      let key = ElementToken(pair.key)
      if let first = old[key], let second = new[key], areKnownEqual(first, second) {
        unchanged += 1
      } else {
        changed.append(pair)
      }
    }
    for pair in isOrdered ? changed : inStableOrder(changed, key: { $0.key }) {
      let key = ElementToken(pair.key)
      let child = position.child("\(swiftSource(pair.key, limit: 40)): ")
      switch (old[key], new[key]) {
      case (let first?, let second?): rows.add(lines(first, second, at: child))
      case (let first?, nil): rows.add([line(.expected, first, at: child)])
      case (nil, let second?): rows.add([line(.actual, second, at: child)])
      case (nil, nil): break
      }
    }
    rows.addUnchanged(unchanged)
    let lines = rows.enclosed("[", "]")
    // If the entries have an order, the order may be the only difference.
    guard isOrdered, lines.isEmpty else { return lines }
    return list(expected, actual, at: position)
  }
}

extension Array where Element == (key: Any, value: Any) {
  fileprivate var byKey: [ElementToken: Any] {
    Dictionary(map { (ElementToken($0.key), $0.value) }) { first, _ in first }
  }
}
