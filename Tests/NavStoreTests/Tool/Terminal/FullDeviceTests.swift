import Foundation
import NavStore
import Testing

/// An output that cannot be written.
@Suite(.startsProcess) struct FullDeviceTests {
  private static let commands: [[String]] = [
    ["--help"], ["--version"], ["links", "aasa", "--app-id", "A.b", "LINKS"],
    ["log", "report", "--follow", "LOG"], ["demo", "--help"], ["log", "--help"], ["log", "show", "--help"],
    ["links", "--help"], ["guide"], ["guide", "State"], ["guide", "--help"],
    ["demo", "--state", "STATE"], ["demo", "--play", "SESSION"], ["links", "intent-filters", "LINKS"],
    ["log", "show", "LOG"], ["log", "replay", "LOG"], ["log", "replay", "--json", "LOG"], ["log", "verify", "LOG"],
    ["log", "stats", "LOG"], ["log", "diff", "LOG", "LOG"], ["log", "graph", "LOG"], ["log", "test", "LOG"],
    ["log", "report", "LOG"], ["log", "report", "--output", "-", "LOG"],
  ]

  /// Runs the tool with an output, and returns its status and its messages.
  private func run(_ arguments: [String], output: FileHandle) async throws -> (status: Int32, errors: String) {
    let sample = try await SampleLog()
    let links = DeepLinkTable<String, String>(hosts: ["a.example"]) { LinkPattern("items", in: "home", to: "items") }
    try sample.directory.put("push song:1\nflush\n", "session.txt")
    try sample.directory.put(
      String(decoding: JSONEncoder().encode(LinkTableExport(links)), as: UTF8.self), "links.json")
    let files = [
      "STATE": sample.directory.path("demo.state"), "SESSION": sample.directory.path("session.txt"),
      "LINKS": sample.directory.path("links.json"), "LOG": sample.path,
    ]
    let process = Process()
    let (input, errors) = (Pipe(), Pipe())
    process.executableURL = try BuiltProduct.url("navtool")
    process.arguments = arguments.map { files[$0] ?? $0 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    try? input.fileHandleForWriting.close()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: commands)
  func `every command reports an output that cannot be written, once, with status 70`(arguments: [String]) async throws
  {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let result = try await run(arguments, output: full)
    #expect(result.status == 70)
    #expect(result.errors == "navtool: the output cannot be written: No space left on device (error 28).\n")
  }

  @Test(arguments: commands)
  func `every command ends without a message if its output has no reader`(arguments: [String]) async throws {
    let output = Pipe()
    try output.fileHandleForReading.close()
    let result = try await run(arguments, output: output.fileHandleForWriting)
    #expect((result.status, result.errors) == (141, ""))
  }
}
