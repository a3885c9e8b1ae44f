import Foundation
import Testing

@Suite struct PlayedSessionTests {
  static let examples = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../../../Docs/Examples").standardizedFileURL

  /// With `NAVSTORE_UPDATE=1` in the environment, the test writes the expected output.
  @Test func `the recorded session prints the documented output and leaves no files`() async throws {
    let folder = try TemporaryDirectory()
    let result = try await ToolProcess.run(
      ["demo", "--play", Self.examples.appendingPathComponent("session.txt").path],
      environment: ["TMPDIR": folder.path])
    #expect((result.status, result.errors) == (0, ""))
    #expect(folder.names == [])

    let expected = Self.examples.appendingPathComponent("session.expected.txt")
    if ProcessInfo.processInfo.environment["NAVSTORE_UPDATE"] == "1" {
      try Data(result.output.utf8).write(to: expected)
    }
    #expect(result.output == (try String(contentsOf: expected, encoding: .utf8)))
  }

  /// With `NAVSTORE_UPDATE=1` in the environment, the test writes the recorded logs.
  @Test func `the logs of the recorded session are the same in every run`() async throws {
    let folder = try TemporaryDirectory()
    let result = try await ToolProcess.run([
      "demo", "--play", Self.examples.appendingPathComponent("session.txt").path, "--record",
      folder.path("session.navlog"),
    ])
    #expect((result.status, result.errors) == (0, ""))
    #expect(folder.names == ["session.2.navlog", "session.3.navlog", "session.navlog"])
    for name in folder.names {
      let example = Self.examples.appendingPathComponent(name)
      if ProcessInfo.processInfo.environment["NAVSTORE_UPDATE"] == "1" { try folder.read(name).write(to: example) }
      #expect(try folder.read(name) == Data(contentsOf: example))
    }
  }

  private func play(_ session: String) async throws -> ToolProcess.Result {
    let folder = try TemporaryDirectory()
    try folder.put(session, "session.txt")
    return try await ToolProcess.run(
      ["demo", "--play", folder.path("session.txt")], environment: ["TMPDIR": folder.path])
  }

  @Test func `the text of a command is not read as a saved state`() async throws {
    let result = try await play(
      """
      push song:1
      flush
      saved revision 1, state 0123456789abcdef
      --- kill ---
      """)
    #expect(result.status == 0)
    #expect(!result.output.contains("MISMATCH"))
  }

  @Test func `a change that was saved after a delay survives the kill, and a later change is lost`() async throws {
    let result = try await play(
      """
      push song:1
      wait 0.5
      push song:2
      wait 0.499
      --- kill ---
      back
      """)
    #expect(result.status == 0)
    #expect(result.output.contains("at 0.5 s: saved revision 1"))
    #expect(result.output.contains("The process was killed (SIGKILL) and lost 1 unsaved change."))
    #expect(result.output.contains("The restored state equals the saved state"))
    #expect(result.output.contains("popped home to its root, Home: 1 screen closed"))
    #expect(result.output.contains("\n\nTotal: 3 changes, 2 saves.\n\n"))
    #expect(result.output.hasSuffix("contain 3 actions. Their replay leads to the same states: 3 of 3 verified.\n\n"))
  }

  @Test func `a saved state that is not restored ends the command with status 1`() async throws {
    let folder = try TemporaryDirectory()
    // The output is larger than a pipe, so the session waits before its kill until the test reads the output.
    let long = String(repeating: "help\n", count: 200)
    try folder.put("push song:1\nflush\n\(long)--- kill ---\n", "session.txt")
    let temporary = try TemporaryDirectory()
    let tool = try ToolProcess(
      ["demo", "--play", folder.path("session.txt")], environment: ["TMPDIR": temporary.path])
    await tool.readOutput(until: "saved revision 1")
    for name in temporary.names {
      try FileManager.default.removeItem(atPath: temporary.path(name + "/session.state"))
    }
    let result = await tool.finish()
    #expect(result.status == 1)
    #expect(result.output.contains("MISMATCH"))
    #expect(temporary.names == [])
  }

  @Test func `a process that is killed before its first save restarts with the initial state`() async throws {
    let result = try await play("push song:1\n--- kill ---\n--- kill ---\nback\n")
    #expect(result.status == 0)
    #expect(result.output.contains("no screen to go back to"))
  }

  @Test func `messages have the line numbers of the session's file`() async throws {
    let result = try await play("# a\n\npusj\nback\n--- kill ---\n\n# b\npusj\nquit")
    #expect(result.output.contains("line 3: unknown command"))
    #expect(result.output.contains("line 8: unknown command"))
    #expect(result.status == 0)
  }

  @Test func `a command after quit is an error`() async throws {
    let result = try await play("quit\nback\n")
    #expect(result.status == 70)
    #expect(result.errors == "navtool: the process ended before the end of the session.\n")
  }

  @Test func `a session that cannot be read is reported`() async throws {
    let result = try await ToolProcess.run(["demo", "--play", "/nowhere/session.txt"])
    #expect(result.status == 66)
    #expect(result.errors.contains("the session /nowhere/session.txt cannot be read"))
  }
}
