#if canImport(XCTest)
  internal import Dispatch
  internal import Foundation
  internal import NavStore
  internal import XCTest

  /// A channel that reports the failures of a test tool to XCTest. The test case that created the tool, if any, is the
  /// owner.
  struct XCTestChannel: Sendable {
    private let owner = XCTestObserver.shared.currentTestCase

    /// Reports a failure. Returns `nil` if XCTest shows the failure now or at the end of the suite. Otherwise, returns
    /// the message, which the caller must show.
    ///
    /// On Apple platforms, a report is attached to the failure if a test case is running.
    func fail(_ message: String, at site: CallSite, _ report: ReportAttachment?) -> String? {
      XCTestObserver.shared.fail(message, at: site, report, from: owner)
    }

    /// Calls `check` when the test case that created the tool ends. For a tool that was created before any test case
    /// ran, calls `check` at the end of each test case. For any other tool, does nothing.
    func whenTestCaseEnds(_ check: @escaping @Sendable () -> Void) {
      if let owner { owner.addCheck(check) }
    }
  }

  /// An observer that detects which test case of XCTest is running, and reports failures to it.
  ///
  /// XCTest has no API for the current test case, and `XCTFail` does nothing outside of a test case.
  private final class XCTestObserver: NSObject, Sendable {
    /// The shared observer, which is registered at its first use, and stays registered until the process ends.
    static let shared: XCTestObserver = {
      let observer = XCTestObserver()
      #if canImport(ObjectiveC)
        // Apple requires registration on the main thread. The registration is asynchronous, because the main thread may
        // be waiting for this thread.
        if Thread.isMainThread {
          XCTestObservationCenter.shared.addTestObserver(observer)
        } else {
          DispatchQueue.main.async { XCTestObservationCenter.shared.addTestObserver(observer) }
        }
      #else
        // The registration is synchronous, from any thread. This is safe because tools are created inside a test case,
        // and XCTest reads its list of observers only between test cases and when a failure occurs.
        XCTestObservationCenter.shared.addTestObserver(observer)
      #endif
      return observer
    }()

    private struct State {
      #if canImport(ObjectiveC)
        // On Apple platforms, XCTest assigns a failure outside of test cases to the suite.
        var progress = XCTestProgress(keepsFailures: false)
      #else
        var progress = XCTestProgress(keepsFailures: true)
      #endif
      var run: XCTestRun?
      /// The failures that were reported to XCTest but that XCTest has not yet recorded.
      var attempts: [XCTestProgress.Failure] = []

      mutating func takeAttempt(where isMeant: (XCTestProgress.Failure) -> Bool) -> XCTestProgress.Failure? {
        attempts.firstIndex(where: isMeant).map { attempts.remove(at: $0) }
      }
    }

    private let state = Locked(State())

    /// The current test case, or `nil` between test cases. Before the first notification of XCTest, it is a test case
    /// without a name, because a test case may already be running.
    var currentTestCase: XCTestProgress.TestCase? { state.withLock { $0.progress.current } }

    /// Reports a failure. Returns `nil` if XCTest shows the failure now or at the end of the suite; otherwise, returns
    /// the message, which the caller must show.
    func fail(
      _ message: String, at site: CallSite, _ report: ReportAttachment?, from owner: XCTestProgress.TestCase?
    ) -> String? {
      let (delivery, failure) = state.withLock { state in
        // XCTest ends the process if a failure belongs to a run that has stopped, and a run stops before its observers
        // are notified. If this code runs on another thread, the run may also stop between this line and the report.
        // This cannot be prevented.
        if let run = state.run, run.stopDate != nil { state.progress.testCaseEnded(run.test.name) }
        return state.progress.deliver(message, at: site, from: owner)
      }
      switch delivery {
      case .record:
        // The observer does not check whether XCTest shows the failure, because a test case may override how it records
        // failures.
        record(failure, report)
        return nil
      case .tryRecording:
        state.withLock { $0.attempts.append(failure) }
        record(failure)
        return state.withLock { state in
          guard state.takeAttempt(where: failure.isLike) != nil else { return nil }
          let isKept = TestingLibrary.requested == .xctest && state.progress.keep(failure)
          return isKept ? nil : failure.message
        }
      case .keep:
        return nil
      case .showElsewhere:
        return failure.message
      }
    }

    private func record(_ failure: XCTestProgress.Failure, _ report: ReportAttachment? = nil) {
      #if canImport(ObjectiveC)
        if let report, let testCase = state.withLock({ $0.run?.test as? XCTestCase }) {
          return record(failure, report, in: testCase)
        }
      #endif
      XCTFail(failure.message, file: failure.site.filePath, line: failure.site.line)
    }

    #if canImport(ObjectiveC)
      private func record(
        _ failure: XCTestProgress.Failure, _ report: ReportAttachment, in testCase: XCTestCase
      ) {
        let attachment = XCTAttachment(data: Data(report.bytes), uniformTypeIdentifier: "public.html")
        attachment.name = report.name
        attachment.lifetime = .keepAlways
        let place = XCTSourceCodeLocation(filePath: "\(failure.site.filePath)", lineNumber: Int(failure.site.line))
        var issue = XCTIssue(
          type: .assertionFailure, compactDescription: failure.message,
          sourceCodeContext: XCTSourceCodeContext(location: place))
        issue.add(attachment)
        testCase.record(issue)
      }
    #endif
  }

  // MARK: Notifications of XCTest

  extension XCTestObserver: XCTestObservation {
    func testCaseWillStart(_ testCase: XCTestCase) {
      state.withLock { state in
        state.run = testCase.testRun
        state.progress.testCaseStarted(testCase.name)
      }
    }

    #if canImport(ObjectiveC)
      func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
        matchAttempt(issue.compactDescription, line: issue.sourceCodeContext.location?.lineNumber)
        state.withLock { $0.progress.testCaseFailed(testCase.name) }
      }

      func testSuite(_ testSuite: XCTestSuite, didRecord issue: XCTIssue) {
        matchAttempt(issue.compactDescription, line: issue.sourceCodeContext.location?.lineNumber)
      }
    #else
      func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
        atLine lineNumber: Int
      ) {
        matchAttempt(description, line: lineNumber)
        state.withLock { $0.progress.testCaseFailed(testCase.name) }
      }
    #endif

    private func matchAttempt(_ description: String, line: Int?) {
      // The description may begin with other text, because XCTest adds text before the message.
      state.withLock { state in
        _ = state.takeAttempt { line == Int($0.site.line) && description.hasSuffix($0.message) }
      }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      let (ended, beforeAll) = state.withLock { state in
        let ended = state.progress.current
        state.progress.testCaseEnded(testCase.name)
        return (ended, state.progress.beforeAll)
      }
      ended?.check()
      beforeAll?.check()
    }

    func testSuiteDidFinish(_ testSuite: XCTestSuite) {
      #if !canImport(ObjectiveC)
        guard let suiteRun = testSuite.testRun as? XCTestSuiteRun else { return }
        let failures = state.withLock { $0.progress.suiteEnded() }
        guard !failures.isEmpty else { return }
        // A suite cannot record failures at this time, so the observer adds a test case that records them.
        let test = XCTestCase(name: "failures outside of test cases") { [self] _ in failures.forEach { record($0) } }
        test.run()
        if let run = test.testRun { suiteRun.addTestRun(run) }
      #endif
    }

    func testBundleDidFinish(_ testBundle: Bundle) {
      for failure in state.withLock({ $0.progress.runEnded() }) {
        StandardError.write("\(failure.site): \(failure.message)\n")
      }
    }
  }
#else
  /// A channel without effect, for a build without XCTest.
  struct XCTestChannel: Sendable {
    func fail(_ message: String, at site: CallSite, _ report: ReportAttachment?) -> String? { message }
    func whenTestCaseEnds(_ check: @escaping @Sendable () -> Void) {}
  }
#endif
