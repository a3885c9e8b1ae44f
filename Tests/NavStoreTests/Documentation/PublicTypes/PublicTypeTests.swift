import Foundation
import Testing

/// A type is public only if a page or an example shows it. `Docs/PublicAPI.txt` has the public declarations.
@Suite struct PublicTypeTests {
  /// The public types whose name no page shows, and no member that only they have, and why they are public.
  private static let unshown = [
    "TestClock.Instant": "the type that the protocol `Clock` requires",
    "ActionLogError": "the error of recorders and logs, of which an app prints the description",
    "DeclarationError": "the error of the initializers with the label `validating`",
    "DeepLink.Placement": "pages write its cases without its name: `.push`",
    "DeepLink.Presentation": "pages write its cases and its initializer without its name: `.init(.login)`",
    "DestinationBuilder": "a result builder, which only the compiler names",
    "EffectHandle": "the result of `send`, of which pages show `finish()` and `cancel()`",
    "EitherReducer": "the type of an `if` in a reducer builder, which only the compiler names",
    "EntryDecision": "pages write its cases without its name: `.allow`",
    "GuardedActions.Destination": "the type of `guarded.destination`, of which pages show the action",
    "LeavePolicy": "pages write its cases without its name: `.popToRoot`",
    "LinkBuilder": "a result builder, which only the compiler names",
    "NavigationPlace": "the argument of an entering rule, of which pages show `route` and `tab`",
    "NavigationState.ScreenPosition": "the elements of `screens`, of which pages show `route` and `stack`",
    "ReducerBuilder": "a result builder, which only the compiler names",
    "ReplayedTransaction": "the argument of a closure of `replay`, of which pages show `state` and `actions`",
    "RouteValidation": "pages write its cases without its name: `.keep`",
    "SessionReportError": "the error of a report, of which a test prints the description",
    "TestEffectHandle": "the result of `send` of a test store, of which pages show `finish()` and `cancel()`",
    "UndoReducer": "the result of `undoable`",
    "UndoSteps": "the type of the past and the future of UndoState",
    "ViewedHistoryAction": "pages write its cases without its name: `.select`",
  ]

  @Test func `a page or an example shows each public type, or a member that only this type has`() throws {
    let (types, members) = try Self.declarations()
    var owners: [String: Int] = [:]
    for member in members.values.joined() { owners[member, default: 0] += 1 }
    #expect(types.count >= 100, "The list has too few types. Check how it is read.")
    let pages = try Self.pages()
    for type in types {
      let name = String(type.split(separator: ".").last ?? "")
      let isShown =
        pages.words.contains(name)
        || members[type, default: []].contains {
          owners[$0] == 1 && pages.members.contains($0)
        }
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
