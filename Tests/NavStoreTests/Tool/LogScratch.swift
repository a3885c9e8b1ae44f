import Testing
@Suite(.startsProcess) struct ScratchTests {
  @Test func scratch() async throws {
    let sample = try await SampleLog()
    print(try sample.lines.joined(separator: "\n"))
    for arguments in [
      ["show", "sample.navlog"], ["show", "--color", "always", "--action", "dismiss", "sample.navlog"], ["show", "--tab", "library", "sample.navlog"], ["show", "--origin", "deeplink", "--origin", "effect", "sample.navlog"],
      ["show", "--from", "4", "--until", "6", "sample.navlog"], ["show", "--mark", "checkout", "sample.navlog"],
      ["replay", "sample.navlog"], ["replay", "--json", "--from", "10", "sample.navlog"], ["replay", "--last", "sample.navlog"], ["replay", "--speed", "100000", "--until", "2", "sample.navlog"],
      ["verify", "sample.navlog"], ["verify", "--back-rule", "none", "sample.navlog"], ["stats", "sample.navlog"],["stats", "--by", "route", "--limit", "2", "--from", "2", "--until", "6", "sample.navlog"],
      ["graph", "sample.navlog"], ["graph", "--by", "route", "--format", "dot", "--limit", "3", "sample.navlog"], ["test", "sample.navlog"], ["test", "--minimize", "--until", "8", "sample.navlog"], ["test", "--back-rule", "none", "sample.navlog"], ["test", "--from", "9", "--until", "9","sample.navlog"]
    ] {
      print("=====", arguments)
      let result = try await sample.run(arguments)
      print(result.output, terminator: "")
      print("--", result.status, result.errors)
    }
  }
}
