/// Whether two values are of one type, which calls them equal.
func areEqual(_ first: Any, _ second: Any) -> Bool {
  func isEqual<Value: Equatable>(_ first: Value) -> Bool {
    // The types are compared first: a cast takes a subclass for its superclass, and may convert.
    type(of: second) == Value.self && second as? Value == first
  }
  guard let first = first as? any Equatable else { return false }
  return isEqual(first)
}

/// Whether the value, or a part of it that reflection shows, is not equal to itself.
///
/// - Complexity: O(n · d), where n is the number of parts, of which 100,000 are looked at, and d the depth of the value.
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
  /// Whether the other is of the same type and either equal or written alike, as NaN is.
  func isSame(as other: any Literal) -> Bool {
    guard let other = other as? Self else { return false }
    return areEqual(self, other) || source(limit: .max) == other.source(limit: .max)
  }

  /// Both as the lines of a difference show them; nil if the types differ.
  func texts(beside other: any Literal) -> (own: String, other: String)? {
    guard let other = other as? Self else { return nil }
    let texts = (text(beside: other), other.text(beside: self))
    return texts.0 == texts.1 ? (source(limit: .max), other.source(limit: .max)) : texts
  }
}

/// What tells an element of a collection from others: its value if it is hashable, else the beginning of its source.
struct ElementToken: Hashable {
  let element: Any
  /// Whether equal tokens mean equal elements.
  let isWhole: Bool
  private let type: ObjectIdentifier
  private let key: AnyHashable

  init(_ element: Any) {
    self.element = element
    type = ObjectIdentifier(Swift.type(of: element))
    let value = (element as? any Hashable).map { AnyHashable($0) }
    // What does not equal itself, such as NaN, would never be found again.
    if let value, value == value {
      (key, isWhole) = (value, true)
    } else {
      (key, isWhole) = (AnyHashable(swiftSource(element, limit: 500)), false)
    }
  }

  static func == (first: ElementToken, second: ElementToken) -> Bool {
    // Hashable values of different number types may be equal.
    first.type == second.type && first.key == second.key
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(key)
  }
}

extension Dictionary where Value == Int {
  /// A number for each key, the same for the same.
  mutating func number(of key: Key) -> Int {
    if let number = self[key] { return number }
    self[key] = count
    return count - 1
  }
}
