import Foundation
import NavStore
import Testing

/// The table of `navtool log show --json`.
@Suite(.startsProcess) struct LogRowsTests {
  private typealias Row = [String: JSONValue]

  private func rows(_ text: String) throws -> [Row] {
    try text.split(separator: "\n").map { line in
      guard case .object(let row) = try JSONValue(parsing: line.utf8) else { throw CocoaError(.coderInvalidValue) }
      return row
    }
  }

  @Test func `each event is a row, and the last action of a transaction has the visible screen`() async throws {
    let result = try await SampleLog().log("show", "--json", "sample.navlog")
    #expect((result.status, result.errors) == (0, ""))
    let rows = try rows(result.output)
    #expect(
      rows[0] == [
        "session": "sample", "event": "header", "transaction": 0, "time": 1_700_000_000_000, "tab": "home",
        "screen": "/home", "info": #"{"app":"2.1"}"#,
      ])
    #expect(
      rows[1] == [
        "session": "sample", "event": "action", "transaction": 1, "time": 1_700_000_000_200, "origin": "user",
        "action": "push", "text": "push song(7)", "outcome": "changed", "tab": "home", "screen": "song",
        "route": "song(7)",
      ])
    let third = rows.filter { $0["transaction"] == 3 && $0["event"] == "action" }
    #expect(third.map { $0["text"] } == ["push settings", "push song(1)"])
    #expect(third.map { $0["screen"] } == [nil, "song"])
    let marks = rows.filter { $0["event"] == "mark" }
    #expect(marks.map { $0["name"] } == ["checkout", "paid"])
    #expect(marks.map { $0["note"] } == [#"{"items":3}"#, nil])
    let signOut = try #require(rows.first { $0["event"] == "set" })
    #expect((signOut["screen"], signOut["action"]) == ("/home", nil))
    // The maximum depth is 3.
    #expect(rows.filter { $0["transaction"] == 11 && $0["event"] == "action" }.map { $0["outcome"] } == ["tooDeep"])
    #expect(rows.last?["event"] == "end")
  }

  @Test func `each column has one type`() async throws {
    let sample = try await SampleLog()
    var kinds: [String: Set<String>] = [:]
    for log in [sample.path, SnippetTests.root.appending(path: "Docs/Examples/session.navlog").path] {
      for row in try rows(await ToolProcess.run(["log", "show", "--json", log]).output) {
        for (name, value) in row {
          switch value {
          case .string: kinds[name, default: []].insert("text")
          case .integer: kinds[name, default: []].insert("integer")
          default: Issue.record("\(name) is \(value)")
          }
        }
      }
    }
    let integers = kinds.filter { $0.value == ["integer"] }.map(\.key).sorted()
    #expect(integers == ["time", "transaction"])
    #expect(kinds.values.allSatisfy { $0.count == 1 })
  }

  @Test func `the files of a session have one row for its start, and one for its end`() async throws {
    let sample = try await SampleLog(options: ActionLogOptions(transactionsPerFile: 4))
    let rows = try rows(await sample.log("show", "--json", "sample.navlog").output)
    #expect(rows.count { $0["event"] == "header" } == 1)
    #expect(rows.count { $0["event"] == "end" } == 1)
    let all = try await sample.run(["show", "--json"] + sample.directory.names)
    #expect(try self.rows(all.output) == rows)
  }

  @Test func `what is damaged or missing is reported on standard error, and the rows are complete JSON`() async throws {
    let sample = try await SampleLog()
    var lines = try sample.lines
    lines[2] = "milk"
    try sample.write(lines)
    let result = try await sample.log("show", "--json", "sample.navlog")
    #expect(result.status == 1)
    #expect(result.errors.contains("sample.navlog, line 3: "))
    #expect(result.errors.contains("transaction 2 is missing"))
    #expect(try rows(result.output).first?["event"] == "header")
  }

  @Test func `options select rows`() async throws {
    let result = try await SampleLog().log("show", "--json", "--origin", "deeplink", "sample.navlog")
    #expect(try rows(result.output).map { $0["action"] } == ["deepLink"])
  }
}
