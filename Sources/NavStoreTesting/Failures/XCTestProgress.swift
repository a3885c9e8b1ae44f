internal import NavStore

/// The state of an XCTest run, and the rules for a failure in each phase of the run.
///
/// XCTest runs one test case at a time. On Linux, it loses a failure between two test cases, for example in
/// `class func tearDown()`. Such a failure is kept until the suite ends.
package struct XCTestProgress {
  /// A test case, for the tools that were created in it. If the observer was registered late, the name is set later.
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

  /// What to do with a failure.
  package enum Delivery {
    /// A test case is running. Report the failure to it.
    case record
    /// XCTest may not be running. Report the failure and check whether XCTest shows it.
    case tryRecording
    /// Do nothing. The failure is kept for the end of the suite.
    case keep
    /// The run has ended. Show the failure elsewhere.
    case showElsewhere
  }

  private enum Phase {
    /// XCTest has sent no notification yet. Either it is running the test case that created the observer, or it is not
    /// running.
    case unknown(TestCase)
    case running(TestCase)
    case between
    case over
  }

  /// False if XCTest records failures between test cases.
  private let keepsFailures: Bool
  private var phase = Phase.unknown(TestCase(name: nil))
  private var kept: [Failure] = []
  /// The test case of the tools that were created before any test case ran, for example in a property of a test case.
  private(set) var beforeAll: TestCase?

  package init(keepsFailures: Bool) {
    self.keepsFailures = keepsFailures
  }

  /// The current test case. If no test case is known, the one that runs if XCTest is running.
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
    // After the first notification, a failure contains no new information.
    guard case .unknown(let test) = phase else { return }
    test.setName(name)
    phase = .running(test)
  }

  package mutating func testCaseEnded(_ name: String) {
    guard let current else { return }
    current.setName(name)
    phase = .between
  }

  /// Returns the failures that were kept for the suite that ends.
  package mutating func suiteEnded() -> [Failure] {
    defer { kept = [] }
    return kept
  }

  /// Returns the failures that were kept since the last suite ended. XCTest can no longer record them.
  package mutating func runEnded() -> [Failure] {
    phase = .over
    return suiteEnded()
  }

  // MARK: Failures

  /// Returns what to do with a failure. If the test case of its tool has ended, the message names that test case.
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

  /// Keeps a failure for the end of the suite if this version of XCTest requires it. Returns whether it does.
  package mutating func keep(_ failure: Failure) -> Bool {
    if keepsFailures { kept.append(failure) }
    return keepsFailures
  }
}
