/// One way in which a path can fit a pattern: with each of its optional segments there or not.
///
/// A class, because it is handed on for every URL and has much to copy.
final class LinkPatternVariant: Sendable {
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

  /// What the query or the fragment must have: a text, or one that is a parameter's.
  struct Requirement: Hashable, Sendable {
    /// Nil for the fragment.
    let key: String?
    let value: PatternSyntax.Value
    /// Nil for a literal.
    let kind: LinkParameterKind?
  }

  /// The number of the pattern in the table.
  let pattern: Int
  /// The pattern, or the alias.
  let syntax: PatternSyntax
  private let parts: LinkPatternVariantParts
  /// How specific it is, among those that the steps do not tell apart; lower comes first.
  let order: [Int]

  var steps: [Step] { parts.steps }
  var open: Open? { parts.open }
  /// By the numbers of the parameters.
  var places: [Place] { parts.places }
  var requirements: [Requirement] { parts.requirements }
  /// The keys of the query that may be there once.
  var singleKeys: [String] { parts.singleKeys }

  /// - Parameters:
  ///   - names: The names of the parameters by their numbers.
  ///   - absent: The optional segments that are not there.
  init<Tab, Route>(
    _ syntax: PatternSyntax, of pattern: LinkPattern<Tab, Route>, at index: Int, names: [String], absent: Set<String>
  ) {
    self.pattern = index
    self.syntax = syntax
    parts = LinkPatternVariantParts(
      syntax.elements.filter { !$0.isAbsent(of: absent) }, of: syntax, names: names, uses: pattern.parameters)
    order = (parts.open?.order ?? []) + [-parts.requirements.count] + parts.requirements.map(\.rank).sorted()
  }

  /// The first thing that must be there besides the path, and is not.
  func missing(in address: ParsedURL) -> Requirement? {
    requirements.first { !$0.isSatisfied(in: address) }
  }

  /// Whether each key that must be there is there, whatever its value. The fragment counts as a key.
  func hasKeys(in address: ParsedURL) -> Bool {
    requirements.allSatisfy { requirement in
      guard let key = requirement.key else { return address.fragment != nil }
      return address.query.contains { $0.key == key }
    }
  }

  /// Whether a key or the fragment has another text than the one that must be there.
  func differsInLiteral(from address: ParsedURL) -> Bool {
    requirements.contains { $0.kind == nil && !$0.isSatisfied(in: address) }
  }

  /// Whether it declares each key that another shape needs. The fragment counts as a key.
  func declaresKeys(of other: LinkPatternVariant) -> Bool {
    other.requirements.allSatisfy { requirement in
      guard let key = requirement.key else { return syntax.fragment != nil }
      return syntax.query.contains { $0.key == key }
    }
  }

  /// Why a value that it declares cannot be read: the first of the query, or that of the fragment.
  func refusal(in address: ParsedURL) -> LinkError? {
    if !syntax.query.isEmpty {
      for item in address.query {
        if let error = item.value.error, syntax.query.contains(where: { $0.key == item.key }) { return error }
      }
    }
    return syntax.fragment == nil ? nil : address.fragment?.value.error
  }

  /// Whether a parameter, by its number, is a part of the path.
  func isInPath(_ parameter: Int) -> Bool {
    switch places[parameter] {
    case .segment, .segmentFromEnd, .segments, .absent: true
    case .query, .fragment: false
    }
  }

  /// Whether the segments from a place on fit the part of any length and what follows it.
  func fits(_ segments: [ParsedURL.Segment], from start: Int) -> Bool {
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
    let requirements: Set<Requirement>
  }

  var signature: Signature {
    Signature(
      steps: steps.map(\.unnamed),
      open: open.map { Open(kind: $0.kind?.unnamed, isRequired: $0.isRequired, end: $0.end.map(\.unnamed)) },
      requirements: Set(requirements.map(\.unnamed)))
  }
}

// MARK: - How specific a part is

extension LinkPatternVariant.Step {
  /// 0 for a literal, and more for a parameter that takes more.
  fileprivate var rank: Int { if case .parameter(let kind) = self { 1 + kind.rank.rawValue } else { 0 } }

  fileprivate var unnamed: LinkPatternVariant.Step {
    if case .parameter(let kind) = self { .parameter(kind.unnamed) } else { self }
  }
}

extension LinkPatternVariant.Open {
  fileprivate var order: [Int] {
    [-end.count] + end.map(\.rank) + [kind?.rank.rawValue ?? LinkParameterKind.Rank.allCases.count, isRequired ? 0 : 1]
  }
}

extension LinkPatternVariant.Requirement {
  fileprivate var rank: Int { kind.map { 1 + $0.rank.rawValue } ?? 0 }

  fileprivate func isSatisfied(in address: ParsedURL) -> Bool {
    guard let key else { return isSatisfied(by: address.fragment?.value) }
    return address.query.contains { $0.key == key && isSatisfied(by: $0.value) }
  }

  /// A value that cannot be read satisfies no literal. It satisfies a parameter, so that the URL is refused with the error
  /// of the value.
  private func isSatisfied(by found: ParsedURL.Value?) -> Bool {
    switch (value, found) {
    case (.literal(let wanted), .text(let text)?): text == wanted
    case (.parameter, .text?), (.parameter, .refused?): true
    default: false
    }
  }

  fileprivate var unnamed: LinkPatternVariant.Requirement {
    LinkPatternVariant.Requirement(key: key, value: kind == nil ? value : .parameter(""), kind: kind?.unnamed)
  }
}

extension LinkPatternVariant {
  /// How specific it is among all, for the list of the patterns, and for printing.
  var rank: [Int] { steps.map(\.rank) + (open == nil ? [] : [Step.parameterCount]) + order }
}

extension LinkPatternVariant.Step {
  /// More than the rank of any step.
  fileprivate static var parameterCount: Int { 1 + LinkParameterKind.Rank.allCases.count }
}

extension LinkParameterKind {
  /// Of those that take any text, it does not matter which one it is.
  fileprivate var unnamed: LinkParameterKind { rank == .any ? LinkParameterKind("a text", rank: .any) : self }
}

extension PatternSyntax.Element {
  fileprivate func isAbsent(of names: Set<String>) -> Bool {
    if case .parameter(let name, true) = self { names.contains(name) } else { false }
  }
}

/// What a shape is made of, as it is read from a spelling.
private struct LinkPatternVariantParts: Sendable {
  private(set) var steps: [LinkPatternVariant.Step] = []
  private(set) var open: LinkPatternVariant.Open?
  private(set) var places: [LinkPatternVariant.Place]
  private(set) var requirements: [LinkPatternVariant.Requirement] = []
  private(set) var singleKeys: [String] = []

  /// - Parameters:
  ///   - elements: The segments that are there.
  ///   - names: The names of the parameters by their numbers.
  ///   - uses: The parameters.
  init(_ elements: [PatternSyntax.Element], of syntax: PatternSyntax, names: [String], uses: [LinkParameterDescriptor])
  {
    places = Array(repeating: .absent, count: names.count)
    let parameters = Dictionary(uniqueKeysWithValues: zip(names, zip(names.indices, uses)))
    readPath(elements, parameters)
    readQuery(syntax, parameters)
  }

  private typealias Parameters = [String: (number: Int, use: LinkParameterDescriptor)]

  private mutating func readPath(_ elements: [PatternSyntax.Element], _ parameters: Parameters) {
    var opened: (kind: LinkParameterKind?, isRequired: Bool)?
    var end: [LinkPatternVariant.Step] = []
    for (index, element) in elements.enumerated() {
      let fromEnd = elements.count - index
      var step: LinkPatternVariant.Step?
      switch element {
      case .literal(let text):
        step = .literal(text)
      case .parameter(let name, _):
        guard let (number, use) = parameters[name] else { continue }
        places[number] = opened == nil ? .segment(index) : .segmentFromEnd(fromEnd)
        step = .parameter(use.kind)
      case .repeated(let name, let isRequired):
        guard let (number, use) = parameters[name] else { continue }
        places[number] = .segments(from: index, dropping: fromEnd - 1)
        opened = (use.kind, isRequired)
      case .wildcard:
        opened = (nil, false)
      }
      guard let step else { continue }
      if opened == nil { steps.append(step) } else { end.append(step) }
    }
    open = opened.map { LinkPatternVariant.Open(kind: $0.kind, isRequired: $0.isRequired, end: end) }
  }

  private mutating func readQuery(_ syntax: PatternSyntax, _ parameters: Parameters) {
    let values =
      syntax.query.map { (key: $0.key as String?, value: $0.value) } + (syntax.fragment.map { [(nil, $0)] } ?? [])
    for (key, value) in values {
      guard case .parameter(let name) = value else {
        requirements.append(LinkPatternVariant.Requirement(key: key, value: value, kind: nil))
        if let key { singleKeys.append(key) }
        continue
      }
      guard let (number, use) = parameters[name] else { continue }
      if let key, !use.isRepeated { singleKeys.append(key) }
      places[number] = key.map(LinkPatternVariant.Place.query) ?? .fragment
      if !use.isOptional, !use.isRepeated {
        requirements.append(LinkPatternVariant.Requirement(key: key, value: value, kind: use.kind))
      }
    }
  }
}

/// A URL beside a pattern that its path fits: where the texts of the parameters stand.
@usableFromInline
struct LinkMatch {
  let shape: LinkPatternVariant
  let address: ParsedURL

  /// The number of the pattern in the table.
  @usableFromInline var pattern: Int { shape.pattern }

  /// The texts of a parameter, by its number: none where it is absent.
  @usableFromInline
  func texts(of number: Int) -> LinkParameterTexts {
    switch shape.places[number] {
    case .segment(let index):
      return .one(address.segments[index].text)
    case .segmentFromEnd(let index):
      return .one(address.segments[address.segments.count - index].text)
    case .segments(let start, let dropped):
      return LinkParameterTexts(address.segments[start..<max(start, address.segments.count - dropped)].map(\.text))
    case .query(let key):
      return LinkParameterTexts(address.query.compactMap { $0.key == key ? $0.value.text : nil })
    case .fragment:
      return address.fragment?.value.text.map { .one($0) } ?? .none
    case .absent:
      return .none
    }
  }

  /// Where the first text of a parameter stands in the URL.
  func offset(of number: Int) -> Int? {
    switch shape.places[number] {
    case .segment(let index): address.segments[index].offset
    case .segmentFromEnd(let index): address.segments[address.segments.count - index].offset
    case .segments(let start, _): start < address.segments.count ? address.segments[start].offset : nil
    case .query(let key): address.query.first { $0.key == key }?.offset
    case .fragment: address.fragment?.offset
    case .absent: nil
    }
  }
}
