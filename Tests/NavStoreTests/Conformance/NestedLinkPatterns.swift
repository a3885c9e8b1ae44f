@testable import NavStore
@testable import NavStoreCore

/// A screen with those that contain it, the outermost first. An app would use an enum with a case that contains the
/// route of a feature.
typealias NestedRoute = [ForeignScreen]

/// The patterns of nested screens.
///
/// A screen without parameters is a feature with its own table, which is mounted at its path. The path of a nested
/// screen contains the parameters of the outer screens. A mounted table cannot declare those, so below a screen with
/// parameters the patterns contain the whole path.
struct NestedLinkPatterns {
  typealias Pattern = LinkPattern<String, NestedRoute>
  typealias Table = DeepLinkTable<String, NestedRoute>

  /// The patterns below the path of the outer screen.
  private var relative: [Pattern] = []
  /// The patterns with an absolute path.
  private var exact: [Pattern] = []

  /// The tab of the screens that are in no tab.
  static let onlyTab = ""

  /// Creates the table of an outside configuration.
  static func table(_ links: JSONValue) throws -> Table {
    let screens = NestedLinkScreen.list(links["screens"])
    var patterns = NestedLinkPatterns()
    try patterns.add(screens.filter { !$0.isTab }, initial: links["initial"]?.string, at: NestedLinkPlace())
    for tab in screens where tab.isTab { try patterns.addTab(tab) }
    let table = try Table(validating: patterns.relative + patterns.exact)
    return try Table(
      validating: table.mounted(at: links["root"]?.string ?? "", in: { $0 }, make: { $0 }, match: { $0 }))
  }

  // MARK: - Tabs and features

  private mutating func addTab(_ tab: NestedLinkScreen) throws {
    let path = tab.path.map { $0.text(of: tab.name) } ?? ""
    if tab.hasSeparateLink {
      var pattern = Pattern(path, in: tab.name)
      for alias in tab.aliases { pattern = pattern.aliases(alias.path.text(of: tab.name)) }
      relative.append(pattern)
    }
    var feature = NestedLinkPatterns()
    try feature.add(tab.screens, initial: tab.initial, at: NestedLinkPlace())
    for (prefix, patterns) in [(path, feature.relative), ("", feature.exact)] {
      relative += try Table(validating: patterns)
        .mounted(at: prefix, in: { _ in tab.name }, make: { $0 }, match: { $0 })
    }
  }

  /// Adds screens and their nested screens.
  private mutating func add(_ screens: [NestedLinkScreen], initial: String?, at place: NestedLinkPlace) throws {
    for screen in screens {
      var place = place
      if let initial, initial != screen.name { place.under.append((place.steps.count, initial)) }
      try addLinks(to: screen, at: place)
      if place.isPlain, screen.pathKeys.isEmpty {
        try mount(screen)
      } else {
        let inner = place.entering(screen, by: screen.path, isExact: screen.isExact)
        try add(screen.screens, initial: screen.initial, at: inner)
      }
    }
  }

  private mutating func mount(_ screen: NestedLinkScreen) throws {
    var feature = NestedLinkPatterns()
    try feature.add(screen.screens, initial: screen.initial, at: NestedLinkPlace())
    let around = ForeignScreen(name: screen.name, params: [:])
    func mounted(_ patterns: [Pattern], at prefix: String) throws -> [Pattern] {
      try Table(validating: patterns).mounted(at: prefix, in: { $0 }) { route in
        [around] + route
      } match: { route in
        route.first == around ? Array(route.dropFirst()) : nil
      }
    }
    let behind = try mounted(feature.relative, at: screen.path?.text(of: screen.name) ?? "")
    if screen.isExact { exact += behind } else { relative += behind }
    exact += try mounted(feature.exact, at: "")
  }

  // MARK: - One screen

  private mutating func addLinks(to screen: NestedLinkScreen, at place: NestedLinkPlace) throws {
    guard let path = screen.path, screen.hasSeparateLink else { return }
    let own = place.entering(screen, by: path, isExact: screen.isExact)
    var pattern = try own.pattern(of: screen, parse: screen.parse, isPrinted: true)
    for alias in screen.aliases {
      let other = place.entering(screen, by: alias.path, isExact: alias.isExact)
      if alias.isPathAlone, other.isExact == own.isExact, alias.path.parameters == path.parameters {
        pattern = pattern.aliases(other.text(with: screen.queryKeys))
      } else {
        // With other parameters it is a different link, and an alias of no route.
        append(try other.pattern(of: screen, parse: alias.parse, isPrinted: false), isExact: other.isExact)
      }
    }
    append(pattern, isExact: own.isExact)
  }

  private mutating func append(_ pattern: Pattern, isExact: Bool) {
    if isExact { exact.append(pattern) } else { relative.append(pattern) }
  }
}

extension NestedLinkScreen {
  /// Whether the screen is a tab: it contains screens, and no part of a URL is its own.
  var isTab: Bool { !screens.isEmpty && pathKeys.isEmpty }
}

extension NestedLinkPath {
  /// The path as a pattern of a table. The names of parameters include the screen's name, because an outer screen may
  /// use the same names.
  func text(of screen: String) -> String {
    segments.map { segment in
      switch segment {
      case .text(let text): text
      case .parameter(let parameter): ":\(screen)-\(parameter.key)\(parameter.suffix)"
      }
    }.joined(separator: "/")
  }
}
