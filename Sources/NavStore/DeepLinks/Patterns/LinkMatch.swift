/// A URL and a variant that matches its segments.
@usableFromInline
struct LinkMatch {
  let variant: LinkPatternVariant
  let parsedURL: ParsedURL
  /// The index of the first segment of the middle, or 0 if the variant does not have two open parts.
  let middle: Int

  @usableFromInline var pattern: Int { variant.pattern }

  private var syntax: PatternSyntax { variant.spelling.syntax }

  private var segments: [ParsedURL.Segment] {
    parsedURL.segments(withHost: syntax.hasHost, withFragment: syntax.fragmentPath != nil) ?? []
  }

  private func index(_ position: LinkPatternVariant.Position) -> Int {
    switch position {
    case .start(let index): index
    case .middle(let index): middle + index
    case .end(let index): segments.count - index
    }
  }

  /// Returns the strings of a parameter. An absent parameter has no strings.
  @usableFromInline
  func texts(of number: Int) -> LinkParameterTexts {
    switch variant.locations[number] {
    case .segment(let position, let affixes):
      return .one(affixes.parameter(in: segments[index(position)].text))
    case .segments(let start, let end):
      return LinkParameterTexts(segments[index(start)..<index(end)].map(\.text))
    case .query(let key, let form):
      return LinkParameterTexts(parsedURL.query.compactMap { $0.key == key ? $0.value.text(in: form) : nil })
    case .otherKeys:
      let others = parsedURL.query.filter { !$0.key.isEmpty && !syntax.declares($0.key) }
      return LinkParameterTexts(others.flatMap { [$0.key, $0.value.text(in: .text).map { "=" + $0 } ?? ""] })
    case .fragment(let form):
      return parsedURL.fragment?.value.text(in: form).map { .one($0) } ?? .none
    case .absent:
      return .none
    }
  }
}

// MARK: - The answer

/// What a variant answers to a URL whose segments it matches.
enum LinkAnswer {
  case opens
  /// The URL is refused. No other pattern is tried.
  case refuses(LinkError)
  /// A parameter does not accept its value, so less specific patterns are tried. If the URL opens none of them, the
  /// error says why.
  case differs(LinkError?)
  /// The URL lacks a required key or fragment, so less specific patterns are tried. The error is that of the URL if no
  /// pattern is opened and none has the answer ``differs(_:)``.
  case lacks(LinkError?)
  /// The pattern is internal and requires another value for a key. Only a pattern that declares the same keys is tried.
  case reservesKeys
}

extension LinkMatch {
  /// Decides whether the URL opens the pattern. Every refusal of a URL that could be read is decided here.
  ///
  /// A pattern is a candidate if it matches the path and the URL has the keys that the pattern requires. A repeated key
  /// or a value that cannot be decoded refuses the URL of a candidate. A value that a parameter does not accept leads
  /// to less specific patterns. If a URL from outside the app matches an internal pattern, no less specific public
  /// pattern is used instead.
  ///
  /// `reserving` are the more specific internal patterns whose answer was ``LinkAnswer/reservesKeys``.
  func answer(
    isFromApp: Bool, after reserving: [LinkPatternVariant], maxRoutes: Int,
    read: (LinkMatch) throws(InvalidLinkParameter) -> Int
  ) -> LinkAnswer {
    let isBlocked = variant.spelling.isInternal && !isFromApp
    if let requirement = missingRequirement, !(isBlocked && hasRequiredKeys) {
      // An error for a URL from outside the app must not name an internal pattern whose keys the URL lacks.
      return .lacks(isBlocked ? nil : error(of: requirement))
    }
    if !isBlocked, reserving.contains(where: { !variant.declaresKeys(of: $0) }) { return .differs(nil) }
    var (routes, refused): (Int, InvalidLinkParameter?) = (0, nil)
    do throws(InvalidLinkParameter) { routes = try read(self) } catch { refused = error }
    if let refused, isInPath(refused) { return .differs(isBlocked ? nil : error(of: refused)) }
    if isBlocked {
      return hasOtherLiteral ? .reservesKeys : .refuses(LinkError(.isInternal(pattern: variant.spelling.patternText)))
    }
    if let error = repeatedKeyError ?? decodingError { return .refuses(error) }
    if let refused { return .differs(error(of: refused)) }
    return routes > maxRoutes ? .refuses(LinkError(.tooMany("routes", limit: maxRoutes))) : .opens
  }

  private var missingRequirement: LinkPatternVariant.Requirement? {
    variant.requirements.first { !$0.isSatisfied(in: parsedURL) }
  }

  private var hasRequiredKeys: Bool {
    variant.requirements.allSatisfy { requirement in
      guard let key = requirement.key else { return parsedURL.fragment != nil }
      return parsedURL.query.contains { $0.key == key }
    }
  }

  private var hasOtherLiteral: Bool {
    variant.requirements.contains { requirement in
      if case .parameter = requirement.value { false } else { !requirement.isSatisfied(in: parsedURL) }
    }
  }

  private func isInPath(_ parameter: InvalidLinkParameter) -> Bool {
    switch variant.locations[parameter.number] {
    case .segment, .segments, .absent: true
    case .query, .otherKeys, .fragment: false
    }
  }

  // MARK: Errors

  /// The error for a repeated key if the pattern accepts only one value for the key. Such a URL is ambiguous, because
  /// another parser may use another one of the values.
  private var repeatedKeyError: LinkError? {
    guard parsedURL.query.count > 1 else { return nil }
    for declared in syntax.query where !isRepeated(declared.value) {
      let items = parsedURL.query.filter { $0.key == declared.key }
      if items.count > 1 { return LinkError(.repeatedKey(declared.key, pattern: syntax.text), at: items[1].offset) }
    }
    guard let name = syntax.otherKeys, parameter(name)?.kind.form == .items else { return nil }
    var seen: Set<String> = []
    for item in parsedURL.query where !item.key.isEmpty && !syntax.declares(item.key) {
      if !seen.insert(item.key).inserted {
        return LinkError(.repeatedKey(item.key, pattern: syntax.text), at: item.offset)
      }
    }
    return nil
  }

  private var decodingError: LinkError? {
    if syntax.otherKeys != nil, let error = parsedURL.refusedKey { return error }
    if !syntax.query.isEmpty || syntax.otherKeys != nil {
      for item in parsedURL.query {
        let declared = syntax.query.first { $0.key == item.key }
        guard declared != nil || syntax.otherKeys != nil else { continue }
        if let error = item.value.error(in: declared.map { form(of: $0.value) } ?? .text) { return error }
      }
    }
    return syntax.fragment.flatMap { parsedURL.fragment?.value.error(in: form(of: $0)) }
  }

  private func parameter(_ name: String) -> LinkParameterDescriptor? {
    let spelling = variant.spelling
    return spelling.names.firstIndex(of: name).map { spelling.parameters[$0] }
  }

  private func isRepeated(_ value: PatternSyntax.Value) -> Bool {
    if case .parameter(let name) = value { parameter(name)?.isRepeated == true } else { false }
  }

  private func form(of value: PatternSyntax.Value) -> LinkParameterKind.Form {
    if case .parameter(let name) = value { parameter(name)?.kind.form ?? .text } else { .text }
  }

  private func error(of requirement: LinkPatternVariant.Requirement) -> LinkError? {
    let value = requirement.key.map { key in syntax.query.first { $0.key == key }?.value } ?? syntax.fragment
    guard case .parameter(let kind) = requirement.value, case .parameter(let name)? = value else { return nil }
    return LinkError(.parameter(name, expected: kind.expected, found: nil, pattern: syntax.text))
  }

  private func error(of parameter: InvalidLinkParameter) -> LinkError {
    let spelling = variant.spelling
    return LinkError(
      .parameter(
        spelling.names[parameter.number], expected: spelling.parameters[parameter.number].kind.expected,
        found: text(of: parameter), pattern: syntax.text),
      at: offset(of: parameter))
  }

  private func text(of parameter: InvalidLinkParameter) -> String? {
    let texts = texts(of: parameter.number).all
    if texts.isEmpty { return nil }
    if let text = parameter.text, texts.indices.contains(text) { return texts[text] }
    switch variant.locations[parameter.number] {
    case .otherKeys:
      return stride(from: 0, to: texts.count - 1, by: 2).map { texts[$0] + texts[$0 + 1] }.joined(separator: "&")
    case .query: return texts.joined(separator: ", ")
    default: return texts.joined(separator: "/")
    }
  }

  /// Returns the offset in the URL of the segment, query item or fragment that a parameter does not accept, or `nil` if
  /// there is none. If the parameter accepts each one alone, the result is the offset of the first one.
  private func offset(of parameter: InvalidLinkParameter) -> Int? {
    let text = parameter.text ?? 0
    func offset(_ index: Int) -> Int? { segments.indices.contains(index) ? segments[index].offset : nil }
    switch variant.locations[parameter.number] {
    case .segment(let position, _): return offset(index(position))
    case .segments(let start, _): return offset(index(start) + text)
    case .query(let key, let form):
      let items = parsedURL.query.filter { $0.key == key && (parameter.text == nil || $0.value.text(in: form) != nil) }
      return items.indices.contains(text) ? items[text].offset : nil
    case .otherKeys: return parsedURL.query.first { !syntax.declares($0.key) }?.offset
    case .fragment: return parsedURL.fragment?.offset
    case .absent: return nil
    }
  }
}

extension LinkPatternVariant {
  fileprivate func declaresKeys(of other: LinkPatternVariant) -> Bool {
    other.requirements.allSatisfy { requirement in
      guard let key = requirement.key else { return syntax.fragment != nil }
      return syntax.declares(key)
    }
  }
}

extension LinkPatternVariant.Requirement {
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
}
