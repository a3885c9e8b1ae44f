import NavStoreTesting
import Testing

@Suite struct XCTestProgressTests {
  private let site = CallSite(fileID: "A/B.swift", filePath: "/A/B.swift", line: 1, column: 1)

  /// Returns the delivery and the message of a failure.
  private func fail(_ progress: inout XCTestProgress, from owner: XCTestProgress.TestCase? = nil) -> String {
    let (delivery, failure) = progress.deliver("no", at: site, from: owner)
    return "\(delivery): \(failure.message)"
  }

  @Test func `before the first notification, a failure is tried`() {
    var progress = XCTestProgress(keepsFailures: true)
    #expect(fail(&progress, from: progress.current) == "tryRecording: no")
    #expect(fail(&progress) == "tryRecording: no")
  }

  @Test func `a running test case records the failures of all tools`() {
    var progress = XCTestProgress(keepsFailures: true)
    progress.testCaseStarted("first")
    let first = progress.current
    #expect(fail(&progress, from: first) == "record: no")
    #expect(fail(&progress) == "record: no")
    progress.testCaseEnded("first")
    progress.testCaseStarted("second")
    #expect(fail(&progress, from: first) == "record: no\nThis belongs to the test first, which has ended.")
    #expect(fail(&progress, from: progress.current) == "record: no")
  }

  @Test func `the test case that made the observer gets its name when it fails or ends`() {
    var failing = XCTestProgress(keepsFailures: true)
    let first = failing.current
    #expect(first?.name == nil)
    failing.testCaseFailed("first")
    #expect(first?.name == "first")
    #expect(fail(&failing, from: first) == "record: no")
    #expect(failing.current === first)

    var ending = XCTestProgress(keepsFailures: true)
    let other = ending.current
    ending.testCaseEnded("other")
    #expect(fail(&ending, from: other) == "keep: no\nThis belongs to the test other, which has ended.")
  }

  @Test func `between test cases failures are kept for the end of the suite`() {
    var progress = XCTestProgress(keepsFailures: true)
    progress.testCaseStarted("first")
    progress.testCaseEnded("first")
    // The observer may find out that the test case has ended before XCTest notifies it.
    progress.testCaseEnded("first")
    #expect(fail(&progress) == "keep: no")
    progress.testCaseStarted("second")
    #expect(fail(&progress) == "record: no")
    progress.testCaseEnded("second")
    #expect(fail(&progress) == "keep: no")
    #expect(progress.suiteEnded().map(\.message) == ["no", "no"])
    #expect(progress.suiteEnded().isEmpty)
  }

  @Test func `between test cases, failures are tried if the framework records them`() {
    var progress = XCTestProgress(keepsFailures: false)
    progress.testCaseStarted("first")
    progress.testCaseEnded("first")
    #expect(fail(&progress) == "tryRecording: no")
    #expect(progress.suiteEnded().isEmpty)
  }

  @Test func `after the run, kept failures are returned and new ones are shown elsewhere`() {
    var progress = XCTestProgress(keepsFailures: true)
    progress.testCaseStarted("first")
    let first = progress.current
    progress.testCaseEnded("first")
    _ = progress.suiteEnded()
    #expect(fail(&progress) == "keep: no")
    #expect(progress.runEnded().map(\.message) == ["no"])
    #expect(fail(&progress, from: first) == "showElsewhere: no\nThis belongs to the test first, which has ended.")
    #expect(progress.current == nil)
  }
}
