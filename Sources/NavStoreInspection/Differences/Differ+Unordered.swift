extension Differ {
  /// What one of them has and the other has not.
  mutating func set(_ expected: [Any], _ actual: [Any], at place: Place) -> [DifferenceLine] {
    var rows = DifferenceRows(in: place)
    let (old, new) = (Set(expected.map(ElementToken.init)), Set(actual.map(ElementToken.init)))
    for element in inStableOrder(old.subtracting(new).map(\.element), key: { $0 }) {
      rows.add([line(.expected, element, at: place.child())])
    }
    for element in inStableOrder(new.subtracting(old).map(\.element), key: { $0 }) {
      rows.add([line(.actual, element, at: place.child())])
    }
    rows.addUnchanged(old.intersection(new).count)
    return rows.enclosed("[", "]")
  }

  /// By key.
  mutating func dictionary(
    _ expected: [(key: Any, value: Any)], _ actual: [(key: Any, value: Any)], isOrdered: Bool, at place: Place
  ) -> [DifferenceLine] {
    let (old, new) = (expected.byKey, actual.byKey)
    guard old.count == expected.count, new.count == actual.count else {
      return list(expected, actual, at: place)
    }
    var rows = DifferenceRows(in: place)
    let pairs = expected + actual.filter { old[ElementToken($0.key)] == nil }
    // Only what differs has to be in order.
    var unchanged = 0
    var changed: [(key: Any, value: Any)] = []
    for pair in pairs {
      let key = ElementToken(pair.key)
      if let first = old[key], let second = new[key], isSettled(first, second) {
        unchanged += 1
      } else {
        changed.append(pair)
      }
    }
    for pair in isOrdered ? changed : inStableOrder(changed, key: { $0.key }) {
      let key = ElementToken(pair.key)
      let child = place.child("\(swiftSource(pair.key, limit: 40)): ")
      switch (old[key], new[key]) {
      case (let first?, let second?): rows.add(lines(first, second, at: child))
      case (let first?, nil): rows.add([line(.expected, first, at: child)])
      case (nil, let second?): rows.add([line(.actual, second, at: child)])
      case (nil, nil): break
      }
    }
    rows.addUnchanged(unchanged)
    let lines = rows.enclosed("[", "]")
    // Where keys have an order of their own, it may be all that differs.
    guard isOrdered, lines.isEmpty else { return lines }
    return list(expected, actual, at: place)
  }
}

extension Array where Element == (key: Any, value: Any) {
  fileprivate var byKey: [ElementToken: Any] {
    Dictionary(map { (ElementToken($0.key), $0.value) }) { first, _ in first }
  }
}
