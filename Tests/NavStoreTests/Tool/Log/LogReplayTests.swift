import NavStore
import Testing

@Suite(.startsProcess) struct LogReplayTests {
  @Test func `the state is shown after each transaction`() async throws {
    let result = try await SampleLog().log("replay", "sample.navlog")
    #expect((result.status, result.errors) == (0, ""))
    #expect(
      result.output == #"""
             0     0.000                                  [home] / | search / | library /
             1     0.200  push song(7)                    [home] /song(7) | search / | library /
             2     1.200  tabTapped library               home /song(7) | search / | [library] /
             3     1.200  push settings; push song(1)     home /song(7) | search / | [library] /settings/song(1)
             4     3.200  present sheet song(2)           home /song(7) | search / | [library] /settings/song(1) | sheet 1: song(2)
             5     3.240  dismiss                         home /song(7) | search / | [library] /settings/song(1)
             6    13.240  deepLink home /song(9)          [home] /song(9) | search / | library /settings/song(1)
             7    14.740  tabTapped home                  [home] / | search / | library /settings/song(1)
             8    15.040  tabTapped home                  [home] / | search / | library /settings/song(1)
             9    15.040  (replaced)                      [home] / | search / | library /
            10    15.140  push song(1); push song(2); push song(3)  [home] /song(1)/song(2)/song(3) | search / | library /
            11    15.140  push song(4)                    [home] /song(1)/song(2)/song(3) | search / | library /

        """#)
  }

  @Test func `a replay with pauses has the same output`() async throws {
    let sample = try await SampleLog()
    let unpaced = try await sample.log("replay", "--until", "5", "sample.navlog")
    let paced = try await sample.log("replay", "--until", "5", "--speed", "100000", "sample.navlog")
    #expect((paced.status, paced.output) == (unpaced.status, unpaced.output))
  }

  @Test func `states are written as in logs`() async throws {
    let sample = try await SampleLog()
    let result = try await sample.log("replay", "--json", "--from", "4", "--until", "4", "sample.navlog")
    let snap = try #require(try sample.lines.first { $0.hasPrefix(#"{"t":"snap","n":4"#) })
    let line = try JSONValue(parsing: result.output)
    #expect(line["state"] == (try JSONValue(parsing: snap))["state"])
    #expect((line["n"], line["at"]) == (4, 3_200))
  }

  @Test func `only the last state is shown`() async throws {
    let result = try await SampleLog().log("replay", "--last", "--until", "4", "sample.navlog")
    #expect(
      result.output == "     4    home /song(7) | search / | [library] /settings/song(1) | sheet 1: song(2)\n")
    let json = try await SampleLog().log("replay", "--last", "--json", "--until", "4", "sample.navlog")
    let line = try JSONValue(parsing: json.output)
    #expect((line["n"], line["at"]) == (4, 3_200))
  }

  @Test func `a replay stops or continues at a divergence as requested`() async throws {
    let sample = try await SampleLog()
    func replay(_ arguments: String...) async throws -> (Int32, Int) {
      let result = try await sample.run(["replay", "--back-rule=none"] + arguments + ["sample.navlog"])
      #expect(
        result.output.contains("transaction 2 (tabTapped library) led to a state that differs from the recorded state"))
      return (result.status, result.output.split(separator: "\n").count { $0.prefix(6).contains(/\d/) })
    }
    #expect(try await replay() == (1, 3))
    #expect(try await replay("--at-divergence", "keepGoing") == (1, 12))
    // The replay adopts the recorded states after transactions 4 and 8.
    #expect(try await replay("--at-divergence", "adoptRecorded") == (1, 14))
  }
}
