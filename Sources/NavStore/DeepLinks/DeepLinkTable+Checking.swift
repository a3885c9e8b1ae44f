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

  /// The tabs whose root no link leads to.
  ///
  /// A root that only a pattern with a wildcard leads to, as `profile/*`, has a link. No URL of it is printed.
  public func tabsWithoutLink(among tabs: some Sequence<Tab>) -> [Tab] {
    tabs.filter { tab in
      let hasWildcard = patterns.indices.contains { number in
        patterns[number].tab == tab && patterns[number].write(nil) != nil
          && syntaxes[number].elements.contains(.wildcard)
      }
      return !hasWildcard && (try? print(DeepLink(tab: tab))) == nil
    }
  }

  /// The patterns that none of the samples is printed by, for a test that no link was left out. Those that cannot be
  /// printed, because they end in a wildcard or lead to the root of a tab, are not among them.
  public func patternsWithoutSample(in samples: some Sequence<Route>) -> [String] {
    let samples = Array(samples)
    return patterns.indices.filter { number in
      guard !syntaxes[number].elements.contains(.wildcard), patterns[number].write(nil) == nil else { return false }
      return !samples.contains { patterns[number].write($0) != nil }
    }.map { patterns[$0].text }
  }
}

extension DeepLinkTable {
  /// The patterns for documentation: a line for each, with the tab and what else there is to say.
  public var listing: String {
    let width = patterns.map { path($0.text).count }.max() ?? 0
    return patterns.map { pattern in
      let path = path(pattern.text)
      return
        ([path + String(repeating: " ", count: width - path.count)]
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
          "| `\(path(pattern.text).replacing("|", with: "\\|"))` | \(remarks[0]) | \(remarks.dropFirst().joined(separator: "; ")) |\n"
      }.joined()
  }

  private func remarks(_ pattern: LinkPattern<Tab, Route>) -> [String] {
    var remarks = ["\(pattern.tab)"]
    if let style = pattern.style { remarks.append("as a \(style.rawValue)") }
    if !pattern.aliases.isEmpty { remarks.append("also \(pattern.aliases.map(path).joined(separator: ", "))") }
    if pattern.isInternal { remarks.append("internal") }
    return remarks
  }

  private func path(_ text: String) -> String { "/" + text.drop { $0 == "/" } }
}
