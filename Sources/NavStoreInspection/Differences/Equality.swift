/// Whether two values are of one type, which calls them equal.
func areEqual(_ first: Any, _ second: Any) -> Bool {
  func isEqual<Value: Equatable>(_ first: Value) -> Bool {
    // The types are compared first: a cast takes a subclass for its superclass, and may convert.
    type(of: second) == Value.self && second as? Value == first
  }
  guard let first = first as? any Equatable else { return false }
  return isEqual(first)
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
