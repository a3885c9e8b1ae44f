@testable import NavStore
@testable import NavStoreCore

/// A screen whose parameters are strings, for patterns that are known only when the test runs.
struct TextRoute: Hashable, Sendable {
  var name: String
  var parameters: [String: [String]]
}

/// Runs the outside cases with one pattern.
enum LinkAdapter {
  /// Returns a pattern with a string for each of its parameters.
  static func pattern(_ text: String, name: String = "screen") throws -> LinkPattern<Int, TextRoute> {
    let syntax = try PatternSyntax(text)
    let names = syntax.parameters
    let parameters = names.map { name in
      let isOptional = syntax.elements.contains {
        if case .parameter(name, isOptional: true, _) = $0 { true } else { false }
      }
      let isRepeated =
        syntax.elements.contains(.repeated(name, isRequired: true))
        || syntax.elements.contains(.repeated(name, isRequired: false))
      return LinkParameterDescriptor(
        kind: LinkParameterKind("a string", rank: .any), isOptional: isOptional, isRepeated: isRepeated)
    }
    return LinkPattern(text, tab: 0, style: nil, parameters: parameters) { match in
      let values = names.indices.map { (names[$0], match.texts(of: $0).all) }
      return .init(TextRoute(name: name, parameters: Dictionary(uniqueKeysWithValues: values)))
    } write: { route in
      guard let route, route.name == name else { return nil }
      var texts: [[String]] = []
      for (number, name) in names.enumerated() {
        // Matches a segment without a slash.
        guard let values = route.parameters[name], !values.contains(where: { $0.contains("/") }) else {
          return .failure(number)
        }
        texts.append(values)
      }
      return .texts(texts)
    }
  }

  static func table(_ patterns: [LinkPattern<Int, TextRoute>]) throws -> DeepLinkTable<Int, TextRoute> {
    try DeepLinkTable(validating: patterns)
  }

  // MARK: - Suites

  /// `url-pattern`: the parameters of a path, or that it does not match.
  static func match(_ example: ConformanceCase) throws -> String? {
    let pattern = example.given["pattern"]?.string ?? ""
    let path = example.when["path"]?.string ?? ""
    let link: DeepLink<Int, TextRoute>?
    do { link = try table([self.pattern(pattern)]).parse(path) } catch let error as LinkError {
      if example.then["match"] == false { return nil }
      return "\(error)"
    } catch {
      return "\(error)"
    }
    guard let parameters = link?.path.last?.parameters, example.then["match"] != false else { return "it fits" }
    for (name, value) in example.then["params"]?.object ?? [:] {
      // The cases join the values of a repeated parameter into one string.
      let found = parameters[name].flatMap { $0.isEmpty ? nil : $0.joined(separator: "/") }
      // A pattern does not return what a wildcard has matched.
      if name != "0", found != value.string { return "\(name) is \(found ?? "absent")" }
    }
    return nil
  }

  /// `url-generate`: the path for some parameters, or that none exists.
  static func generate(_ example: ConformanceCase) throws -> String? {
    let wanted = example.then["path"]?.string
    let parameters = (example.given["params"] ?? example.when["params"])?.object ?? [:]
    let route = TextRoute(name: "screen", parameters: parameters.mapValues { [$0.string ?? ""] })
    do {
      let path = try table([pattern(example.given["pattern"]?.string ?? "")]).print(route)
      return path == wanted ? nil : path
    } catch let error as LinkPrintError {
      return wanted == nil ? nil : "\(error)"
    } catch {
      return "\(error)"
    }
  }

  /// `pattern-rank`: which of two patterns is more specific.
  static func rank(_ example: ConformanceCase) throws -> String? {
    func order(_ side: String) throws -> [Int] {
      let text = example.when[side]?.string ?? ""
      return LinkPatternVariant(LinkSpelling(try PatternSyntax(text), parameters: try pattern(text).parameters)).rank
    }
    let (left, right): ([Int], [Int])
    do { (left, right) = (try order("left"), try order("right")) } catch { return "\(error)" }
    let found = left == right ? 0 : left.lexicographicallyPrecedes(right) ? 1 : -1
    return found == example.then["order"]?.int ? nil : "\(found)"
  }
}
