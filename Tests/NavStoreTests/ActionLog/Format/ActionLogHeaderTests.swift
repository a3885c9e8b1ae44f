import Foundation
import NavStore
import Testing

@Suite struct ActionLogHeaderTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func header(_ text: String) throws -> LogHeader {
    try directory.put(text, "a.navlog")
    return try ActionLog(path: directory.path("a.navlog")).header()
  }

  private static let line = #"{"t":"header","format":"navstore.log","v":1,"schema":3,"session":"s","n":0}"#

  @Test(arguments: [
    line, line + "\n", line + "\n{}\n",
    #" { "session" : "s", "schema":3, "v":1, "format":"navstore.log", "n":0, "t":"header"} "#,
    // The lines before the header are damaged, or comments of another program.
    "milk\n" + line + "\n", "\n" + line,
  ])
  func `the header is found`(text: String) throws {
    let header = try header(text)
    #expect((header.schema, header.session, header.version) == (3, "s", 1))
    #expect(header.rules == nil)
  }

  @Test(arguments: [
    "", "\n", "milk", #"{"t":"action","n":1}"#, String(line.dropLast(5)), line.replacing("navstore", with: "other"),
  ])
  func `a file without a header is an error`(text: String) {
    #expect(throws: ActionLogError.notALog(file: directory.path("a.navlog"))) { try header(text) }
  }

  @Test func `a damaged header is skipped`() async throws {
    let sample = try await SampleLog()
    var lines = try sample.lines
    lines[0] = lines[0].replacing("sample", with: "simple")
    try sample.write(lines)
    #expect(throws: ActionLogError.notALog(file: sample.path)) { try ActionLog(path: sample.path).header() }
    try sample.write(lines + (try await SampleLog(session: "next").lines))
    #expect(try ActionLog(path: sample.path).header().session == "next")
  }

  @Test func `a missing file is an error`() {
    #expect(throws: ActionLogError.self) { try ActionLog(path: directory.path("missing")).header() }
  }
}
