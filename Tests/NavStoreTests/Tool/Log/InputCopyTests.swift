#if !os(Windows)
  import Foundation
  import NavStoreTool
  import Testing

  /// Inputs of `navtool` that are endless or not regular files.
  @Suite(.startsProcess) struct InputCopyTests {
    private let folder: TemporaryDirectory

    init() throws {
      folder = try TemporaryDirectory()
    }

    /// Runs the tool with limits for processor time and written bytes, which end a tool that does not stop.
    private func run(_ arguments: [String], script: String = #"exec "$0" "$@""#) async throws -> ToolProcess.Result {
      try await ToolProcess(
        arguments, environment: ["TMPDIR": folder.path], script: "ulimit -t 60; ulimit -f 4000000; \(script)"
      ).finish()
    }

    private func arguments(_ subcommand: LogSubcommand, _ file: String) -> [String] {
      ["log", subcommand.rawValue] + (subcommand == .diff ? [file, "Docs/Examples/session.navlog"] : [file])
    }

    private static let tooLong = " is not an action log: a line has more than 16777216 bytes.\n"
    private static let tooLarge =
      " is larger than 256 MiB, the limit for a pipe or a device. Save the input in a file of any size, and pass the "
      + "name of that file.\n"

    @Test(arguments: LogSubcommand.readingLogs)
    func `endless zeros are not a log, as a file and as standard input`(subcommand: LogSubcommand) async throws {
      let file = try await run(arguments(subcommand, "/dev/zero"))
      #expect((file.status, file.output, file.errors) == (65, "", "navtool: /dev/zero\(Self.tooLong)"))
      let input = try await run(arguments(subcommand, "-"), script: #"exec "$0" "$@" < /dev/zero"#)
      #expect((input.status, input.output, input.errors) == (65, "", "navtool: standard input\(Self.tooLong)"))
      #expect(folder.names == [])
    }

    @Test func `an endless input of lines is refused`() async throws {
      let input = try await run(arguments(.show, "-"), script: #"yes 2> /dev/null | "$0" "$@""#)
      #expect((input.status, input.output, input.errors) == (65, "", "navtool: standard input\(Self.tooLarge)"))
      let random = try await run(arguments(.verify, "/dev/urandom"))
      #expect((random.status, random.output, random.errors) == (65, "", "navtool: /dev/urandom\(Self.tooLarge)"))
      #expect(folder.names == [])
    }

    @Test func `a redirected file with a long line is read like the named file`() async throws {
      let file = folder.path + ".navlog"
      defer { unlink(file) }
      let session = SnippetTests.root.appending(path: "Docs/Examples/session.navlog")
      let log = try Data(contentsOf: session) + Data(repeating: UInt8(ascii: "x"), count: 17 << 20) + Data("\n".utf8)
      try log.write(to: URL(filePath: file))
      let named = try await run(arguments(.stats, file))
      let redirected = try await run(arguments(.stats, "-"), script: #"exec "$0" "$@" < "# + file)
      #expect(named.output != "")
      #expect((redirected.status, redirected.output) == (named.status, named.output))
    }

    @Test func `a named pipe has the same limit`() async throws {
      let pipe = folder.path + ".fifo"
      defer { unlink(pipe) }
      let input = try await run(
        arguments(.stats, pipe), script: #"mkfifo "$3"; yes > "$3" 2> /dev/null & exec "$0" "$@""#)
      #expect((input.status, input.output, input.errors) == (65, "", "navtool: \(pipe)\(Self.tooLarge)"))
      #expect(folder.names == [])
    }

    @Test(arguments: ["/dev/null", "/"]) func `an empty input and an unreadable input are reported`(
      file: String
    ) async throws {
      for command in LogSubcommand.readingLogs {
        let named = try await run(arguments(command, file))
        let input = try await run(arguments(command, "-"), script: #"exec "$0" "$@" < "# + file)
        if file == "/" {
          #expect((named.status, named.output) == (66, ""))
          #expect(named.errors.hasPrefix("navtool: reading / failed: Is a directory"), "\(named.errors)")
          #expect((input.status, input.output) == (66, ""))
          #expect(input.errors.hasPrefix("navtool: reading standard input failed: Is a directory"), "\(input.errors)")
        } else {
          let reason = "is not an action log: it does not begin with a header.\n"
          #expect((named.status, named.errors) == (65, "navtool: \(file) \(reason)"))
          #expect((input.status, input.errors) == (65, "navtool: standard input \(reason)"))
        }
      }
      #expect(folder.names == [])
    }

    // The process can inherit that other signals are ignored.
    @Test(arguments: [SIGTERM, SIGKILL])
    func `a signal leaves no temporary file`(signal: Int32) async throws {
      let tool = try ToolProcess(["log", "show", "-"], environment: ["TMPDIR": folder.path])
      // The text is larger than a pipe. After it is sent, the tool has begun to copy it.
      await tool.send(String(repeating: "milk\n", count: 100_000))
      tool.signal(signal)
      let result = await tool.finish()
      #expect(result.status == 128 + signal)
      #expect(folder.names == [])
    }

    @Test func `the message about a full temporary folder says what to do`() async throws {
      let result = try await ToolProcess.run(
        ["log", "show", "-"], input: "milk\n", environment: ["TMPDIR": folder.path], isDiskFull: true)
      #expect(result.status == 70)
      #expect(result.errors.hasPrefix("navtool: standard input cannot be copied to \(folder.path): File too large"))
      #expect(result.errors.contains("Set TMPDIR to a folder with more space"))
      #expect(folder.names == [])
    }

    @Test(arguments: ["/dev/zero", "/dev/urandom", "/", "/dev/null"])
    func `a session to play has at most one mebibyte`(file: String) async throws {
      let result = try await run(["demo", "--play", file])
      switch file {
      case "/":
        #expect(result.status == 66)
        #expect(result.errors.hasPrefix("navtool: the session / cannot be read: Is a directory"))
      case "/dev/null":
        #expect(result.status == 0)
      default:
        #expect(result.status == 66)
        #expect(
          result.errors.hasPrefix("navtool: the session \(file) is larger than the limit of 1 MiB."))
      }
      #expect(folder.names == [])
    }
  }
#endif
