/// A pattern or an alias in which each optional segment is either present or absent. A URL opens a pattern by one of
/// its variants.
///
/// This type is a class because it is passed to other functions for every URL, and a copy would be expensive.
final class LinkPatternVariant: Sendable {
  enum Step: Hashable, Sendable {
    case literal(String)
    case parameter(LinkParameterKind, SegmentAffixes)
  }

  /// A repeated parameter or a wildcard, which matches any number of segments.
  struct OpenPart: Hashable, Sendable {
    let kind: LinkParameterKind?
    let isRequired: Bool
    /// The steps after this part, up to the next open part or the end.
    var steps: [Step] = []
  }

  enum Position: Hashable, Sendable {
    case start(Int)
    /// A position that is counted from the first step between two open parts.
    case middle(Int)
    /// A position that is counted from the end. The last segment has the position `.end(1)`.
    case end(Int)
  }

  /// Where the strings of a parameter are in a URL.
  enum Location: Hashable, Sendable {
    case segment(Position, SegmentAffixes)
    /// The segments from the first position up to the second one.
    case segments(Position, Position)
    case query(String, LinkParameterKind.Form)
    case otherKeys
    case fragment(LinkParameterKind.Form)
    case absent
  }

  /// A required item of the query, or a required fragment.
  struct Requirement: Hashable, Sendable {
    enum Value: Hashable, Sendable {
      case literal(String)
      case missing
      case parameter(LinkParameterKind)
    }

    /// The key, or `nil` for the fragment.
    let key: String?
    let value: Value
  }

  let pattern: Int
  let spelling: LinkSpelling
  let steps: [Step]
  /// The open parts, of which there are at most two. If there are two, the steps between them are called the middle,
  /// and at least one of these steps is a literal.
  let openParts: [OpenPart]
  /// The locations of the parameters, in the order of the pattern's parameters.
  let locations: [Location]
  let requirements: [Requirement]
  /// Whether literals match regardless of case. If so, the literals are stored in lowercase.
  private let ignoresCase: Bool
  /// The sort key of this variant among variants with the same steps. A lower key is more specific.
  let order: [Int]

  var syntax: PatternSyntax { spelling.syntax }

  init(_ spelling: LinkSpelling, at index: Int = 0, absent: Set<String> = [], ignoresCase: Bool = false) {
    pattern = index
    self.spelling = spelling
    self.ignoresCase = ignoresCase
    let path = Self.path(of: spelling, absent: absent, ignoresCase: ignoresCase)
    (steps, openParts) = (path.steps, path.openParts)
    var (locations, requirements) = (path.locations, [Requirement]())
    Self.readQuery(of: spelling, &locations, &requirements)
    (self.locations, self.requirements) = (locations, requirements)
    let fixed = openParts.flatMap(\.steps)
    let openOrder =
      openParts.isEmpty
      ? [] : [-fixed.count] + fixed.map(\.rank) + openParts.flatMap { [$0.kind.order, $0.isRequired ? 0 : 1] }
    order = openOrder + [-requirements.count] + requirements.map(\.rank).sorted()
  }

  /// The sort key of this variant among all variants, for listing and printing. A lower key is more specific.
  var rank: [Int] { steps.map(\.rank) + (openParts.isEmpty ? [] : [Step.highestRank + 1]) + order }
}

// MARK: - Reading a spelling

extension LinkPatternVariant {
  private static func path(
    of spelling: LinkSpelling, absent: Set<String>, ignoresCase: Bool
  ) -> (steps: [Step], openParts: [OpenPart], locations: [Location]) {
    let elements = spelling.syntax.allElements.filter { !$0.isAbsent(of: absent) }
    let open = elements.indices.filter { elements[$0].isOpen }
    var (steps, openParts): ([Step], [OpenPart]) = ([], [])
    var locations = Array(repeating: Location.absent, count: spelling.names.count)
    func literal(_ text: String) -> String { ignoresCase ? text.lowercasedASCII : text }
    func add(_ step: Step) {
      if openParts.isEmpty { steps.append(step) } else { openParts[openParts.count - 1].steps.append(step) }
    }
    for (index, element) in elements.enumerated() {
      let position: Position =
        if openParts.isEmpty {
          .start(index)
        } else if openParts.count < open.count {
          .middle(index - open[0] - 1)
        } else {
          .end(elements.count - index)
        }
      switch element {
      case .literal(let text):
        add(.literal(literal(text)))
      case .parameter(let name, _, let affixes):
        guard let number = spelling.names.firstIndex(of: name) else { continue }
        let affixes = SegmentAffixes(prefix: literal(affixes.prefix), suffix: literal(affixes.suffix))
        locations[number] = .segment(position, affixes)
        add(.parameter(spelling.parameters[number].kind, affixes))
      case .repeated(let name, let isRequired):
        guard let number = spelling.names.firstIndex(of: name) else { continue }
        let isBeforeMiddle = open.count == 2 && openParts.isEmpty
        locations[number] = .segments(position, isBeforeMiddle ? .middle(0) : .end(elements.count - index - 1))
        openParts.append(OpenPart(kind: spelling.parameters[number].kind, isRequired: isRequired))
      case .wildcard:
        openParts.append(OpenPart(kind: nil, isRequired: false))
      }
    }
    return (steps, openParts, locations)
  }

  private static func readQuery(
    of spelling: LinkSpelling, _ locations: inout [Location], _ requirements: inout [Requirement]
  ) {
    let syntax = spelling.syntax
    let values =
      syntax.query.map { (key: $0.key as String?, value: $0.value) } + (syntax.fragment.map { [(nil, $0)] } ?? [])
    for (key, value) in values {
      switch value {
      case .literal(let text): requirements.append(Requirement(key: key, value: .literal(text)))
      case .missing: requirements.append(Requirement(key: key, value: .missing))
      case .parameter(let name):
        guard let number = spelling.names.firstIndex(of: name) else { continue }
        let parameter = spelling.parameters[number]
        locations[number] = key.map { .query($0, parameter.kind.form) } ?? .fragment(parameter.kind.form)
        if !parameter.isOptional, !parameter.isRepeated {
          requirements.append(Requirement(key: key, value: .parameter(parameter.kind)))
        }
      }
    }
    if let name = syntax.otherKeys, let number = spelling.names.firstIndex(of: name) { locations[number] = .otherKeys }
  }
}

extension PatternSyntax.Element {
  fileprivate var isOpen: Bool {
    switch self {
    case .repeated, .wildcard: true
    case .literal, .parameter: false
    }
  }

  fileprivate func isAbsent(of names: Set<String>) -> Bool {
    if case .parameter(let name, true, _) = self { names.contains(name) } else { false }
  }
}

// MARK: - Matching segments

extension LinkPatternVariant {
  /// Returns whether the open parts and the steps after the last one match the segments from `start` to the end. The
  /// values of parameters are not checked, nor is the middle.
  func fits(_ segments: [ParsedURL.Segment], from start: Int) -> Bool {
    guard let first = openParts.first, let end = openParts.last?.steps,
      segments.count - start - end.count >= (first.isRequired ? 1 : 0)
    else { return false }
    return zip(end.reversed(), segments.reversed()).allSatisfy { $0.fits($1, ignoresCase: ignoresCase) }
  }

  /// Returns the indices at which the middle matches the segments, the last one first, as in the `URLPattern` of web
  /// browsers. The segments may be those of the URL, or the same segments in lowercase.
  ///
  /// - Precondition: The variant has two open parts.
  func middles(in segments: [ParsedURL.Segment], from start: Int) -> [Int] {
    let (middle, end) = (openParts[0].steps, openParts[1].steps)
    let first = start + (openParts[0].isRequired ? 1 : 0)
    let last = segments.count - end.count - (openParts[1].isRequired ? 1 : 0) - middle.count
    guard first <= last else { return [] }
    return (first...last).reversed().filter { index in
      zip(middle, segments[index...]).allSatisfy { $0.fits($1, ignoresCase: ignoresCase) }
    }
  }
}

extension LinkPatternVariant.Step {
  fileprivate func fits(_ segment: ParsedURL.Segment, ignoresCase: Bool) -> Bool {
    let found = ignoresCase ? segment.text.lowercasedASCII : segment.text
    return switch self {
    case .literal(let text): found == text
    case .parameter(_, let affixes): affixes.fit(found)
    }
  }
}

// MARK: - Comparing variants

/// Two variants are equal if they match the same URLs. Patterns with equal variants are ambiguous.
extension LinkPatternVariant: Hashable {
  static func == (first: LinkPatternVariant, second: LinkPatternVariant) -> Bool {
    first.syntax.hasHost == second.syntax.hasHost && first.steps == second.steps
      && first.openParts == second.openParts && Set(first.requirements) == Set(second.requirements)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(syntax.hasHost)
    hasher.combine(steps)
    hasher.combine(openParts)
    hasher.combine(Set(requirements))
  }
}

extension LinkPatternVariant.Step {
  /// 0 for a literal. A parameter with fewer fixed bytes around it, or one that accepts more strings, has a higher
  /// rank.
  fileprivate var rank: Int {
    guard case .parameter(let kind, let affixes) = self else { return 0 }
    return 1 + (Self.maxAffixes - min(affixes.count, Self.maxAffixes)) * LinkParameterKind.Rank.allCases.count
      + kind.rank.rawValue
  }

  private static let maxAffixes = 1_000

  fileprivate static var highestRank: Int { (maxAffixes + 1) * LinkParameterKind.Rank.allCases.count }
}

extension LinkParameterKind? {
  fileprivate var order: Int { self?.rank.rawValue ?? LinkParameterKind.Rank.allCases.count }
}

extension LinkPatternVariant.Requirement {
  fileprivate var rank: Int {
    if case .parameter(let kind) = value { 1 + kind.rank.rawValue } else { 0 }
  }
}
