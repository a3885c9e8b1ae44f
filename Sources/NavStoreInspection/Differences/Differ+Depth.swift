extension Differ {
  /// The first difference of two values, for those that are nested too deep to be shown level by level.
  mutating func deepLines(_ old: Reflection, _ new: Reflection, at place: Place) -> [DifferenceLine] {
    var pairs: [(expected: Any, actual: Any, level: Int)] = [(old.value, new.value, 0)]
    var seen: Set<ObjectPair> = []
    while let (expected, actual, level) = pairs.popLast() {
      guard begin() else { break }
      if isSettled(expected, actual) { continue }
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
        let deeper = level == 0 ? [] : [context("… (\(level) \(level == 1 ? "level" : "levels") deeper)", at: place)]
        var place = place
        if level > 0 { (place.before, place.after) = ("", "") }
        if case .literal(let first) = old.shape, case .literal(let second) = new.shape,
          let texts = first.texts(beside: second)
        {
          return deeper + pair(texts.own, texts.other, at: place)
        }
        return deeper + replacement(old, new, at: place)
      }
      pairs += parts.reversed().map { ($0, $1, level + 1) }
    }
    return []
  }

  /// The parts of two values that stand for each other; nil where the values themselves differ.
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
  /// Whether the type has to be told to tell this value from one of another type.
  func needsType(beside other: Reflection) -> Bool {
    switch (shape, other.shape) {
    case (.null(let first), .null(let second)): first == second
    case (.null, _), (_, .null): false
    case (.record, .record): sourceName(of: type) == sourceName(of: other.type)
    default: true
    }
  }
}
