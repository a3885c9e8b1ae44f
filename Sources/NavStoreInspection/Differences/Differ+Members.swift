extension Differ {
  /// By label; members that only one side has are a matter of a mirror of a type's own.
  mutating func members(
    _ expected: [Reflection.Member], _ actual: [Reflection.Member], between ends: (String, String),
    shownLabel: String? = nil, at place: Place
  ) -> [DifferenceLine] {
    var rows = DifferenceRows(in: place)
    var numbers: [String?: Int] = [:]
    let tokens = [expected, actual].map { $0.map { numbers.number(of: $0.label) } }
    var hunks = Alignment.hunks(expected: tokens[0], actual: tokens[1]).hunks[...]
    var (x, y) = (0, 0)
    while x < expected.count || y < actual.count {
      if let hunk = hunks.first, hunk.expected.lowerBound == x, hunk.actual.lowerBound == y {
        for member in expected[hunk.expected] {
          rows.add([line(.expected, member.value, at: place.child(member.prefix))])
        }
        for member in actual[hunk.actual] {
          rows.add([line(.actual, member.value, at: place.child(member.prefix))])
        }
        (x, y) = (hunk.expected.upperBound, hunk.actual.upperBound)
        hunks.removeFirst()
        continue
      }
      let child = place.child(actual[y].prefix)
      let changes = lines(expected[x].value, actual[y].value, at: child)
      if changes.isEmpty, let label = actual[y].label, label == shownLabel {
        rows.add([context(child.before + swiftSource(actual[y].value, limit: Self.shortWidth) + ",", at: child)])
      } else {
        rows.add(changes)
      }
      (x, y) = (x + 1, y + 1)
    }
    return rows.enclosed(ends.0, ends.1)
  }
}
