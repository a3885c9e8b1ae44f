import NavStoreInspection

/// A random tree of values of every kind that reflection distinguishes.
indirect enum RandomTree {
  case leaf(Any)
  case list([RandomTree])
  case dictionary([String: RandomTree])
  case record(RandomTree, RandomTree)
  case tuple(RandomTree, RandomTree)
  case some(RandomTree)
  case enumCase(RandomTree)
  case labelledCase(RandomTree, RandomTree)
  case object(RandomTree)

  struct Record {
    var first: Any
    var second: Any
  }

  enum Case {
    case one(Any)
    case two(first: Any, second: Any)
  }

  final class Object {
    let value: Any
    init(_ value: Any) { self.value = value }
  }

  init(depth: Int, random: inout SplitMix64) {
    func child() -> RandomTree { RandomTree(depth: depth - 1, random: &random) }
    switch depth == 0 ? 0 : random.below(11) {
    case 1, 2: self = .list(random.list(below: 6) { RandomTree(depth: depth - 1, random: &$0) })
    case 3:
      self = .dictionary(
        Dictionary(random.list(below: 5) { ("key\($0.below(9))", RandomTree(depth: depth - 1, random: &$0)) }) { $1 })
    case 4, 5: self = .record(child(), child())
    case 6: self = .tuple(child(), child())
    case 7: self = .some(child())
    case 8: self = .enumCase(child())
    case 9: self = .labelledCase(child(), child())
    case 10: self = .object(child())
    default:
      self = .leaf(
        random.pick(
          { $0.below(1_000) }, { "text \($0.below(1_000))" }, { _ in Double.nan }, { _ in Int?.none as Any },
          { $0.once(in: 2) }, { Set($0.list(below: 5) { $0.below(99) }) }, { _ in AppTab.home },
          { Route.song($0.below(9)) }, { _ in { () -> Void in } as Any },
          { (random: inout SplitMix64) -> Any in "several\nlines \(random.below(9))\n" })(&random))
    }
  }

  /// A new value of the tree. Two values share no objects.
  var value: Any {
    switch self {
    case .leaf(let value): value
    case .list(let elements): elements.map(\.value)
    case .dictionary(let pairs): pairs.mapValues(\.value)
    case .record(let first, let second): Record(first: first.value, second: second.value)
    case .tuple(let first, let second): (first.value, second: second.value)
    case .some(let wrapped): Optional.some(wrapped.value) as Any
    case .enumCase(let payload): Case.one(payload.value)
    case .labelledCase(let first, let second): Case.two(first: first.value, second: second.value)
    case .object(let value): Object(value.value)
    }
  }

  /// Returns a copy with one changed leaf.
  func changed(to leaf: Any, random: inout SplitMix64) -> RandomTree {
    func changed(_ tree: RandomTree) -> RandomTree { tree.changed(to: leaf, random: &random) }
    let isFirst = random.once(in: 2)
    switch self {
    case .list(var elements) where !elements.isEmpty:
      let index = random.below(elements.count)
      elements[index] = changed(elements[index])
      return .list(elements)
    case .dictionary(var pairs) where !pairs.isEmpty:
      let key = pairs.keys.sorted()[random.below(pairs.count)]
      pairs[key] = pairs[key].map(changed)
      return .dictionary(pairs)
    case .record(let first, let second):
      return isFirst ? .record(changed(first), second) : .record(first, changed(second))
    case .tuple(let first, let second):
      return isFirst ? .tuple(changed(first), second) : .tuple(first, changed(second))
    case .labelledCase(let first, let second):
      return isFirst ? .labelledCase(changed(first), second) : .labelledCase(first, changed(second))
    case .some(let wrapped): return .some(changed(wrapped))
    case .enumCase(let payload): return .enumCase(changed(payload))
    case .object(let value): return .object(changed(value))
    case .leaf, .list, .dictionary: return .leaf(leaf)
    }
  }
}
