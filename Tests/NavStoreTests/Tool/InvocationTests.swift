import Foundation
import NavStoreTool
import Testing

@Suite struct InvocationTests {
  private func options(_ change: (inout DemoOptions) -> Void) -> Invocation {
    var options = DemoOptions()
    change(&options)
    return .demo(options)
  }

  @Test func `arguments are read in any order`() throws {
    #expect(try Invocation(arguments: ["--help"]) == .help)
    #expect(try Invocation(arguments: ["--version"]) == .version)
    #expect(try Invocation(arguments: ["demo"]) == .demo(DemoOptions()))
    #expect(try Invocation(arguments: ["demo", "--help"]) == .demoHelp)
    #expect(try Invocation(arguments: ["demo", "--state", "a=b"]) == options { $0.state = "a=b" })
    #expect(
      try Invocation(arguments: ["demo", "--reset", "--state=x"])
        == options {
          $0.state = "x"
          $0.isReset = true
        })
    #expect(try Invocation(arguments: ["demo", "--lines"]) == options { $0.usesLines = true })
    #expect(try Invocation(arguments: ["demo", "--play", "s.txt"]) == options { $0.session = "s.txt" })
    #expect(try Invocation(arguments: ["guide"]) == .guide(nil))
    #expect(try Invocation(arguments: ["guide", "State"]) == .guide("State"))
    #expect(try Invocation(arguments: ["guide", "State", "--help"]) == .guideHelp)
  }

  @Test(arguments: [
    ([], "a command is missing. Use demo, log, links, guide or --help."),
    (["dmeo"], #"unknown command "dmeo". Did you mean "demo"?"#),
    (["guide", "--app-id=a.b"], #"unknown option "--app-id". It is an option of "links"."#),
    (["guide", "a", "b"], #"unknown argument "b"."#),
    (["--versoin"], #"unknown option "--versoin". Did you mean "--version"?"#),
    (["--state", "x"], #"unknown option "--state". It is an option of "demo"."#),
    (["demo", "--json"], #"unknown option "--json". It is an option of "log show", "log replay" and "log backtest"."#),
    (["demo", "--app-id=a.b"], #"unknown option "--app-id". It is an option of "links"."#),
    (["demo", "--version"], #"unknown option "--version". It is an option of "navtool"."#),
    (["links", "aasa", "--lines", "x"], #"unknown option "--lines". It is an option of "demo"."#),
    (["log", "--speed=2"], #"unknown option "--speed=2". It is an option of "log replay"."#),
    (["log", "stats", "--speed", "2", "x"], #"unknown option "--speed". It is an option of "log replay"."#),
    (["log", "diff", "--by", "case"], #"unknown option "--by". It is an option of "log stats" and "log graph"."#),
    (["demo", "--sate", "x"], #"unknown option "--sate". Did you mean "--state"?"#),
    (["demo", "file"], #"unknown argument "file"."#),
    (["demo", "--state"], "--state needs a value."),
    (["demo", "--state="], "--state needs a value."),
    (["demo", "--reset=1"], #"--reset accepts no value, but has the value "1"."#),
    (["demo", "--lines=1"], #"--lines accepts no value, but has the value "1"."#),
    (["demo", "--lnes"], #"unknown option "--lnes". Did you mean "--lines"?"#),
    (["demo", "--first-line", "0"], #"--first-line needs a whole number of at least 1, but has the value "0"."#),
    (["demo", "--play", "s", "--reset"], "--play uses a temporary state file. Remove --state and --reset."),
  ])
  func `a message names the wrong argument`(arguments: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try Invocation(arguments: arguments) }
    #expect(error?.description == message)
  }
}

@Suite(.startsProcess) struct VersionTests {
  @Test func `the version is the one that the changelog describes`() async throws {
    let result = try await ToolProcess.run(["--version"])
    #expect((result.status, result.errors) == (0, ""))
    let version = try #require(result.output.wholeMatch(of: /navtool (\d+\.\d+\.\d+)\n/)?.1)
    let changelog = try String(contentsOf: SnippetTests.root.appending(path: "CHANGELOG.md"), encoding: .utf8)
    #expect(changelog.firstMatch(of: /\d+\.\d+\.\d+(?=, will contain|\] - )/)?.output == version)
  }
}

@Suite(.startsProcess) struct GuideTests {
  @Test func `the guides of the built version are listed and printed`() async throws {
    let list = try await ToolProcess.run(["guide"])
    #expect((list.status, list.errors) == (0, ""))
    let lines = list.output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("HowTo/Links/DeepLinks ") && $0.hasSuffix(" Open deep links") })
    #expect(!lines.contains { $0.hasPrefix("Decisions/") })
    let pages = try SnippetTests.documents().filter { $0.path.contains("/Docs/") && !$0.path.contains("/Decisions/") }
    #expect(lines.count == pages.count)

    let file = SnippetTests.root.appending(path: "Docs/HowTo/Links/DeepLinks.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    for name in ["DeepLinks", "deeplinks", "HowTo/Links/DeepLinks"] {
      let page = try await ToolProcess.run(["guide", name])
      #expect((page.status, page.errors) == (0, ""))
      #expect(page.output == text)
    }
    let unknown = try await ToolProcess.run(["guide", "DeepLnks"])
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains(#"unknown guide "DeepLnks". Did you mean "deeplinks"?"#))
  }
}

/// The hint after an error in the arguments.
@Suite(.startsProcess) struct UsageHintTests {
  @Test(arguments: [
    (["demo", "--foo"], #"unknown option "--foo"."#, "navtool demo --help"),
    (["demo", "--lnes"], #"unknown option "--lnes". Did you mean "--lines"?"#, "navtool demo --help"),
    (["demo", "--state"], "--state needs a value.", "navtool demo --help"),
    (["log", "show", "--foo", "x"], #"unknown option "--foo"."#, "navtool log show --help"),
    (
      ["log"], "log needs one of show, replay, verify, stats, diff, graph, test, backtest, report.",
      "navtool log --help"
    ),
    (["--foo"], #"unknown option "--foo"."#, "navtool --help"),
  ])
  func `the hint names the help of the command`(arguments: [String], message: String, help: String) async throws {
    let result = try await ToolProcess.run(arguments)
    #expect((result.status, result.output) == (64, ""))
    #expect(result.errors == "navtool: \(message)\n\"\(help)\" shows the usage.\n")
  }
}
