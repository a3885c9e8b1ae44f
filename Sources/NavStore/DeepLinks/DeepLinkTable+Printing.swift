extension DeepLinkTable {
  /// The path of the URL that leads to a screen: `/item/42`.
  ///
  /// Parsing it leads back to the screen: that is tried. Throws ``LinkPrintError`` if there is no such URL. Of several patterns for a
  /// screen the most specific one is printed. The cost grows with the number of patterns, whose `match` is asked one after the other.
  public func print(_ route: Route) throws(LinkPrintError) -> String {
    try print(describing: "\(route)", { _ in route }) { link in link.shown == route }
  }

  /// The path of the URL that opens what a navigation shows: the screen on top, in its tab, or over it.
  ///
  /// Of several patterns for that screen one is printed that leads to the same path, or else one in the same tab.
  /// Throws ``LinkPrintError`` if there is none.
  public func print(_ state: NavigationState<Tab, Route>) throws(LinkPrintError) -> String {
    let tab = state.selectedTab
    let path = state.path(of: tab)
    let modal = state.modals.last
    let route = modal.map { $0.path.last ?? $0.root } ?? path.last
    let place = route.map { "\($0)" } ?? "the root of \(tab)"
    let isSame: [(DeepLink<Tab, Route>) -> Bool] = [
      { $0.path == path && $0.modals.map(\.root) == state.modals.map(\.root) && $0.shown == route },
      { $0.shown == route },
    ]
    for isSame in isSame {
      let printed = try? print(describing: place, { $0.tab == tab ? .some(route) : .none }) { link in
        link.tab == tab && isSame(link)
      }
      if let printed { return printed }
    }
    guard let route else { throw LinkPrintError(.noPattern(place)) }
    return try print(route)
  }

  /// Prints the first pattern that has texts for the route that `choose` names for it, none for a pattern to pass over, and whose
  /// URL leads where it should.
  private func print(
    describing screen: String, _ choose: (LinkPattern<Tab, Route>) -> Route??,
    leading isRight: (DeepLink<Tab, Route>) -> Bool
  ) throws(LinkPrintError) -> String {
    var failure: LinkPrintError?
    for (number, pattern) in patterns.enumerated() {
      guard case .some(let route) = choose(pattern), let writing = pattern.write(route) else { continue }
      do throws(LinkPrintError) {
        let text = try text(of: number, writing)
        if let link = try? parse(text, isFromApp: true), isRight(link) { return text }
        throw LinkPrintError(.leadsElsewhere(text, pattern: pattern.text))
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? LinkPrintError(.noPattern(screen))
  }

  private func text(of number: Int, _ writing: LinkWriting) throws(LinkPrintError) -> String {
    let syntax = syntaxes[number]
    let names = syntax.parameters
    switch writing {
    case .failure(let parameter):
      let wants = patterns[number].parameters[parameter].kind.wants
      throw LinkPrintError(.parameter(names[parameter], "is not \(wants)", pattern: syntax.text))
    case .texts(let texts):
      let values = Dictionary(uniqueKeysWithValues: zip(names, texts))
      let text = try LinkWriter(syntax: syntax, values: values).text()
      guard text.utf8.count <= limits.bytes else { throw LinkPrintError(.tooLong(limit: limits.bytes)) }
      return text
    }
  }
}

extension DeepLink {
  /// The screen that the link shows; nil for the root of a tab.
  var shown: Route? { modals.last.map { $0.path.last ?? $0.root } ?? path.last }
}
