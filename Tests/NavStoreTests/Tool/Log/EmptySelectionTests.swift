import Foundation
import NavStore
import NavStoreTesting
import Testing

/// Options that select nothing in a log.
@Suite(.startsProcess) struct EmptySelectionTests {
  private static let commands: [[String]] = [
    ["show", "--from", "100"], ["show", "--from", "12"], ["show", "--from", "7", "--action", "dismiss"],
    ["show", "--action", "bringToFront"], ["show", "--tab", "search", "--origin", "deeplink"],
    ["show", "--until", "3", "--action", "present"], ["show", "--from", "100", "--json"],
    ["show", "--json", "--action", "bringToFront"],
    ["replay", "--from", "100"], ["replay", "--from", "12"], ["replay", "--from", "12", "--json"],
    ["replay", "--from", "12", "--last"], ["replay", "--from", "12", "--speed", "1000"],
    ["stats", "--from", "100"], ["stats", "--from", "12", "--by", "route"],
    ["graph", "--from", "100"], ["graph", "--from", "12", "--format", "dot"],
  ]

  @Test(arguments: commands)
  func `a command says that its options select nothing, and fails`(arguments: [String]) async throws {
    for options in [ActionLogOptions(), ActionLogOptions(transactionsPerFile: 11)] {
      let result = try await SampleLog(options: options).run(arguments + ["sample.navlog"])
      #expect((result.status, result.errors) == (1, "navtool: sample.navlog: the options select nothing.\n"))
      let lines = result.output.split(separator: "\n").filter { !$0.hasSuffix(" end") }
      #expect(lines == [], "\(arguments)")
    }
  }

  @Test func `options that select something in one of several logs do not fail`() async throws {
    let sample = try await SampleLog()
    try sample.directory.put(sample.lines.prefix(3).map { $0 + "\n" }.joined(), "short.navlog")
    for command in ["show", "stats", "graph"] {
      let result = try await sample.log(command, "--from", "9", "short.navlog", "sample.navlog")
      #expect((result.status, result.errors) == (0, ""))
      let none = try await sample.log(command, "--from", "9", "short.navlog", "short.navlog")
      #expect((none.status, none.errors) == (1, "navtool: the options select nothing in any of the logs.\n"))
    }
  }

  @Test(arguments: [
    ["replay", "--until", "0"], ["stats", "--until", "0"], ["graph", "--until", "0"], ["show", "--until", "0"],
  ])
  func `the state before the first transaction can be selected`(arguments: [String]) async throws {
    let result = try await SampleLog().run(arguments + ["sample.navlog"])
    #expect((result.status, result.errors) == (0, ""))
    #expect(!result.output.isEmpty)
  }

  @Test(arguments: [["--from", "100"], ["--from", "12"], ["--from", "12", "--until", "20"]])
  func `a report that would show nothing replaces no report`(arguments: [String]) async throws {
    let sample = try await SampleLog()
    #expect(try await sample.log("report", "sample.navlog").status == 0)
    let report = try sample.directory.read("sample.html")
    let message = "navtool: sample.navlog: the options select nothing. An earlier report is kept.\n"
    for follow in [[], ["--follow"]] {
      let result = try await sample.run(["report", "sample.navlog"] + arguments + follow)
      #expect((result.status, result.output, result.errors) == (1, "", message))
      #expect(try sample.directory.read("sample.html") == report)
    }
    // Standard output has no earlier report.
    let result = try await sample.run(["report", "sample.navlog", "--output", "-"] + arguments)
    #expect((result.status, result.output) == (1, ""))
    #expect(result.errors == "navtool: sample.navlog: the options select nothing.\n")
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: sample.path)))
    let piped = try await ToolProcess.run(["log", "report", "-"] + arguments, bytes: bytes)
    #expect(piped.status == 1 && piped.output.isEmpty)
    #expect(piped.errors == "navtool: standard input: the options select nothing.\n")
    #expect(sample.directory.names == ["sample.html", "sample.navlog"])
    // The same report from a test.
    #expect(throws: SessionReportError.self) { try SessionReport(of: ActionLog(path: sample.path), from: 12) }
    #expect(throws: SessionReportError.self) {
      try SessionReport(
        replaying: ActionLog(path: sample.path), SampleLog.Schema(), reducer: NavigationReducer(), from: 12)
    }
  }
}
