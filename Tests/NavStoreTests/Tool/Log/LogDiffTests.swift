import NavStore
import Testing

@Suite(.startsProcess) struct LogDiffTests {
  @Test func `logs that cannot be replayed are not reported as equal`() async throws {
    let sample = try await SampleLog()
    try sample.write(
      [try sample.lines[0].replacing("navstore.log", with: "navstore.lag")] + sample.lines.dropFirst().prefix(2))
    let result = try await sample.log("diff", "--back-rule", "history", "sample.navlog", "sample.navlog")
    #expect(result.status == 1)
    #expect(result.output.contains("2 of them not replayed"), "\(result.output)")
  }

  @Test func `equal logs do not differ`() async throws {
    let first = try await SampleLog()
    let second = try await SampleLog(options: .init(stateInterval: 0, transactionsPerFile: 3))
    let result = try await first.log("diff", "sample.navlog", second.path)
    #expect((result.status, result.output) == (0, "the logs do not differ: 11 steps\n"))
  }

  @Test func `the first difference between actions is shown with the states`() async throws {
    let first = try await SampleLog()
    let second = try await SampleLog(name: "other.navlog", without: 5)
    let result = try await first.log("diff", "sample.navlog", second.path)
    #expect(result.status == 1)
    #expect(
      result.output.replacing(second.directory.path + "/", with: "") == """
        the logs differ:
        − sample.navlog: transaction 5, dismiss
        + other.navlog: no such transaction
          ReadableState(
            … (4 unchanged)
            modals: [
        +     [0]: ReadableModal(id: 1, style: .sheet, root: "song(2)", path: []),
            ],
            … (1 unchanged)
          )
        in total: 1 step only in sample.navlog

        """)
  }

  @Test func `inserted, removed and moved actions do not shift the others`() async throws {
    func lines(_ actions: [String]) throws -> [String] {
      let header =
        #"{"t":"header","format":"navstore.log","v":1,"schema":1,"session":"s","part":1,"n":0,"at":0,"#
        + #""began":0,"sums":"navigation","state":{"initial":"home","selected":"home","tabs":"#
        + #"[{"path":[],"tab":"home"}],"visits":["home"]}}"#
      return [header]
        + actions.enumerated().map {
          #"{"t":"action","n":\#($0 + 1),"at":\#($0),"origin":"user","action":{"push":["\#($1)"]}}"#
        }
    }
    let sample = try await SampleLog()
    try sample.directory.put(lines(["a", "b", "c", "d", "e"]).joined(separator: "\n") + "\n", "first.navlog")
    try sample.directory.put(lines(["d", "a", "x", "b", "e"]).joined(separator: "\n") + "\n", "second.navlog")
    let result = try await sample.log("diff", "--back-rule", "none", "first.navlog", "second.navlog")
    #expect((result.status, result.errors) == (1, ""))
    #expect(
      result.output == """
        the logs differ:
        − first.navlog: no such transaction
        + second.navlog: transaction 1, push d
          ReadableState(
            … (2 unchanged)
            paths: [
        −     "home": [],
        +     "home": ["d"],
            ],
            … (3 unchanged)
          )
        in total: 1 step only in first.navlog, 1 step only in second.navlog, 1 step moved
        − first.navlog: no such transaction
        + second.navlog: transaction 3, push x
        − first.navlog: transaction 3, push c
        + second.navlog: no such transaction
        − first.navlog: transaction 4, push d
        + second.navlog: no such transaction
          moved from transaction 4 to 1: push d

        """)
  }

  @Test func `logs without their first files are compared from their first states`() async throws {
    func kept(_ name: String, without skipped: Int?) async throws -> SampleLog {
      try await SampleLog(name: name, options: .init(transactionsPerFile: 5), without: skipped)
    }
    let first = try await kept("first.navlog", without: nil)
    let second = try await kept("second.navlog", without: nil)
    let equal = try await first.log("diff", "first.2.navlog", second.directory.path("second.2.navlog"))
    #expect((equal.status, equal.output) == (0, "the logs do not differ: 6 steps\n"))
    // The headers differ in their state. Equal transactions follow them.
    let header = try #require(second.directory.text("second.2.navlog")).split(separator: "\n")[0]
    for (log, root) in [(first, "home"), (second, "library")] {
      let text = header.replacing(/,"c":"[0-9a-f]{8}"/, with: "").replacing(/,"sum":"[0-9a-f]{16}"/, with: "")
      try log.directory.put(text.replacing(/"initial":"[a-z]+"/, with: "\"initial\":\"\(root)\"") + "\n", "one.navlog")
    }
    let different = try await first.log("diff", "one.navlog", second.directory.path("one.navlog"))
    #expect(different.status == 1)
    #expect(different.output.contains("the beginning"))
  }

  @Test func `a log that ends earlier differs after its last transaction`() async throws {
    let sample = try await SampleLog()
    let short = try await SampleLog(name: "short.navlog")
    try short.write(Array(try short.lines.prefix(12)))
    let result = try await sample.log("diff", "sample.navlog", short.path)
    #expect(result.status == 1)
    #expect(result.output.contains("− sample.navlog: transaction 8, tabTapped home\n"))
    #expect(result.output.contains("short.navlog: the log ends here\n"))
    #expect(result.output.contains("in total: 4 steps only in sample.navlog\n"))
  }
}
