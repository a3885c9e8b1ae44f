import NavStore
import NavStoreInspection
import Testing

/// The alignment of two sessions that a report contains.
@Suite struct SessionAlignmentTests {
  private struct Alignment {
    var runs: [[Int]]
    var moved: [[Int]]
    var first: [Int]?
    var summary: String
  }

  /// The alignment of two sessions that push the routes. The index of a step is the number of its transaction, so there
  /// are as many steps as routes, and one at the beginning.
  private func alignment(_ routes: [String], _ others: [String], from: Int? = nil) throws -> Alignment {
    let directory = try TemporaryDirectory()
    let logs = try [("first.navlog", routes), ("second.navlog", others)].map { name, routes in
      let header =
        #"{"t":"header","format":"navstore.log","v":1,"schema":1,"session":"s","part":1,"n":0,"at":0,"began":0,"#
        + #""sums":"navigation","state":{"initial":"home","selected":"home","tabs":[{"path":[],"tab":"home"}],"#
        + #""visits":["home"]}}"#
      let actions = routes.enumerated().map {
        #"{"t":"action","n":\#($0 + 1),"at":\#($0),"origin":"user","action":{"push":["\#($1)"]}}"#
      }
      try directory.put(([header] + actions).joined(separator: "\n") + "\n", name)
      return try NavigationLog(ActionLog(path: directory.path(name)), named: name)
    }
    var bytes: [UInt8] = []
    _ = try NavigationLogReport(logs[0], comparedWith: logs[1], options: ReportOptions(from: from)).write {
      bytes += $0
    }
    let data = try #require(ReportData(bytes).data["alignment"])
    func lists(_ key: String) -> [[Int]] { data[key]?.list.map { $0.list.compactMap(\.number) } ?? [] }
    let summary = if case .string(let text)? = data["summary"] { text } else { "no summary" }
    return Alignment(
      runs: lists("runs"), moved: lists("moved"), first: data["first"]?.list.compactMap(\.number), summary: summary)
  }

  @Test func `equal sessions are one run`() throws {
    let alignment = try alignment(["a", "b"], ["a", "b"])
    #expect(alignment.runs == [[0, 0, 3]])
    #expect((alignment.moved, alignment.first, alignment.summary) == ([], nil, ""))
  }

  @Test func `an inserted and a removed action do not shift the others`() throws {
    let inserted = try alignment(["a", "b", "c", "d"], ["a", "x", "b", "c", "d"])
    #expect(inserted.runs == [[0, 0, 2], [2, 3, 3]])
    #expect((inserted.first, inserted.summary) == ([-1, 2], "1 step only in the second one"))
    let removed = try alignment(["a", "x", "b", "c", "d"], ["a", "b", "c", "d"])
    #expect(removed.runs == [[0, 0, 2], [3, 2, 3]])
    #expect((removed.first, removed.summary) == ([2, -1], "1 step only in the first session"))
  }

  @Test func `a moved action has both places`() throws {
    let alignment = try alignment(["a", "b", "c", "d", "e"], ["d", "a", "b", "c", "e"])
    #expect(alignment.runs == [[0, 0, 1], [1, 2, 3], [5, 5, 1]])
    #expect((alignment.moved, alignment.first, alignment.summary) == ([[4, 1]], [-1, 1], "1 step moved"))
  }

  @Test func `a changed action is one row with both steps`() throws {
    let alignment = try alignment(["a", "b", "c"], ["a", "x", "c"])
    #expect(alignment.runs == [[0, 0, 2], [3, 3, 1]])
    #expect(alignment.first == [2, 2])
    #expect(alignment.summary == "1 step only in the first session, 1 step only in the second one")
  }

  @Test func `indexes are those of the steps of a part`() throws {
    let alignment = try alignment(["a", "b", "c", "d"], ["a", "b", "x", "c", "d"], from: 3)
    // Step 0 is the state before the part.
    #expect(alignment.runs == [[1, 2, 2]])
    #expect(alignment.first == [-1, 1])
  }

  @Test func `sessions with too many differences are aligned up to the first one`() throws {
    let routes = (0..<600).map { "a\($0)" }
    let alignment = try alignment(["same"] + routes, ["same"] + routes.map { "b" + $0 })
    #expect(alignment.runs == [[0, 0, 2]])
    #expect((alignment.first, alignment.moved) == ([2, 2], []))
    #expect(alignment.summary == "more than 500 steps differ")
  }
}
