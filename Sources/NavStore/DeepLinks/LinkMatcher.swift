/// Finds the pattern that a URL fits, without the app's types.
///
/// ``DeepLinkTable`` is compiled for its tabs and routes in the app's module, where this is not: so no more of parsing depends on them than
/// must. A class, because its parts are many to copy with a table.
@usableFromInline
final class LinkMatcher: Sendable {
  let prefixes: LinkPrefixes
  let limits: LinkLimits
  let tree: LinkTree
  /// The spelling of each pattern.
  let syntaxes: [PatternSyntax]
  /// The parameters of each pattern.
  let parameters: [[LinkParameterUse]]

  init(
    prefixes: LinkPrefixes, limits: LinkLimits, tree: LinkTree, syntaxes: [PatternSyntax],
    parameters: [[LinkParameterUse]]
  ) {
    self.prefixes = prefixes
    self.limits = limits
    self.tree = tree
    self.syntaxes = syntaxes
    self.parameters = parameters
  }

  /// The number of the most specific pattern whose parameters can be read.
  ///
  /// - Parameter failure: Reads the parameters; returns the number of the one whose text is no value.
  @usableFromInline
  func pattern(for url: String, _ failure: (LinkMatch) -> Int?) throws(LinkError) -> Int {
    let address = try LinkAddress(url, from: prefixes, limits: limits)
    var found: Int?
    var error: LinkError?
    tree.search(address.segments) { shape in
      guard shape.hasRequirements(address) else { return false }
      if let repeated = repeatedKey(shape, address) {
        error = error ?? repeated
        return false
      }
      let match = LinkMatch(shape: shape, address: address)
      if let parameter = failure(match) {
        error = error ?? self.error(in: shape, parameter, match)
        return false
      }
      found = shape.pattern
      return true
    }
    guard let found else { throw error ?? LinkError(.notFound(closest: closest(to: address))) }
    return found
  }

  /// What is said of a key that has one value in the pattern and more in the URL: which one is meant, others may see otherwise.
  private func repeatedKey(_ shape: LinkShape, _ address: LinkAddress) -> LinkError? {
    guard address.query.count > 1 else { return nil }
    for (number, place) in shape.places.enumerated() {
      guard case .query(let key) = place, !parameters[shape.pattern][number].isRepeated else { continue }
      let items = address.query.filter { $0.key == key }
      if items.count > 1 { return LinkError(.repeatedKey(key, pattern: shape.syntax.text), at: items[1].offset) }
    }
    return nil
  }

  private func error(in shape: LinkShape, _ number: Int, _ match: LinkMatch) -> LinkError {
    let texts = match.texts(of: number)
    return LinkError(
      .parameter(
        syntaxes[shape.pattern].parameters[number], wants: parameters[shape.pattern][number].kind.wants,
        found: texts.isEmpty ? nil : texts.all.joined(separator: "/"), pattern: shape.syntax.text),
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
