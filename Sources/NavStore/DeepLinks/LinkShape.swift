/// One way in which a path can fit a pattern: with each of its optional segments there or not.
///
/// A class, because it is handed on for every URL and has much to copy.
final class LinkShape: Sendable {
  enum Step: Hashable, Sendable {
    case literal(String)
    case parameter(LinkParameterKind)
  }

  /// A part of any length.
  struct Open: Hashable, Sendable {
    /// Nil for a wildcard.
    let kind: LinkParameterKind?
    let isRequired: Bool
    /// What follows it.
    let end: [Step]
  }

  /// Where the texts of a parameter stand.
  enum Place: Hashable, Sendable {
    case segment(Int)
    /// Counted from the end, 1 for the last one.
    case segmentFromEnd(Int)
    /// All from a place on, but for so many at the end.
    case segments(from: Int, dropping: Int)
    case query(String)
    case fragment
    case absent
  }

  /// The number of the pattern in the table.
  let pattern: Int
  /// The pattern, or the alias.
  let syntax: PatternSyntax
  let steps: [Step]
  let open: Open?
  /// By the numbers of the parameters.
  let places: [Place]
  /// The keys that the query must have, with the value where it is given.
  let required: [PatternSyntax.Item]
  let requiresFragment: Bool

  /// - Parameters:
  ///   - names: The names of the parameters by their numbers.
  ///   - absent: The optional segments that are not there.
  init<Tab, Route>(
    _ syntax: PatternSyntax, of pattern: LinkPattern<Tab, Route>, at index: Int, names: [String], absent: Set<String>
  ) {
    self.pattern = index
    self.syntax = syntax
    var places: [Place] = Array(repeating: .absent, count: names.count)
    let elements = syntax.elements.filter { element in
      if case .parameter(let name, true) = element { !absent.contains(name) } else { true }
    }
    func number(of name: String) -> Int { names.firstIndex(of: name) ?? 0 }
    func kind(_ name: String) -> LinkParameterKind { pattern.parameters[number(of: name)].kind }
    var (steps, end): ([Step], [Step]) = ([], [])
    var opened: (kind: LinkParameterKind?, isRequired: Bool)?
    for (index, element) in elements.enumerated() {
      let fromEnd = elements.count - index
      let step: Step
      switch element {
      case .literal(let text): step = .literal(text)
      case .parameter(let name, _):
        places[number(of: name)] = opened == nil ? .segment(index) : .segmentFromEnd(fromEnd)
        step = .parameter(kind(name))
      case .repeated(let name, let isRequired):
        places[number(of: name)] = .segments(from: index, dropping: fromEnd - 1)
        opened = (kind(name), isRequired)
        continue
      case .wildcard:
        opened = (nil, false)
        continue
      }
      if opened == nil { steps.append(step) } else { end.append(step) }
    }
    self.steps = steps
    open = opened.map { Open(kind: $0.kind, isRequired: $0.isRequired, end: end) }
    var required: [PatternSyntax.Item] = []
    for item in syntax.query {
      switch item.value {
      case .literal: required.append(item)
      case .parameter(let name):
        places[number(of: name)] = .query(item.key)
        let parameter = pattern.parameters[number(of: name)]
        if !parameter.isOptional, !parameter.isRepeated { required.append(item) }
      }
    }
    if case .parameter(let name)? = syntax.fragment {
      places[number(of: name)] = .fragment
      requiresFragment = !pattern.parameters[number(of: name)].isOptional
    } else {
      requiresFragment = syntax.fragment != nil
    }
    self.places = places
    self.required = required
  }

  /// How much the query and the fragment must have; those that want more come first.
  var requirements: Int { required.count + (requiresFragment ? 1 : 0) }

  /// Whether what the URL has besides its path is what must be there.
  func hasRequirements(_ address: LinkAddress) -> Bool {
    for item in required {
      let isThere = address.query.contains { found in
        guard found.key == item.key, let value = found.value else { return false }
        return if case .literal(let wanted) = item.value { value == wanted } else { true }
      }
      if !isThere { return false }
    }
    if case .literal(let wanted)? = syntax.fragment { return address.fragment?.text == wanted }
    return !requiresFragment || address.fragment != nil
  }

  /// Whether the segments from a place on fit the part of any length and what follows it.
  func fits(_ segments: [LinkAddress.Segment], from start: Int) -> Bool {
    guard let open, segments.count - start - open.end.count >= (open.isRequired ? 1 : 0) else { return false }
    for (step, segment) in zip(open.end.reversed(), segments.reversed()) {
      if case .literal(let text) = step, segment.text != text { return false }
    }
    return true
  }

  /// What two shapes have in common that fit the same URLs.
  struct Signature: Hashable {
    let steps: [Step]
    let open: Open?
    let required: Set<PatternSyntax.Item>
    let fragment: PatternSyntax.Value?
  }

  var signature: Signature {
    Signature(
      steps: steps.map(\.unnamed),
      open: open.map { Open(kind: $0.kind?.unnamed, isRequired: $0.isRequired, end: $0.end.map(\.unnamed)) },
      required: Set(required.map(\.unnamed)), fragment: requiresFragment ? syntax.fragment?.unnamed : nil)
  }
}

extension LinkShape.Step {
  fileprivate var unnamed: LinkShape.Step {
    if case .parameter(let kind) = self { .parameter(kind.unnamed) } else { self }
  }
}

extension LinkParameterKind {
  /// Of those that take any text, it does not matter which one it is.
  fileprivate var unnamed: LinkParameterKind { rank == .any ? LinkParameterKind("a text", rank: .any) : self }
}

extension PatternSyntax.Item {
  fileprivate var unnamed: PatternSyntax.Item { PatternSyntax.Item(key: key, value: value.unnamed) }
}

extension PatternSyntax.Value {
  fileprivate var unnamed: PatternSyntax.Value { if case .parameter = self { .parameter("") } else { self } }
}
