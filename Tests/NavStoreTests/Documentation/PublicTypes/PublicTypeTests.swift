import Foundation
import Testing

/// A type is public only if a page or an example shows it. `Docs/PublicAPI.txt` has the public declarations.
@Suite struct PublicTypeTests {
  /// The public types that no page shows, and why they are public.
  private static let unshown = [
    "ActionLogError": "the error of recorders and logs, of which an app prints the description",
    "DeclarationError": "the error of the initializers with the label `validating`",
    "DestinationBuilder": "a result builder, which only the compiler names",
    "LinkBuilder": "a result builder, which only the compiler names",
    "Migrations": "the type of an argument that is an array literal",
    "ReducerBuilder": "a result builder, which only the compiler names",
    "SessionReportError": "the error of a report, of which a test prints the description",
    "StorageIdentity": "the type of a requirement of StateStorage, of which an app forwards the value",
    "UndoReducer": "the result of `undoable`",
    "UndoSteps": "the type of the past and the future of UndoState",
  ]

  @Test func `a page or an example shows each public type, or a member of it`() throws {
    let (types, members) = try Self.declarations()
    #expect(types.count >= 100, "The list has too few types. Check how it is read.")
    let pages = try Self.pages()
    for type in types {
      let name = String(type.split(separator: ".").last ?? "")
      let isShown = pages.words.contains(name) || members[type, default: []].contains { pages.members.contains($0) }
      if isShown {
        #expect(Self.unshown[type] == nil, "\(type) is shown. Remove it from the list of this test.")
      } else {
        #expect(
          Self.unshown[type] != nil,
          "No page and no example shows \(type). Show how an app uses it, or declare it as package.")
      }
    }
    #expect(Self.unshown.keys.filter { !types.contains($0) } == [], "These types are not public.")
  }

  /// Returns the public types, and the names of their members except initializers.
  private static func declarations() throws -> (types: Set<String>, members: [String: Set<String>]) {
    let list = try String(contentsOf: SnippetTests.root.appending(path: "Docs/PublicAPI.txt"), encoding: .utf8)
    var types: Set<String> = []
    var members: [String: Set<String>] = [:]
    for line in list.split(separator: "\n") where !line.contains("  conformance ") {
      if let type = line.firstMatch(of: /\b(?:struct|class|enum|actor|protocol) ([\w.]+)/) {
        types.insert(String(type.output.1))
      } else if let member = line.firstMatch(of: /\b(?:func|var|let|case) ([\w.]+)\.`?(\w+)/) {
        members[String(member.output.1), default: []].insert(String(member.output.2))
      }
    }
    return (types, members)
  }

  /// Returns the words of the pages and examples, and the words after a dot in their code.
  private static func pages() throws -> (words: Set<String>, members: Set<String>) {
    var text = ""
    for folder in ["README.md", "Docs/Tutorials", "Docs/Concepts", "Docs/HowTo", "Docs/Examples", "Examples"] {
      for file in try files(in: folder) { text += try String(contentsOf: file, encoding: .utf8) + "\n" }
    }
    return (
      Set(text.matches(of: /\w+/).map { String($0.output) }),
      Set(text.matches(of: /\.(\w+)/).map { String($0.output.1) })
    )
  }

  private static func files(in folder: String) throws -> [URL] {
    let url = SnippetTests.root.appending(path: folder)
    if url.pathExtension == "md" { return [url] }
    return try FileManager.default.subpathsOfDirectory(atPath: url.path)
      .filter { !$0.contains(".build") && ($0.hasSuffix(".md") || $0.hasSuffix(".swift")) }
      .map { url.appending(path: $0) }
  }
}
