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
  @inlinable
  public func print(_ route: Route, base: String = "") throws(LinkPrintError) -> String {
    try matcher.check(base)
    return try print(route, describing: describe(route), base: base, if: { _ in true }) { link in
      link.shown == route
    }
  }

  /// Returns the URL that opens the visible screen of a navigation: the screen at the top of the selected tab or of the
  /// topmost modal.
  ///
  /// The URL also opens the same tab, path and modals if a pattern can express them; see
  /// ``print(_:base:)-(DeepLink<Tab,Route>,_)``. Patterns for tabs that the state does not have are skipped.
  public func print(_ state: NavigationState<Tab, Route>, base: String = "") throws(LinkPrintError) -> String {
    try print(DeepLink(visibleIn: state), base: base) { state.tabs.contains($0) }
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
    try matcher.check(base)
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
    guard let shown else { throw failure ?? matcher.noPattern(for: describe(link)) }
    return try print(shown, describing: describe(link), base: base, if: { hasTab($0.tab) }, leading: isShown)
  }

  @usableFromInline
  func describe(_ route: Route) -> String { ValueOutline.text(of: route) }

  @usableFromInline
  func describe(_ link: DeepLink<Tab, Route>) -> String {
    link.shown.map(describe) ?? "the root of \(ValueOutline.text(of: link.tab))"
  }

  /// Tries the patterns in printing order, and returns the first URL that leads to an expected link. The URL of an
  /// incomplete pattern only has to lead back to that pattern. The route is `nil` for the root of a tab.
  @inlinable
  func print(
    _ route: Route?, describing screen: @autoclosure () -> String, base: String, selectedTab: Tab? = nil,
    if isPermitted: (LinkPattern<Tab, Route>) -> Bool, leading isExpected: (DeepLink<Tab, Route>) -> Bool
  ) throws(LinkPrintError) -> String {
    var failure: LinkPrintError?
    for number in printingOrder.patterns(with: printingOrder.single[route]) {
      guard isPermitted(patterns[number]), let parameters = patterns[number].write(route) else { continue }
      do throws(LinkPrintError) {
        let text = try matcher.text(of: number, with: parameters, base: base)
        var found = number
        let link = try? parse(text, isFromApp: patterns[number].isInternal, selectedTab: selectedTab, pattern: &found)
        if let link, isExpected(link) || patterns[number].isIncomplete && found == number { return text }
        throw matcher.leadsElsewhere(text, number, to: link.map(describe), by: found)
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? matcher.noPattern(for: screen())
  }
}

extension DeepLink {
  /// Creates a link to what is visible in a navigation, in the tab that is selected.
  package init(visibleIn navigation: NavigationState<Tab, Route>) {
    self.init(
      tab: navigation.selectedTab, path: navigation.path(of: navigation.selectedTab),
      modals: navigation.modals.map { Presentation($0.root, style: $0.style, path: $0.path) })
  }
}
