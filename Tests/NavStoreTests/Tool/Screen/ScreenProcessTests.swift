import Foundation
import NavStoreTool
import Testing

/// The process `navtool demo` on a pseudo terminal.
@Suite(.startsProcess) struct ScreenProcessTests {
  static let entering = "\u{1B}[?1049h"
  static let leaving = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  let folder: TemporaryDirectory
  let state: [String]

  init() throws {
    folder = try TemporaryDirectory()
    state = ["demo", "--state", folder.path("demo.state")]
  }

  /// Starts a session, and waits until it has drawn its first screen.
  private func begin(_ arguments: [String] = []) async throws -> TerminalProcess {
    let tool = try TerminalProcess(state + arguments)
    let beginning = try #require(await tool.readOutput(until: Self.entering))
    #expect(beginning.contains("state file: \(folder.path("demo.state"))\r\n"))
    #expect(await tool.readOutput(until: "select home") != nil)
    return tool
  }

  @Test func `a session opens, goes back, presents and quits, and the next session restores its state`() async throws {
    let tool = try await begin()
    #expect(!tool.hasOriginalModes)
    tool.type("1")
    #expect(await tool.readOutput(until: "push song:3 in home, animated") != nil)
    tool.type("\u{1B}")
    #expect(await tool.readOutput(until: "pop 1 in home, animated") != nil)
    // The keys arrive together. Each key refers to the screen after the previous key.
    tool.type("\u{1B}[12~1s")
    #expect(await tool.readOutput(until: "present sheet 1: ") != nil)
    tool.type("q")
    #expect(await tool.finish() == 0)
    let end = try #require(tool.unreadOutput.ranges(of: Self.leaving).last?.upperBound)
    let summary = /\ \ saved revision 5, state [0-9a-f]{16}\r\n\ \ 5 changes, \d saves?, 0 not saved\r\n\r\n/
    #expect(tool.unreadOutput[end...].wholeMatch(of: summary) != nil)
    #expect(tool.hasOriginalModes)

    let next = try TerminalProcess(state)
    #expect(await next.readOutput(until: "restored revision 5") != nil)
    #expect(await next.readOutput(until: Self.entering) != nil)
    #expect(await next.readOutput(until: "restored the state of the last session") != nil)
    #expect(await next.readOutput(until: "sheet 1") != nil)
    next.type("\u{3}")
    #expect(await next.finish() == 0)
  }

  @Test func `a tap on the selected tab pops to its root, and a second one scrolls to the top`() async throws {
    let tool = try await begin()
    tool.type("\u{1B}OR\u{1B}[F\r")
    #expect(await tool.readOutput(until: "push film:3 in library") != nil)
    tool.type("\u{1B}OR")
    // The steps are drawn after the list, whose selected row is unchanged.
    #expect(await tool.readOutput(until: "pop 1 in library, animated")?.contains(">   Film 3") == true)
    tool.type("\u{1B}OR")
    #expect(await tool.readOutput(until: "> 1 Book 1") != nil)
    tool.type("q")
    #expect(await tool.finish() == 0)
  }

  @Test func `the keys of the timeline show earlier states, which are not saved`() async throws {
    let tool = try await begin()
    tool.type("12")
    #expect(await tool.readOutput(until: "push film:2 in home, animated") != nil)
    tool.type("[")
    #expect(await tool.readOutput(until: "state 1 of 2: pushed Song 3") != nil)
    #expect(await tool.readOutput(until: "pop 1 in home, animated") != nil)
    // Without the first action, the second one pushes from the root.
    tool.type("x]")
    #expect(await tool.readOutput(until: "state 1 of 2, without action 1") != nil)
    #expect(await tool.readOutput(until: "state 2 of 2: pushed Film 2") != nil)
    #expect(await tool.readOutput(until: "push film:2 in home, animated") != nil)
    tool.type("1")
    #expect(await tool.readOutput(until: "this is not the present state") != nil)
    tool.type("\u{1B}")
    #expect(await tool.readOutput(until: "set /song:3/film:2 in home, animated") != nil)
    tool.type("[[q")
    #expect(await tool.finish() == 0)
    #expect(tool.unreadOutput.contains("  2 changes, "))

    let next = try TerminalProcess(state)
    #expect(await next.readOutput(until: "restored revision 2") != nil)
    #expect(await next.readOutput(until: "Home > Song 3 \"Low Tide\" > Film 2 \"Nightboat\"") != nil)
    next.type("q")
    #expect(await next.finish() == 0)
  }

  @Test func `the keys of the timeline are in the footer and in the list of keys, which opens there, too`() async throws
  {
    let tool = try await begin()
    tool.type("\u{C}")
    #expect(await tool.readOutput(until: "[ earlier  g URL") != nil)
    tool.type("1[")
    #expect(await tool.readOutput(until: "[ earlier  ] later  x leave out  Esc present  ? keys") != nil)
    tool.type("?")
    #expect(await tool.readOutput(until: "leave out the action before an earlier state") != nil)
    tool.type("\u{1B}")
    #expect(await tool.readOutput(until: "[ earlier  ] later") != nil)
    tool.type("q")
    #expect(await tool.finish() == 0)
  }

  @Test func `on a small screen, the list of keys scrolls to its end`() async throws {
    let tool = try await begin()
    tool.resize(columns: 40, rows: 10)
    tool.type("?")
    #expect(await tool.readOutput(until: "1-5 of ") != nil)
    tool.type("\u{1B}[F")
    #expect(await tool.readOutput(until: "save and quit") != nil)
    tool.type("\u{1B}[H")
    #expect(await tool.readOutput(until: "1-9, Enter") != nil)
    tool.type("\u{3}")
    #expect(await tool.finish() == 0)
  }

  @Test func `a prompt has its own keys in the footer`() async throws {
    let tool = try await begin()
    tool.type("g")
    #expect(await tool.readOutput(until: "Enter open  Ctrl-U clear  Esc cancel  Ctrl-C quit") != nil)
    tool.type("\u{3}")
    #expect(await tool.finish() == 0)
  }

  @Test(arguments: [("", "\u{1B}[33m"), ("1", "\u{1B}[1m")])
  func `colors are used unless NO_COLOR is set`(value: String, style: String) async throws {
    let tool = try TerminalProcess(state, environment: ["NO_COLOR": value])
    #expect(await tool.readOutput(until: "select home") != nil)
    tool.type("9")
    let output = try #require(await tool.readOutput(until: "this screen has no link 9"))
    #expect(output.hasSuffix(style + "this screen has no link 9"))
    tool.type("q")
    #expect(await tool.finish() == 0)
    #expect(value.isEmpty || !tool.unreadOutput.contains(/\u{1B}\[3\dm/))
  }

  @Test func `without a screen to go back to, the session shows a message and continues`() async throws {
    let tool = try await begin()
    tool.type("\u{7F}")
    #expect(await tool.readOutput(until: "no screen to go back to") != nil)
    tool.type("q")
    #expect(await tool.finish() == 0)
  }

  @Test func `a URL is typed, Escape cancels the input, and a wrong URL shows a message`() async throws {
    let tool = try await begin()
    tool.type("g/song/7\r")
    #expect(await tool.readOutput(until: "push song:7 in library") != nil)
    tool.type("g")
    #expect(await tool.readOutput(until: "URL: ") != nil)
    tool.type("q\u{1B}")
    #expect(await tool.readOutput(until: "selected library") != nil)
    tool.type("g/song/77\r")
    #expect(await tool.readOutput(until: "The URL matches") != nil)
    tool.type("g\u{4}")
    #expect(await tool.finish() == 0)
    #expect(tool.hasOriginalModes)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal that ends the session restores the terminal and saves`(number: Int32) async throws {
    let tool = try await begin()
    tool.type("1")
    #expect(await tool.readOutput(until: "push song:3") != nil)
    tool.signal(number)
    #expect(await tool.finish() == 128 + number)
    #expect(tool.unreadOutput.contains(Self.leaving + "  saved revision 1"))
    #expect(tool.hasOriginalModes)
  }

  @Test(arguments: [SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE])
  func `a crash restores the terminal and ends the process with its signal`(number: Int32) async throws {
    let tool = try await begin()
    tool.signal(number)
    #expect(await tool.finish() == 128 + number)
    #expect(tool.unreadOutput.hasSuffix(Self.leaving))
    #expect(tool.hasOriginalModes)
  }

  @Test(arguments: [true, false])
  func `a stopped session restores the terminal, and enters the full screen again when it continues`(byKey: Bool)
    async throws
  {
    let tool = try await begin()
    tool.type("1")
    #expect(await tool.readOutput(until: "push song:3") != nil)
    if byKey { tool.type("\u{1A}") } else { tool.signal(SIGTSTP) }
    #expect(await tool.readOutput(until: Self.leaving) != nil)
    await tool.waitUntilStopped()
    #expect(tool.hasOriginalModes)
    // The process may never continue, so it has saved its state.
    #expect(folder.names.contains("demo.state"))
    tool.signal(SIGCONT)
    #expect(await tool.readOutput(until: Self.entering) != nil)
    #expect(await tool.readOutput(until: "push song:3 in home") != nil)
    tool.type("q")
    #expect(await tool.finish() == 0)
    #expect(tool.hasOriginalModes)
  }

  @Test func `a new size of the window is drawn, even 1 by 1`() async throws {
    let tool = try await begin()
    tool.resize(columns: 40, rows: 12)
    #expect(await tool.readOutput(until: "Search  Library  Settings") != nil)
    tool.resize(columns: 1, rows: 1)
    #expect(await tool.readOutput(until: "\u{1B}[1;1H") != nil)
    tool.type("1?xg日\u{C}")
    tool.resize(columns: 80, rows: 24)
    #expect(await tool.readOutput(until: "[F1 Home +1]") != nil)
    tool.type("\u{3}")
    #expect(await tool.finish() == 0)
  }

  @Test func `a session whose terminal is closed saves and ends`() async throws {
    let tool = try await begin()
    tool.type("1")
    #expect(await tool.readOutput(until: "push song:3") != nil)
    tool.hangUp()
    #expect(await tool.finishWithoutTerminal() == 128 + SIGHUP)
    #expect(try await ToolProcess.run(state).output.contains("restored revision 1"))
  }

  @Test func `any bytes are accepted`() async throws {
    let tool = try await begin()
    // As many bytes as a terminal buffers: the test reads no output until all bytes are written.
    var bytes = ""
    for index in 0..<1_500 {
      let scalar = Unicode.Scalar(UInt8(truncatingIfNeeded: index &* index &+ index >> 5))
      // Keys that end or stop the session are left out.
      if ![0x03, 0x04, 0x1A, 0x71].contains(scalar.value) { bytes.unicodeScalars.append(scalar) }
    }
    tool.type(bytes)
    tool.type("\u{3}")
    #expect(await tool.finish() == 0)
    #expect(tool.hasOriginalModes)
  }

  @Test func `the recorded log contains the actions of the session`() async throws {
    let tool = try TerminalProcess(state + ["--record", folder.path("s.navlog")])
    #expect(await tool.readOutput(until: "log: ") != nil)
    #expect(await tool.readOutput(until: "select home") != nil)
    tool.type("12q")
    #expect(await tool.finish() == 0)
    let verified = try await ToolProcess.run(["log", "verify", folder.path("s.navlog")])
    #expect(verified.status == 0)
    #expect(verified.output.contains("2 transactions with 2 actions, 2 states verified, complete"))
  }

  @Test(arguments: [(["--lines"], "xterm"), ([], "dumb"), ([], "")])
  func `lines of commands are read in a terminal with --lines or without a usable TERM`(option: [String], name: String)
    async throws
  {
    let tool = try TerminalProcess(state + option, environment: ["TERM": name])
    #expect(await tool.readOutput(until: "> ") != nil)
    tool.type("push song:3\n")
    #expect(await tool.readOutput(until: "see also: song:7, film:2, book:4") != nil)
    tool.type("quit\n")
    #expect(await tool.finish() == 0)
    #expect(!tool.unreadOutput.contains("\u{1B}"))
  }
}
