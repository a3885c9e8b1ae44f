internal import NavStore
#if canImport(Testing)
  internal import Testing
#endif

/// Reports failures to the test framework that runs the current test.
///
/// A test tool creates its reporter when it is created, and the reporter remembers the current test. Failures and notes
/// may come later, from any task or thread. Each failure is reported once: to Swift Testing, to XCTest, or on standard
/// error if neither of them is running.
package struct FailureReporter: Sendable {
  private let deliver: @Sendable (_ message: String, _ site: CallSite) -> Void
  private let deliverNote: @Sendable (_ message: String, _ site: CallSite) -> Void
  private let atEndOfTestCase: @Sendable (_ check: @escaping @Sendable () -> Void) -> Void

  /// Creates a reporter for the current test.
  package init() {
    let swiftTesting = SwiftTestingChannel()
    let xctest = swiftTesting.isOpen ? nil : XCTestChannel()
    self.init { message, site in
      if swiftTesting.isOpen { return swiftTesting.fail(message, at: site) }
      var message = message
      if let xctest {
        guard let rest = xctest.fail(message, at: site) else { return }
        message = rest
      }
      // No test is known. Xcode runs both frameworks in one process, so a detached task of a Swift Testing test may
      // still be the sender. Reporting twice is better than losing the failure. If neither framework is running, only
      // standard error shows it.
      swiftTesting.fail(message, at: site)
      StandardError.write("\(site): \(message)\n")
    } note: { message, site in
      if swiftTesting.isOpen, swiftTesting.note(message, at: site) { return }
      StandardError.write("\(site): note: \(message)\n")
    } whenTestCaseEnds: { check in
      xctest?.whenTestCaseEnds(check)
    }
  }

  /// Creates a reporter that passes failures and notes to closures.
  package init(
    failure: @escaping @Sendable (_ message: String, _ site: CallSite) -> Void,
    note: @escaping @Sendable (_ message: String, _ site: CallSite) -> Void,
    whenTestCaseEnds: @escaping @Sendable (_ check: @escaping @Sendable () -> Void) -> Void = { _ in }
  ) {
    deliver = failure
    deliverNote = note
    atEndOfTestCase = whenTestCaseEnds
  }

  /// Fails the test with the message, at the call site.
  package func fail(_ message: String, at site: CallSite) {
    deliver(message, site)
  }

  /// Shows the message without failing the test.
  package func note(_ message: String, at site: CallSite) {
    deliverNote(message, site)
  }

  /// Calls `check` at the end of the XCTest test case in which the reporter was created. A reporter that was created
  /// before all test cases calls it at the end of each test case. Failures in `check` are still reported.
  func whenTestCaseEnds(_ check: @escaping @Sendable () -> Void) {
    atEndOfTestCase(check)
  }
}

/// A test framework. The raw value is the name that SwiftPM uses.
enum TestingLibrary: String {
  case swiftTesting = "swift-testing"
  case xctest

  /// The framework that SwiftPM started this process for. SwiftPM runs one framework per process.
  ///
  /// `nil` under Xcode, and in a process that runs no tests.
  static let requested: TestingLibrary? = {
    let arguments = CommandLine.arguments
    guard let option = arguments.firstIndex(of: "--testing-library"), option + 1 < arguments.count else { return nil }
    return TestingLibrary(rawValue: arguments[option + 1])
  }()
}

/// Returns whether the test framework already reported a failure when it threw this error, as `#require` and
/// `XCTUnwrap` do.
func isReported(_ error: any Error) -> Bool {
  #if canImport(Testing)
    // Outside of a Swift Testing test, no framework shows the failure of `#require`.
    if error is ExpectationFailedError { return Test.current != nil }
  #endif
  // The type of this error is not public.
  return "\(type(of: error))".hasSuffix("XCTestErrorWhileUnwrappingOptional")
}
