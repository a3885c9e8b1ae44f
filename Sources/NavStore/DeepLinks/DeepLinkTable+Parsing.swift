extension DeepLinkTable {
  /// The place in the app that a URL names.
  ///
  /// Throws ``LinkError``. The cost is O(n) in the bytes of the URL, which are bounded, and does not grow with the number of patterns.
  ///
  /// - Parameters:
  ///   - url: The URL, or the path of one.
  ///   - isFromApp: Whether it comes from the app itself, which may open internal links.
  public func parse(_ url: String, isFromApp: Bool = false) throws(LinkError) -> DeepLink<Tab, Route> {
    let address = try LinkAddress(url, from: prefixes, limits: limits)
    // No tuple: for types that are not known until the program runs, making one takes longer than reading.
    var found = LinkPattern<Tab, Route>.Reading.failure(0)
    var number: Int?
    var failure: LinkError?
    tree.search(address.segments) { shape in
      guard shape.hasRequirements(address) else { return false }
      let pattern = patterns[shape.pattern]
      let match = LinkMatch(address: address, places: shape.places)
      if let error = repeatedKey(shape, address) {
        failure = failure ?? error
        return false
      }
      found = pattern.read(match)
      if case .failure(let parameter) = found {
        failure = failure ?? error(in: shape, parameter, match)
        return false
      }
      number = shape.pattern
      return true
    }
    guard let number, case .screen(let route, let under) = found else {
      throw failure ?? LinkError(.notFound(closest: closest(to: address)))
    }
    let pattern = patterns[number]
    if pattern.isInternal, !isFromApp { throw LinkError(.isInternal(pattern: pattern.text)) }
    var link = DeepLink<Tab, Route>(tab: pattern.tab, path: under)
    if let route {
      if let style = pattern.style {
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

  /// What is said of a key that has one value in the pattern and more in the URL: which one is meant, others may see otherwise.
  private func repeatedKey(_ shape: LinkShape, _ address: LinkAddress) -> LinkError? {
    guard address.query.count > 1 else { return nil }
    for (number, place) in shape.places.enumerated() {
      guard case .query(let key) = place, !patterns[shape.pattern].parameters[number].isRepeated else { continue }
      let items = address.query.filter { $0.key == key }
      if items.count > 1 { return LinkError(.repeatedKey(key, pattern: shape.syntax.text), at: items[1].offset) }
    }
    return nil
  }

  private func error(in shape: LinkShape, _ number: Int, _ match: LinkMatch) -> LinkError {
    let texts = match.texts(of: number)
    return LinkError(
      .parameter(
        syntaxes[shape.pattern].parameters[number], wants: patterns[shape.pattern].parameters[number].kind.wants,
        found: texts.isEmpty ? nil : texts.joined(separator: "/"), pattern: shape.syntax.text),
      at: match.offset(of: number))
  }

  /// The pattern that has most in common with the beginning of a path; nil if none has anything.
  private func closest(to address: LinkAddress) -> String? {
    var best: (text: String, common: Int, difference: Int)?
    for syntax in syntaxes {
      var common = 0
      var literals = 0
      for (element, segment) in zip(syntax.elements, address.segments) {
        if case .literal(let text) = element {
          guard text == segment.text else { break }
          literals += 1
        }
        common += 1
      }
      guard literals > 0 else { continue }
      let difference = abs(syntax.elements.count - address.segments.count)
      if best.map({ common > $0.common || common == $0.common && difference < $0.difference }) ?? true {
        best = (syntax.text, common, difference)
      }
    }
    return best?.text
  }
}
