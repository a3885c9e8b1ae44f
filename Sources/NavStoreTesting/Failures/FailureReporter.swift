internal import NavStore
internal import NavStoreInspection
#if canImport(Testing)
  internal import Testing
#endif

/// A reporter of failures to the test framework that runs the current test.
///
/// Each test tool, for example a test store, creates a reporter in its initializer, and the reporter stores the current
/// test. The tool may report failures and notes later, from any task or thread. Each failure is reported to Swift
/// Testing or to XCTest. A failure whose test is unknown is written to standard error, and reported to Swift Testing
/// unless SwiftPM has started the process for XCTest.
package struct FailureReporter: Sendable {
  private let deliver: @Sendable (_ message: String, _ site: CallSite, _ report: ReportAttachment?) -> Void
  private let deliverNote: @Sendable (_ message: String, _ site: CallSite) -> Void
  private let atEndOfTestCase: @Sendable (_ check: @escaping @Sendable () -> Void) -> Void
  private let folder: ReportFolder?
  private var reports: ReportSource?

  package init() {
    let swiftTesting = SwiftTestingChannel()
    let xctest = swiftTesting.isOpen ? nil : XCTestChannel()
    self.init(folder: ReportFolder.ofEnvironment) { message, site, report in
      if swiftTesting.isOpen { return swiftTesting.fail(message, at: site, report) }
      var message = message
      if let xctest {
        guard let rest = xctest.fail(message, at: site, report) else { return }
        message = rest
      }
      // The test is unknown. Xcode runs both frameworks in one process, so the failure may still come from a detached
      // task of a Swift Testing test. The failure is reported twice, because that is better than losing it. If neither
      // framework is running, only standard error shows the failure. In a process that SwiftPM has started for XCTest,
      // Swift Testing does not run, and from Swift 6.4 on it would pass the failure to XCTest a second time.
      if TestingLibrary.requested != .xctest { swiftTesting.fail(message, at: site, nil) }
      StandardError.write("\(site): \(message)\n")
    } note: { message, site in
      if swiftTesting.isOpen, swiftTesting.note(message, at: site) { return }
      StandardError.write("\(site): note: \(message)\n")
    } whenTestCaseEnds: { check in
      xctest?.whenTestCaseEnds(check)
    }
  }

  package init(
    reports: String? = nil,
    failure: @escaping @Sendable (_ message: String, _ site: CallSite, _ report: ReportAttachment?) -> Void,
    note: @escaping @Sendable (_ message: String, _ site: CallSite) -> Void
  ) {
    self.init(folder: reports.map(ReportFolder.init), failure: failure, note: note) { _ in }
  }

  private init(
    folder: ReportFolder?,
    failure: @escaping @Sendable (_ message: String, _ site: CallSite, _ report: ReportAttachment?) -> Void,
    note: @escaping @Sendable (_ message: String, _ site: CallSite) -> Void,
    whenTestCaseEnds: @escaping @Sendable (_ check: @escaping @Sendable () -> Void) -> Void
  ) {
    self.folder = folder
    deliver = failure
    deliverNote = note
    atEndOfTestCase = whenTestCaseEnds
  }

  /// Returns a reporter that attaches a report to its first failure.
  ///
  /// - Parameter make: A function that creates the report of a failure, or returns `nil` if there is nothing to report.
  func attaching(
    _ make: @escaping @Sendable (_ message: String, _ site: CallSite) -> SessionReport?
  ) -> FailureReporter {
    var reporter = self
    reporter.reports = ReportSource(make)
    return reporter
  }

  package func fail(_ message: String, at site: CallSite) {
    guard let report = reports?.attachment(message, at: site) else { return deliver(message, site, nil) }
    guard let folder else { return deliver(message, site, report) }
    let place: String
    do {
      place = "Session report: \(try folder.write(report.bytes, named: report.name))"
    } catch {
      place = "The session report could not be stored: \(error)"
    }
    deliver("\(message)\n\(place)", site, report)
  }

  /// Reports a message without failing the test. If the test framework does not support warnings, the message is
  /// written to standard error.
  package func note(_ message: String, at site: CallSite) {
    deliverNote(message, site)
  }

  /// Calls `check` at the end of the XCTest test case in which the reporter was created. If the reporter was created
  /// before any test case ran, calls `check` at the end of each test case. Otherwise, does nothing. Failures that
  /// `check` reports are still shown.
  func whenTestCaseEnds(_ check: @escaping @Sendable () -> Void) {
    atEndOfTestCase(check)
  }
}

/// A test framework. The raw value is the name that SwiftPM uses.
enum TestingLibrary: String {
  case swiftTesting = "swift-testing"
  case xctest

  /// The framework for which SwiftPM started this process. SwiftPM runs one framework per process.
  ///
  /// The value is `nil` if Xcode runs the tests or if the process runs no tests.
  static let requested: TestingLibrary? = {
    let arguments = CommandLine.arguments
    guard let option = arguments.firstIndex(of: "--testing-library"), option + 1 < arguments.count else { return nil }
    return TestingLibrary(rawValue: arguments[option + 1])
  }()
}

/// Returns whether a function of the test framework threw this error after it had reported a failure, as `#require` and
/// `XCTUnwrap` do.
func isReported(_ error: any Error) -> Bool {
  #if canImport(Testing)
    // Outside of a Swift Testing test, no framework shows the failure of `#require`.
    if error is ExpectationFailedError { return Test.current != nil }
  #endif
  // The type of the error that `XCTUnwrap` throws is not public.
  return "\(type(of: error))".hasSuffix("XCTestErrorWhileUnwrappingOptional")
}
