import Foundation
import NavStoreInspection
import Testing

@Suite(.hangLimit) struct ReportPageTests {
  private static let folder = SnippetTests.root.appending(path: "Sources/NavStoreInspection/ReportPage")

  @Test func `the page contains each of its files, without imports and exports`() throws {
    let page = ReportPage.shared.beforeData + ReportPage.shared.afterData
    let lines = Set(page.split(separator: "\n"))
    for path in try Self.files() {
      let text = try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8)
      for line in text.split(separator: "\n") where path != "page.html" && !line.hasPrefix("import ") {
        let line = line.hasPrefix("export ") ? line.dropFirst("export ".count) : line
        #expect(lines.contains(line), "The page lacks a line of \(path).")
      }
    }
    for place in ["STYLE-HASH", "SCRIPT-HASH", "<style></style>", "<script></script>", "\nimport ", "\nexport "] {
      #expect(!page.contains(place))
    }
    #expect(page.split(separator: "</script", omittingEmptySubsequences: false).count == 3)
    #expect(page.split(separator: "</style", omittingEmptySubsequences: false).count == 2)
  }

  @Test func `each module follows the modules that it imports, and no name is declared twice`() throws {
    let list = try String(contentsOf: Self.folder.appending(path: "ReportPage.c"), encoding: .utf8)
    let order = list.matches(of: /#embed "(.*)"/).map { String($0.output.1) }
    #expect(try order.sorted() == Self.files())
    var names: [String: String] = [:]
    for (index, path) in order.enumerated() where path.hasSuffix(".js") {
      let file = Self.folder.appending(path: path)
      let text = try String(contentsOf: file, encoding: .utf8)
      let imports = text.matches(of: /(?m)^import .* from "(.*)";$/)
      // The page omits lines, so an import that is broken into several lines would remain.
      #expect(imports.count == text.matches(of: /(?m)^import/).count, "\(path) has an import of several lines.")
      for imported in imports {
        let path = URL(filePath: String(imported.output.1), relativeTo: file).path.dropFirst(Self.folder.path.count + 1)
        #expect(order[..<index].contains(String(path)), "\(path) must be listed before \(order[index]).")
      }
      for declared in text.matches(of: /(?m)^(?:export )?(?:async )?(?:function|class|const|let) (\w+)/) {
        let other = names.updateValue(path, forKey: String(declared.output.1))
        #expect(other == nil, "\(path) and \(other ?? "") both declare \(declared.output.1).")
      }
    }
  }

  @Test(arguments: [
    (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (1, "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"),
    (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    (1000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
  ])
  func `the hash of a text of as many letters a is the one of the standard`(count: Int, hash: String) {
    let digest = SHA256.digest(of: Array(repeating: UInt8(ascii: "a"), count: count))
    #expect(digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() == hash)
  }

  /// The paths of the files that the page consists of.
  private static func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { path in [".html", ".css", ".js"].contains { path.hasSuffix($0) } }.sorted()
  }
}
