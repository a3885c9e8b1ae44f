extension DeepLinkTable {
  /// The URL that leads to a screen: `/item/42`, or `https://example.com/item/42` with that base.
  ///
  /// Parsing it leads back to the screen: that is tried. Throws ``LinkPrintError`` if there is no such URL. Of several
  /// patterns for a screen the most specific one is printed, and one that is internal only if there is no other. The
  /// cost grows with the number of patterns, whose `match` is asked one after the other.
  ///
  /// - Parameters:
  ///   - route: The screen.
  ///   - base: What stands before the path, a host or a scheme of the table's: `https://example.com`, `myapp://`. Empty
  ///     for the path alone.
  public func print(_ route: Route, base: String = "") throws(LinkPrintError) -> String {
    try check(base)
    return try print(describing: "\(route)", base: base, { _ in route }) { link in link.shown == route }
  }

  /// The URL that opens what a navigation shows: the screen on top, in its tab, or over it.
  ///
  /// It restores the screen that is seen, as far as a URL says it: see ``print(_:base:)-(DeepLink<Tab,Route>,_)``. A
  /// pattern that opens in a tab that the state does not have is none for it.
  public func print(_ state: NavigationState<Tab, Route>, base: String = "") throws(LinkPrintError) -> String {
    let modals = state.modals.map { DeepLink<Tab, Route>.Presentation($0.root, style: $0.style, path: $0.path) }
    let link = DeepLink(tab: state.selectedTab, path: state.path(of: state.selectedTab), modals: modals)
    return try print(link, base: base) { state.tabs.contains($0) }
  }

  /// The URL of a link.
  ///
  /// Of several patterns for the screen that it shows one is printed that leads to the same link, or else one to that
  /// screen in the same tab, or else one to that screen. Throws ``LinkPrintError`` if there is none.
  public func print(_ link: DeepLink<Tab, Route>, base: String = "") throws(LinkPrintError) -> String {
    try print(link, base: base) { _ in true }
  }

  private func print(
    _ link: DeepLink<Tab, Route>, base: String, to hasTab: (Tab) -> Bool
  ) throws(LinkPrintError) -> String {
    try check(base)
    let shown = link.shown
    var failure: LinkPrintError?
    let isRight: [(DeepLink<Tab, Route>) -> Bool] = [
      { $0.tab == link.tab && $0.path == link.path && $0.modals == link.modals },
      { $0.tab == link.tab && $0.shown == shown },
    ]
    for isRight in isRight {
      do throws(LinkPrintError) {
        return try print(
          describing: words(for: link), base: base, { $0.tab == link.tab ? .some(shown) : .none }, leading: isRight)
      } catch {
        failure = failure ?? error
      }
    }
    // The root of another tab is another screen.
    guard let shown else { throw failure ?? LinkPrintError(.noPattern(words(for: link))) }
    return try print(describing: words(for: link), base: base, { hasTab($0.tab) ? .some(shown) : .none }) {
      $0.shown == shown
    }
  }

  private func words(for link: DeepLink<Tab, Route>) -> String {
    link.shown.map { "\($0)" } ?? "the root of \(link.tab)"
  }

  /// Prints the first pattern that has texts for the route that `choose` names for it, none for a pattern to pass over,
  /// and whose URL leads where it should.
  private func print(
    describing screen: @autoclosure () -> String, base: String, _ choose: (LinkPattern<Tab, Route>) -> Route??,
    leading isRight: (DeepLink<Tab, Route>) -> Bool
  ) throws(LinkPrintError) -> String {
    var failure: LinkPrintError?
    for number in printingOrder {
      let pattern = patterns[number]
      guard case .some(let route) = choose(pattern), let writing = pattern.write(route) else { continue }
      do throws(LinkPrintError) {
        if pattern.isInternal, matcher.prefixes.isWeb(base) {
          throw LinkPrintError(.isInternal(pattern: pattern.text))
        }
        let text = try text(of: number, writing, base: base)
        if let link = try? parse(text, isFromApp: pattern.isInternal), isRight(link) { return text }
        throw LinkPrintError(.leadsElsewhere(text, pattern: pattern.text))
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? LinkPrintError(.noPattern(screen()))
  }

  /// Throws if a text cannot stand before the path of a URL.
  private func check(_ base: String) throws(LinkPrintError) {
    guard !base.isEmpty else { return }
    let address: ParsedURL
    do throws(LinkError) { address = try ParsedURL(base, from: matcher.prefixes, limits: limits) } catch {
      throw LinkPrintError(.base(base, "\(error)"))
    }
    guard address.segments.isEmpty, address.query.isEmpty, address.fragment == nil, !base.contains("?") else {
      throw LinkPrintError(.base(base, "It is a scheme and a host, as https://example.com, or a scheme, as myapp://."))
    }
  }

  private func text(of number: Int, _ writing: PrintedLinkParameters, base: String) throws(LinkPrintError) -> String {
    let syntax = syntaxes[number]
    let names = syntax.parameters
    switch writing {
    case .failure(let parameter):
      let wants = patterns[number].parameters[parameter].kind.wants
      throw LinkPrintError(.parameter(names[parameter], "is not \(wants)", pattern: syntax.text))
    case .texts(let texts):
      let values = Dictionary(uniqueKeysWithValues: zip(names, texts))
      let path = try LinkWriter(syntax: syntax, values: values).text(startsAsHost: base.hasSuffix("//"))
      let text = base.hasSuffix("/") ? base + path.dropFirst() : base + path
      guard text.utf8.count <= limits.bytes else { throw LinkPrintError(.tooLong(limit: limits.bytes)) }
      return text
    }
  }
}
