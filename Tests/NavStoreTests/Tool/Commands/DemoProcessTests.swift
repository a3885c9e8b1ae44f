import Foundation
import Testing

/// The process `navtool demo`, controlled through pipes.
@Suite(.startsProcess) struct DemoProcessTests {
  let folder: TemporaryDirectory
  let state: [String]

  init() throws {
    folder = try TemporaryDirectory()
    state = ["demo", "--state", folder.path("demo.state")]
  }

  // MARK: Input and output

  @Test func `a piped session responds to each command, and the last line needs no line feed`() async throws {
    let result = try await ToolProcess.run(state, input: "push song:3\n\n# nothing\ntap library")
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(
      result.output.hasPrefix(
        """
        state file: \(folder.path("demo.state"))
        initial revision 0, state aeaa8b2d3688b509
            [home]  search  library  settings
            home  Home

        > push song:3
          pushed Song 3 "Low Tide" in home
            [home]  search  library  settings
            home  Home > Song 3 "Low Tide"
                  see also: song:7, film:2, book:4

        > tap library
          selected library
            home  search  [library]  settings
            home     Home > Song 3 "Low Tide"
            library  Library

          saved revision 2, state
        """))
    #expect(result.output.hasSuffix(", 0 not saved\n\n"))
  }

  @Test func `a line that is not a command is reported with its number, and the session continues`() async throws {
    let bytes =
      Array("# one\npusj\n".utf8) + [0xFF, 0x0A, 0x00, 0x0A] + [UInt8](repeating: 65, count: 100_000)
      + Array("\nback".utf8)
    let result = try await ToolProcess.run(state, bytes: bytes)
    #expect(
      result.errors == """
        line 2: unknown command "pusj". Did you mean "push"?
        line 3: the line is not UTF-8 text and was skipped
        line 4: the line has a control character (number 0) and was skipped
        line 5: the line has more than 4096 bytes and was skipped

        """)
    #expect(result.output.contains("no screen to go back to"))
    #expect(result.status == 0)
  }

  @Test func `any bytes are accepted`() async throws {
    var bytes: [UInt8] = []
    for index in 0..<20_000 { bytes.append(UInt8(truncatingIfNeeded: index &* index &+ index >> 7)) }
    let result = try await ToolProcess.run(state, bytes: bytes)
    #expect(result.status == 0)
  }

  @Test func `a session whose output is closed saves and ends`() async throws {
    let tool = try ToolProcess(["demo", "--state", folder.path("demo.state")])
    await tool.readOutput(until: "initial")
    tool.closeOutput()
    await tool.send("push song:3\npush song:7\n")
    #expect(await tool.finish().status == 141)
    #expect(try await ToolProcess.run(state).output.contains("Song 3"))
  }

  @Test func `a URL is opened, and the URL of the current screen is printed`() async throws {
    let result = try await ToolProcess.run(state, input: "open navstore://film/2\nurl\npush setting:account\nurl\n")
    #expect((result.status, result.errors) == (0, ""))
    #expect(
      result.output.contains(
        """
        > open navstore://film/2
          selected library; presented cover 1: Film 2 "Nightboat"
            home  search  [library]  settings
            library  Library
            cover 1  Film 2 "Nightboat"
                     see also: song:7, book:1, film:3

        > url
          navstore://film/2

        > push setting:account

        """.dropLast()))
    #expect(result.output.contains("> url\n  navstore://settings/account (only the app itself can open it)\n\n"))
  }

  @Test func `a URL without a link is reported and changes nothing`() async throws {
    let result = try await ToolProcess.run(
      state, input: "open navstore://song/77\nopen navstore://settings/account\nstatus\nshow\n")
    #expect(result.status == 0)
    #expect(
      result.errors == """
        line 1: open: The URL matches "song/:number" except for number: expected the number of a song in the catalogue, \
        found "77" (at byte 16).
        line 2: open: The URL matches "settings/account", which only the app itself may open.

        """)
    #expect(result.output.contains("0 changes, 0 saves, 0 not saved"))
    #expect(result.output.contains("> show\n    [home]  search  library  settings\n    home  Home\n\n"))
  }

  @Test func `the links are listed`() async throws {
    let result = try await ToolProcess.run(state, input: "links\n")
    #expect(
      result.output.contains(
        """
        > links
          /home                 home  also /
        """))
    #expect(result.output.contains("\n  /settings/account     settings  internal\n"))
    #expect(result.output.contains("\n  /film/:number         library  as a cover  also /library/film/:number\n"))
  }

  // MARK: Saving and restoring

  @Test func `the state is restored at the next start`() async throws {
    let first = try await ToolProcess.run(state, input: "tap library\npush song:3\nsheet settings\nquit\nback\n")
    #expect(first.output.contains("> quit\n  saved revision 3, state 474c42812ace5900\n  3 changes"))
    let second = try await ToolProcess.run(state)
    #expect(
      second.output.hasPrefix(
        """
        state file: \(folder.path("demo.state"))
        restored revision 3, state 474c42812ace5900
            home  search  [library]  settings
            library  Library > Song 3 "Low Tide"
            sheet 1  Settings

        """.dropLast()))
  }

  @Test func `a change is saved after a delay, while the session waits for input`()
    async throws
  {
    let tool = try ToolProcess(state)
    await tool.send("push song:3\n")
    // The number of requests does not matter. The save runs in the background and changes the reply once.
    repeat {
      await tool.send("status\n")
    } while await tool.readOutput(until: " not saved")?.hasSuffix(" 1 save, 0 not saved") == false && !Task.isCancelled
    tool.signal(SIGKILL)
    #expect(await tool.finish().status == 128 + SIGKILL)
    #expect(try await ToolProcess.run(state).output.contains("restored revision 1"))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal that ends the session saves first`(number: Int32) async throws {
    let tool = try ToolProcess(state)
    await tool.send("push song:3\n")
    await tool.readOutput(until: "see also")
    tool.signal(number)
    let result = await tool.finish()
    #expect(result.status == 128 + number)
    #expect(result.output.contains("saved revision 1"))
    #expect(try await ToolProcess.run(state).output.contains("Song 3"))
  }

  @Test func `a reset starts with the initial state and keeps the old files`() async throws {
    _ = try await ToolProcess.run(state, input: "push song:3\nflush\npush song:7\n")
    let old = try (folder.read("demo.state"), folder.read("demo.state.previous"))
    let result = try await ToolProcess.run(state + ["--reset"])
    #expect(result.status == 0)
    #expect(result.output.contains("initial revision 0"))
    let names = result.output.split(separator: "\n").compactMap { line in
      line.firstRange(of: " was moved to \(folder.path)/").map { String(line[$0.upperBound...]) }
    }
    try #require(names.count == 2)
    #expect(try folder.read(names[0]) == old.0)
    #expect(try folder.read(names[1]) == old.1)
    // The previous session changed nothing, but its reset stays effective.
    #expect(try await ToolProcess.run(state).output.contains("initial revision 0"))
  }

  // MARK: Damaged files

  @Test func `missing directories are created`() async throws {
    let path = folder.path("a/b/demo.state")
    let result = try await ToolProcess.run(["demo", "--state", path], input: "push song:3\n")
    #expect((result.status, result.errors) == (0, ""))
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func `a damaged file is quarantined, and the previous generation is restored`() async throws {
    _ = try await ToolProcess.run(state, input: "push song:3\nflush\npush song:7\n")
    var bytes = try folder.read("demo.state")
    bytes[bytes.count - 3] ^= 1
    try bytes.write(to: URL(fileURLWithPath: folder.path("demo.state")))

    let result = try await ToolProcess.run(state, input: "back\n")
    let path = folder.path("demo.state")
    #expect(result.status == 0)
    #expect(
      result.errors == """
        \(path) is damaged: its checksum does not match its content. It was moved to \(path).aside-1; keep it for a \
        bug report, or delete it.
        Restored revision 1 from the previous generation, \(path).previous; later changes are lost.

        """)
    #expect(result.output.contains("restored revision 1"))
    #expect(try folder.read("demo.state.aside-1") == bytes)
  }

  @Test func `a file with other contents is quarantined`() async throws {
    try folder.put("my shopping list", "demo.state")
    let result = try await ToolProcess.run(state, input: "push song:3\n")
    #expect(result.status == 0)
    #expect(result.errors.contains("\(folder.path("demo.state")) is not a saved state"))
    #expect(try folder.read("demo.state.aside-1") == Data("my shopping list".utf8))
    #expect(try await ToolProcess.run(state).output.contains("restored revision 1"))
  }

  // On Apple platforms, the folder cannot be replaced.
  #if !canImport(Darwin)
    @Test(arguments: ["demo.state", "demo.state.previous"])
    func `a state that the command saved under its first name is used where it is`(file: String) async throws {
      func run() async throws -> String? {
        let result = try await ToolProcess.run(
          ["demo"], input: "push song:3\n", environment: ["XDG_STATE_HOME": folder.path, "HOME": folder.path])
        #expect(result.status == 0)
        return result.output.split(separator: "\n").first.map(String.init)
      }
      #expect(try await run() == "state file: \(folder.path("navtool/demo.state"))")
      let files = FileManager.default
      try files.moveItem(atPath: folder.path("navtool"), toPath: folder.path("navstore"))
      if file != "demo.state" {
        try files.moveItem(atPath: folder.path("navstore/demo.state"), toPath: folder.path("navstore/\(file)"))
      }
      #expect(try await run() == "state file: \(folder.path("navstore/demo.state"))")
      #expect(!files.fileExists(atPath: folder.path("navtool")))
      try files.copyItem(atPath: folder.path("navstore"), toPath: folder.path("navtool"))
      #expect(try await run() == "state file: \(folder.path("navtool/demo.state"))")
    }
  #endif

  @Test func `a directory instead of the file is not changed, and the session reports that nothing was saved`()
    async throws
  {
    let path = folder.path("demo.state")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let result = try await ToolProcess.run(state, input: "push song:3\nflush\nback\n")
    #expect(result.status == 74)
    #expect(result.errors.contains("\(path) could not be read"))
    #expect(result.errors.contains("not saved: Cannot"))
    #expect(result.output.contains("> back\n  popped home"))
    #expect(folder.names == ["demo.state", "demo.state.navstore-owner"])
  }

  @Test func `a full disk is reported, and the saved state stays`() async throws {
    _ = try await ToolProcess.run(state, input: "push song:3\n")
    let old = try folder.read("demo.state")
    let result = try await ToolProcess.run(state, input: "push song:7\nflush\nback\n", isDiskFull: true)
    #expect(result.status == 74)
    #expect(result.errors.contains("not saved: Cannot save \(folder.path("demo.state"))"))
    #expect(result.output.contains("> back\n  popped home"))
    #expect(try folder.read("demo.state") == old)
    #expect(folder.names == ["demo.state", "demo.state.navstore-owner"])
  }

  // MARK: Arguments

  @Test func `wrong arguments end the command with a hint on standard error`() async throws {
    let result = try await ToolProcess.run(["demo", "--sate", "x"])
    #expect(result.status == 64)
    #expect(result.output == "")
    #expect(
      result.errors == """
        navtool: unknown option "--sate". Did you mean "--state"?
        "navtool demo --help" shows the usage.

        """)
  }

  @Test(arguments: [["--help"], ["demo", "--help"]])
  func `help goes to standard output`(arguments: [String]) async throws {
    let result = try await ToolProcess.run(arguments)
    #expect((result.status, result.errors) == (0, ""))
    #expect(
      result.output.hasPrefix(
        "usage: navtool demo [--state FILE] [--record FILE] [--reset] [--lines] [--play SESSION]\n"))
  }

  @Test func `an invalid path is a wrong argument`() async throws {
    let result = try await ToolProcess.run(["demo", "--state", folder.path + "/"])
    #expect(result.status == 64)
    #expect(result.errors.contains("does not end in the name of a file"))
  }

  @Test(arguments: ["/dev/null", "/dev/full", "/dev"].filter { FileManager.default.fileExists(atPath: $0) })
  func `a log is not recorded beside a device or a directory`(path: String) async throws {
    let result = try await ToolProcess.run(["demo", "--lines", "--record", path])
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("navtool: \(path) is not a file, so no log can be recorded there."))
    #expect(!FileManager.default.fileExists(atPath: path + ".2"))
  }
}
