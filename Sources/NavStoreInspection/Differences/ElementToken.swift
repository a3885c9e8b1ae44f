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
