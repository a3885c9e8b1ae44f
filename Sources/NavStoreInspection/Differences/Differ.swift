/// A comparer that goes through two values level by level, and returns lines that show where the values differ.
struct Differ {
  private static let depthLimit = 64
  static let pairLimit = 100_000
  private static let shortWidth = 60
  /// The maximum width, in columns, of a list or set of numbers that is shown on one line.
  private static let numbersWidth = 80

  private struct ObjectPair: Hashable {
    let expected: ObjectIdentifier
    let actual: ObjectIdentifier
  }

  let usesEquality: Bool
  private(set) var isComplete = true
  private var pairsLeft = pairLimit
  /// The pairs of objects whose members are being compared. If a pair occurs again inside itself, it adds no
  /// difference.
  private var openObjects: Set<ObjectPair> = []
  /// The number of lines with a difference so far. Lines beyond ``DifferenceLine/limit`` are not shown and need no
  /// text.
  private var writtenLines = 0

  init(usesEquality: Bool) {
    self.usesEquality = usesEquality
  }

  mutating func lines(_ expected: Any, _ actual: Any, at position: DifferencePosition) -> [DifferenceLine] {
    guard begin(), !areKnownEqual(expected, actual) else { return [] }
    let (old, new) = (Reflection(expected), Reflection(actual))
    guard old.type == new.type else { return replacement(old, new, at: position) }
    guard position.depth < Self.depthLimit else { return deepLines(old, new, at: position) }
    var pair: ObjectPair?
    if let first = old.object, let second = new.object {
      let objects = ObjectPair(expected: first, actual: second)
      guard openObjects.insert(objects).inserted else { return [] }
      pair = objects
    }
    defer { if let pair { openObjects.remove(pair) } }
    let writtenBefore = writtenLines
    let lines = structuralLines(old, new, at: position)
    guard lines.count > 2, let texts = shortTexts(old, new, lines) else { return lines }
    writtenLines = writtenBefore
    return self.pair(texts.0, texts.1, at: position)
  }

  private mutating func begin() -> Bool {
    guard pairsLeft > 0 else {
      isComplete = false
      return false
    }
    pairsLeft -= 1
    return true
  }

  func areKnownEqual(_ expected: Any, _ actual: Any) -> Bool {
    if type(of: expected) is AnyClass, type(of: actual) is AnyClass, expected as AnyObject === actual as AnyObject {
      return true
    }
    return usesEquality && areEqual(expected, actual)
  }

  private mutating func structuralLines(_ old: Reflection, _ new: Reflection, at position: DifferencePosition)
    -> [DifferenceLine]
  {
    switch (old.shape, new.shape) {
    case (.literal(let first), .literal(let second)):
      if let first = first.wholeText, let second = second.wholeText, first != second,
        first.hasLines || second.hasLines
      {
        return lineByLine(first, second, at: position)
      }
      if first is OmittedElements { isComplete = false }
      guard !first.isSame(as: second), let texts = first.texts(beside: second) else { return [] }
      return pair(texts.own, texts.other, at: position)
    case (.opaque(let first), .opaque(let second)):
      return first == second
        ? [] : pair(first.excerpt(differingFrom: second), second.excerpt(differingFrom: first), at: position)
    case (.null(let first), .null(let second)) where first == second:
      return []
    case (.record(let first), .record(let second)):
      let name = sourceName(of: old.type)
      let shownLabel = old.value is any Identifiable ? "id" : nil
      return members(first, second, between: (name + "(", ")"), shownLabel: shownLabel, at: position)
    case (.tuple(let first), .tuple(let second)):
      return members(first, second, between: ("(", ")"), at: position)
    case (.enumCase(let name, let first), .enumCase(let other, let second)) where name == other:
      if first.count == 1, second.count == 1, first[0].label == nil, second[0].label == nil, position.before.count < 30
      {
        return lines(first[0].value, second[0].value, at: position.payload(of: name))
      }
      return members(first, second, between: (".\(name)(", ")"), at: position)
    case (.list(let first), .list(let second)):
      return list(first, second, at: position)
    case (.set(let first), .set(let second)):
      return set(first, second, at: position)
    case (.dictionary(let first, let isOrdered), .dictionary(let second, _)):
      return dictionary(first, second, isOrdered: isOrdered, at: position)
    default:
      return replacement(old, new, at: position)
    }
  }

  private func shortTexts(_ old: Reflection, _ new: Reflection, _ lines: [DifferenceLine]) -> (String, String)? {
    let areNumbers = old.shape.areNumbers && new.shape.areNumbers
    switch old.shape {
    case .record(let members) where members.count > 1: return nil
    case .set where areNumbers: break
    case .literal, .set, .dictionary: return nil
    case .list(let elements) where elements.first is any Identifiable: return nil
    default: break
    }
    guard !lines.contains(where: { $0.mark == .moved }) else { return nil }
    let width = areNumbers ? Self.numbersWidth : Self.shortWidth
    let texts = [old, new].map { SourceWriter.source(of: $0.value, limit: width) }
    // Strings with several lines are compared line by line.
    guard texts.allSatisfy({ $0.isWhole && !$0.text.contains("\\n") }), texts[0].text != texts[1].text else {
      return nil
    }
    return (texts[0].text, texts[1].text)
  }

  // MARK: - Lines

  private var isShown: Bool { writtenLines < DifferenceLine.limit }

  mutating func line(_ mark: DifferenceLine.Mark, _ value: Any, at position: DifferencePosition) -> DifferenceLine {
    line(mark, isShown ? swiftSource(value, limit: DifferenceLine.width) : "", at: position)
  }

  private mutating func line(
    _ mark: DifferenceLine.Mark, _ text: String, at position: DifferencePosition, beginsDifference: Bool = true
  ) -> DifferenceLine {
    writtenLines += 1
    let text = writtenLines <= DifferenceLine.limit ? position.before + text + position.after : ""
    return DifferenceLine(mark: mark, indent: position.indent, text: text, beginsDifference: beginsDifference)
  }

  private func context(_ text: String, at position: DifferencePosition) -> DifferenceLine {
    .context(text, at: position)
  }

  private mutating func pair(_ expected: String, _ actual: String, at position: DifferencePosition) -> [DifferenceLine]
  {
    let first = line(.expected, expected, at: position)
    return [first, line(.actual, actual, at: position, beginsDifference: false)]
  }

  /// Returns two lines for values with different types or shapes. The lines include the types if the types differ and
  /// are necessary to distinguish the values.
  private mutating func replacement(_ old: Reflection, _ new: Reflection, at position: DifferencePosition)
    -> [DifferenceLine]
  {
    var texts = isShown ? [old, new].map { swiftSource($0.value, limit: DifferenceLine.width) } : ["", ""]
    if isShown, old.type != new.type, old.needsType(beside: new) {
      var types = ["\(old.type)", "\(new.type)"]
      if types[0] == types[1] { types = [String(reflecting: old.type), String(reflecting: new.type)] }
      for index in 0...1 {
        let room = DifferenceLine.width - position.indent - position.before.count - types[index].count - 8
        if texts[index].count > max(room, 20) { texts[index] = texts[index].prefix(max(room, 20)) + "…" }
        texts[index] += " as \(types[index])"
      }
    }
    return pair(texts[0], texts[1], at: position)
  }
}

extension Reflection.Shape {
  fileprivate var areNumbers: Bool {
    switch self {
    case .list(let elements), .set(let elements): elements.allSatisfy { $0 is any Numeric }
    default: false
    }
  }
}

extension Differ {
  /// Compares the members by label. Only with a custom mirror can a member occur in just one of the values.
  private mutating func members(
    _ expected: [Reflection.Member], _ actual: [Reflection.Member], between ends: (String, String),
    shownLabel: String? = nil, at position: DifferencePosition
  ) -> [DifferenceLine] {
    var rows = DifferenceRows(in: position)
    var numbers: [String?: Int] = [:]
    let tokens = [expected, actual].map { $0.map { numbers.number(of: $0.label) } }
    var hunks = Alignment.hunks(expected: tokens[0], actual: tokens[1]).hunks[...]
    var (x, y) = (0, 0)
    while x < expected.count || y < actual.count {
      if let hunk = hunks.first, hunk.expected.lowerBound == x, hunk.actual.lowerBound == y {
        for member in expected[hunk.expected] {
          rows.add([line(.expected, member.value, at: position.child(member.prefix))])
        }
        for member in actual[hunk.actual] {
          rows.add([line(.actual, member.value, at: position.child(member.prefix))])
        }
        (x, y) = (hunk.expected.upperBound, hunk.actual.upperBound)
        hunks.removeFirst()
        continue
      }
      let child = position.child(actual[y].prefix)
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

extension Differ {
  /// Compares two strings line by line. Consecutive unchanged lines are shown as one line with their number.
  private mutating func lineByLine(_ expected: String, _ actual: String, at position: DifferencePosition)
    -> [DifferenceLine]
  {
    var rows = DifferenceRows(in: position)
    var numbers: [Substring: Int] = [:]
    let (old, new) = (expected.lines, actual.lines)
    let hunks = Alignment.hunks(
      expected: old.map { numbers.number(of: $0) }, actual: new.map { numbers.number(of: $0) }
    ).hunks
    var x = 0
    for hunk in hunks {
      rows.addUnchanged(hunk.expected.lowerBound - x)
      let (removed, added) = (old[hunk.expected], new[hunk.actual])
      for (mark, texts, others) in [(DifferenceLine.Mark.expected, removed, added), (.actual, added, removed)] {
        for (index, text) in texts.enumerated() {
          let other = index < others.count ? others[others.startIndex + index] : ""
          rows.add([
            line(mark, String(text).excerpt(differingFrom: String(other)).shownAsLine, at: position.child(after: ""))
          ])
        }
      }
      x = hunk.expected.upperBound
    }
    rows.addUnchanged(old.count - x)
    return rows.enclosed("\"\"\"", "\"\"\"")
  }
}

extension Literal {
  var wholeText: String? { self as? String ?? (self as? Substring).map(String.init) }
}

extension String {
  var hasLines: Bool { utf8.contains(UInt8(ascii: "\n")) }

  fileprivate var lines: [Substring] {
    // Splits the UTF-8 bytes, because a carriage return and a line feed form one character.
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
  }

  fileprivate var shownAsLine: String {
    guard last == " " else { return isEmpty ? "(empty line)" : escapedForOneLine }
    return String(dropLast()).escapedForOneLine + "\\u{20}"
  }
}

extension Differ {
  private mutating func deepLines(_ old: Reflection, _ new: Reflection, at position: DifferencePosition)
    -> [DifferenceLine]
  {
    var pairs: [(expected: Any, actual: Any, level: Int)] = [(old.value, new.value, 0)]
    var seen: Set<ObjectPair> = []
    while let (expected, actual, level) = pairs.popLast() {
      guard begin() else { break }
      if areKnownEqual(expected, actual) { continue }
      let (old, new) = (Reflection(expected), Reflection(actual))
      if let first = old.object, let second = new.object,
        !seen.insert(ObjectPair(expected: first, actual: second)).inserted
      {
        continue
      }
      if case .literal(let first) = old.shape, case .literal(let second) = new.shape, first.isSame(as: second) {
        continue
      }
      guard let parts = counterparts(old, new) else {
        let deeper = level == 0 ? [] : [context("… (\(level) \(level == 1 ? "level" : "levels") deeper)", at: position)]
        var position = position
        if level > 0 { (position.before, position.after) = ("", "") }
        if case .literal(let first) = old.shape, case .literal(let second) = new.shape,
          let texts = first.texts(beside: second)
        {
          return deeper + pair(texts.own, texts.other, at: position)
        }
        return deeper + replacement(old, new, at: position)
      }
      pairs += parts.reversed().map { ($0, $1, level + 1) }
    }
    return []
  }

  private func counterparts(_ old: Reflection, _ new: Reflection) -> [(Any, Any)]? {
    guard old.type == new.type else { return nil }
    func matched(_ first: [Reflection.Member], _ second: [Reflection.Member]) -> [(Any, Any)]? {
      guard first.map(\.label) == second.map(\.label) else { return nil }
      return zip(first, second).map { ($0.value, $1.value) }
    }
    func matched(_ first: [Any], _ second: [Any]) -> [(Any, Any)]? {
      first.count == second.count ? Array(zip(first, second)) : nil
    }
    switch (old.shape, new.shape) {
    case (.opaque(let first), .opaque(let second)): return first == second ? [] : nil
    case (.null(let first), .null(let second)): return first == second ? [] : nil
    case (.record(let first), .record(let second)), (.tuple(let first), .tuple(let second)):
      return matched(first, second)
    case (.enumCase(let name, let first), .enumCase(let other, let second)):
      return name == other ? matched(first, second) : nil
    case (.list(let first), .list(let second)):
      return matched(first, second)
    case (.set(let first), .set(let second)):
      return Set(first.map(ElementToken.init)) == Set(second.map(ElementToken.init)) ? [] : nil
    case (.dictionary(let first, _), .dictionary(let second, _)):
      let values = Dictionary(second.map { (ElementToken($0.key), $0.value) }) { first, _ in first }
      let parts = first.compactMap { pair in values[ElementToken(pair.key)].map { (pair.value, $0) } }
      return parts.count == first.count && first.count == second.count ? parts : nil
    default:
      return nil
    }
  }
}

extension Reflection {
  fileprivate func needsType(beside other: Reflection) -> Bool {
    switch (shape, other.shape) {
    case (.null(let first), .null(let second)): first == second
    case (.null, _), (_, .null): false
    case (.record, .record): sourceName(of: type) == sourceName(of: other.type)
    default: true
    }
  }
}
