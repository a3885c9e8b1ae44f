extension DeepLinkTable {
  /// Returns the URL that opens a screen: `/item/42` or, with the base `https://example.com`,
  /// `https://example.com/item/42`.
  ///
  /// The method parses the URL to check that it leads back to the screen. The URL of an ``LinkPattern/incomplete``
  /// pattern only has to lead back to the same pattern. If several patterns can be printed, public patterns are
  /// preferred to internal ones, then complete patterns to incomplete ones, and then more specific patterns to less
  /// specific ones.
  ///
  /// The URL of a pattern with a host starts with the base if the base is a scheme. Otherwise, the URL of a public
  /// pattern starts with `https`. The URL of an internal pattern starts with the first scheme of the table that has no
  /// fixed part.
  ///
  /// - Parameters:
  ///   - route: The screen.
  ///   - base: The part of the URL before the path: a host or a scheme of the table, such as `https://example.com` or
  ///     `myapp://`. With an empty base, the URL of a pattern without a host is only a path.
  /// - Throws: ``LinkPrintError`` if the screen has no URL.
  /// - Complexity: O(n), where n is the number of patterns that have parameters or are mounted. Their `match` closures
  ///   are called one after another.
  public func print(_ route: Route, base: String = "") throws(LinkPrintError) -> String {
    try check(base)
    return try print(route, describing: "\(route)", base: base, if: { _ in true }) { link in link.shown == route }
  }

  /// Returns the URL that opens the visible screen of a navigation: the screen at the top of the selected tab or of the
  /// topmost modal.
  ///
  /// The URL also opens the same tab, path and modals if a pattern can express them; see
  /// ``print(_:base:)-(DeepLink<Tab,Route>,_)``. Patterns for tabs that the state does not have are skipped.
  public func print(_ state: NavigationState<Tab, Route>, base: String = "") throws(LinkPrintError) -> String {
    let modals = state.modals.map { DeepLink<Tab, Route>.Presentation($0.root, style: $0.style, path: $0.path) }
    let link = DeepLink(tab: state.selectedTab, path: state.path(of: state.selectedTab), modals: modals)
    return try print(link, base: base) { state.tabs.contains($0) }
  }

  /// Returns the URL that opens a link.
  ///
  /// If several patterns match the visible screen of the link, the method prefers a pattern whose URL leads to the same
  /// link. If there is no such pattern, it prefers one for the same tab. A link to the root of a tab is printed only
  /// for that tab.
  ///
  /// - Throws: ``LinkPrintError`` if the link has no URL.
  public func print(_ link: DeepLink<Tab, Route>, base: String = "") throws(LinkPrintError) -> String {
    try print(link, base: base) { _ in true }
  }

  private func print(
    _ link: DeepLink<Tab, Route>, base: String, to hasTab: (Tab) -> Bool
  ) throws(LinkPrintError) -> String {
    try check(base)
    let shown = link.shown
    func isShown(_ other: DeepLink<Tab, Route>) -> Bool {
      other.shown == shown && (other.placement == .root) == (link.placement == .root)
    }
    var failure: LinkPrintError?
    let expectations: [(DeepLink<Tab, Route>) -> Bool] = [
      { $0.tab == link.tab && $0.path == link.path && $0.modals == link.modals && $0.placement == link.placement },
      { $0.tab == link.tab && isShown($0) },
    ]
    for isExpected in expectations {
      do throws(LinkPrintError) {
        return try print(
          shown, describing: describe(link), base: base, selectedTab: link.tab, if: { $0.canOpen(in: link.tab) },
          leading: isExpected)
      } catch {
        failure = failure ?? error
      }
    }
    // The URL must not lead to the root of another tab.
    guard let shown else { throw failure ?? LinkPrintError(.noPattern(describe(link))) }
    return try print(shown, describing: describe(link), base: base, if: { hasTab($0.tab) }, leading: isShown)
  }

  private func describe(_ link: DeepLink<Tab, Route>) -> String {
    link.shown.map { "\($0)" } ?? "the root of \(link.tab)"
  }

  /// Tries the patterns in printing order, and returns the first URL that leads to an expected link. The URL of an
  /// incomplete pattern only has to lead back to that pattern.
  ///
  /// - Parameters:
  ///   - route: The route, or `nil` for the root of a tab.
  ///   - screen: A description of the screen, for error messages.
  ///   - base: The part of the URL before the path.
  ///   - selectedTab: The selected tab, for patterns that open in the selected tab.
  ///   - isPermitted: Returns whether a pattern may be used.
  ///   - isExpected: Returns whether the link that was parsed from the printed URL is an expected one.
  private func print(
    _ route: Route?, describing screen: @autoclosure () -> String, base: String, selectedTab: Tab? = nil,
    if isPermitted: (LinkPattern<Tab, Route>) -> Bool, leading isExpected: (DeepLink<Tab, Route>) -> Bool
  ) throws(LinkPrintError) -> String {
    var failure: LinkPrintError?
    for number in printingOrder.patterns(for: route) {
      let pattern = patterns[number]
      guard isPermitted(pattern), let writing = pattern.write(route) else { continue }
      do throws(LinkPrintError) {
        if pattern.isInternal, matcher.prefixes.isWeb(base) { throw isInternal(number) }
        let text = try text(of: number, writing, base: base)
        var found = number
        if let link = try? parse(
          text, isFromApp: pattern.isInternal, selectedTab: selectedTab, pattern: &found),
          isExpected(link) || pattern.isIncomplete && found == number
        {
          return text
        }
        throw LinkPrintError(.leadsElsewhere(text, pattern: pattern.text))
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? LinkPrintError(.noPattern(screen()))
  }

  /// Returns the scheme and `://` that begin the URL of a pattern with a host. A host in the base is ignored, because a
  /// URL can have only one host.
  private func scheme(of number: Int, base: String) throws(LinkPrintError) -> String {
    if base.hasSuffix("://") { return base }
    guard patterns[number].isInternal else { return "https://" }
    guard let scheme = matcher.prefixes.schemes.first(where: { !$0.contains(":") }) else { throw isInternal(number) }
    return scheme + "://"
  }

  private func isInternal(_ number: Int) -> LinkPrintError {
    LinkPrintError(.isInternal(pattern: patterns[number].text))
  }

  /// Throws an error if the base cannot precede the path of a URL.
  private func check(_ base: String) throws(LinkPrintError) {
    guard !base.isEmpty else { return }
    let parsedURL: ParsedURL
    do throws(LinkError) {
      parsedURL = try ParsedURL(base, from: matcher.prefixes, limits: limits, options: matcher.options)
    } catch {
      throw LinkPrintError(.base(base, "\(error)"))
    }
    guard parsedURL.segments.isEmpty, parsedURL.query.isEmpty, parsedURL.fragment == nil, !base.contains("?") else {
      throw LinkPrintError(
        .base(base, "A base is a scheme and a host, such as https://example.com, or a scheme, such as myapp://."))
    }
  }

  private func text(of number: Int, _ writing: PrintedLinkParameters, base: String) throws(LinkPrintError) -> String {
    let syntax = syntaxes[number]
    let names = syntax.parameters
    switch writing {
    case .failure(let parameter):
      let expected = patterns[number].parameters[parameter].kind.expected
      throw LinkPrintError(.parameter(names[parameter], "is not \(expected)", pattern: syntax.text))
    case .texts(let texts):
      let values = Dictionary(uniqueKeysWithValues: zip(names, texts))
      let forms = Dictionary(uniqueKeysWithValues: zip(names, patterns[number].parameters.map(\.kind.form)))
      let path = try LinkWriter(syntax: syntax, values: values, forms: forms)
        .text(startsAsHost: base.hasSuffix("//"))
      let text =
        if syntax.hasHost {
          try scheme(of: number, base: base) + path.dropFirst()
        } else {
          base.hasSuffix("/") ? base + path.dropFirst() : base + path
        }
      guard text.utf8.count <= limits.bytes else { throw LinkPrintError(.tooLong(limit: limits.bytes)) }
      return text
    }
  }
}

/// A printer for a pattern and the values of its parameters. Equal values always result in the same URL.
private struct LinkWriter {
  let syntax: PatternSyntax
  /// The strings for each parameter, by the parameter's name.
  let values: [String: [String]]
  /// The form of each parameter, by the parameter's name.
  let forms: [String: LinkParameterKind.Form]

  /// Returns the printed path, query and fragment.
  ///
  /// - Parameter startsAsHost: Whether other URL parsers treat the first segment as a host, because it follows `//`.
  func text(startsAsHost: Bool) throws(LinkPrintError) -> String {
    var bytes: [UInt8] = []
    for (index, element) in syntax.elements.enumerated() {
      switch element {
      case .literal(let text):
        bytes.append(UInt8(ascii: "/"))
        let characters = syntax.hasHost && index == 0 ? LinkCharacters.literalHost : .segment
        characters.write(text, to: &bytes)
      case .parameter(let name, let isOptional, let affixes):
        let texts = texts(of: name)
        if texts.isEmpty, !isOptional { throw error(name, "has no value, and the pattern requires one") }
        if syntax.hasHost, index == 0 {
          try writeHost(affixes.prefix + (texts.first ?? "") + affixes.suffix, name, &bytes)
          continue
        }
        for text in texts { try writeSegment(text, name, affixes, startsAsHost: startsAsHost, &bytes) }
      case .repeated(let name, let isRequired):
        let texts = texts(of: name)
        if texts.isEmpty, isRequired { throw error(name, "is empty, and the pattern requires at least one segment") }
        for text in texts { try writeSegment(text, name, startsAsHost: startsAsHost, &bytes) }
      case .wildcard:
        throw LinkPrintError(.wildcard(pattern: syntax.text))
      }
    }
    if bytes.isEmpty { bytes.append(UInt8(ascii: "/")) }
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
        for text in texts(of: name) {
          try check(text, name)
          writeItem(item.key, forms[name] == .flag ? nil : text)
        }
      }
    }
    if let name = syntax.otherKeys {
      let texts = texts(of: name)
      for index in stride(from: 0, to: texts.count - 1, by: 2) {
        let key = texts[index]
        if key.isEmpty { throw error(name, "contains an empty key") }
        if syntax.declares(key) { throw error(name, "contains the key \"\(key)\", which the pattern declares") }
        try check(key, name)
        try check(texts[index + 1], name)
        writeItem(key, texts[index + 1])
      }
    }
    switch syntax.fragment {
    case .literal(let text)?:
      bytes.append(UInt8(ascii: "#"))
      LinkCharacters.fragment.write(text, to: &bytes)
    case .parameter(let name)?:
      for text in texts(of: name) {
        try check(text, name)
        bytes.append(UInt8(ascii: "#"))
        LinkCharacters.fragment.write(text, to: &bytes)
      }
    case .missing?, nil:
      break
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func texts(of name: String) -> [String] { values[name] ?? [] }

  private func writeHost(_ host: String, _ name: String, _ bytes: inout [UInt8]) throws(LinkPrintError) {
    let host = host.lowercasedASCII
    guard LinkPrefixes.isHost(host), !host.hasPrefix("*") else {
      throw error(name, "is \"\(host)\", which is not a host")
    }
    bytes += Array("/\(host)".utf8)
  }

  private func writeSegment(
    _ value: String, _ name: String, _ affixes: SegmentAffixes = .none, startsAsHost: Bool, _ bytes: inout [UInt8]
  ) throws(LinkPrintError) {
    if value.isEmpty { throw error(name, "is empty, and a segment must not be empty") }
    let text = affixes.prefix + value + affixes.suffix
    if text.hasDotSegment { throw error(name, "is \"\(text)\", and . and .. have a special meaning in a path") }
    try check(text, name)
    let characters = startsAsHost && bytes.isEmpty ? LinkCharacters.host : .segment
    bytes.append(UInt8(ascii: "/"))
    characters.write(text, to: &bytes)
  }

  private func check(_ text: String, _ name: String) throws(LinkPrintError) {
    if text.hasControlCharacter(exceptLineBreaks: forms[name] == .lines) {
      throw error(name, "contains a control character, which a URL must not have")
    }
  }

  private func error(_ name: String, _ why: String) -> LinkPrintError {
    LinkPrintError(.parameter(name, why, pattern: syntax.text))
  }
}

/// The reason why a screen or a link cannot be printed as a URL.
public struct LinkPrintError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error.
  public enum Reason: Hashable, Sendable {
    /// No pattern matches the screen. The string describes the screen.
    case noPattern(String)
    /// A pattern matches the screen, but the value of a parameter cannot be part of a URL. The strings are the
    /// parameter's name and the reason.
    case parameter(String, String, pattern: String)
    /// The pattern that matches the screen ends with a wildcard.
    case wildcard(pattern: String)
    /// The printed URL, which is the first string, would not lead back to the screen: another pattern is more specific,
    /// the URL lacks a value of the screen, or an absent part in the middle makes the URL ambiguous.
    case leadsElsewhere(String, pattern: String)
    /// The base is not a scheme or host of the table, or contains more than that, such as a path. The strings are the
    /// base and the reason.
    case base(String, String)
    /// The pattern is internal, but only the URL of a website could be printed, and websites cannot open internal
    /// links. This happens if the base is a host, or if the pattern has a host and the table has no scheme.
    case isInternal(pattern: String)
    /// The URL would have more bytes than the table's limit.
    case tooLong(limit: Int)
  }

  /// The kind of the error.
  public let reason: Reason

  init(_ reason: Reason) {
    self.reason = reason
  }

  /// A message that describes the error.
  public var description: String {
    switch reason {
    case .noPattern(let screen): "No link leads to \(screen.printable(limit: 200))."
    case .parameter(let name, let why, let pattern): "\"\(pattern)\" cannot be printed: \(name) \(why)."
    case .wildcard(let pattern): "\"\(pattern)\" cannot be printed: it ends with a wildcard."
    case .leadsElsewhere(let url, let pattern):
      "\"\(pattern)\" cannot be printed: \"\(url)\" does not lead back to the screen."
    case .base(let base, let why): "\"\(base)\" cannot be the base of a URL. \(why)"
    case .isInternal(let pattern):
      "\"\(pattern)\" cannot be printed as the URL of a website: only the app itself may open it."
    case .tooLong(let limit): "The URL has more than \(limit) bytes."
    }
  }
}
