/// A pattern or an alias in which each optional segment is either present or absent.
///
/// This type is a class because it is passed to other functions for every URL, and a copy would be expensive.
final class LinkPatternVariant: Sendable {
  enum Step: Hashable, Sendable {
    case literal(String)
    case parameter(LinkParameterKind, SegmentAffixes)
  }

  /// A repeated parameter or a wildcard, which matches any number of segments, and the steps after it.
  ///
  /// If there is a second open part, the steps between the two parts are called the middle.
  struct OpenPart: Hashable, Sendable {
    /// The kind of the parameter, or `nil` for a wildcard.
    let kind: LinkParameterKind?
    let isRequired: Bool
    /// The second repeated parameter or wildcard, or `nil` if there is only one.
    var second: SecondOpenPart?
    /// The steps after the last repeated parameter or wildcard.
    var end: [Step] = []
  }

  /// The second repeated parameter or wildcard of a variant, and the steps before it.
  struct SecondOpenPart: Hashable, Sendable {
    /// The steps between the two repeated parts. At least one of them is a literal.
    var middle: [Step] = []
    let kind: LinkParameterKind?
    let isRequired: Bool
  }

  /// The position of a parameter's strings in a URL.
  enum Location: Hashable, Sendable {
    case segment(Int, SegmentAffixes)
    /// A segment with an index that is counted from the end. The last segment has the index 1.
    case segmentFromEnd(Int, SegmentAffixes)
    /// All segments from the given index onward, except the given number at the end.
    case segments(from: Int, dropping: Int)
    /// All segments from the given index up to the steps between the two repeated parts.
    case segmentsBeforeMiddle(from: Int)
    /// A segment that matches a step between the two repeated parts. The index is counted from the first of these
    /// steps.
    case segmentInMiddle(Int, SegmentAffixes)
    /// All segments from the given index onward, except the given number at the end. The index is counted from the
    /// first segment that matches a step between the two repeated parts.
    case segmentsAfterMiddle(from: Int, dropping: Int)
    case query(String, LinkParameterKind.Form)
    /// The keys of the query that the syntax does not declare, with their values.
    case otherKeys
    case fragment(LinkParameterKind.Form)
    case absent
  }

  /// A required item of the query, or a required fragment.
  struct Requirement: Hashable, Sendable {
    /// The key, or `nil` for the fragment.
    let key: String?
    let value: PatternSyntax.Value
    /// The kind of the parameter, or `nil` if the value is not a parameter.
    let kind: LinkParameterKind?
  }

  /// The index of the pattern in the table.
  let pattern: Int
  /// The syntax of the pattern or of its alias.
  let syntax: PatternSyntax
  private let parts: LinkPatternVariantParts
  /// The sort key of this variant among variants with the same steps. A lower key is more specific.
  let order: [Int]

  var steps: [Step] { parts.steps }
  var openPart: OpenPart? { parts.openPart }
  /// The locations of the parameters, in the order of the pattern's parameters.
  var locations: [Location] { parts.locations }
  var requirements: [Requirement] { parts.requirements }
  /// The keys of the query that may occur only once.
  var singleKeys: [String] { parts.singleKeys }
  /// Whether each key that the syntax does not declare may occur only once.
  var hasSingleOtherKeys: Bool { parts.hasSingleOtherKeys }

  /// Creates a variant.
  ///
  /// - Parameters:
  ///   - syntax: The syntax of the pattern or of its alias.
  ///   - parameters: The parameters of the pattern.
  ///   - index: The index of the pattern in the table.
  ///   - names: The names of the parameters, in the order of the pattern.
  ///   - absent: The names of the optional segments that are absent.
  init(
    _ syntax: PatternSyntax, with parameters: [LinkParameterDescriptor], at index: Int, names: [String],
    absent: Set<String>, ignoresCase: Bool
  ) {
    self.pattern = index
    self.syntax = syntax
    parts = LinkPatternVariantParts(
      syntax.allElements.filter { !$0.isAbsent(of: absent) }, of: syntax, names: names, descriptors: parameters,
      ignoresCase: ignoresCase)
    order = (parts.openPart?.order ?? []) + [-parts.requirements.count] + parts.requirements.map(\.rank).sorted()
  }

  /// Returns the first requirement that a URL does not satisfy, or `nil` if the URL satisfies all of them.
  func missing(in parsedURL: ParsedURL) -> Requirement? {
    requirements.first { !$0.isSatisfied(in: parsedURL) }
  }

  /// Returns whether a URL has all required keys, with any value. A required fragment counts as a key.
  func hasKeys(in parsedURL: ParsedURL) -> Bool {
    requirements.allSatisfy { requirement in
      guard let key = requirement.key else { return parsedURL.fragment != nil }
      return parsedURL.query.contains { $0.key == key }
    }
  }

  /// Returns whether a URL lacks a literal that the pattern requires in the query or the fragment.
  func differsInLiteral(from parsedURL: ParsedURL) -> Bool {
    requirements.contains { $0.kind == nil && !$0.isSatisfied(in: parsedURL) }
  }

  /// Returns whether this variant declares each key that the other variant requires. A required fragment counts as a
  /// key.
  func declaresKeys(of other: LinkPatternVariant) -> Bool {
    other.requirements.allSatisfy { requirement in
      guard let key = requirement.key else { return syntax.fragment != nil }
      return syntax.declares(key)
    }
  }

  /// Returns the error for the first query value or fragment that the pattern declares but that cannot be decoded, or
  /// `nil` if all of them can be decoded.
  func refusal(in parsedURL: ParsedURL) -> LinkError? {
    if syntax.otherKeys != nil, let error = parsedURL.refusedKey { return error }
    if !syntax.query.isEmpty || syntax.otherKeys != nil {
      for item in parsedURL.query where syntax.otherKeys != nil || syntax.declares(item.key) {
        if let error = item.value.error(in: parts.keysOfLines.contains(item.key) ? .lines : .text) { return error }
      }
    }
    return syntax.fragment == nil ? nil : parsedURL.fragment?.value.error(in: parts.fragmentForm)
  }

  /// Returns whether the parameter with the given index belongs to the path.
  func isInPath(_ parameter: Int) -> Bool {
    switch locations[parameter] {
    case .segment, .segmentFromEnd, .segments, .segmentsBeforeMiddle, .segmentInMiddle, .segmentsAfterMiddle, .absent:
      true
    case .query, .otherKeys, .fragment: false
    }
  }

  /// Returns whether the repeated part and the steps after the last repeated part match the segments from `start` to
  /// the end. The values of parameters are not checked.
  func fits(_ segments: [ParsedURL.Segment], from start: Int) -> Bool {
    guard let openPart, segments.count - start - openPart.end.count >= (openPart.isRequired ? 1 : 0) else {
      return false
    }
    let ignoresCase = parts.ignoresCase
    return zip(openPart.end.reversed(), segments.reversed()).allSatisfy { $0.fits($1, ignoresCase: ignoresCase) }
  }

  /// Returns the indices at which the steps between the two repeated parts match the segments, the last one first, as
  /// in the `URLPattern` of web browsers. The segments may be those of the URL, or the same segments in lowercase.
  func middles(in segments: [ParsedURL.Segment], from start: Int) -> [Int] {
    guard let openPart, let second = openPart.second else { return [] }
    let first = start + (openPart.isRequired ? 1 : 0)
    let last = segments.count - openPart.end.count - (second.isRequired ? 1 : 0) - second.middle.count
    guard first <= last else { return [] }
    let ignoresCase = parts.ignoresCase
    return (first...last).reversed().filter { index in
      zip(second.middle, segments[index...]).allSatisfy { $0.fits($1, ignoresCase: ignoresCase) }
    }
  }

  /// The properties that determine which URLs a variant matches. Two patterns with equal signatures are ambiguous.
  struct Signature: Hashable {
    let hasHost: Bool
    let steps: [Step]
    let openPart: OpenPart?
    let requirements: Set<Requirement>
  }

  var signature: Signature {
    Signature(
      hasHost: syntax.hasHost, steps: steps.map(\.withoutNames),
      openPart: openPart.map {
        OpenPart(
          kind: $0.kind?.withoutNames, isRequired: $0.isRequired,
          second: $0.second.map {
            SecondOpenPart(
              middle: $0.middle.map(\.withoutNames), kind: $0.kind?.withoutNames, isRequired: $0.isRequired)
          },
          end: $0.end.map(\.withoutNames))
      },
      requirements: Set(requirements.map(\.withoutNames)))
  }
}

// MARK: - Specificity

extension LinkPatternVariant.Step {
  /// 0 for a literal. A parameter with fewer fixed bytes around it, or one that accepts more strings, has a higher
  /// rank.
  fileprivate var rank: Int {
    guard case .parameter(let kind, let affixes) = self else { return 0 }
    return 1 + (Self.maxAffixes - min(affixes.count, Self.maxAffixes)) * LinkParameterKind.Rank.allCases.count
      + kind.rank.rawValue
  }

  private static let maxAffixes = 1_000

  /// Returns whether a segment equals the literal, or has the fixed text before and after the parameter.
  fileprivate func fits(_ segment: ParsedURL.Segment, ignoresCase: Bool) -> Bool {
    let found = ignoresCase ? segment.text.lowercasedASCII : segment.text
    return switch self {
    case .literal(let text): found == text
    case .parameter(_, let affixes): affixes.fit(found)
    }
  }

  fileprivate var withoutNames: LinkPatternVariant.Step {
    if case .parameter(let kind, let affixes) = self { .parameter(kind.withoutNames, affixes) } else { self }
  }
}

extension LinkPatternVariant.OpenPart {
  fileprivate var order: [Int] {
    let fixed = (second?.middle ?? []) + end
    let second = second.map { [$0.kind.order, $0.isRequired ? 0 : 1] } ?? []
    return [-fixed.count] + fixed.map(\.rank) + [kind.order, isRequired ? 0 : 1] + second
  }
}

extension LinkParameterKind? {
  /// The rank, which is highest for a wildcard.
  fileprivate var order: Int { self?.rank.rawValue ?? LinkParameterKind.Rank.allCases.count }
}

extension LinkPatternVariant.Requirement {
  fileprivate var rank: Int { kind.map { 1 + $0.rank.rawValue } ?? 0 }

  fileprivate func isSatisfied(in parsedURL: ParsedURL) -> Bool {
    guard let key else { return isSatisfied(by: parsedURL.fragment?.value) }
    return parsedURL.query.contains { $0.key == key && isSatisfied(by: $0.value) }
  }

  /// Returns whether a value satisfies this requirement. A value that cannot be decoded satisfies a parameter, so that
  /// the URL is refused with the value's error. Such a value does not satisfy a literal.
  private func isSatisfied(by found: ParsedURL.Value?) -> Bool {
    switch (value, found) {
    case (.literal(let wanted), .text(let text)?): text == wanted
    case (.parameter, .text?), (.parameter, .lines?), (.parameter, .refused?): true
    case (.missing, .missing?), (.missing, .text("")?): true
    default: false
    }
  }

  fileprivate var withoutNames: LinkPatternVariant.Requirement {
    LinkPatternVariant.Requirement(key: key, value: kind == nil ? value : .parameter(""), kind: kind?.withoutNames)
  }
}

extension LinkPatternVariant {
  /// The sort key of this variant among all variants, for listing and printing. A lower key is more specific.
  var rank: [Int] { steps.map(\.rank) + (openPart == nil ? [] : [Step.parameterCount]) + order }
}

extension LinkPatternVariant.Step {
  /// A number that is higher than the rank of every step.
  fileprivate static var parameterCount: Int { 1 + (maxAffixes + 1) * LinkParameterKind.Rank.allCases.count }
}

extension LinkParameterKind {
  /// The kind for comparisons of variants: kinds of the same form that accept any text are equal.
  fileprivate var withoutNames: LinkParameterKind {
    rank == .any ? LinkParameterKind("a string", rank: .any, form: form) : self
  }
}

extension PatternSyntax.Element {
  /// Whether the element matches any number of segments.
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

/// The parts of a variant, read from its syntax.
private struct LinkPatternVariantParts: Sendable {
  private(set) var steps: [LinkPatternVariant.Step] = []
  private(set) var openPart: LinkPatternVariant.OpenPart?
  private(set) var locations: [LinkPatternVariant.Location]
  private(set) var requirements: [LinkPatternVariant.Requirement] = []
  private(set) var singleKeys: [String] = []
  private(set) var hasSingleOtherKeys = false
  /// The keys of the query whose values may contain line breaks.
  private(set) var keysOfLines: Set<String> = []
  private(set) var fragmentForm = LinkParameterKind.Form.text
  /// Whether literals match segments regardless of case. If so, the literals are stored in lowercase.
  let ignoresCase: Bool

  /// Creates the parts.
  ///
  /// - Parameters:
  ///   - elements: The segments that are present.
  ///   - syntax: The syntax of the pattern or of its alias.
  ///   - names: The names of the parameters, in the order of the pattern.
  ///   - descriptors: The parameters.
  ///   - ignoresCase: Whether literals match segments regardless of case.
  init(
    _ elements: [PatternSyntax.Element], of syntax: PatternSyntax, names: [String],
    descriptors: [LinkParameterDescriptor], ignoresCase: Bool
  ) {
    self.ignoresCase = ignoresCase
    locations = Array(repeating: .absent, count: names.count)
    let parameters = Dictionary(uniqueKeysWithValues: zip(names, zip(names.indices, descriptors)))
    readPath(elements, parameters)
    readQuery(syntax, parameters)
  }

  private typealias Parameters = [String: (number: Int, descriptor: LinkParameterDescriptor)]

  private mutating func readPath(_ elements: [PatternSyntax.Element], _ parameters: Parameters) {
    let openIndices = elements.indices.filter { elements[$0].isOpen }
    let isDouble = openIndices.count == 2
    for (index, element) in elements.enumerated() {
      let fromEnd = elements.count - index
      var step: LinkPatternVariant.Step?
      switch element {
      case .literal(let text):
        step = .literal(literal(text))
      case .parameter(let name, _, let affixes):
        guard let (number, descriptor) = parameters[name] else { continue }
        let affixes = SegmentAffixes(prefix: literal(affixes.prefix), suffix: literal(affixes.suffix))
        locations[number] =
          if openPart == nil {
            .segment(index, affixes)
          } else if isDouble, openPart?.second == nil {
            .segmentInMiddle(index - openIndices[0] - 1, affixes)
          } else {
            .segmentFromEnd(fromEnd, affixes)
          }
        step = .parameter(descriptor.kind, affixes)
      case .repeated(let name, let isRequired):
        guard let (number, descriptor) = parameters[name] else { continue }
        locations[number] =
          if !isDouble {
            .segments(from: index, dropping: fromEnd - 1)
          } else if openPart == nil {
            .segmentsBeforeMiddle(from: index)
          } else {
            .segmentsAfterMiddle(from: index - openIndices[0] - 1, dropping: fromEnd - 1)
          }
        addOpenPart(descriptor.kind, isRequired: isRequired)
      case .wildcard:
        addOpenPart(nil, isRequired: false)
      }
      guard let step else { continue }
      if openPart == nil { steps.append(step) } else { openPart?.end.append(step) }
    }
  }

  /// Adds an open part. When the second one is added, the steps after the first one become the middle.
  private mutating func addOpenPart(_ kind: LinkParameterKind?, isRequired: Bool) {
    guard let first = openPart else {
      openPart = LinkPatternVariant.OpenPart(kind: kind, isRequired: isRequired)
      return
    }
    openPart?.second = LinkPatternVariant.SecondOpenPart(middle: first.end, kind: kind, isRequired: isRequired)
    openPart?.end = []
  }

  /// Returns a literal, in lowercase if the table ignores case.
  private func literal(_ text: String) -> String { ignoresCase ? text.lowercasedASCII : text }

  private mutating func readQuery(_ syntax: PatternSyntax, _ parameters: Parameters) {
    let values =
      syntax.query.map { (key: $0.key as String?, value: $0.value) } + (syntax.fragment.map { [(nil, $0)] } ?? [])
    for (key, value) in values {
      guard case .parameter(let name) = value else {
        requirements.append(LinkPatternVariant.Requirement(key: key, value: value, kind: nil))
        if let key { singleKeys.append(key) }
        continue
      }
      guard let (number, descriptor) = parameters[name] else { continue }
      if let key, !descriptor.isRepeated { singleKeys.append(key) }
      let form = descriptor.kind.form
      if let key, form == .lines { keysOfLines.insert(key) }
      if key == nil { fragmentForm = form }
      locations[number] = key.map { .query($0, form) } ?? .fragment(form)
      if !descriptor.isOptional, !descriptor.isRepeated {
        requirements.append(LinkPatternVariant.Requirement(key: key, value: value, kind: descriptor.kind))
      }
    }
    if let name = syntax.otherKeys, let (number, descriptor) = parameters[name] {
      locations[number] = .otherKeys
      hasSingleOtherKeys = descriptor.kind.form == .items
    }
  }
}

extension ParsedURL.Value {
  /// Returns the string of this value for a parameter with the given form, or `nil` if such a parameter cannot have
  /// this value.
  func text(in form: LinkParameterKind.Form) -> String? {
    switch self {
    case .text(let text): text
    case .lines(let text, _): form == .lines ? text : nil
    case .missing: form == .flag ? "" : nil
    case .refused: nil
    }
  }

  /// Returns the error of this value, or `nil` if it has no error. A line break is an error unless the form is `lines`.
  func error(in form: LinkParameterKind.Form) -> LinkError? {
    switch self {
    case .text, .missing: nil
    case .lines(_, let error): form == .lines ? nil : error
    case .refused(let error): error
    }
  }
}

/// A URL and a variant that matches its path. A match finds the strings of the parameters in the URL.
@usableFromInline
struct LinkMatch {
  let variant: LinkPatternVariant
  let parsedURL: ParsedURL
  /// The index of the first segment that matches the steps between two repeated parts, or `nil` if the variant does not
  /// have two repeated parts.
  let middle: Int?

  /// The index of the pattern in the table.
  @usableFromInline var pattern: Int { variant.pattern }

  private var segments: [ParsedURL.Segment] {
    let syntax = variant.syntax
    return parsedURL.segments(withHost: syntax.hasHost, withFragment: syntax.fragmentPath != nil) ?? []
  }

  /// Returns the strings of the parameter with the given index. An absent parameter has no strings.
  @usableFromInline
  func texts(of number: Int) -> LinkParameterTexts {
    switch variant.locations[number] {
    case .segment(let index, let affixes):
      return .one(affixes.parameter(in: segments[index].text))
    case .segmentFromEnd(let index, let affixes):
      return .one(affixes.parameter(in: segments[segments.count - index].text))
    case .segments(let start, let dropped):
      return LinkParameterTexts(segments[start..<max(start, segments.count - dropped)].map(\.text))
    case .segmentsBeforeMiddle(let start):
      guard let middle else { return .none }
      return LinkParameterTexts(segments[start..<middle].map(\.text))
    case .segmentInMiddle(let index, let affixes):
      guard let middle else { return .none }
      return .one(affixes.parameter(in: segments[middle + index].text))
    case .segmentsAfterMiddle(let start, let dropped):
      guard let middle else { return .none }
      return LinkParameterTexts(segments[(middle + start)..<(segments.count - dropped)].map(\.text))
    case .query(let key, let form):
      return LinkParameterTexts(parsedURL.query.compactMap { $0.key == key ? $0.value.text(in: form) : nil })
    case .otherKeys:
      let others = parsedURL.query.filter { !$0.key.isEmpty && !variant.syntax.declares($0.key) }
      return LinkParameterTexts(others.flatMap { [$0.key, $0.value.text(in: .text).map { "=" + $0 } ?? ""] })
    case .fragment(let form):
      return parsedURL.fragment?.value.text(in: form).map { .one($0) } ?? .none
    case .absent:
      return .none
    }
  }

  /// Returns what the URL has in place of a parameter that does not accept it, or `nil` if the URL has nothing there.
  func found(_ failure: LinkParameterFailure) -> String? {
    let texts = texts(of: failure.number).all
    if texts.isEmpty { return nil }
    if let text = failure.text, texts.indices.contains(text) { return texts[text] }
    switch variant.locations[failure.number] {
    case .otherKeys:
      return stride(from: 0, to: texts.count - 1, by: 2).map { texts[$0] + texts[$0 + 1] }.joined(separator: "&")
    case .query: return texts.joined(separator: ", ")
    default: return texts.joined(separator: "/")
    }
  }

  /// Returns the offset in the URL of the segment, query item or fragment that a parameter does not accept, or `nil` if
  /// there is none. If the parameter accepts each one alone, the result is the offset of the first one.
  func offset(of failure: LinkParameterFailure) -> Int? {
    let text = failure.text ?? 0
    func offset(_ index: Int?) -> Int? {
      guard let index, segments.indices.contains(index) else { return nil }
      return segments[index].offset
    }
    switch variant.locations[failure.number] {
    case .segment(let index, _): return offset(index)
    case .segmentFromEnd(let index, _): return offset(segments.count - index)
    case .segments(let start, _), .segmentsBeforeMiddle(let start): return offset(start + text)
    case .segmentInMiddle(let index, _): return offset(middle.map { $0 + index })
    case .segmentsAfterMiddle(let start, _): return offset(middle.map { $0 + start + text })
    case .query(let key, let form):
      let items = parsedURL.query.filter { $0.key == key && (failure.text == nil || $0.value.text(in: form) != nil) }
      return items.indices.contains(text) ? items[text].offset : nil
    case .otherKeys: return parsedURL.query.first { !variant.syntax.declares($0.key) }?.offset
    case .fragment: return parsedURL.fragment?.offset
    case .absent: return nil
    }
  }
}
