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
      "/nowhere cannot be read: No such file or directory (error 2)."
    ),
    (
      ["links", "aasa", "--app-id", "A.b", "-"], "{}", 65,
      "standard input is not an exported table of links. Encode a LinkTableExport as JSON."
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
    (["links"], "links needs one of aasa, intent-filters, check."),
    (["links", "asa", "x"], #"unknown links command "asa". Did you mean "aasa"?"#),
    (["links", "aasa", "x"], "links aasa needs --app-id, such as ABCDE12345.com.example.app."),
    (["links", "aasa", "--app-id", "A.b"], "links aasa needs one file with an exported table."),
    (["links", "intent-filters", "--host", "x", "y"], "links intent-filters does not accept --host."),
    (["links", "aasa", "--hots", "x"], #"unknown option "--hots". Did you mean "--host"?"#),
    (["links", "check", "a.csv"], "links check needs --table with an exported table."),
    (["links", "check", "--table", "t"], "links check needs a file with a list of links."),
    (["links", "check", "--table", "-", "-"], "standard input can be only one of the files of links check."),
    (["links", "check", "--table", "t", "--host", "x", "y"], "links check does not accept --host."),
    (["links", "check", "--table", "t", "--all=1", "y"], #"--all accepts no value, but has the value "1"."#),
  ])
  func `a message names the wrong argument`(arguments: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try Invocation(arguments: arguments) }
    #expect(error?.description == message)
  }

  @Test func `the command has a help`() throws {
    #expect(try Invocation(arguments: ["links", "--help"]) == .linksHelp)
    #expect(Usage.links.contains("intent-filters"))
  }

  // MARK: - Lists of links

  private enum Size: String, CaseIterable { case small, large }

  private static func linkTable() throws -> String {
    let links = DeepLinkTable<String, String>(schemes: ["shop"], hosts: ["shop.example"]) {
      LinkPattern("", in: "home")
      LinkPattern("item/:id", .int, in: "home", make: { "\($0)" }, match: { Int($0) }).aliases("i/:id", "goods/:id")
      LinkPattern("size/:size", .choice, in: "home", make: { (size: Size) in size.rawValue }, match: Size.init)
      LinkPattern("page/:page", .int.in(1...9), in: "home", make: { "p\($0)" }, match: { _ in nil })
      LinkPattern("search?q=:q&tag=:tags", .string, .repeated(.uuid), in: "home") { q, _ in
        q
      } match: { _ in
        nil
      }
      LinkPattern("debug?on=:on", .flag, in: "home", make: { "\($0)" }, match: { _ in nil })
      LinkPattern("secret", in: "home", to: "secret").onlyInternal
    }
    return String(decoding: try JSONEncoder().encode(LinkTableExport(links)), as: UTF8.self)
  }

  private func check(_ list: String, _ arguments: [String] = []) async throws -> ToolProcess.Result {
    let folder = try TemporaryDirectory()
    try Data(try Self.linkTable().utf8).write(to: URL(fileURLWithPath: folder.path("table.json")))
    let table = folder.path("table.json")
    return try await ToolProcess.run(["links", "check", "--table", table] + arguments + ["-"], input: list)
  }

  @Test func `the check names each link that does not open, with the reason`() async throws {
    let result = try await check("shop://item/7\nshop://item/x\n\nhttps://other.example/\n")
    #expect((result.status, result.errors) == (1, ""))
    #expect(
      result.output == """
        standard input:2: shop://item/x: The URL matches "item/:id" except for id: expected an integer, found "x" (at byte 12).
        standard input:4: https://other.example/: The host "other.example" is unknown. The app's hosts: shop.example.
        3 links: 1 open, 2 do not.

        """)
  }

  @Test func `a list whose links open succeeds, and --all shows their patterns`() async throws {
    let list = """
      shop://item/7?utm_source=x
      shop://goods/7
      shop://size/small
      shop://page/3
      shop://search?q=a%20b&tag=6BA7B810-9DAD-11D1-80B4-00C04FD430C8
      shop://debug?on
      """
    let result = try await check(list, ["--all"])
    #expect((result.status, result.errors) == (0, ""))
    #expect(
      result.output == """
        standard input:1: shop://item/7?utm_source=x: opens "item/:id"
        standard input:2: shop://goods/7: opens "goods/:id"
        standard input:3: shop://size/small: opens "size/:size"
        standard input:4: shop://page/3: opens "page/:page" if the app agrees that page is an integer from 1 to 9
        standard input:5: shop://search?q=a%20b&tag=6BA7B810-9DAD-11D1-80B4-00C04FD430C8: opens "search?q=:q&tag=:tags"
        standard input:6: shop://debug?on: opens "debug?on=:on"
        6 links: 6 open, 0 do not. The app decides about 1 that open.

        """)
    #expect(try await check(list).output == "6 links: 6 open, 0 do not. The app decides about 1 that open.\n")
  }

  @Test(arguments: [
    ("shop://size/huge", "expected one of small, large"), ("shop://page/x", "expected an integer from 1 to 9"),
    ("shop://search?q=a&tag=x", "expected a UUID"), ("shop://debug?on=1", "expected no value"),
    ("shop://item/007", "expected an integer"), ("shop://secret", "only the app itself may open"),
    ("shop://item/7\u{1B}[2J", "control character"), ("shop://itme/7", #"The most similar one is "item/:id""#),
  ])
  func `the reason is that of the app`(url: String, reason: String) async throws {
    let result = try await check(url)
    #expect(result.status == 1)
    #expect(result.output.contains(reason))
    #expect(!result.output.contains("\u{1B}"))
  }

  /// The table of an earlier version has neither options nor parameters.
  @Test(arguments: [("true", "3 links: 2 open, 1 do not."), ("false", "3 links: 1 open, 2 do not.")])
  func `a table that an earlier version has exported is read`(ignoresCase: String, summary: String) async throws {
    let folder = try TemporaryDirectory()
    let table = """
      {"schemes":["shop"],"hosts":["shop.example"],"ignoresCase":\(ignoresCase),"excludedFragments":[],"links":[\
      {"pattern":"item/:id","isInternal":false,"optional":[],"restricted":["id"],"nonempty":["id"]}]}
      """
    try Data(table.utf8).write(to: URL(fileURLWithPath: folder.path("table.json")))
    let result = try await ToolProcess.run(
      ["links", "check", "--table", folder.path("table.json"), "-"],
      input: "shop://item/7\nshop:///ITEM/7\nshop://basket\n")
    #expect((result.status, result.errors) == (1, ""))
    #expect(result.output.hasSuffix("\n\(summary)\n"))
  }

  @Test func `an option that a table lacks has its default`() throws {
    let json = #"{"schemes":["shop"],"hosts":[],"links":[]}"#
    let export = try JSONDecoder().decode(LinkTableExport.self, from: Data(json.utf8))
    var expected = LinkTableExport(hosts: [], links: [])
    expected.schemes = ["shop"]
    #expect(export == expected)
    #expect(try JSONDecoder().decode(LinkTableExport.self, from: JSONEncoder().encode(export)) == expected)
  }

  @Test(arguments: [
    (
      ["--column", "2"], "a,b\n1,2\n", 1,
      "standard input:2: 2: No link matches the URL.\n1 link: 0 open, 1 do not.\n", ""
    ),
    (["--column", "x"], "a,b\n", 65, "", "standard input has no column \"x\". Its columns: a, b.\n"),
    ([], "\n \n", 65, "", "standard input contains no links.\n"),
    (["/nowhere"], "", 66, "", "/nowhere cannot be read: No such file or directory (error 2).\n"),
  ])
  func `a list that cannot be checked has a status of its own`(
    arguments: [String], list: String, status: Int32, output: String, errors: String
  ) async throws {
    let result = try await check(list, arguments)
    #expect((result.status, result.output) == (status, output))
    #expect(result.errors == (errors.isEmpty ? "" : "navtool: \(errors)"))
  }
}
