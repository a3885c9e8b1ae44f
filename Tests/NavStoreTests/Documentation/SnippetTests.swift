import Foundation
import Testing

/// Every Swift block of the documentation is a region of a file in this folder, which compiles and runs in the tests,
/// in `Tests/NavStoreTests/Scenarios`, or in `Tests/AppleDeclarations/SwiftUI` or `Examples/Shop`, which
/// `.ci/typecheck-apple` type-checks, or in `Integrations/Tests`, which `.ci/run` runs. That includes DocC's pages and
/// the comments of the sources.
///
/// A region is the text between `// snippet: main` and `// end`. A block of a page names its regions in a comment
/// before it, `<!-- snippet: imports, main -->`. With `NAVSTORE_UPDATE=1` these blocks are written anew from their
/// regions. A block of a comment has the text of a region of a file in `DocComments`, or of any other region.
///
/// The enum around a region separates the apps of the pages and is not shown. A page shows the region at file level,
/// so a `static` of the outermost declarations, which does not compile there, is left out.
///
/// The code of the DocC tutorial has no such lines. There each file and each declaration of a file is a region, for
/// example `07-RootView.swift` and `07-RootView.swift RootView`; `.ci/typecheck-apple` type-checks them. The blocks of
/// `WithoutViews.md` are files that `.ci/tutorial` builds; other pages show the dependencies of its manifest.
@Suite struct SnippetTests {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func `every Swift block of README, Docs and the DocC pages is a region that compiles`() throws {
    let regions = try Self.regions()
    if ProcessInfo.processInfo.environment["NAVSTORE_UPDATE"] != nil {
      for document in try Self.documents() { try Self.update(document, from: regions) }
    }
    let blocks = try Self.documents().flatMap(Self.blocks)
    #expect(blocks.count >= 3, "The documentation has too few Swift blocks. Check its folders.")
    for block in blocks {
      let source = "\(block.document):\(block.line)"
      guard !block.regions.isEmpty else {
        if block.document == "WithoutViews.md" { continue }
        Issue.record("\(source): the block has no comment <!-- snippet: … --> before it.")
        continue
      }
      let expected = block.regions.map { regions[$0] ?? "no region is named \($0)" }.joined(separator: "\n\n")
      #expect(block.text == expected, "\(source) differs from its regions \(block.regions).")
    }
    let used = Set(blocks.flatMap(\.regions))
    let unused = Set(regions.keys).subtracting(used).subtracting(try Self.tutorialRegions().keys)
      .filter { !$0.hasPrefix(Self.commentPrefix) }
    #expect(unused == [], "Regions that no document shows.")
  }

  @Test func `every Swift block of a comment in the sources is a region that compiles`() throws {
    let regions = try Self.regions()
    let names = Dictionary(regions.map { ($1, $0) }) { first, second in
      first.hasPrefix(Self.commentPrefix) ? first : second
    }
    let blocks = try Self.sources().flatMap(Self.commentBlocks).filter { $0.language == "swift" }
    #expect(blocks.count >= 80, "The comments of the sources have too few Swift blocks. Check their folders.")
    var used: Set<String> = []
    for block in blocks {
      guard let name = names[block.text] else {
        Issue.record(
          """
          \(block.document):\(block.line): no region has the text of this block. Put it into a file in \
          Tests/NavStoreTests/Documentation/DocComments, or in Tests/AppleDeclarations/SwiftUI/CommentSnippets.swift.
          """)
        continue
      }
      used.insert(name)
    }
    let unused = regions.keys.filter { $0.hasPrefix(Self.commentPrefix) && !used.contains($0) }
    #expect(unused == [], "Regions that no comment shows.")
  }

  @Test(arguments: [
    ("```swift\nlet a = 1\n```", [":1"]), ("<!-- snippet: x -->\n```swift\nlet a = 1\n```", []),
    // A comment is for the block that follows it.
    ("<!-- snippet: x -->\nText.\n\n```swift\nlet a = 1\n```", [":4"]),
    ("<!-- snippet: x -->\n\n```swift\nlet a = 1\n```", []),
    ("  ```swift\n  let a = 1\n  ```", [":1"]), ("```Swift\nlet a = 1\n```", [":1"]), ("~~~swift\nlet a\n~~~", [":1"]),
    ("``` swift\nlet a\n```", [":1"]), ("```\nlet a\n```", [":1"]), ("    let a = 1", []),
    ("```sh\nswift test\n```\n```mermaid\na\n```\n```text\nlet a\n```\n```json\n1\n```", []),
  ])
  func `a block without a region is found`(text: String, found: [String]) {
    #expect(Self.blocks(in: text, of: "").filter(\.regions.isEmpty).map { "\($0.document):\($0.line)" } == found)
  }

  /// What the names of regions begin with that only comments of the sources show.
  static let commentPrefix = "comment of "

  @Test func `the quick start of README has at most 30 lines`() throws {
    let readme = try #require(try Self.documents().first { $0.lastPathComponent == "README.md" })
    let first = try #require(try Self.blocks(of: readme).first)
    #expect(first.regions.contains("quick start"))
    #expect(first.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 30)
  }

  /// Assistants trust the page and cannot try what it says.
  @Test func `every name in the skill is a public declaration`() throws {
    let words = /[A-Za-z_]\w*/
    let api = try String(contentsOf: Self.root.appending(path: "Docs/PublicAPI.txt"), encoding: .utf8)
    let known = Set(api.matches(of: words).map { String($0.output) }).union([
      "NavStore", "NavStoreTesting", "Hashable", "Codable", "await", "nonisolated", "TabView", "Environment",
      "MusicNavigator", "context", "environment", "swift", "run", "navtool", "guide", "NAME", "true",
      "XDG_STATE_HOME", "local", "library", "shop", "item", "items", "products", "switch",
    ])
    let page = try String(contentsOf: Self.root.appending(path: "Docs/Skill/SKILL.md"), encoding: .utf8)
    let text = page.split(separator: "\n```").enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    let names = text.joined().matches(of: /`([^`]+)`/).flatMap { $0.output.1.matches(of: words) }.map {
      String($0.output)
    }
    #expect(names.count > 40)
    #expect(Set(names).subtracting(known) == [])
  }

  @Test func `no line of a block is wider than GitHub shows it`() throws {
    for document in try Self.documents() {
      for block in try Self.blocks(of: document) where block.language == "swift" {
        let wide = block.text.split(separator: "\n").filter { $0.count > 112 }.map(String.init)
        #expect(wide == [], "\(block.document):\(block.line)")
      }
    }
  }

  @Test func `every suite of tests that the page of promises names exists`() throws {
    let page = try String(contentsOf: Self.root.appending(path: "Docs/Reference/Promises.md"), encoding: .utf8)
    let named = Set(page.matches(of: /`(\w+Tests)`/).map { String($0.output.1) })
    #expect(named.count >= 20)
    let tests = Self.root.appending(path: "Tests/NavStoreTests")
    let files = try FileManager.default.subpathsOfDirectory(atPath: tests.path).map {
      ($0 as NSString).lastPathComponent
    }
    for name in named { #expect(files.contains("\(name).swift"), "The page of promises names \(name).") }
  }

  struct Block {
    var document: String
    var line: Int
    /// The name of the language in lower case, or empty if the block has none.
    var language: String
    var regions: [String]
    var text: String
  }

  static func documents() throws -> [URL] {
    let pages = try ["Docs", "Sources"].flatMap { folder in
      let folder = root.appending(path: folder)
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".md") }
      return names.sorted().map { folder.appending(path: $0) }
    }
    let readmes = ["README.md", "CONTRIBUTING.md", "Integrations/README.md"].map { root.appending(path: $0) }
    return readmes + pages
  }

  static func blocks(of document: URL) throws -> [Block] {
    blocks(in: try String(contentsOf: document, encoding: .utf8), of: document.lastPathComponent)
  }

  /// Returns the blocks of a page that are in Swift or name no language.
  static func blocks(in text: String, of document: String) -> [Block] {
    var blocks: [Block] = []
    var regions: [String] = []
    var open: (block: Block, isSwift: Bool, fence: String)?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if let (opened, isSwift, fence) = open {
        var block = opened
        if trimmed == fence {
          block.text = String(block.text.dropLast())
          if isSwift { blocks.append(block) }
          open = nil
          regions = []
        } else {
          block.text += line + "\n"
          open = (block, isSwift, fence)
        }
      } else if let fence = ["```", "~~~"].first(where: trimmed.hasPrefix) {
        let language = trimmed.dropFirst(3).trimmingCharacters(in: .whitespaces).lowercased()
        let block = Block(document: document, line: index + 1, language: language, regions: regions, text: "")
        open = (block, ["", "swift"].contains(language), fence)
      } else if line.hasPrefix("<!-- snippet: "), line.hasSuffix(" -->") {
        regions = line.dropFirst("<!-- snippet: ".count).dropLast(" -->".count).components(separatedBy: ", ")
      } else if !trimmed.isEmpty {
        regions = []
      }
    }
    return blocks
  }

  /// The sources of the products.
  static func sources() throws -> [URL] {
    try ["Sources", "Integrations/Sources"].flatMap { folder in
      let folder = root.appending(path: folder)
      return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }.sorted()
        .map { folder.appending(path: $0) }
    }
  }

  /// The Swift blocks in the documentation comments of a source.
  static func commentBlocks(of source: URL) throws -> [Block] {
    let lines = try String(contentsOf: source, encoding: .utf8).components(separatedBy: "\n")
    let text = lines.map { line in
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      guard trimmed.hasPrefix("///") else { return "" }
      return String(trimmed.dropFirst(trimmed.hasPrefix("/// ") ? 4 : 3))
    }
    return blocks(in: text.joined(separator: "\n"), of: source.lastPathComponent)
  }

  /// Puts the regions that a document's blocks name into these blocks.
  static func update(_ document: URL, from regions: [String: String]) throws {
    let old = try String(contentsOf: document, encoding: .utf8)
    var lines = old.components(separatedBy: "\n")
    // From the end, so that the line numbers before it hold.
    for block in try blocks(of: document).reversed() where !block.regions.isEmpty {
      let text = block.regions.compactMap { regions[$0] }.joined(separator: "\n\n")
      let length = block.text.isEmpty ? 0 : block.text.components(separatedBy: "\n").count
      lines.replaceSubrange(block.line..<(block.line + length), with: text.components(separatedBy: "\n"))
    }
    let new = lines.joined(separator: "\n")
    if new != old { try new.write(to: document, atomically: true, encoding: .utf8) }
  }

  static func regions() throws -> [String: String] {
    let folders = [
      URL(filePath: #filePath).deletingLastPathComponent(), root.appending(path: "Tests/AppleDeclarations/SwiftUI"),
      root.appending(path: "Examples/Shop/App"), root.appending(path: "Examples/Shop/Sources"),
      root.appending(path: "Examples/Shop/UITests"), root.appending(path: "Tests/NavStoreTests/Scenarios"),
      root.appending(path: "Integrations/Tests"),
    ]
    let files = try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        .map { folder.appending(path: $0) }
    }
    var regions: [String: String] = [:]
    for url in files where url.lastPathComponent != "SnippetTests.swift" {
      let file = url.lastPathComponent
      var name: String?
      var lines: [String] = []
      for line in try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n") {
        let trimmed = line.trimmingCharacters(in: .whitespaces)
        if trimmed.hasPrefix("// snippet: ") {
          name = String(trimmed.dropFirst("// snippet: ".count))
          lines = []
        } else if trimmed == "// end", let region = name {
          #expect(regions[region] == nil, "Two regions are named \(region).")
          let text = unindented(lines)
          regions[region] = region.hasPrefix(commentPrefix) ? text : atFileLevel(text)
          name = nil
        } else if name != nil {
          lines.append(line)
        }
      }
      #expect(name == nil, "The region \(name ?? "") of \(file) has no end.")
    }
    return regions.merging(try tutorialRegions()) { first, _ in first }
  }

  /// The files of the DocC tutorial by their names, and their declarations: `07-RootView.swift RootView`.
  static func tutorialRegions() throws -> [String: String] {
    let folder = root.appending(path: "Sources/NavStore/NavStore.docc/Tutorials/Code")
    var regions: [String: String] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        .trimmingCharacters(in: .newlines)
      regions[file] = text
      // A line at the left margin after an empty line begins a declaration.
      for declaration in text.replacing(/\n\n(?! )/, with: "\0").split(separator: "\0") {
        let name = declaration.firstMatch(of: /\b(?:struct|enum|class|typealias|extension|let) (\w+)/)?.output.1
        regions["\(file) \(name ?? "imports")"] = String(declaration)
      }
    }
    let manifest = try blocks(of: root.appending(path: "Docs/Tutorials/WithoutViews.md")).first?.text ?? ""
    let lines = manifest.components(separatedBy: "\n").drop { $0 != "  dependencies: [" }
    regions["dependencies of a manifest"] = unindented(lines.prefix { $0 != "  targets: [" })
    return regions
  }

  // MARK: - Output

  /// The text blocks of a document that show what a snippet prints or how it fails, by name: `<!-- output: a change
  /// -->`.
  static func outputs(of document: URL) throws -> [String: Range<Int>] {
    var outputs: [String: Range<Int>] = [:]
    var name: String?
    var start: Int?
    for (index, line) in try String(contentsOf: document, encoding: .utf8).components(separatedBy: "\n").enumerated() {
      if let output = name, let first = start, line == "```" {
        outputs[output] = first..<index
        (name, start) = (nil, nil)
      } else if name != nil, line.hasPrefix("```") {
        start = index + 1
      } else if line.hasPrefix("<!-- output: "), line.hasSuffix(" -->") {
        name = String(line.dropFirst("<!-- output: ".count).dropLast(" -->".count))
      }
    }
    return outputs
  }

  /// Compares an output with the block of that name in a document, or updates the block if `NAVSTORE_UPDATE` is `1`.
  static func expectOutput(_ name: String, in document: String, _ text: String) throws {
    let document = root.appending(path: document)
    guard let range = try outputs(of: document)[name] else {
      Issue.record("\(document.lastPathComponent) has no block after <!-- output: \(name) -->.")
      return
    }
    var lines = try String(contentsOf: document, encoding: .utf8).components(separatedBy: "\n")
    if ProcessInfo.processInfo.environment["NAVSTORE_UPDATE"] != nil {
      lines.replaceSubrange(range, with: text.components(separatedBy: "\n"))
      try lines.joined(separator: "\n").write(to: document, atomically: true, encoding: .utf8)
    } else {
      #expect(
        lines[range].joined(separator: "\n") == text, "\(document.lastPathComponent) shows another output \(name).")
    }
  }

  /// The text without `static` before the declarations that are not inside another declaration.
  static func atFileLevel(_ text: String) -> String {
    text.replacing(#/^(nonisolated )?static /#.anchorsMatchLineEndings()) { $0.output.1 ?? "" }
  }

  @Test func `a declaration of a page is at file level`() {
    let text = "nonisolated static let a = 1\n\nstatic func b() {}\n\nenum C {\n  static let d = 1\n}"
    let expected = "nonisolated let a = 1\n\nfunc b() {}\n\nenum C {\n  static let d = 1\n}"
    #expect(Self.atFileLevel(text) == expected)
  }

  /// The lines without the indentation that all of them have.
  static func unindented(_ lines: some Sequence<String>) -> String {
    let indentation = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(indentation)) }.joined(separator: "\n")
  }
}
