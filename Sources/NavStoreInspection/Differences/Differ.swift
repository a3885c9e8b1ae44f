/// Walks two values side by side and writes down where they differ.
struct Differ {
  static let depthLimit = 64
  static let pairLimit = 100_000
  static let shortWidth = 60
  /// The same for a list or a set of numbers.
  static let numbersWidth = 80

  struct ObjectPair: Hashable {
    let expected: ObjectIdentifier
    let actual: ObjectIdentifier
  }

  let honoursEquality: Bool
  /// Whether everything was compared.
  private(set) var isComplete = true
  private var pairsLeft = pairLimit
  /// The objects whose members are being compared; a pair that is met again differs no further.
  private var openObjects: Set<ObjectPair> = []
  /// How many lines with a difference are written; more than are shown need no text.
  private var writtenLines = 0

  init(honoursEquality: Bool) {
    self.honoursEquality = honoursEquality
  }

  /// The lines that show how the two differ; none if they do not.
  mutating func lines(_ expected: Any, _ actual: Any, at place: Place) -> [DifferenceLine] {
    guard begin(), !isSettled(expected, actual) else { return [] }
    let (old, new) = (Reflection(expected), Reflection(actual))
    guard old.type == new.type else { return replacement(old, new, at: place) }
    guard place.depth < Self.depthLimit else { return deepLines(old, new, at: place) }
    var pair: ObjectPair?
    if let first = old.object, let second = new.object {
      let objects = ObjectPair(expected: first, actual: second)
      guard openObjects.insert(objects).inserted else { return [] }
      pair = objects
    }
    defer { if let pair { openObjects.remove(pair) } }
    let writtenBefore = writtenLines
    let lines = structuralLines(old, new, at: place)
    guard lines.count > 2, let texts = shortTexts(old, new, lines) else { return lines }
    writtenLines = writtenBefore
    return self.pair(texts.0, texts.1, at: place)
  }

  mutating func begin() -> Bool {
    guard pairsLeft > 0 else {
      isComplete = false
      return false
    }
    pairsLeft -= 1
    return true
  }

  /// Whether the two are the same without a look inside.
  func isSettled(_ expected: Any, _ actual: Any) -> Bool {
    if type(of: expected) is AnyClass, type(of: actual) is AnyClass, expected as AnyObject === actual as AnyObject {
      return true
    }
    return honoursEquality && areEqual(expected, actual)
  }

  private mutating func structuralLines(_ old: Reflection, _ new: Reflection, at place: Place) -> [DifferenceLine] {
    switch (old.shape, new.shape) {
    case (.literal(let first), .literal(let second)):
      if let first = first.wholeText, let second = second.wholeText, first != second,
        first.hasLines || second.hasLines
      {
        return lineByLine(first, second, at: place)
      }
      if first is Unseen { isComplete = false }
      guard !first.isSame(as: second), let texts = first.texts(beside: second) else { return [] }
      return pair(texts.own, texts.other, at: place)
    case (.opaque(let first), .opaque(let second)):
      return first == second ? [] : pair(first.cut(besides: second), second.cut(besides: first), at: place)
    case (.null(let first), .null(let second)) where first == second:
      return []
    case (.record(let first), .record(let second)):
      let name = sourceName(of: old.type)
      let shownLabel = old.value is any Identifiable ? "id" : nil
      return members(first, second, between: (name + "(", ")"), shownLabel: shownLabel, at: place)
    case (.tuple(let first), .tuple(let second)):
      return members(first, second, between: ("(", ")"), at: place)
    case (.enumCase(let name, let first), .enumCase(let other, let second)) where name == other:
      if first.count == 1, second.count == 1, first[0].label == nil, second[0].label == nil, place.before.count < 30 {
        return lines(first[0].value, second[0].value, at: place.payload(of: name))
      }
      return members(first, second, between: (".\(name)(", ")"), at: place)
    case (.list(let first), .list(let second)):
      return list(first, second, at: place)
    case (.set(let first), .set(let second)):
      return set(first, second, at: place)
    case (.dictionary(let first, let isOrdered), .dictionary(let second, _)):
      return dictionary(first, second, isOrdered: isOrdered, at: place)
    default:
      return replacement(old, new, at: place)
    }
  }

  /// Both values in one line each, where this is easier to read than their parts.
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
    // Texts of several lines are shown by line.
    guard texts.allSatisfy({ $0.isWhole && !$0.text.contains("\\n") }), texts[0].text != texts[1].text else {
      return nil
    }
    return (texts[0].text, texts[1].text)
  }

  // MARK: - Lines

  private var isShown: Bool { writtenLines < DifferenceLine.limit }

  /// One line with a value, which is not there on the other side.
  mutating func line(_ mark: DifferenceLine.Mark, _ value: Any, at place: Place) -> DifferenceLine {
    line(mark, isShown ? swiftSource(value, limit: DifferenceLine.width) : "", at: place)
  }

  mutating func line(
    _ mark: DifferenceLine.Mark, _ text: String, at place: Place, beginsDifference: Bool = true
  ) -> DifferenceLine {
    writtenLines += 1
    let text = writtenLines <= DifferenceLine.limit ? place.before + text + place.after : ""
    return DifferenceLine(mark: mark, indent: place.indent, text: text, beginsDifference: beginsDifference)
  }

  func context(_ text: String, at place: Place) -> DifferenceLine {
    .context(text, at: place)
  }

  mutating func pair(_ expected: String, _ actual: String, at place: Place) -> [DifferenceLine] {
    let first = line(.expected, expected, at: place)
    return [first, line(.actual, actual, at: place, beginsDifference: false)]
  }

  /// Two values that have nothing in common, with their types where nothing else tells why they differ.
  mutating func replacement(_ old: Reflection, _ new: Reflection, at place: Place) -> [DifferenceLine] {
    var texts = isShown ? [old, new].map { swiftSource($0.value, limit: DifferenceLine.width) } : ["", ""]
    if isShown, old.type != new.type, old.needsType(beside: new) {
      var types = ["\(old.type)", "\(new.type)"]
      if types[0] == types[1] { types = [String(reflecting: old.type), String(reflecting: new.type)] }
      for index in 0...1 {
        let room = DifferenceLine.width - place.indent - place.before.count - types[index].count - 8
        if texts[index].count > max(room, 20) { texts[index] = texts[index].prefix(max(room, 20)) + "…" }
        texts[index] += " as \(types[index])"
      }
    }
    return pair(texts[0], texts[1], at: place)
  }
}

extension Reflection.Shape {
  /// Whether this is a list or a set of numbers.
  fileprivate var areNumbers: Bool {
    switch self {
    case .list(let elements), .set(let elements): elements.allSatisfy { $0 is any Numeric }
    default: false
    }
  }
}
