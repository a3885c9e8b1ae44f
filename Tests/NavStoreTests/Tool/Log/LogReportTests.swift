import Foundation
import NavStore
import NavStoreInspection
import Testing

@Suite(.startsProcess) struct LogReportTests {
  @Test(arguments: [[], ["--back-rule", "none"], ["damaged"], ["gap"], ["torn"], ["unknown"]])
  func `each step says what log show prints`(change: [String]) async throws {
    let sample = try await SampleLog(without: change == ["gap"] ? 3 : nil)
    var lines = try sample.lines
    if change == ["damaged"] { lines[4] = "{" }
    if change == ["gap"] { lines.remove(at: 5) }
    if change == ["unknown"] { lines[3] = #"{"t":"future","n":2}"# }
    try sample.write(lines)
    if change == ["torn"] {
      try sample.directory.put(String(lines.joined(separator: "\n").dropLast(40)), "sample.navlog")
    }
    let options = change.first?.hasPrefix("--") == true ? change : []
    let result = try await sample.run(["report", "sample.navlog"] + options)
    let report = try ReportData(sample.directory.read("sample.html"))
    let expected = try await sample.run(["show", "sample.navlog"] + options)
    let shown = expected.output.split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix(String(repeating: " ", count: 18) + "[") }
    #expect(report.shown.map { $0.replacing(sample.directory.path + "/", with: "") } == shown)
    #expect(result.status == expected.status)
    #expect(result.output.hasPrefix("sample.html: \(report.steps.count) step"))
  }

  @Test func `a report is written beside its log, and replaced`() async throws {
    let sample = try await SampleLog()
    let first = try await sample.log("report", "sample.navlog")
    #expect((first.status, first.errors) == (0, ""))
    let second = try await sample.log("report", "--limit", "3", "sample.navlog")
    #expect(second.status == 0)
    #expect(try ReportData(sample.directory.read("sample.html")).steps.count == 3)
    #expect(sample.directory.names == ["sample.html", "sample.navlog"])
  }

  @Test func `a symbolic link to a report is kept, and the report is replaced`() async throws {
    let sample = try await SampleLog()
    _ = try await sample.log("report", "sample.navlog")
    let link = sample.directory.path("latest.html")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "sample.html")
    let result = try await sample.log("report", "--limit", "3", "sample.navlog", "--output", link)
    #expect(result.status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "sample.html")
    #expect(try ReportData(sample.directory.read("sample.html")).steps.count == 3)
  }

  @Test(arguments: ["notes.txt", "page.html", "sample.navlog"])
  func `a file that is not a report is kept`(name: String) async throws {
    let sample = try await SampleLog()
    if name != "sample.navlog" { try sample.directory.put("<!DOCTYPE html> my notes", name) }
    let before = sample.directory.text(name)
    let result = try await sample.log("report", "sample.navlog", "--output", sample.directory.path(name))
    #expect((result.status, result.output) == (70, ""))
    #expect(result.errors.contains("exists and is not a session report, so it is kept"))
    #expect(sample.directory.text(name) == before)
  }

  @Test func `the report of a pipe is written to standard output`() async throws {
    let sample = try await SampleLog()
    let bytes = Array(try sample.directory.read("sample.navlog"))
    let result = try await ToolProcess.run(["log", "report", "-"], bytes: bytes)
    #expect(result.status == 0)
    #expect(try ReportData(result.output.utf8).data["name"] == .string("standard input"))
  }

  @Test func `an output that cannot be written leaves no file`() async throws {
    let sample = try await SampleLog()
    let result = try await ToolProcess.run(["log", "report", sample.path], isDiskFull: true)
    #expect(result.status == 70)
    #expect(sample.directory.names == ["sample.navlog"])
  }

  @Test func `a followed report grows with its log, and is complete when the log ends`() async throws {
    let sample = try await SampleLog()
    let lines = try sample.lines
    try sample.write(Array(lines.prefix(3)))
    let tool = try ToolProcess(["log", "report", "--follow", sample.path])
    #expect(await tool.readOutput(until: "sample.html: 3 steps") != nil)
    #expect(try ReportData(sample.directory.read("sample.html")).data["follow"] == .bool(true))
    // Two lines are the actions of one transaction.
    try sample.append(lines[3...4].map { $0 + "\n" }.joined())
    #expect(await tool.readOutput(until: "sample.html: 4 steps") != nil)
    try sample.append(lines.dropFirst(5).map { $0 + "\n" }.joined())
    let result = await tool.finish()
    #expect((result.status, result.errors) == (0, ""))
    let report = try ReportData(sample.directory.read("sample.html"))
    let whole = try await sample.log("report", "sample.navlog")
    #expect(report.data == (try ReportData(sample.directory.read("sample.html"))).data)
    #expect(result.output.hasSuffix(whole.output.drop { $0 != ":" }))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends a followed report, whose page then stays as it is`(signal: Int32) async throws {
    let sample = try await SampleLog()
    try sample.write(sample.lines.dropLast())
    let tool = try ToolProcess(["log", "report", "--follow", sample.path])
    #expect(await tool.readOutput(until: "\n") != nil)
    tool.signal(signal)
    #expect(await tool.finish().status == 0)
    #expect(try ReportData(sample.directory.read("sample.html")).data["follow"] == nil)
    #expect(sample.directory.names == ["sample.html", "sample.navlog"])
  }

  @Test func `an incomplete line is not shown while its rest may follow`() async throws {
    let sample = try await SampleLog()
    let lines = try sample.lines
    try sample.write(Array(lines.prefix(3)))
    // The second line of the transaction is incomplete.
    try sample.append(lines[3] + "\n" + lines[4].dropLast(20))
    let tool = try ToolProcess(["log", "report", "--follow", sample.path])
    #expect(await tool.readOutput(until: "sample.html: 3 steps") != nil)
    try sample.append(lines[4].suffix(20) + "\n")
    #expect(await tool.readOutput(until: "sample.html: 4 steps") != nil)
    tool.signal(SIGTERM)
    _ = await tool.finish()
    try sample.append(lines[5].dropLast(20))
    _ = try await sample.log("report", "sample.navlog")
    #expect(try ReportData(sample.directory.read("sample.html")).steps.last?[0] == .integer(6))
  }

  @Test func `a followed report ends with the last requested transaction`() async throws {
    let sample = try await SampleLog()
    try sample.write(sample.lines.dropLast())
    let result = try await sample.log("report", "--follow", "--until", "3", "sample.navlog")
    #expect(
      (result.status, result.output) == (
        0, "sample.html: 4 steps, 3 transactions with 4 actions, 3 states verified, not ended\n"
      ))
    #expect(try ReportData(sample.directory.read("sample.html")).data["follow"] == nil)
  }

  @Test func `a log that another one replaces is followed`() async throws {
    let sample = try await SampleLog()
    let other = try await SampleLog(session: "other")
    try sample.write(sample.lines.dropLast())
    let tool = try ToolProcess(["log", "report", "--follow", sample.path])
    #expect(await tool.readOutput(until: "\n") != nil)
    try sample.write(other.lines)
    let result = await tool.finish()
    #expect((result.status, result.errors) == (0, ""))
    #expect(try ReportData(sample.directory.read("sample.html")).data["session"] == .string("other"))
  }

  @Test func `the last report of a log that is empty now is kept`() async throws {
    let sample = try await SampleLog()
    try sample.write(sample.lines.dropLast())
    let tool = try ToolProcess(["log", "report", "--follow", sample.path])
    #expect(await tool.readOutput(until: "\n") != nil)
    let report = try sample.directory.read("sample.html")
    try sample.write([])
    tool.signal(SIGTERM)
    let result = await tool.finish()
    #expect((result.status, result.errors) == (0, ""))
    #expect(try sample.directory.read("sample.html") == report)
    #expect(sample.directory.names == ["sample.html", "sample.navlog"])
  }

  @Test(arguments: [["-"], ["sample.navlog", "--output", "-"], ["sample.navlog", "--output", "/dev/stdout"]])
  func `only a file can be followed`(arguments: [String]) async throws {
    let sample = try await SampleLog()
    let result = try await sample.run(["report", "--follow"] + arguments)
    #expect((result.status, result.output) == (64, ""))
    #expect(result.errors.hasPrefix("navtool: --follow needs a log that is a file, and a file for the report.\n"))
  }

  @Test func `a log that does not exist cannot be followed`() async throws {
    let sample = try await SampleLog()
    let result = try await sample.log("report", "--follow", "none.navlog")
    #expect((result.status, result.output) == (66, ""))
    #expect(result.errors.contains("none.navlog"))
    #expect(sample.directory.names == ["sample.navlog"])
  }

  @Test func `the report of a link to a log is beside the link`() async throws {
    let sample = try await SampleLog()
    let link = sample.directory.path("link.navlog")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "sample.navlog")
    let result = try await sample.log("report", "--follow", "link.navlog")
    #expect(result.status == 0)
    #expect(sample.directory.names == ["link.html", "link.navlog", "sample.navlog"])
  }

  // MARK: - Two logs

  @Test func `a report of two logs has the steps of both`() async throws {
    let sample = try await SampleLog()
    let other = try await SampleLog(name: "other.navlog", session: "other", without: 3)
    let result = try await sample.log("report", "sample.navlog", "--compare", other.path)
    #expect((result.status, result.errors) == (0, ""))
    let report = try ReportData(sample.directory.read("sample.html"))
    _ = try await other.log("report", "other.navlog")
    let single = try ReportData(other.directory.read("other.html"))
    for name in ["name", "steps", "texts", "values", "actions", "origins"] {
      #expect(report.data["other"]?[name] == single.data[name], "\(name)")
      #expect(single.data[name] != nil)
    }
    _ = try await sample.log("report", "sample.navlog")
    let first = try ReportData(sample.directory.read("sample.html"))
    #expect(first.data["other"] == nil)
    #expect(report.steps == first.steps)
    #expect(report.data["swift"] == first.data["swift"])
  }

  @Test func `a report without a transaction also has the session as it was, and the command for the next step`()
    async throws
  {
    let sample = try await SampleLog(name: "it's mine.navlog")
    let result = try await sample.log("report", "it's mine.navlog", "--without", "1", "--without", "10")
    #expect((result.status, result.errors) == (0, ""))
    let report = try ReportData(sample.directory.read("it's mine-without-1-10.html"))
    #expect(report.data["other"]?["name"] == .string("it's mine.navlog without transactions 1, 10"))
    #expect(
      report.data["without"]
        == .string(#"navtool log report 'it'\''s mine.navlog' --without 1 --without 10 --without {{number}}"#))
    _ = try await sample.log("report", "it's mine.navlog")
    let single = try ReportData(sample.directory.read("it's mine.html"))
    #expect(report.steps == single.steps)
    let steps = try #require(report.data["other"]?["steps"]?.list)
    let left = report.steps.filter { $0[0] != .integer(0) || ![.integer(1), .integer(10)].contains($0[2]) }
    #expect(steps.count == left.count && steps.count == report.steps.count - 2)
    // Transaction 9 replaces the state. All other states after the first follow from fewer transactions than recorded.
    #expect(report.data["other"]?["result"]?["verdict"] == .string("unverified"))
  }

  @Test func `a transaction that the log does not have cannot be left out`() async throws {
    let sample = try await SampleLog()
    let result = try await sample.log("report", "sample.navlog", "--without", "99")
    #expect((result.status, result.output) == (65, ""))
    #expect(result.errors.contains("sample.navlog has no transaction 99, or the report ends before it."))
    #expect(sample.directory.names == ["sample.navlog"])
    let pipe = try await ToolProcess.run(
      ["log", "report", "-"], bytes: Array(try sample.directory.read("sample.navlog")))
    #expect(try ReportData(pipe.output.utf8).data["without"] == nil)
  }

  @Test func `a log that cannot be compared leaves no report`() async throws {
    let sample = try await SampleLog()
    try sample.directory.put("text", "text")
    let result = try await sample.log("report", "sample.navlog", "--compare", sample.directory.path("text"))
    #expect((result.status, result.output) == (65, ""))
    #expect(sample.directory.names == ["sample.navlog", "text"])
    let twice = try await sample.log("report", "-", "--compare", "-")
    #expect(twice.status == 64)
    #expect(twice.errors.contains("standard input can be read only once, but is named twice."))
  }
}
