internal import NavStore
internal import NavStoreInspection

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The pages of the folder `Docs` beside the sources from which the command was built, which describe its version.
struct Guide {
  private static let folder =
    (#filePath as String).split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    + "/Docs/"

  private let paths: [String]

  init() throws(TextFile.Problem) {
    let files = (try? FileManager.default.subpathsOfDirectory(atPath: Self.folder)) ?? []
    paths = files.filter { $0.hasSuffix(".md") && !$0.hasPrefix("Decisions/") }.map { String($0.dropLast(3)) }.sorted()
    if paths.isEmpty {
      throw TextFile.Problem(
        description: "are not at \(Self.folder), where they were when this program was built. They are in the folder "
          + "Docs of NavStore \(libraryVersion)")
    }
  }

  /// The name and the title of each page, in a line.
  func list() throws(TextFile.Problem) -> String {
    let width = (paths.map(\.count).max() ?? 0) + 2
    var lines = ""
    for path in paths {
      let title = try text(at: path).split(separator: "\n").first { $0.hasPrefix("# ") }?.dropFirst(2) ?? ""
      lines += path + String(repeating: " ", count: width - path.count) + title + "\n"
    }
    return lines
  }

  /// Returns the text of a page.
  ///
  /// - Parameter name: The name of the page, with or without its folders, in upper or lower case.
  func page(_ name: String) throws -> String {
    func lastPart(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
    let known = paths.first { $0.lowercased() == name.lowercased() }
    guard let path = known ?? paths.first(where: { lastPart($0).lowercased() == name.lowercased() }) else {
      throw UsageError(unknown: "guide", name, among: paths.map { lastPart($0).lowercased() })
    }
    return try text(at: path)
  }

  private func text(at path: String) throws(TextFile.Problem) -> String {
    try TextFile.text(of: Self.folder + path + ".md")
  }
}
