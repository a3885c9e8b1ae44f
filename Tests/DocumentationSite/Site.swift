import Foundation

/// A static site of DocC, in which each page is a JSON file and a folder with an `index.html`.
struct Site {
  private let folder: URL
  private(set) var pages: [String] = []
  private(set) var linkCount = 0
  private(set) var problems: [String] = []

  init(folder: URL) throws {
    self.folder = folder
    let data = folder.appending(path: "data")
    pages = try FileManager.default.subpathsOfDirectory(atPath: data.path).filter { $0.hasSuffix(".json") }.sorted()
    if pages.isEmpty { fail("\(data.path) has no page.") }
    for page in pages { try check(page) }
    try checkRoot()
    try checkList()
  }

  /// Checks that the root of the site leads to a page.
  private mutating func checkRoot() throws {
    let root = try String(contentsOf: folder.appending(path: "index.html"), encoding: .utf8)
    guard let address = root.firstMatch(of: /http-equiv="refresh" content="0; url=([^"]+)"/)?.output.1 else {
      return problems.append("index.html leads to no page.")
    }
    linkCount += 1
    if let problem = try problem(String(address)) { problems.append("index.html: \(address) \(problem)") }
  }

  /// Checks that the pages that the list for assistants names exist.
  private mutating func checkList() throws {
    let list = try String(contentsOf: folder.appending(path: "llms.txt"), encoding: .utf8)
    let addresses = list.matches(of: /\]\(([^)]+)\)/).map { String($0.output.1) }
    if addresses.count < 50 { problems.append("llms.txt has only \(addresses.count) links.") }
    for address in addresses {
      linkCount += 1
      if !exists(address) { problems.append("llms.txt: \(address) is not a file of the site.") }
    }
  }

  /// Checks each address that a page refers to: the page or the image, and the heading.
  private mutating func check(_ page: String) throws {
    let object = try object(of: String(page.dropLast(".json".count)))
    if !exists("\(page.dropLast(".json".count))/index.html") { problems.append("\(page) has no index.html.") }
    for case let reference as [String: Any] in (object["references"] as? [String: Any] ?? [:]).values {
      var addresses = [reference["url"] as? String].compactMap(\.self)
      addresses += (reference["variants"] as? [[String: Any]] ?? []).compactMap { $0["url"] as? String }
      for address in addresses where !address.contains("://") {
        linkCount += 1
        if let problem = try problem(address) { problems.append("\(page): \(address) \(problem)") }
      }
    }
  }

  private func problem(_ address: String) throws -> String? {
    let parts = address.split(separator: "#", maxSplits: 1).map(String.init)
    let path = parts[0].trimmingCharacters(in: ["/"])
    if path.hasPrefix("images/") || path.hasPrefix("downloads/") {
      return exists(path) ? nil : "is not a file of the site."
    }
    if try isChapter(path) { return nil }
    guard exists("\(path)/index.html"), exists("data/\(path).json") else { return "is not a page of the site." }
    guard parts.count > 1, let anchor = parts[1].removingPercentEncoding else { return nil }
    return Self.anchors(in: try object(of: path)).contains(anchor) ? nil : "is not a heading of the page."
  }

  /// Returns whether a path names a chapter of a tutorial. DocC refers to chapters and writes no pages for them.
  private func isChapter(_ path: String) throws -> Bool {
    let parent = path.split(separator: "/").dropLast().joined(separator: "/")
    guard path.hasPrefix("tutorials/"), exists("data/\(parent).json") else { return false }
    return try object(of: parent)["kind"] as? String == "overview"
  }

  private func object(of page: String) throws -> [String: Any] {
    let data = try Data(contentsOf: folder.appending(path: "data/\(page).json"))
    return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  /// Returns the anchors of the headings in a value, at any depth.
  private static func anchors(in value: Any) -> Set<String> {
    switch value {
    case let object as [String: Any]:
      let own = (object["anchor"] as? String).map { Set([$0]) } ?? []
      return object.values.reduce(into: own) { $0.formUnion(anchors(in: $1)) }
    case let list as [Any]: return list.reduce(into: []) { $0.formUnion(anchors(in: $1)) }
    default: return []
    }
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: path).path)
  }
}
