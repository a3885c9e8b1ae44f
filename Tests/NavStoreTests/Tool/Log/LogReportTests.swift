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
    try sample.append(lines[3] + "\n")
    #expect(await tool.readOutput(until: "sample.html: 4 steps") != nil)
    try sample.append(lines.dropFirst(4).map { $0 + "\n" }.joined())
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

  @Test(arguments: [["-"], ["sample.navlog", "--output", "-"]])
  func `only a file can be followed`(arguments: [String]) async throws {
    let sample = try await SampleLog()
    let result = try await sample.run(["report", "--follow"] + arguments)
    #expect((result.status, result.output) == (65, ""))
    #expect(result.errors == "navstore: --follow needs a log that is a file, and a file for the report.\n")
  }
}
