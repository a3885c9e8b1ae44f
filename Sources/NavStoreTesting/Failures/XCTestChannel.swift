#if canImport(XCTest)
  internal import Dispatch
  internal import Foundation
  internal import NavStore
  internal import XCTest

  /// The way to XCTest, for a tool that was made in one of its test cases or outside of them.
  struct XCTestChannel: Sendable {
    private let owner = XCTestObserver.shared.currentTestCase

    /// Returns nil if XCTest shows the failure, at once or at the end of the suite; else the message to show elsewhere.
    func fail(_ message: String, at site: CallSite) -> String? {
      XCTestObserver.shared.fail(message, at: site, from: owner)
    }

    /// Runs `check` when the test case ends.
    func whenTestCaseEnds(_ check: @escaping @Sendable () -> Void) {
      if let owner { owner.addCheck(check) }
    }
  }

  /// Hears which test case of XCTest runs, and hands it failures.
  ///
  /// XCTest cannot be asked which test case runs, and `XCTFail` says nothing when there is none to fail.
  private final class XCTestObserver: NSObject, Sendable {
    /// The only one, registered when it is first needed and for the rest of the process.
    static let shared: XCTestObserver = {
      let observer = XCTestObserver()
      #if canImport(ObjectiveC)
        // Registered on the main thread, as Apple asks. Not waited for: the main thread may wait for this one.
        if Thread.isMainThread {
          XCTestObservationCenter.shared.addTestObserver(observer)
        } else {
          DispatchQueue.main.async { XCTestObservationCenter.shared.addTestObserver(observer) }
        }
      #else
        // At once, from any thread: tools are made inside a test case, and XCTest reads its list of observers between
        // test cases and at a failure.
        XCTestObservationCenter.shared.addTestObserver(observer)
      #endif
      return observer
    }()

    private struct State {
      #if canImport(ObjectiveC)
        // Apple's XCTest records for the suite what no test case takes.
        var progress = XCTestProgress(keepsFailures: false)
      #else
        var progress = XCTestProgress(keepsFailures: true)
      #endif
      /// The run of the test case that was last seen to start.
      var run: XCTestRun?
      /// Failures that were handed over and have not arrived.
      var attempts: [XCTestProgress.Failure] = []

      mutating func takeAttempt(where isMeant: (XCTestProgress.Failure) -> Bool) -> XCTestProgress.Failure? {
        attempts.firstIndex(where: isMeant).map { attempts.remove(at: $0) }
      }
    }

    private let state = Locked(State())

    /// The test case that runs now, or that runs if XCTest does.
    var currentTestCase: XCTestProgress.TestCase? { state.withLock { $0.progress.current } }

    /// Returns nil if XCTest shows the failure, at once or at the end of the suite; else the message to show elsewhere.
    func fail(_ message: String, at site: CallSite, from owner: XCTestProgress.TestCase?) -> String? {
      let (delivery, failure) = state.withLock { state in
        // XCTest ends the process at a failure of a run that has stopped, and a run stops before observers matchAttempt of it.
        // Between this line and the hand-over it may stop still; that cannot be helped from another thread.
        if let run = state.run, run.stopDate != nil { state.progress.testCaseEnded(run.test.name) }
        return state.progress.deliver(message, at: site, from: owner)
      }
      switch delivery {
      case .record:
        // Whether it arrives does not matter: a test case may override what it does with its failures.
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

  // MARK: What XCTest tells

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
      // XCTest puts words of its own before the message.
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
        // A suite takes no failures here, so it gets one more test case, which has them.
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
  /// The way to XCTest, in a build without it.
  struct XCTestChannel: Sendable {
    func fail(_ message: String, at site: CallSite) -> String? { message }
    func whenTestCaseEnds(_ check: @escaping @Sendable () -> Void) {}
  }
#endif
