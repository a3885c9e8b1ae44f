import Foundation
import NavStore
import NavStoreTool
import Testing

/// The files that `navtool log` accepts and refuses, and its exit status.
@Suite(.startsProcess) struct LogFilesTests {
  @Test(arguments: LogSubcommand.readingLogs)
  func `every command reports a file that is not a log`(subcommand: LogSubcommand) async throws {
    let sample = try await SampleLog()
    try sample.directory.put("milk\nbread\n", "shopping.navlog")
    try sample.directory.put("", "empty.navlog")
    for (file, status, message) in [
      ("shopping.navlog", 65, "navtool: shopping.navlog is not an action log: it does not begin with a header.\n"),
      ("empty.navlog", 65, "navtool: empty.navlog is not an action log: it does not begin with a header.\n"),
      ("missing.navlog", 66, "navtool: opening missing.navlog failed: No such file or directory (error 2).\n"),
    ] as [(String, Int32, String)] {
      let result = try await sample.run([subcommand.rawValue, file] + (subcommand == .diff ? ["sample.navlog"] : []))
      #expect((result.status, result.output, result.errors) == (status, "", message))
    }
  }

  @Test func `a directory is reported`() async throws {
    let sample = try await SampleLog()
    let result = try await sample.log("verify", sample.directory.path)
    #expect(result.status == 66)
    #expect(result.errors.contains("failed: "))
  }

  private struct App: Codable, Sendable {
    var user = "me"
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
  }

  private enum AppAction: Codable, Sendable { case navigation(NavigationAction<AppTab, Route>) }

  @Test(arguments: LogSubcommand.readingLogs)
  func `the message about a log of a whole app says how to record its navigation`(subcommand: LogSubcommand)
    async throws
  {
    let sample = try await SampleLog()
    let store = Store(
      initialState: App(),
      reducer: Reduce<App, AppAction> { state, action in
        if case .navigation(let action) = action { state.navigation.apply(action) }
        return .none
      })
    let recorder = try ActionLogRecorder(
      of: store, schema: ActionLogSchema<App, AppAction>(), to: sample.directory.path("app.navlog"))
    store.send(.navigation(.push(.song(1))))
    try await recorder.close()
    let files = ["app.navlog"] + (subcommand == .diff ? ["sample.navlog"] : [])
    let result = try await sample.run([subcommand.rawValue] + files)
    #expect((result.status, result.output) == (65, ""))
    #expect(
      result.errors == """
        navtool: app.navlog is the log of a whole app: its state has "navigation" and "user". "navtool log" reads \
        logs of navigations. Record only the part "navigation", for example with \
        ActionLogRecorder(of: store, state: \\.navigation, action: { if case .navigation(let action) = $0 { action } \
        else { nil } }, schema: ActionLogSchema(rules: rules), to: path). See Docs/Reference/Command.md.

        """)
  }

  @Test func `the message about another log names the contents of its state`() async throws {
    let sample = try await SampleLog()
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(of: store, schema: TallySchema(), to: sample.directory.path("tally.navlog"))
    store.send(.add(1))
    try await recorder.close()
    let result = try await sample.log("show", "tally.navlog")
    #expect((result.status, result.output) == (65, ""))
    #expect(
      result.errors
        == "navtool: tally.navlog is not the log of a navigation: its state has \"sum\" and \"words\", and no \"tabs\".\n"
    )
  }

  @Test func `a log of a later version of the format is refused`() async throws {
    let sample = try await SampleLog()
    let header = try sample.lines[0]
    try sample.write([String(header.prefix(header.count - 16)).replacing(#""v":1"#, with: #""v":2"#) + "}"])
    let result = try await sample.log("verify", "sample.navlog")
    #expect(result.status == 65)
    #expect(result.errors.contains("has version 2 of the log format"))
  }

  @Test func `a log without its header is read from the next whole state`() async throws {
    let sample = try await SampleLog()
    try sample.write(Array(try sample.lines.dropFirst()))
    let result = try await sample.log("verify", "--back-rule", "history", "sample.navlog")
    #expect(result.status == 1)
    #expect(result.output.contains("FAILED  sample.navlog: 7 transactions"))
  }

  @Test(arguments: ["-", "/dev/stdin"])
  func `a log is read from standard input, and no temporary file is left`(file: String) async throws {
    let sample = try await SampleLog()
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: sample.path)))
    let folder = try TemporaryDirectory()
    let result = try await ToolProcess.run(["log", "verify", file], bytes: bytes, environment: ["TMPDIR": folder.path])
    #expect(
      (result.status, result.output)
        == (0, "verified  standard input: 11 transactions with 13 actions, 10 states verified, complete\n"))
    let other = try await ToolProcess.run(["log", "show", file], input: "milk", environment: ["TMPDIR": folder.path])
    #expect(
      (other.status, other.errors)
        == (65, "navtool: standard input is not an action log: it does not begin with a header.\n"))
    let stats = try await ToolProcess.run(["log", "stats", file], bytes: bytes, environment: ["TMPDIR": folder.path])
    #expect(stats.output == (try await sample.log("stats", "sample.navlog").output))
    #expect(folder.names == [])
  }

  @Test func `the files that continue a log are found`() async throws {
    let sample = try await SampleLog(options: ActionLogOptions(transactionsPerFile: 3))
    #expect(sample.directory.names == ["sample.2.navlog", "sample.3.navlog", "sample.4.navlog", "sample.navlog"])
    let result = try await sample.log("verify", "sample.navlog")
    #expect(
      result.output
        == "verified  sample.navlog: 11 transactions with 13 actions, 10 states verified, complete\n")
    let rest = try await sample.log("verify", "sample.3.navlog")
    #expect(rest.status == 0)
    #expect(rest.output.contains("begins after transaction 6"))
    let bytes = try sample.directory.names.reduce(0) { try $0 + sample.directory.read($1).count }
    #expect(try await sample.log("stats", "sample.navlog").output.contains("bytes                     \(bytes)\n"))
  }

  @Test func `lines that a later file replaces are not read`() async throws {
    let sample = try await SampleLog()
    let lines = try sample.lines.map { String($0) }
    try sample.write(Array(lines[..<3]) + ["broken"])
    let header = lines[0].prefix(lines[0].count - 16) + #","kept":[]}"#
    try sample.directory.put(([String(header)] + lines[1...]).joined(separator: "\n") + "\n", "sample.2.navlog")
    for files in [["sample.navlog"], ["sample.navlog", "sample.2.navlog"]] {
      let result = try await sample.run(["verify"] + files)
      #expect(
        result.output == "verified  sample.navlog: 11 transactions with 13 actions, 10 states verified, complete\n")
    }
    let bytes = try sample.directory.read("sample.2.navlog").count
    #expect(try await sample.log("stats", "sample.navlog").output.contains("bytes                     \(bytes)\n"))
  }

  @Test func `a later file in another folder is a separate log`() async throws {
    let sample = try await SampleLog()
    let lines = try sample.lines.map { String($0) }
    let header = lines[0].prefix(lines[0].count - 16) + #","kept":[1]}"#
    try FileManager.default.createDirectory(atPath: sample.directory.path("copy"), withIntermediateDirectories: false)
    try sample.directory.put(([String(header)] + lines[1...]).joined(separator: "\n") + "\n", "copy/sample.2.navlog")
    let result = try await sample.run(["verify", "sample.navlog", "copy/sample.2.navlog"])
    #expect(result.output.contains("verified  sample.navlog: "))
    #expect(result.output.contains("  copy/sample.2.navlog: "))
  }

  @Test func `the files of one session are one log if all of them are named`() async throws {
    let sample = try await SampleLog(options: ActionLogOptions(transactionsPerFile: 3))
    let files = ["sample.navlog", "sample.2.navlog", "sample.3.navlog", "sample.4.navlog"]
    let result = try await sample.run(["verify"] + files)
    #expect(
      (result.status, result.output)
        == (0, "verified  sample.navlog: 11 transactions with 13 actions, 10 states verified, complete\n"))
    let one = try await sample.log("stats", "sample.navlog")
    #expect(try await sample.run(["stats"] + files).output == one.output)
    // A file that is named twice is verified twice.
    let twice = try await sample.log("verify", "sample.navlog", "sample.navlog")
    #expect(twice.output.split(separator: "\n").count == 2)
  }

  @Test func `the other files are verified after a file that cannot be read`() async throws {
    let sample = try await SampleLog()
    let result = try await sample.log("verify", "missing.navlog", "sample.navlog")
    #expect(result.status == 66)
    #expect(result.errors == "navtool: opening missing.navlog failed: No such file or directory (error 2).\n")
    #expect(result.output.hasPrefix("verified  sample.navlog"))
  }

  @Test func `a log without a state to compare with is not verified`() async throws {
    let sample = try await SampleLog(options: ActionLogOptions(fingerprintInterval: 0))
    try sample.write(Array(try sample.lines.prefix(3)))
    let result = try await sample.log("verify", "sample.navlog")
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("NOT VERIFIED  sample.navlog: 2 transactions"))
    // The log begins with a whole state, which no transaction precedes.
    let advice = "No replayed transaction is followed by a fingerprint or a whole state to compare it with."
    #expect(result.errors.contains("sample.navlog: \(advice) Record with a fingerprintInterval of 1"))
  }

  @Test func `an output that cannot be written ends the command with status 70 and a reason`() async throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let sample = try await SampleLog()
    let shell = Process()
    let errors = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", #""$0" log stats "$1" > /dev/full"#, try BuiltProduct.url("navtool").path, sample.path]
    shell.standardError = errors
    try shell.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 70)
    #expect(text == "navtool: the output cannot be written: No space left on device (error 28).\n")
  }

  @Test func `a closed output ends the command without a message`() async throws {
    let sample = try await SampleLog()
    let lines = try sample.lines
    // The output is larger than a pipe.
    try sample.write(Array(repeating: lines, count: 200).flatMap { $0 })
    let tool = try ToolProcess(["log", "show", sample.path])
    await tool.readOutput(until: "session sample")
    tool.closeOutput()
    let result = await tool.finish()
    #expect((result.status, result.errors) == (141, ""))
  }

  @Test func `the demo records its actions`() async throws {
    let folder = try TemporaryDirectory()
    let demo = ["demo", "--state", folder.path("demo.state"), "--record", folder.path("demo.navlog")]
    let first = try await ToolProcess.run(
      demo, input: "push song:3\ndo push song:1; tap library\nlink search film:2\n")
    #expect(first.status == 0)
    #expect(first.output.hasPrefix("log: \(folder.path("demo.navlog"))\n"))
    _ = try await ToolProcess.run(demo, input: "back\n")
    let result = try await ToolProcess.run(
      ["log", "verify", folder.path("demo.navlog"), folder.path("demo.2.navlog")])
    #expect(result.status == 0)
    #expect(result.output.contains("demo.navlog: 3 transactions with 4 actions, 3 states verified, complete"))
    #expect(result.output.contains("demo.2.navlog: 1 transaction with 1 action, 1 state verified, complete"))
    let show = try await ToolProcess.run(["log", "show", "--origin", "deeplink", folder.path("demo.navlog")])
    #expect(show.output.contains("deepLink search /film:2"))
  }

  @Test func `a log that cannot be written is reported, and the demo ends with status 74`() async throws {
    let folder = try TemporaryDirectory()
    try folder.put("", "file")
    let demo = ["demo", "--state", folder.path("demo.state"), "--record", folder.path("file/demo.navlog")]
    let result = try await ToolProcess.run(demo, input: "push song:3\n")
    #expect(result.status == 74)
    #expect(result.output.contains("saved revision 1"))
    #expect(result.errors.contains("not recorded in \(folder.path("file/demo.navlog")): "))
  }
}
