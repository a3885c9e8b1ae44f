internal import NavStore
#if canImport(Testing)
  internal import Testing
#endif

/// Tells a failure to the test framework that runs the test.
///
/// It is made where a test's tool is made, and notes which test runs then; failures and notes may come later, from any
/// task or thread. Each failure is told once: to Swift Testing, to XCTest, or on standard error when neither runs.
package struct FailureReporter: Sendable {
  private let deliver: @Sendable (_ message: String, _ site: CallSite) -> Void
  private let deliverNote: @Sendable (_ message: String, _ site: CallSite) -> Void
  private let atEndOfTestCase: @Sendable (_ check: @escaping @Sendable () -> Void) -> Void

  /// A reporter for the test that runs now.
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
      // Neither framework is known to run. Under Xcode, which runs both in one process, it may still be a detached task
      // of a test of Swift Testing: better told twice than not at all. Where none runs, only standard error shows it.
      swiftTesting.fail(message, at: site)
      StandardError.write("\(site): \(message)\n")
    } note: { message, site in
      if swiftTesting.isOpen, swiftTesting.note(message, at: site) { return }
      StandardError.write("\(site): note: \(message)\n")
    } whenTestCaseEnds: { check in
      xctest?.whenTestCaseEnds(check)
    }
  }

  /// A reporter that hands failures and notes to closures.
  package init(
    failure: @escaping @Sendable (_ message: String, _ site: CallSite) -> Void,
    note: @escaping @Sendable (_ message: String, _ site: CallSite) -> Void,
    whenTestCaseEnds: @escaping @Sendable (_ check: @escaping @Sendable () -> Void) -> Void = { _ in }
  ) {
    deliver = failure
    deliverNote = note
    atEndOfTestCase = whenTestCaseEnds
  }

  /// The test fails, with this message, shown at the site.
  package func fail(_ message: String, at site: CallSite) {
    deliver(message, site)
  }

  /// The test goes on; the message is shown.
  package func note(_ message: String, at site: CallSite) {
    deliverNote(message, site)
  }

  /// Runs `check` when the test case of XCTest ends in which this was made, or whenever one ends if this was made
  /// before all of them. Its failures are not too late.
  package func whenTestCaseEnds(_ check: @escaping @Sendable () -> Void) {
    atEndOfTestCase(check)
  }
}

/// A test framework, by the name that SwiftPM gives it.
enum TestingLibrary: String {
  case swiftTesting = "swift-testing"
  case xctest

  /// The one that SwiftPM started this process for, which runs no other.
  ///
  /// Nil under Xcode, and in a process that runs no tests.
  static let requested: TestingLibrary? = {
    let arguments = CommandLine.arguments
    guard let option = arguments.firstIndex(of: "--testing-library"), option + 1 < arguments.count else { return nil }
    return TestingLibrary(rawValue: arguments[option + 1])
  }()
}

/// Whether the test framework reported a failure when it threw this error, as `#require` and `XCTUnwrap` do.
func isReported(_ error: any Error) -> Bool {
  #if canImport(Testing)
    // Outside of a test of Swift Testing, nothing shows what `#require` reports.
    if error is ExpectationFailedError { return Test.current != nil }
  #endif
  // The type of that error is not public.
  return "\(type(of: error))".hasSuffix("XCTestErrorWhileUnwrappingOptional")
}
