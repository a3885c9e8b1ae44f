import NavStore
import Testing

@Suite(.startsProcess) struct LogStatsTests {
  @Test func `the statistics count a log`() async throws {
    let result = try await SampleLog().log("stats", "sample.navlog")
    #expect((result.status, result.errors) == (0, ""))
    #expect(
      result.output == #"""
        logs                      1
        sessions                  1
        time                      15.140 s
        transactions              11
        actions                   13
        bytes                     3185
        bytes per action          245
        depth                     1.0 on average, 3 at most
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

  @Test func `several logs are counted together, and the most frequent entries are shown`() async throws {
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

  @Test func `a range is counted, with each route separately`() async throws {
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

  @Test func `events before a range are neither counted nor drawn`() async throws {
    let sample = try await SampleLog()
    let stats = try await sample.log("stats", "--by", "route", "--from", "4", "--until", "6", "sample.navlog")
    // The state before transaction 4 was reached at 1.2 s.
    #expect(stats.output.contains("time                      12.040 s\n"), "\(stats.output)")
    #expect(!stats.output.contains("song(7)"))
    let graph = try await sample.log("graph", "--by", "route", "--from", "4", "--until", "6", "sample.navlog")
    #expect(!graph.output.contains("song(7)"), "\(graph.output)")
    #expect(graph.output.contains("song(1)"))
    // Transaction 9 replaces the state.
    let last = try await sample.log("stats", "--from", "10", "sample.navlog")
    #expect(last.output.contains("transactions              2\n"), "\(last.output)")
    #expect(!(try await sample.log("graph", "--from", "10", "sample.navlog")).output.contains("(replaced)"))
  }
}
