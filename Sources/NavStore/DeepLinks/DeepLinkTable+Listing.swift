extension DeepLinkTable {
  /// A sample screen that its URL does not lead back to, and why.
  public struct CheckFailure: Hashable, Sendable, CustomStringConvertible {
    /// The screen.
    public let route: Route
    /// What is wrong.
    public let error: LinkPrintError

    /// The screen and what is wrong.
    public var description: String { "\(route): \(error)" }
  }

  /// What of the samples has no URL that leads back to it: for one test of all links.
  ///
  /// ```swift
  /// #expect(links.check([.items, .item(id: 42), .search(text: "a/b", page: 1)]) == [])
  /// ```
  public func check(_ samples: some Sequence<Route>) -> [CheckFailure] {
    samples.compactMap { route in
      do throws(LinkPrintError) {
        _ = try print(route)
        return nil
      } catch {
        return CheckFailure(route: route, error: error)
      }
    }
  }

  /// The patterns for documentation: a line for each, with the tab and what else there is to say.
  public var listing: String {
    let width = patterns.map(\.text.count).max() ?? 0
    return patterns.map { pattern in
      (["/" + pattern.text.drop { $0 == "/" } + String(repeating: " ", count: width - pattern.text.count)]
        + remarks(pattern))
        .joined(separator: "  ") + "\n"
    }.joined()
  }

  /// The patterns for documentation, as a table in Markdown.
  public var markdown: String {
    "| link | tab | |\n| --- | --- | --- |\n"
      + patterns.map { pattern in
        let remarks = remarks(pattern)
        return
          "| `/\(pattern.text.drop { $0 == "/" })` | \(remarks[0]) | \(remarks.dropFirst().joined(separator: "; ")) |\n"
      }.joined()
  }

  private func remarks(_ pattern: LinkPattern<Tab, Route>) -> [String] {
    var remarks = ["\(pattern.tab)"]
    if let style = pattern.style { remarks.append("as a \(style.rawValue)") }
    if !pattern.aliases.isEmpty { remarks.append("also \(pattern.aliases.map { "/\($0)" }.joined(separator: ", "))") }
    if pattern.isInternal { remarks.append("internal") }
    return remarks
  }
}

// MARK: - Tables in tables

extension DeepLinkTable {
  /// The patterns of a feature's table for the table of an app: under a prefix, in the app's tab and with the app's routes.
  ///
  /// ```swift
  /// DeepLinkTable<AppTab, AppRoute>(schemes: ["myapp"]) {
  ///   LinkPattern("home", in: .home)
  ///   Shop.links.mounted(at: "shop", in: { _ in .shop }, make: AppRoute.shop,
  ///     match: { if case .shop(let route) = $0 { route } else { nil } })
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - prefix: What stands before the feature's paths, literals alone; empty for nothing.
  ///   - tab: The app's tab for one of the feature's.
  ///   - under: The app's screens that lie under all of the feature's.
  ///   - make: The app's route of one of the feature's.
  ///   - match: The feature's route of one of the app's; nil if it is another's.
  public func mounted<AppTab, AppRoute>(
    at prefix: String, in tab: (Tab) -> AppTab, under screens: [AppRoute] = [],
    make: @escaping @Sendable (Route) -> AppRoute,
    match: @escaping @Sendable (AppRoute) -> Route?
  ) -> [LinkPattern<AppTab, AppRoute>] {
    patterns.map { pattern in
      var mounted = LinkPattern<AppTab, AppRoute>(
        Self.joined(prefix, pattern.text), tab: tab(pattern.tab), style: pattern.style,
        parameters: pattern.parameters
      ) { found in
        switch pattern.read(found) {
        case .screen(let route, let under):
          .screen(route.map(make), under: route == nil ? [] : screens + under.map(make))
        case .failure(let number): .failure(number)
        }
      } write: { route in
        let own = route.map(match)
        // A route of another feature's is not the root of a tab.
        if case .some(.none) = own { return nil }
        return pattern.write(own ?? nil)
      }
      mounted.take(aliases: pattern.aliases.map { Self.joined(prefix, $0) }, isInternal: pattern.isInternal)
      return mounted
    }
  }

  private static func joined(_ prefix: String, _ text: String) -> String {
    let rest = text.drop { $0 == "/" }
    let isPath = !(rest.isEmpty || rest.hasPrefix("?") || rest.hasPrefix("#"))
    return prefix.isEmpty ? text : prefix + (isPath ? "/" : "") + rest
  }
}
