#if os(macOS) || os(Linux)
  // Reports failures like a test tool, in a program without a test framework, and writes session reports.
  import Foundation
  import NavStoreTesting

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Reports from a hundred threads, and waits for them. This is a function because the code of this file is
  /// asynchronous, and asynchronous code must not block.
  func reportFromThreads() {
    let group = DispatchGroup()
    for number in 0..<100 {
      group.enter()
      Thread.detachNewThread {
        reporter.fail("from thread \(number), " + String(repeating: "x", count: 1_000), at: site)
        group.leave()
      }
    }
    group.wait()
  }

  let reporter = FailureReporter()
  let site = CallSite(fileID: "Plain/main.swift", filePath: "/Plain/main.swift", line: 7, column: 1)

  switch CommandLine.arguments.dropFirst().first {
  case "closed-output":
    close(STDOUT_FILENO)
    reporter.fail("with a closed output", at: site)
  case "closed-errors":
    close(STDERR_FILENO)
    reporter.fail("with closed standard error", at: site)
    print("still there")
    fflush(nil)
  case "reports":
    try await WrittenReports.write(to: CommandLine.arguments[2])
    fflush(nil)
  case "threads":
    reportFromThreads()
  default:
    reporter.fail("first line\nsecond line", at: site)
    reporter.note("and a note", at: site)
    await Task.detached { FailureReporter().fail("in a detached task", at: site) }.value
  }
  // Does not flush buffers.
  _exit(0)
#endif
