import Foundation

/// The pages of `Docs` as a catalogue for DocC, in which each page is an article.
///
/// GitHub shows the pages as they are, with links to files. DocC needs links to articles.
struct Guides {
  private struct Page {
    let path: String
    let text: String

    init(path: String, text: String) {
      self.path = path
      // DocC does not know the properties that a page for assistants begins with.
      self.text = text.replacing(/^---\n(?:.*\n)*?---\n+/, with: "")
    }

    /// The name of the article. DocC does not use folders in the addresses of articles.
    var name: String {
      if path == "README.md" { return "Guides" }
      let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
      return name == "README" ? (folder as NSString).lastPathComponent : name
    }
    var folder: String { (path as NSString).deletingLastPathComponent }
    /// The folder whose group on the front page contains the page. The list of a folder belongs to the folder above.
    var group: String { path.hasSuffix("/README.md") ? (folder as NSString).deletingLastPathComponent : folder }
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The text of each heading, by the anchor that GitHub gives it.
    var anchors: [String: String] {
      var anchors: [String: String] = [:]
      var isCode = false
      for line in lines {
        if line.hasPrefix("```") { isCode.toggle() }
        guard !isCode, let heading = line.wholeMatch(of: /#{2,6} (.+)/)?.output.1 else { continue }
        let anchor = heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
        anchors[anchor.replacingOccurrences(of: " ", with: "-")] = heading.filter { $0 != "`" }
      }
      return anchors
    }
  }

  private let pages: [String: Page]
  private let images: [URL]
  private let root: URL
  private let repository: String?

  /// - Parameter repository: The address under which the files of the repository can be read; `nil` if links to them are
  ///   shown as text.
  init(pages root: URL, repository: String?) throws {
    self.root = root
    self.repository = repository
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
    images = paths.filter { $0.hasSuffix(".svg") || $0.hasSuffix(".png") }.map { root.appending(path: $0) }
    pages = try Dictionary(
      uniqueKeysWithValues: paths.filter { $0.hasSuffix(".md") }.map { path in
        (path, Page(path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8)))
      })
    for (name, same) in Dictionary(grouping: pages.values, by: { $0.name.lowercased() }) where same.count > 1 {
      fail("Two pages would be the article \(name): \(same.map(\.path).sorted()). Rename one of them.")
    }
  }

  func write(to catalogue: URL) throws {
    try FileManager.default.createDirectory(at: catalogue, withIntermediateDirectories: true)
    for image in images { try copy(image, to: catalogue) }
    // Pages outside the folder are not part of the site. Their links are checked.
    for path in [
      "../README.md", "../CONTRIBUTING.md", "../CHANGELOG.md", "../SECURITY.md", "../Examples/Shop/README.md",
    ] {
      _ = converted(Page(path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8)))
    }
    for page in pages.values {
      var text = converted(page)
      if page.name == "Guides" { text += topics }
      if page.name == "Decisions" { text += "\n## Topics\n\n### All decisions\n\n\(list(decisions))" }
      try text.write(to: catalogue.appending(path: "\(page.name).md"), atomically: true, encoding: .utf8)
    }
  }

  /// Copies an image. A figure that follows the colours of the system becomes two files, because the site has a switch
  /// for its colours.
  private func copy(_ image: URL, to catalogue: URL) throws {
    let (name, dark) = (image.lastPathComponent, "@media (prefers-color-scheme: dark)")
    guard image.pathExtension == "svg", case let text = try String(contentsOf: image, encoding: .utf8),
      text.contains(dark)
    else { return try FileManager.default.copyItem(at: image, to: catalogue.appending(path: name)) }
    for (suffix, media) in [("", "@media not all"), ("~dark", "@media all")] {
      let file = image.deletingPathExtension().lastPathComponent + suffix + ".svg"
      let variant = text.replacing(dark, with: media)
      try variant.write(to: catalogue.appending(path: file), atomically: true, encoding: .utf8)
    }
  }

  private var decisions: [String] {
    pages.keys.filter { $0.hasPrefix("Decisions/") && $0 != "Decisions/README.md" }.sorted()
  }

  private func list(_ paths: [String]) -> String {
    paths.map { "- <doc:\(pages[$0]?.name ?? "")>\n" }.joined()
  }

  /// The groups of the front page: one for each folder, in the order in which the page names the pages first.
  private var topics: String {
    guard let front = pages["README.md"] else { fail("There is no README.md in \(root.path).") }
    var named: [String] = []
    for link in front.text.matches(of: /\]\(([^)#:]+\.md)\)/) {
      let path = Self.path(String(link.output.1), from: front.folder)
      if pages[path] != nil, !named.contains(path) { named.append(path) }
    }
    let ofDecisions = pages["Decisions/README.md"]?.text ?? ""
    let missing = pages.keys.filter { path in
      if decisions.contains(path) { return !ofDecisions.contains("](\((path as NSString).lastPathComponent))") }
      return path != "README.md" && !named.contains(path)
    }
    if !missing.isEmpty { fail("No README.md has a link to \(missing.sorted().joined(separator: ", ")).") }
    var text = "\n## Topics\n"
    var folders: [String] = []
    for path in named {
      let folder = pages[path]?.group ?? ""
      if !folders.contains(folder) { folders.append(folder) }
    }
    for folder in folders {
      let title = folder.replacing("HowTo", with: "How-to").replacing("/", with: ": ")
      let members = named.filter { pages[$0]?.group == folder }
      text += "\n### \(folder.isEmpty ? "The library" : title)\n\n\(list(members))"
    }
    return text
  }

  private func converted(_ page: Page) -> String {
    // Every second part is a block of code.
    let parts = page.text.split(separator: "\n```", omittingEmptySubsequences: false).enumerated().map { index, part in
      // The text of a link may be on two lines.
      index % 2 == 1
        ? String(part)
        : String(part).replacing(/(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/) { link in
          let (_, mark, text, target) = link.output
          return mark.isEmpty
            ? self.link(String(text), to: String(target), in: page)
            : "![\(text)](\((String(target) as NSString).lastPathComponent))"
        }
    }
    let text = parts.joined(separator: "\n```")
    guard let end = text.firstIndex(of: "\n") else { return text }
    // DocC shows the marks of code in a title.
    let title = text[..<end].filter { $0 != "`" }
    if page.name != "Guides" { return title + text[end...] }
    // The page itself lists all pages. The topics are for the sidebar.
    let options = "@Metadata {\n  @TechnologyRoot\n}\n\n@Options {\n  @TopicsVisualStyle(hidden)\n}\n"
    return title + "\n\n\(options)" + text[end...]
  }

  private func link(_ text: String, to target: String, in page: Page) -> String {
    if target.contains("://") { return "[\(text)](\(target))" }
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    var path = parts[0].isEmpty ? page.path : Self.path(parts[0], from: page.folder)
    let inside = "../\(root.lastPathComponent)/"
    if path.hasPrefix(inside) { path.removeFirst(inside.count) }
    let place = page.path.hasPrefix("../") ? String(page.path.dropFirst(3)) : "\(root.lastPathComponent)/\(page.path)"
    guard let other = pages[path] else {
      guard FileManager.default.fileExists(atPath: root.appending(path: path).path) else {
        fail("\(place): there is no file \(target).")
      }
      guard let repository else { return text }
      return "[\(text)](\(repository)/\(Self.path(path, from: root.lastPathComponent)))"
    }
    guard parts.count > 1 else { return "[\(text)](doc:\(other.name))" }
    guard let heading = other.anchors[parts[1]] else {
      fail("\(place): no heading of \(path) has the anchor #\(parts[1]).")
    }
    // DocC does not find the headings of the front page by its name.
    return "[\(text)](doc:\(path == page.path ? "" : other.name)#\(heading.replacing(" ", with: "-")))"
  }

  /// Returns a path without `..`, relative to the root of the pages. Paths of files outside begin with `..`.
  private static func path(_ target: String, from folder: String) -> String {
    var parts = folder.split(separator: "/").map(String.init)
    for part in target.split(separator: "/") {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != "." {
        parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }
}
