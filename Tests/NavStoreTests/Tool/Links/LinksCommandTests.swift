import Foundation
import NavStore
import NavStoreTool
import Testing

@Suite(.startsProcess) struct LinksCommandTests {
  private static let export: String = {
    let links = DeepLinkTable<String, String>(hosts: ["shop.example"]) { LinkPattern("items", in: "home", to: "items") }
    // swift-format-ignore: NeverUseForceTry
    return String(decoding: try! JSONEncoder().encode(LinkTableExport(links)), as: UTF8.self)
  }()

  @Test func `the command writes the file of the only host`() async throws {
    let result = try await ToolProcess.run(["links", "aasa", "--app-id", "A.b", "-"], input: Self.export)
    #expect((result.status, result.errors) == (0, ""))
    #expect(result.output.contains(#""/" : "/items""#))
  }

  @Test func `the command writes intent filters`() async throws {
    let result = try await ToolProcess.run(["links", "intent-filters", "-"], input: Self.export)
    #expect((result.status, result.errors) == (0, ""))
    #expect(result.output.contains(#"<data android:path="/items" />"#))
  }

  @Test(arguments: [
    (
      ["links", "aasa", "--app-id", "A.b", "/nowhere"], "", 66,
      "the table /nowhere cannot be read: No such file or directory (error 2)."
    ),
    (
      ["links", "aasa", "--app-id", "A.b", "-"], "{}", 65,
      "- is not an exported table of links. Encode a LinkTableExport as JSON."
    ),
    (
      ["links", "aasa", "--app-id", "A.b", "--host", "x.example", "-"], export, 65,
      #"The host "x.example" is not valid for links: the table has no links for it, only for shop.example."#
    ),
    (
      ["links", "aasa", "--app-id", "A.b", "-"], export.replacing("shop.example", with: "*.example"), 64,
      "the table has 0 hosts. Name the one of the file with --host."
    ),
    (
      ["links", "intent-filters", "-"], export.replacing("items", with: "a//b"), 65,
      #"The link pattern "a//b" is not valid: it has an empty segment."#
    ),
  ])
  func `a failure names its reason`(arguments: [String], input: String, status: Int32, message: String) async throws {
    let result = try await ToolProcess.run(arguments, input: input)
    #expect((result.status, result.output) == (status, ""))
    #expect(result.errors == "navtool: \(message)\n")
  }

  @Test(arguments: [
    (["links"], "links needs one of aasa, intent-filters."),
    (["links", "asa", "x"], #"unknown links command "asa". Did you mean "aasa"?"#),
    (["links", "aasa", "x"], "links aasa needs --app-id, such as ABCDE12345.com.example.app."),
    (["links", "aasa", "--app-id", "A.b"], "links aasa needs one file with an exported table."),
    (["links", "intent-filters", "--host", "x", "y"], "links intent-filters accepts neither --app-id nor --host."),
    (["links", "aasa", "--hots", "x"], #"unknown option "--hots". Did you mean "--host"?"#),
  ])
  func `a message names the wrong argument`(arguments: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try Invocation(arguments: arguments) }
    #expect(error?.description == message)
  }

  @Test func `the command has a help`() throws {
    #expect(try Invocation(arguments: ["links", "--help"]) == .linksHelp)
    #expect(Usage.links.contains("intent-filters"))
  }
}
