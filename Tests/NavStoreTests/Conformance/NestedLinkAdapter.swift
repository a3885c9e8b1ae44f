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
      return found == wanted ? nil : found
    } catch {
      // The cases expect a parameter whose value cannot be printed in a URL.
      if wanted == nil, case .parameter = error.reason { return nil }
      return "\(error)"
    }
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

  // MARK: - Undeclared keys

  /// Returns a case without the query keys that no screen declares. NavStore ignores such keys and does not print them.
  static func declared(_ example: ConformanceCase) -> ConformanceCase {
    var (when, then) = (example.when, example.then)
    var undeclared: Set<String> = []
    func remove(from levels: JSONValue?) -> JSONValue? {
      var screens = NestedLinkScreen.list(example.given["links"]?["screens"])
      return levels.map { levels in
        .array(
          levels.list.map { level in
            let known = screens
            screens = known.first { $0.name == level.list.last?["name"]?.string }?.screens ?? []
            return .array(
              level.list.map { entry in
                guard let screen = known.first(where: { $0.name == entry["name"]?.string }) else { return entry }
                let keys = Set((entry["params"]?.object ?? [:]).keys).subtracting(screen.pathKeys + screen.queryKeys)
                undeclared.formUnion(keys)
                var entry = entry
                for key in keys { entry["params"]?[key] = nil }
                return entry
              })
          })
      }
    }
    when["levels"] = remove(from: when["levels"])
    then["levels"] = remove(from: then["levels"])
    if let url = then["url"]?.string, let question = url.firstIndex(of: "?") {
      let items = url[url.index(after: question)...].split(separator: "&")
        .filter { !undeclared.contains(String($0.prefix { $0 != "=" })) }
      then["url"] = .string(url[..<question] + (items.isEmpty ? "" : "?" + items.joined(separator: "&")))
    }
    return ConformanceCase(id: example.id, suite: example.suite, given: example.given, when: when, then: then)
  }
}
