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
