extension DeepLinkTable {
  /// Returns a message for each sample screen that cannot be printed as a URL, with the screen and the reason. Use this
  /// method in a test that covers all links.
  ///
  /// ```swift
  /// #expect(links.check([.items, .item(id: 42), .search(text: "a/b", page: 1)]) == [])
  /// ```
  public func check(_ samples: some Sequence<Route>) -> [String] {
    samples.compactMap { route in
      do throws(LinkPrintError) {
        _ = try print(route)
        return nil
      } catch {
        return "\(route): \(error)"
      }
    }
  }

  /// Returns the tabs whose roots cannot be opened by any link.
  ///
  /// A pattern with a wildcard, such as `profile/*`, counts as a link, although it cannot be printed. A pattern with
  /// ``LinkPattern/asRoot`` does not count.
  public func tabsWithoutLink(among tabs: some Sequence<Tab>) -> [Tab] {
    tabs.filter { tab in
      let hasWildcard = patterns.indices.contains { number in
        patterns[number].tab == tab && patterns[number].write(nil) != nil
          && matcher.patterns[number].syntax.allElements.contains(.wildcard)
      }
      return !hasWildcard && (try? print(DeepLink(tab: tab))) == nil
    }
  }

  /// Returns the patterns that match none of the samples. Use this method to test that the samples cover all links.
  ///
  /// The result omits patterns with a wildcard, which cannot be printed, and patterns for the root of a tab, which
  /// never match a sample.
  public func patternsWithoutSample(in samples: some Sequence<Route>) -> [String] {
    let samples = Array(samples)
    return patterns.indices.filter { number in
      guard !matcher.patterns[number].syntax.allElements.contains(.wildcard), patterns[number].write(nil) == nil else {
        return false
      }
      return !samples.contains { patterns[number].write($0) != nil }
    }.map { patterns[$0].text }
  }
}

extension DeepLinkTable {
  /// The patterns as text for documentation. Each line contains a pattern, its tab, its modal style and its aliases, if
  /// any, and the word `internal` if the pattern is internal.
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

  /// The patterns as a Markdown table for documentation.
  public var markdown: String {
    "| link | tab | |\n| --- | --- | --- |\n"
      + patterns.map { pattern in
        let remarks = remarks(pattern)
        let path = path(pattern.text).replacing("|", with: "\\|")
        return "| `\(path)` | \(remarks[0]) | \(remarks.dropFirst().joined(separator: "; ")) |\n"
      }.joined()
  }

  private func remarks(_ pattern: LinkPattern<Tab, Route>) -> [String] {
    var remarks = ["\(pattern.tab)"]
    if let style = pattern.style { remarks.append("as a \(style.rawValue)") }
    if !pattern.aliases.isEmpty { remarks.append("also \(pattern.aliases.map(path).joined(separator: ", "))") }
    if pattern.isInternal { remarks.append("internal") }
    return remarks
  }

  private func path(_ text: String) -> String {
    text.hasPrefix("//") ? text : "/" + text.drop { $0 == "/" }
  }
}
