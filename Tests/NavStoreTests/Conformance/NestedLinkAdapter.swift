import NavStore

/// Runs the outside cases of links to nested screens. The first level is the tab, or a screen of the only tab.
enum NestedLinkAdapter {
  typealias Link = DeepLink<String, NestedRoute>

  /// `link-parse`: the screens that a URL opens, or that it opens none.
  @Sendable
  static func parse(_ example: ConformanceCase) throws -> String? {
    let table = try NestedLinkPatterns.table(example.given["links"] ?? .null)
    let wanted = example.then["levels"]
    guard wanted != nil || example.then["match"] == false else { throw NoCounterpart("\(example.then)") }
    do throws(LinkError) {
      let found = levels(of: try table.parse(example.when["url"]?.string ?? ""))
      return found == wanted?.list.map { $0.list.map { ForeignScreen($0) } } ? nil : "\(found)"
    } catch {
      return wanted == nil ? nil : "\(error)"
    }
  }

  /// `link-print`: the URL of screens, or that none exists.
  @Sendable
  static func print(_ example: ConformanceCase) throws -> String? {
    let links = example.given["links"] ?? .null
    let table = try NestedLinkPatterns.table(links)
    let wanted = example.then["url"]?.string
    guard wanted != nil || example.then["error"] != nil else { throw NoCounterpart("\(example.then)") }
    let link = try self.link(to: example.when["levels"]?.list ?? [], in: links)
    do throws(LinkPrintError) {
      let found = try table.print(link)
      guard casesOfOtherOrder.contains(example.id) else { return found == wanted ? nil : found }
      if found == wanted { return "its keys have the order of the case, so it must not be listed" }
      return wanted.map(inOrder) == inOrder(found) ? nil : found
    } catch {
      // The cases expect a parameter whose value cannot be printed in a URL.
      if wanted == nil, case .parameter = error.reason { return nil }
      return "\(error)"
    }
  }

  /// The cases that sort the keys that no screen declares with the others. A table prints them after the others.
  private static let casesOfOtherOrder: Set = [
    "rn-print-021", "rn-print-023", "rn-print-024", "rn-print-027",
  ]

  /// Returns a URL with its keys in alphabetical order.
  private static func inOrder(_ url: String) -> String {
    guard let question = url.firstIndex(of: "?") else { return url }
    return url[...question] + url[url.index(after: question)...].split(separator: "&").sorted().joined(separator: "&")
  }

  // MARK: - Levels

  /// The screens of a link by their nesting level. The visible screen is the last of each level.
  private static func levels(of link: Link) -> [[ForeignScreen]] {
    let tab = link.tab == NestedLinkPatterns.onlyTab ? [] : [[ForeignScreen(name: link.tab, params: [:])]]
    let shown = link.path.last ?? []
    return tab
      + shown.indices.map { depth in
        link.path.reduce(into: []) { level, route in
          guard route.count > depth, route.prefix(depth) == shown.prefix(depth), level.last != route[depth] else {
            return
          }
          level.append(route[depth])
        }
      }
  }

  /// Returns the link to the screens of some levels.
  private static func link(to levels: [JSONValue], in links: JSONValue) throws -> Link {
    var screens = NestedLinkScreen.list(links["screens"])
    var link = Link(tab: NestedLinkPatterns.onlyTab)
    var around: NestedRoute = []
    for (depth, level) in levels.enumerated() {
      let entries = level.list.map { typed(ForeignScreen($0), as: screens) }
      guard let last = entries.last else { throw NoCounterpart("an empty level") }
      let screen = screens.first { $0.name == last.name }
      screens = screen?.screens ?? []
      if depth == 0, screen?.isTab == true {
        guard entries == [ForeignScreen(name: last.name, params: [:])] else {
          throw NoCounterpart("a tab with parameters")
        }
        link.tab = last.name
      } else {
        link.path += entries.dropLast().map { around + [$0] }
        around.append(last)
      }
    }
    link.path += around.isEmpty ? [] : [around]
    return link
  }

  /// Returns a screen with its converted values. A value without a conversion is a string.
  private static func typed(_ entry: ForeignScreen, as screens: [NestedLinkScreen]) -> ForeignScreen {
    guard let screen = screens.first(where: { $0.name == entry.name }) else { return entry }
    var entry = entry
    for (key, value) in entry.params where screen.parse[key] == nil {
      entry.params[key] = value.plainText.map(JSONValue.string) ?? value
    }
    return entry
  }
}
