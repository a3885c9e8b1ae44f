extension LinkMatcher {
  @usableFromInline
  func check(_ base: String) throws(LinkPrintError) {
    guard !base.isEmpty else { return }
    let parsedURL: ParsedURL
    do throws(LinkError) {
      parsedURL = try ParsedURL(base, from: prefixes, options: options)
    } catch {
      throw LinkPrintError(.base(base, "\(error)"))
    }
    guard parsedURL.segments.isEmpty, parsedURL.query.isEmpty, parsedURL.fragment == nil, !base.contains("?") else {
      throw LinkPrintError(
        .base(base, "A base is a scheme and a host, such as https://example.com, or a scheme, such as myapp://."))
    }
  }

  /// Returns the URL of a pattern, without a check that it leads back to the pattern.
  @usableFromInline
  func text(of number: Int, with printed: PrintedLinkParameters, base: String) throws(LinkPrintError) -> String {
    if patterns[number].isInternal, prefixes.isWeb(base) { throw internalPatternError(number) }
    switch printed {
    case .failure(let parameter):
      let syntax = patterns[number].syntax
      let expected = patterns[number].parameters[parameter].kind.expected
      throw LinkPrintError(.parameter(syntax.parameters[parameter], "is not \(expected)", pattern: syntax.text))
    case .texts(let texts):
      var writer = LinkWriter(patterns[number], texts: texts)
      let path = try writer.print()
      // After `myapp://`, other readers treat the first segment as a host.
      let isAfterScheme = base.hasSuffix("://") && path.utf8.count > 1
      let text =
        if writer.syntax.hasHost {
          try scheme(of: number, base: base) + path.dropFirst()
        } else if base.hasSuffix("/"), !isAfterScheme || writer.syntax.beginsLikeHost {
          base + path.dropFirst()
        } else {
          base + path
        }
      guard text.utf8.count <= options.maxBytes else { throw LinkPrintError(.tooLong(limit: options.maxBytes)) }
      return text
    }
  }

  @usableFromInline
  func noPattern(for screen: String) -> LinkPrintError { LinkPrintError(.noPattern(screen)) }

  @usableFromInline
  func leadsElsewhere(_ url: String, _ number: Int, to screen: String?, by other: Int) -> LinkPrintError {
    let pattern = patterns[number].syntax.text
    guard let screen else { return LinkPrintError(.leadsNowhere(url, pattern: pattern)) }
    return LinkPrintError(.leadsElsewhere(url, pattern: pattern, to: screen, by: patterns[other].syntax.text))
  }

  /// Returns the scheme and `://` that begin the URL of a pattern with a host. A host in the base is ignored, because a
  /// URL can have only one host.
  private func scheme(of number: Int, base: String) throws(LinkPrintError) -> String {
    if base.hasSuffix("://") { return base }
    guard patterns[number].isInternal else { return "https://" }
    guard let scheme = prefixes.schemes.first(where: { !$0.contains(":") }) else { throw internalPatternError(number) }
    return scheme + "://"
  }

  private func internalPatternError(_ number: Int) -> LinkPrintError {
    LinkPrintError(.isInternal(pattern: patterns[number].syntax.text))
  }
}

extension PatternSyntax {
  /// Whether the first segment is a literal that all readers of URLs keep in the place of a host. A value of a
  /// parameter is never printed there, because readers convert a host to lowercase.
  fileprivate var beginsLikeHost: Bool {
    guard case .literal(let text)? = elements.first else { return elements.isEmpty }
    return !text.contains(":") && !text.contains("xn--") && LinkPrefixes.isStableHost(text)
  }
}

/// A printer for a pattern and the values of its parameters. Equal values always result in the same URL.
private struct LinkWriter {
  private struct Parameter {
    let name: String
    let form: LinkParameterKind.Form
    let texts: [String]
  }

  let syntax: PatternSyntax
  let parameters: [LinkParameterDescriptor]
  let texts: [[String]]
  /// The index of the next parameter, in the order of ``PatternSyntax/parameters``.
  private var next = 0
  private var bytes: [UInt8] = []

  init(_ pattern: LinkSpelling, texts: [[String]]) {
    syntax = pattern.syntax
    parameters = pattern.parameters
    self.texts = texts
    bytes.reserveCapacity(64)
  }

  mutating func print() throws(LinkPrintError) -> String {
    try write(syntax.elements, hasHost: syntax.hasHost)
    let hasEnding =
      !syntax.query.isEmpty || syntax.otherKeys != nil || syntax.fragment != nil || syntax.fragmentPath != nil
    if bytes.isEmpty || syntax.hasHost && hasEnding && bytes.lastIndex(of: UInt8(ascii: "/")) == 0 {
      bytes.append(UInt8(ascii: "/"))
    }
    try writeQuery()
    try writeFragment()
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func write(_ elements: [PatternSyntax.Element], hasHost: Bool) throws(LinkPrintError) {
    for (index, element) in elements.enumerated() {
      let isHost = hasHost && index == 0
      switch element {
      case .literal(let text):
        bytes.append(UInt8(ascii: "/"))
        let characters = isHost ? LinkCharacters.literalHost : .segment
        characters.write(text, to: &bytes)
      case .parameter(let name, let isOptional, let affixes):
        let parameter = nextParameter(name)
        if parameter.texts.isEmpty, !isOptional {
          throw error(parameter, "has no value, and the pattern requires one")
        }
        if isHost {
          try writeHost(affixes.prefix + (parameter.texts.first ?? "") + affixes.suffix, parameter)
        } else {
          try writeSegments(parameter, affixes)
        }
      case .repeated(let name, let isRequired):
        let parameter = nextParameter(name)
        if parameter.texts.isEmpty, isRequired {
          throw error(parameter, "is empty, and the pattern requires at least one segment")
        }
        try writeSegments(parameter)
      case .wildcard:
        throw LinkPrintError(.wildcard(pattern: syntax.text))
      }
    }
  }

  private mutating func nextParameter(_ name: String) -> Parameter {
    assert(syntax.parameters[next] == name, "Write the parameters in the order of `PatternSyntax.parameters`.")
    defer { next += 1 }
    return Parameter(name: name, form: parameters[next].kind.form, texts: texts[next])
  }

  private mutating func writeHost(_ host: String, _ parameter: Parameter) throws(LinkPrintError) {
    let host = host.lowercasedASCII
    guard LinkPrefixes.isHost(host), !host.hasPrefix("*") else {
      throw error(parameter, "is \"\(host)\", which is not a host")
    }
    guard LinkPrefixes.isStableHost(host) else {
      throw error(parameter, "is \"\(host)\", a host that other readers of URLs write differently")
    }
    bytes += Array("/\(host)".utf8)
  }

  private mutating func writeSegments(
    _ parameter: Parameter, _ affixes: SegmentAffixes = .none
  ) throws(LinkPrintError) {
    for value in parameter.texts {
      if value.isEmpty { throw error(parameter, "is empty, and a segment must not be empty") }
      let text = affixes.prefix + value + affixes.suffix
      if text.hasDotSegment {
        throw error(parameter, "is \"\(text)\", and . and .. have a special meaning in a path")
      }
      try check(text, parameter)
      bytes.append(UInt8(ascii: "/"))
      LinkCharacters.segment.write(text, to: &bytes)
    }
  }

  private mutating func writeQuery() throws(LinkPrintError) {
    var separator = UInt8(ascii: "?")
    func writeItem(_ key: String, _ value: String?) {
      bytes.append(separator)
      LinkCharacters.query.write(key, to: &bytes)
      if let value {
        bytes.append(UInt8(ascii: "="))
        LinkCharacters.query.write(value, to: &bytes)
      }
      separator = UInt8(ascii: "&")
    }
    for item in syntax.query {
      switch item.value {
      case .literal(let text): writeItem(item.key, text)
      case .missing: writeItem(item.key, nil)
      case .parameter(let name):
        let parameter = nextParameter(name)
        for text in parameter.texts {
          try check(text, parameter)
          writeItem(item.key, parameter.form == .flag ? nil : text)
        }
      }
    }
    guard let name = syntax.otherKeys else { return }
    let parameter = nextParameter(name)
    let texts = parameter.texts
    for index in stride(from: 0, to: texts.count - 1, by: 2) {
      let key = texts[index]
      if key.isEmpty { throw error(parameter, "contains an empty key") }
      if syntax.declares(key) { throw error(parameter, "contains the key \"\(key)\", which the pattern declares") }
      try check(key, parameter)
      let value = texts[index + 1].valueOfItem
      try check(value ?? "", parameter)
      writeItem(key, value)
    }
  }

  private mutating func writeFragment() throws(LinkPrintError) {
    if let path = syntax.fragmentPath {
      bytes.append(UInt8(ascii: "#"))
      if path.isEmpty { bytes.append(UInt8(ascii: "/")) }
      try write(path, hasHost: false)
      return
    }
    switch syntax.fragment {
    case .literal(let text)?:
      bytes.append(UInt8(ascii: "#"))
      LinkCharacters.fragment.write(text, to: &bytes)
    case .parameter(let name)?:
      let parameter = nextParameter(name)
      for text in parameter.texts {
        try check(text, parameter)
        bytes.append(UInt8(ascii: "#"))
        LinkCharacters.fragment.write(text, to: &bytes)
      }
    case .missing?, nil:
      break
    }
  }

  private func check(_ text: String, _ parameter: Parameter) throws(LinkPrintError) {
    if text.hasControlCharacter(exceptLineBreaks: parameter.form == .lines) {
      throw error(parameter, "contains a control character, which a URL must not have")
    }
  }

  private func error(_ parameter: Parameter, _ why: String) -> LinkPrintError {
    LinkPrintError(.parameter(parameter.name, why, pattern: syntax.text))
  }
}
