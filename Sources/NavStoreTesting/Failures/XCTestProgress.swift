internal import NavStore

/// The state of an XCTest run, and the rules for a failure in each phase of the run.
///
/// XCTest runs one test case at a time. On Linux, XCTest loses a failure that occurs between two test cases, for
/// example in `class func tearDown()`. This type stores such a failure until the suite ends.
package struct XCTestProgress {
  /// A test case. Each tool that was created in the test case has a reference to this object. If the observer was
  /// registered while the test case was running, the name is `nil` until XCTest first reports the test case.
  package final class TestCase: Sendable {
    private let knownName: Locked<String?>
    private let checks = Locked<[@Sendable () -> Void]>([])
    package var name: String? { knownName.withLock { $0 } }

    init(name: String?) {
      knownName = Locked(name)
    }

    func setName(_ name: String) {
      knownName.withLock { $0 = name }
    }

    func addCheck(_ check: @escaping @Sendable () -> Void) {
      checks.withLock { $0.append(check) }
    }

    func check() {
      for check in checks.withLock({ $0 }) { check() }
    }
  }

  package struct Failure: Sendable {
    package let message: String
    package let site: CallSite

    func isLike(_ other: Failure) -> Bool {
      message == other.message && site.line == other.site.line
    }
  }

  package enum Delivery {
    /// A test case is running. Report the failure to it.
    case record
    /// XCTest may not be running. Report the failure and check whether XCTest shows it.
    case tryRecording
    /// Do nothing. The failure is stored until the end of the suite.
    case keep
    /// The run of XCTest has ended. Show the failure elsewhere.
    case showElsewhere
  }

  private enum Phase {
    /// XCTest has sent no notification yet. Either XCTest is running the test case that created the observer, or XCTest
    /// is not running.
    case unknown(TestCase)
    case running(TestCase)
    case between
    case over
  }

  /// A Boolean value that indicates whether failures between test cases must be stored. `false` if XCTest records such
  /// failures.
  private let keepsFailures: Bool
  private var phase = Phase.unknown(TestCase(name: nil))
  private var kept: [Failure] = []
  /// The placeholder test case of tools that were created before any test case ran, for example in a test case's
  /// property.
  private(set) var beforeAll: TestCase?

  package init(keepsFailures: Bool) {
    self.keepsFailures = keepsFailures
  }

  /// The current test case, or `nil` between test cases and after the last one. Before the first notification of
  /// XCTest, this property is a test case without a name, because a test case may already be running.
  package var current: TestCase? {
    switch phase {
    case .unknown(let test), .running(let test): test
    case .between, .over: nil
    }
  }

  // MARK: Notifications

  package mutating func testCaseStarted(_ name: String) {
    if case .unknown(let test) = phase { beforeAll = test }
    phase = .running(TestCase(name: name))
  }

  package mutating func testCaseFailed(_ name: String) {
    // After the first notification, the current test case is already known.
    guard case .unknown(let test) = phase else { return }
    test.setName(name)
    phase = .running(test)
  }

  package mutating func testCaseEnded(_ name: String) {
    guard let current else { return }
    current.setName(name)
    phase = .between
  }

  package mutating func suiteEnded() -> [Failure] {
    defer { kept = [] }
    return kept
  }

  /// Returns and removes the stored failures, which XCTest can no longer record.
  package mutating func runEnded() -> [Failure] {
    phase = .over
    return suiteEnded()
  }

  // MARK: Failures

  package mutating func deliver(
    _ message: String, at site: CallSite, from owner: TestCase?
  ) -> (delivery: Delivery, failure: Failure) {
    var failure = Failure(message: message, site: site)
    if let name = owner?.name, owner !== current {
      failure = Failure(message: "\(message)\nThis belongs to the test \(name), which has ended.", site: site)
    }
    switch phase {
    case .unknown: return (.tryRecording, failure)
    case .running: return (.record, failure)
    case .between: return (keep(failure) ? .keep : .tryRecording, failure)
    case .over: return (.showElsewhere, failure)
    }
  }

  package mutating func keep(_ failure: Failure) -> Bool {
    if keepsFailures { kept.append(failure) }
    return keepsFailures
  }
}
