/// One way in which a path can fit a pattern: with each of its optional segments there or not.
///
/// A class, because it is handed on for every URL and has much to copy.
final class LinkShape: @unchecked Sendable {
  // Unchecked because its variables change nowhere but in `init`.
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
  private(set) var steps: [Step] = []
  private(set) var open: Open?
  /// By the numbers of the parameters.
  private(set) var places: [Place]
  private(set) var requirements: [Requirement] = []
  /// The keys of the query that may be there once.
  private(set) var singleKeys: [String] = []
  /// How specific it is, among those that the steps do not tell apart; lower comes first.
  private(set) var order: [Int] = []

  /// - Parameters:
  ///   - names: The names of the parameters by their numbers.
  ///   - absent: The optional segments that are not there.
  init<Tab, Route>(
    _ syntax: PatternSyntax, of pattern: LinkPattern<Tab, Route>, at index: Int, names: [String], absent: Set<String>
  ) {
    self.pattern = index
    self.syntax = syntax
    places = Array(repeating: .absent, count: names.count)
    let parameters = Dictionary(uniqueKeysWithValues: zip(names, zip(names.indices, pattern.parameters)))
    readPath(syntax.elements.filter { !$0.isAbsent(of: absent) }, parameters)
    readQuery(parameters)
    order = (open?.order ?? []) + [-requirements.count] + requirements.map(\.rank).sorted()
  }

  private typealias Parameters = [String: (number: Int, use: LinkParameterUse)]

  private func readPath(_ elements: [PatternSyntax.Element], _ parameters: Parameters) {
    var opened: (kind: LinkParameterKind?, isRequired: Bool)?
    var end: [Step] = []
    for (index, element) in elements.enumerated() {
      let fromEnd = elements.count - index
      var step: Step?
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
    open = opened.map { Open(kind: $0.kind, isRequired: $0.isRequired, end: end) }
  }

  private func readQuery(_ parameters: Parameters) {
    let values =
      syntax.query.map { (key: $0.key as String?, value: $0.value) } + (syntax.fragment.map { [(nil, $0)] } ?? [])
    for (key, value) in values {
      guard case .parameter(let name) = value else {
        requirements.append(Requirement(key: key, value: value, kind: nil))
        if let key { singleKeys.append(key) }
        continue
      }
      guard let (number, use) = parameters[name] else { continue }
      if let key, !use.isRepeated { singleKeys.append(key) }
      places[number] = key.map(Place.query) ?? .fragment
      if !use.isOptional, !use.isRepeated { requirements.append(Requirement(key: key, value: value, kind: use.kind)) }
    }
  }

  /// The first thing that must be there besides the path, and is not.
  func missing(in address: LinkAddress) -> Requirement? {
    requirements.first { requirement in
      guard let key = requirement.key else { return !requirement.isSatisfied(by: address.fragment?.text) }
      return !address.query.contains { $0.key == key && requirement.isSatisfied(by: $0.value) }
    }
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

extension LinkShape.Step {
  /// 0 for a literal, and more for a parameter that takes more.
  fileprivate var rank: Int { if case .parameter(let kind) = self { 1 + kind.rank.rawValue } else { 0 } }

  fileprivate var unnamed: LinkShape.Step {
    if case .parameter(let kind) = self { .parameter(kind.unnamed) } else { self }
  }
}

extension LinkShape.Open {
  fileprivate var order: [Int] {
    [-end.count] + end.map(\.rank) + [kind?.rank.rawValue ?? LinkParameterKind.Rank.allCases.count, isRequired ? 0 : 1]
  }
}

extension LinkShape.Requirement {
  fileprivate var rank: Int { kind.map { 1 + $0.rank.rawValue } ?? 0 }

  fileprivate func isSatisfied(by text: String?) -> Bool {
    if case .literal(let wanted) = value { text == wanted } else { text != nil }
  }

  fileprivate var unnamed: LinkShape.Requirement {
    LinkShape.Requirement(key: key, value: kind == nil ? value : .parameter(""), kind: kind?.unnamed)
  }
}

extension LinkShape {
  /// How specific it is among all, for the list of the patterns, and for printing.
  var rank: [Int] { steps.map(\.rank) + (open == nil ? [] : [Step.parameterCount]) + order }
}

extension LinkShape.Step {
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
