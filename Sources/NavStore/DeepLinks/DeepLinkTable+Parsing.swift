extension DeepLinkTable {
  /// The place in the app that a URL names.
  ///
  /// Throws ``LinkError``. The cost is O(n) in the bytes of the URL, which are bounded, and does not grow with the
  /// number of patterns that a literal segment before any part of any length tells apart. Of others those are asked
  /// that fit, and where none fits, the closest of all is looked for.
  ///
  /// - Parameters:
  ///   - url: The URL, or the path of one.
  ///   - isFromApp: Whether it comes from the app itself, which may open internal links.
  @inlinable
  public func parse(_ url: String, isFromApp: Bool = false) throws(LinkError) -> DeepLink<Tab, Route> {
    // No tuple: for types that are not known until the program runs, making one takes longer than reading.
    var found = LinkPattern<Tab, Route>.Reading.failure(0)
    let number = try matcher.pattern(for: url, isFromApp: isFromApp) { match in
      found = patterns[match.pattern].read(match)
      return if case .failure(let parameter) = found { parameter } else { nil }
    }
    guard case .screen(let route, let under) = found else { throw LinkError(.notFound(closest: nil)) }
    var link = DeepLink<Tab, Route>(tab: patterns[number].tab, path: under)
    if let route {
      if let style = patterns[number].style {
        link.modals = [.init(route, style: style)]
      } else {
        link.path.append(route)
      }
    }
    guard link.path.count + link.modals.count <= limits.routes else {
      throw LinkError(.tooMany("routes", limit: limits.routes))
    }
    return link
  }
}
