func areEqual(_ first: Any, _ second: Any) -> Bool {
  func isEqual<Value: Equatable>(_ first: Value) -> Bool {
    // Compares the types first, because a cast accepts a subclass and may convert the value.
    type(of: second) == Value.self && second as? Value == first
  }
  guard let first = first as? any Equatable else { return false }
  return isEqual(first)
}

/// Returns whether a value, or a part of the value that reflection shows, is unequal to itself, as NaN is.
///
/// - Complexity: O(n · d), where n is the number of parts, at most 100,000, and d the depth of the value.
package func containsSelfUnequal(_ value: Any) -> Bool {
  func isUnequal<Value: Equatable>(_ value: Value) -> Bool { value != value }
  var remaining: [Any] = [value]
  var partsLeft = Differ.pairLimit
  var objects: Set<ObjectIdentifier> = []
  while partsLeft > 0, let part = remaining.popLast() {
    partsLeft -= 1
    if let part = part as? any Equatable, isUnequal(part) { return true }
    let reflection = Reflection(part)
    if let object = reflection.object, !objects.insert(object).inserted { continue }
    switch reflection.shape {
    case .literal, .opaque, .null: break
    case .record(let members), .tuple(let members), .enumCase(_, let members): remaining += members.map(\.value)
    case .list(let elements), .set(let elements): remaining += elements
    case .dictionary(let pairs, _): remaining += pairs.flatMap { [$0.key, $0.value] }
    }
  }
  return false
}

extension Literal {
  /// Returns whether another literal has the same type, and is equal or has the same source. Two NaN values, for
  /// example, are not equal but have the same source.
  func isSame(as other: any Literal) -> Bool {
    guard let other = other as? Self else { return false }
    return areEqual(self, other) || source(limit: .max) == other.source(limit: .max)
  }

  func texts(beside other: any Literal) -> (own: String, other: String)? {
    guard let other = other as? Self else { return nil }
    let texts = (text(beside: other), other.text(beside: self))
    return texts.0 == texts.1 ? (source(limit: .max), other.source(limit: .max)) : texts
  }
}

/// A hashable value that identifies an element of a collection: the element itself if it is hashable, otherwise the
/// beginning of its source.
struct ElementToken: Hashable {
  let element: Any
  let isWhole: Bool
  private let type: ObjectIdentifier
  private let key: AnyHashable

  init(_ element: Any) {
    self.element = element
    type = ObjectIdentifier(Swift.type(of: element))
    let value = (element as? any Hashable).map { AnyHashable($0) }
    // A dictionary cannot find a key that is not equal to itself, such as NaN.
    if let value, value == value {
      (key, isWhole) = (value, true)
    } else {
      (key, isWhole) = (AnyHashable(swiftSource(element, limit: 500)), false)
    }
  }

  static func == (first: ElementToken, second: ElementToken) -> Bool {
    // `AnyHashable` values of different number types may be equal.
    first.type == second.type && first.key == second.key
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(key)
  }
}

extension Dictionary where Value == Int {
  mutating func number(of key: Key) -> Int {
    if let number = self[key] { return number }
    self[key] = count
    return count - 1
  }
}
