import NavStore
import Testing

@Suite(.startsProcess) struct LogCountingTests {
  @Test func `a log is counted`() async throws {
    let result = try await SampleLog().log("stats", "sample.navlog")
    #expect((result.status, result.errors) == (0, ""))
    #expect(
      result.output == #"""
        logs                      1
        sessions                  1
        time                      15.140 s
        transactions              11
        actions                   13
        bytes                     3167
        bytes per action          244
        depth                     1.0 in the mean, 3 at most
        taps on the selected tab  1 back to its root, 1 at its root

        actions
                 7  push
                 3  tabTapped
                 1  deepLink
                 1  dismiss
                 1  present

        origins
                 9  user
                 1  deeplink
                 1  effect

        screens      shown   median s      total s
                         3      1.000       14.540  song
                         2      0.200        0.600  /home
                         1      0.000        0.000  /library

        """#)
  }

  @Test func `several logs are counted together, and the most frequent is shown`() async throws {
    let sample = try await SampleLog()
    let result = try await sample.log("stats", "--limit", "1", "sample.navlog", "sample.navlog")
    for line in [
      "logs                      2", "sessions                  2", "time                      30.280 s",
      "actions                   26", "        14  push", "            +4 more",
      "                 6      1.000       29.080  song", "            +2 more",
    ] {
      #expect(result.output.contains("\n" + line + "\n") || result.output.hasPrefix(line + "\n"), "\(line)")
    }
  }

  @Test func `a part is counted, and each route by itself`() async throws {
    let result = try await SampleLog().log("stats", "--by", "route", "--from", "4", "--until", "6", "sample.navlog")
    #expect(result.output.contains("transactions              3\n"))
    #expect(result.output.contains("                 2      2.000       12.000  song(1)\n"))
    #expect(!result.output.contains("bytes"))
    let retapped = try await SampleLog().log("stats", "--until", "7", "sample.navlog")
    #expect(retapped.output.contains("taps on the selected tab  1 back to its root, 0 at its root\n"))
  }

  @Test func `the screens are drawn for Markdown and for Graphviz`() async throws {
    let sample = try await SampleLog()
    let mermaid = try await sample.log("graph", "sample.navlog")
    #expect((mermaid.status, mermaid.errors) == (0, ""))
    #expect(
      mermaid.output == #"""
        flowchart LR
          n0(["/home ×2"])
          n1["song ×3"]
          n2["/library"]
          n0 -->|"push ×2"| n1
          n1 -->|"tabTapped"| n2
          n2 -->|"push"| n1
          n1 -->|"tabTapped"| n0

        """#)
    let dot = try await sample.log("graph", "--by", "route", "--format", "dot", "--limit", "3", "sample.navlog")
    #expect(
      dot.output == #"""
        digraph {
          rankdir=LR
          node [shape=box]
          n0 [label="/home ×2", style=rounded]
          n1 [label="song(7)"]
          n3 [label="song(1) ×2"]
          n0 -> n1 [label="push"]
          more [label="+4 more nodes, +7 more edges", style=dashed]
        }

        """#)
  }

  @Test func `what lies before a part is neither counted nor drawn`() async throws {
    let sample = try await SampleLog()
    let stats = try await sample.log("stats", "--by", "route", "--from", "4", "--until", "6", "sample.navlog")
    // From the state before transaction 4 on, which was reached at 1.2 s.
    #expect(stats.output.contains("time                      12.040 s\n"), "\(stats.output)")
    #expect(!stats.output.contains("song(7)"))
    let graph = try await sample.log("graph", "--by", "route", "--from", "4", "--until", "6", "sample.navlog")
    #expect(!graph.output.contains("song(7)"), "\(graph.output)")
    #expect(graph.output.contains("song(1)"))
    // Transaction 9 replaced the state.
    let last = try await sample.log("stats", "--from", "10", "sample.navlog")
    #expect(last.output.contains("transactions              2\n"), "\(last.output)")
    #expect(!(try await sample.log("graph", "--from", "10", "sample.navlog")).output.contains("(replaced)"))
  }

  // MARK: Comparing

  @Test func `logs that cannot be replayed are not said to be the same`() async throws {
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

  @Test func `the first place where actions differ is shown with the states`() async throws {
    let first = try await SampleLog()
    let second = try await SampleLog(name: "other.navlog", without: 5)
    let result = try await first.log("diff", "sample.navlog", second.path)
    #expect(result.status == 1)
    #expect(
      result.output.replacing(second.directory.path + "/", with: "") == """
        the logs differ:
        − sample.navlog: transaction 5, dismiss
        + other.navlog: transaction 5, deepLink home /song(9)
          ShownState(
            … (1 unchanged)
        −   selectedTab: "library",
        +   selectedTab: "home",
            paths: [
        −     "home": ["song(7)"],
        +     "home": ["song(9)"],
              … (2 unchanged)
            ],
        −   visits: ["home", "library"],
        +   visits: ["library", "home"],
            … (2 unchanged)
          )

        """)
  }

  @Test func `logs whose first files are gone are compared from the states on that they begin with`() async throws {
    func kept(_ name: String, without skipped: Int?) async throws -> SampleLog {
      try await SampleLog(name: name, options: .init(transactionsPerFile: 5), without: skipped)
    }
    let first = try await kept("first.navlog", without: nil)
    let second = try await kept("second.navlog", without: nil)
    let equal = try await first.log("diff", "first.2.navlog", second.directory.path("second.2.navlog"))
    #expect((equal.status, equal.output) == (0, "the logs do not differ: 6 steps\n"))
    // The same transactions follow, up to a state that another one led to.
    let header = try #require(second.directory.text("second.2.navlog")).split(separator: "\n")[0]
    for (log, root) in [(first, "home"), (second, "library")] {
      let text = header.replacing(/,"c":"[0-9a-f]{8}"/, with: "").replacing(/,"sum":"[0-9a-f]{16}"/, with: "")
      try log.directory.put(text.replacing(/"initial":"[a-z]+"/, with: "\"initial\":\"\(root)\"") + "\n", "one.navlog")
    }
    let different = try await first.log("diff", "one.navlog", second.directory.path("one.navlog"))
    #expect(different.status == 1)
    #expect(different.output.contains("the beginning"))
  }

  @Test func `a log that ends earlier differs there`() async throws {
    let sample = try await SampleLog()
    let short = try await SampleLog(name: "short.navlog")
    try short.write(Array(try short.lines.prefix(12)))
    let result = try await sample.log("diff", "sample.navlog", short.path)
    #expect(result.status == 1)
    #expect(result.output.contains("− sample.navlog: transaction 8, tabTapped home\n"))
    #expect(result.output.contains("short.navlog: has ended\n"))
  }
}
