import NavStoreTesting
import Testing

/// Failures in a program without a test framework.
@Suite(.startsProcess) struct ReportWriterTests {
  private func run(_ arguments: String...) async throws -> ToolProcess.Result {
    try await ToolProcess.run(arguments, product: "ReportWriter")
  }

  @Test func `failures and notes go to standard error, before the program goes on`() async throws {
    let result = try await run()
    #expect(
      result.errors == """
        Plain/main.swift:7: first line
        second line
        Plain/main.swift:7: note: and a note
        Plain/main.swift:7: in a detached task

        """)
    #expect(result.output == "")
    #expect(result.status == 0)
  }

  @Test func `closed standard streams do not stop the program`() async throws {
    #expect(try await run("closed-output").errors == "Plain/main.swift:7: with a closed output\n")
    let closedErrors = try await run("closed-errors")
    #expect(closedErrors.output == "still there\n")
    #expect(closedErrors.errors == "")
    #expect(closedErrors.status == 0)
  }

  @Test func `failures of many threads do not mix`() async throws {
    let lines = try await run("threads").errors.split(separator: "\n")
    let filler = String(repeating: "x", count: 1_000)
    #expect(
      lines.sorted() == (0..<100).map { "Plain/main.swift:7: from thread \($0), \(filler)" }.sorted().map { $0[...] })
  }
}
