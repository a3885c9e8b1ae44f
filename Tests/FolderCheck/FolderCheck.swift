import Foundation
import RegexBuilder

/// Checks the folders of the sources and the tests. `.ci/check folders` builds and runs it.
///
/// The table in `Docs/Architecture.md` lists the folders of each target from the lowest to the highest.
/// A file may use a type of its own folder, or of a folder that is listed before its own. Types are found by name: the
/// declarations at the left margin of a file, and the capitalised words of other files.
@main struct FolderCheck {
  /// The number of Swift files that a folder may contain.
  static let mostFiles = 16

  static func main() throws {
    let listed = try foldersListed(in: "Docs/Architecture.md")
    let files = try swiftFiles(in: ["Sources", "Tests/NavStoreTests", "Integrations/Sources"])
    let paths = files.map(\.path) + (try scripts(in: "Sources"))
    var problems = problemsOfFolders(files.map(\.folder))
    problems += try missingFiles(of: "Docs/Architecture.md", among: paths)
    problems += try misplacedFiles(of: "Docs/Architecture.md", among: paths, listed: listed)
    problems += try miscountedWalks(of: "Docs/Architecture.md")
    for target in ["NavStore", "NavStoreInspection", "NavStoreTesting", "NavStoreTool"] {
      let root = "Sources/\(target)"
      let order = listed.filter { $0 == root || $0.hasPrefix(root + "/") }
      problems += upwardUses(in: files.filter { ($0.folder + "/").hasPrefix(root + "/") }, order: order, of: target)
    }
    for problem in problems { print(problem) }
    guard problems.isEmpty else { exit(1) }
    print("\(files.count) files in \(Set(files.map(\.folder)).count) folders, \(listed.count) of them in order.")
  }

  /// Returns the paths in backquotes that begin the rows of tables.
  static func foldersListed(in page: String) throws -> [String] {
    try String(contentsOfFile: page, encoding: .utf8)
      .matches(of: /(?m)^\| `(Sources\/[^`]+)` \|/).map { String($0.output.1) }
  }

  /// Finds the files that a page names, as the end of a path in backquotes, and that do not exist or are several.
  static func missingFiles(of page: String, among paths: [String]) throws -> [String] {
    let names = try String(contentsOfFile: page, encoding: .utf8).matches(of: /`([\w+\/]+\.(?:swift|js))`/)
    return Set(names.map { "/" + $0.output.1 }).sorted().compactMap { name in
      let count = paths.count { ("/" + $0).hasSuffix(name) }
      return count == 1 ? nil : "\(page) names \(name.dropFirst()), and \(count) files have that name."
    }
  }

  /// Finds the rules in the table of a page that name a file outside of the row's folder. A folder with a row of its own
  /// does not belong to the row of the folder that contains it.
  static func misplacedFiles(of page: String, among paths: [String], listed: [String]) throws -> [String] {
    func row(of path: String) -> String? {
      listed.filter { path.hasPrefix($0 + "/") }.max { $0.count < $1.count }
    }
    return try String(contentsOfFile: page, encoding: .utf8)
      .matches(of: /(?m)^\| `(Sources\/[^`]+)` \|.*$/)
      .flatMap { match in
        match.output.0.matches(of: /(?:\| |<br>)`([\w+\/]+\.(?:swift|js))`:/).compactMap { rule in
          paths.contains { $0.hasSuffix("/" + rule.output.1) && row(of: $0) == String(match.output.1) }
            ? nil : "\(page) names \(rule.output.1) in the row of \(match.output.1), which does not contain it."
        }
      }
  }

  /// Finds the walks of a page whose steps name more or fewer files than the title says.
  static func miscountedWalks(of page: String) throws -> [String] {
    let walks = try String(contentsOfFile: page, encoding: .utf8)
      .matches(of: /(?ms)^### ([^\n]*): (\d+) files[^\n]*\n(.*?)(?=^##)/)
    if walks.isEmpty { return ["\(page) has no walk, a section whose title counts its files."] }
    return walks.compactMap { walk in
      let steps = walk.output.3.matches(of: /(?m)^\d+\. .*\n(?:   .*\n)*/).map(\.output).joined()
      let names = Set(steps.matches(of: /`(?:[\w+]+\/)*([\w+]+\.swift)`/).map(\.output.1))
      return names.count == Int(walk.output.2)
        ? nil : "\(page): the walk \"\(walk.output.1)\" names \(names.count) files: \(names.sorted())."
    }
  }

  /// Returns the paths of the JavaScript files in a folder, which are the page of the session report.
  static func scripts(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".js") }.map { "\(folder)/\($0)" }
  }

  static func swiftFiles(in folders: [String]) throws -> [SourceFile] {
    try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }
        .map { try SourceFile(path: "\(folder)/\($0)") }
    }
  }

  /// Finds folders with too many files, and names that two folders of the sources or of the tests have.
  static func problemsOfFolders(_ foldersOfFiles: [String]) -> [String] {
    let counts = Dictionary(grouping: foldersOfFiles) { $0 }.mapValues(\.count)
    let crowded = counts.filter { $0.value > mostFiles }.map {
      "\($0.key) contains \($0.value) files. At most \(mostFiles) are readable. Name the subjects in it."
    }
    let named = Dictionary(grouping: Set(counts.keys.flatMap(ancestors))) { folder in
      "\(folder.split(separator: "/")[0])/…/\(folder.split(separator: "/").last ?? "")"
    }
    let ambiguous = named.values.filter { $0.count > 1 }.map {
      "Folders with the same name: \($0.sorted().joined(separator: ", ")). Rename all but one."
    }
    return (crowded + ambiguous).sorted()
  }

  /// Returns a folder and the folders that contain it, without the two topmost.
  static func ancestors(of folder: String) -> [String] {
    let names = folder.split(separator: "/")
    return (2..<max(names.count, 2)).map { names[...$0].joined(separator: "/") }
  }

  static func upwardUses(in files: [SourceFile], order: [String], of target: String) -> [String] {
    let unlisted = Set(files.map(\.folder)).subtracting(order).sorted().map {
      "\($0) is not in the table of Docs/Architecture.md. Add it where its place in the order is."
    }
    let rank = Dictionary(uniqueKeysWithValues: zip(order, 0...))
    var folders: [String: Set<String>] = [:]
    for file in files {
      for name in file.declared { folders[name, default: []].insert(file.folder) }
    }
    let uses = files.flatMap { file in
      file.words.compactMap { word -> String? in
        guard let declaring = folders[word], let own = rank[file.folder], !declaring.contains(file.folder),
          let lowest = declaring.compactMap({ rank[$0] }).min(), lowest > own
        else { return nil }
        return "\(file.path) uses \(word), which is declared higher up, in \(order[lowest])."
      }
    }
    let missing = order.filter { !FileManager.default.fileExists(atPath: $0) }.map {
      "Docs/Architecture.md lists \($0), which does not exist."
    }
    return unlisted + missing + uses.sorted()
  }
}

/// A source file: the types that it declares for other files, and the words that may name a type.
struct SourceFile {
  let path: String
  let declared: Set<String>
  let words: Set<String>

  var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]) }

  init(path: String) throws {
    self.path = path
    let code = try String(contentsOfFile: path, encoding: .utf8)
      .replacing(/(?s)"""(\n|.)*?"""/, with: "")
      .replacing(/(?m)\/\/.*$/, with: "")
      .replacing(/"(\\.|[^"\\\n])*"/, with: "")
    let kind = /struct|class|enum|protocol|actor|typealias/
    let modifier = /public|package|final|indirect|nonisolated/
    let declaration = Regex {
      /^(@[\w()]+ )*/.anchorsMatchLineEndings()
      ZeroOrMore {
        modifier
        " "
      }
      kind
      " "
      Capture(/\w+/)
    }
    declared = Set(code.matches(of: declaration).map { String($0.output.2) })
    // A name after a dot belongs to the type before the dot.
    words = Set(code.matches(of: /([.\w]?)\b([A-Z]\w+)/).filter { $0.output.1.isEmpty }.map { String($0.output.2) })
  }
}
