/// What a shape is made of, as it is read from a spelling.
struct LinkPatternVariantParts: Sendable {
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
