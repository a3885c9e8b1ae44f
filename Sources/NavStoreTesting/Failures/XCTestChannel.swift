#if canImport(XCTest)
  internal import Dispatch
  internal import Foundation
  internal import NavStore
  internal import XCTest

  /// Reports failures to XCTest, for a tool that was created in one of its test cases or outside of them.
  struct XCTestChannel: Sendable {
    private let owner = XCTestObserver.shared.currentTestCase

    /// Reports a failure. Returns `nil` if XCTest shows it now or at the end of the suite. Otherwise returns the
    /// message, for the caller to show.
    func fail(_ message: String, at site: CallSite) -> String? {
      XCTestObserver.shared.fail(message, at: site, from: owner)
    }

    /// Calls `check` at the end of the test case.
    func whenTestCaseEnds(_ check: @escaping @Sendable () -> Void) {
      if let owner { owner.addCheck(check) }
    }
  }

  /// Observes which test case of XCTest is running, and reports failures to it.
  ///
  /// XCTest has no API for the current test case, and `XCTFail` does nothing outside of one.
  private final class XCTestObserver: NSObject, Sendable {
    /// The shared observer. It registers itself when it is first used, and stays registered until the process ends.
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
        // Synchronous, from any thread: tools are created inside a test case, and XCTest reads its list of observers
        // between test cases and at a failure.
        XCTestObservationCenter.shared.addTestObserver(observer)
      #endif
      return observer
    }()

    private struct State {
      #if canImport(ObjectiveC)
        // XCTest on Apple platforms records a failure outside of test cases for the suite.
        var progress = XCTestProgress(keepsFailures: false)
      #else
        var progress = XCTestProgress(keepsFailures: true)
      #endif
      /// The run of the test case that started last.
      var run: XCTestRun?
      /// The failures that were reported to XCTest and that it has not shown.
      var attempts: [XCTestProgress.Failure] = []

      mutating func takeAttempt(where isMeant: (XCTestProgress.Failure) -> Bool) -> XCTestProgress.Failure? {
        attempts.firstIndex(where: isMeant).map { attempts.remove(at: $0) }
      }
    }

    private let state = Locked(State())

    /// The current test case. If no test case is known, the one that runs if XCTest is running.
    var currentTestCase: XCTestProgress.TestCase? { state.withLock { $0.progress.current } }

    /// Reports a failure. Returns `nil` if XCTest shows it now or at the end of the suite. Otherwise returns the
    /// message, for the caller to show.
    func fail(_ message: String, at site: CallSite, from owner: XCTestProgress.TestCase?) -> String? {
      let (delivery, failure) = state.withLock { state in
        // XCTest ends the process if a failure belongs to a run that has stopped, and a run stops before its observers
        // are notified. The run may also stop between this line and the report. Another thread cannot prevent that.
        if let run = state.run, run.stopDate != nil { state.progress.testCaseEnded(run.test.name) }
        return state.progress.deliver(message, at: site, from: owner)
      }
      switch delivery {
      case .record:
        // It does not matter whether XCTest shows the failure, because a test case may override how it records
        // failures.
        record(failure)
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

    private func record(_ failure: XCTestProgress.Failure) {
      XCTFail(failure.message, file: failure.site.filePath, line: failure.site.line)
    }
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
      // XCTest adds text before the message.
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
        // A suite cannot record failures here, so the observer adds a test case that does.
        let test = XCTestCase(name: "failures outside of test cases") { [self] _ in failures.forEach(record) }
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
    func fail(_ message: String, at site: CallSite) -> String? { message }
    func whenTestCaseEnds(_ check: @escaping @Sendable () -> Void) {}
  }
#endif
