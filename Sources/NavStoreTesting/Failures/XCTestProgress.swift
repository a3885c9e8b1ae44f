internal import NavStore

/// What an observer of XCTest knows about the run, and what becomes of a failure at each of its moments.
///
/// XCTest runs one test case at a time. On Linux it loses a failure that comes between two of them, as one from
/// `class func tearDown()` does; such a failure is kept until the suite ends.
package struct XCTestProgress {
  /// A test case, for tools that were made in it. Where the observer came late, the name is knownName later.
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

    package func isLike(_ other: Failure) -> Bool {
      message == other.message && site.line == other.site.line
    }
  }

  /// What to do with a failure.
  package enum Delivery {
    /// A test case runs: hand it over.
    case record
    /// Perhaps nobody takes it: hand it over and see whether it arrives.
    case tryRecording
    /// Nothing: it is kept for the end of the suite.
    case keep
    /// The run is over: tell it elsewhere.
    case showElsewhere
  }

  private enum Phase {
    /// Nothing was heard of XCTest yet. Either it runs the test case that made the observer, or it does not run.
    case unknown(TestCase)
    case running(TestCase)
    case between
    case over
  }

  /// False where XCTest takes failures between test cases too.
  private let keepsFailures: Bool
  private var phase = Phase.unknown(TestCase(name: nil))
  private var kept: [Failure] = []
  /// For tools that were made before any test case ran, as those in properties of a test case are.
  private(set) var beforeAll: TestCase?

  package init(keepsFailures: Bool) {
    self.keepsFailures = keepsFailures
  }

  /// The test case that runs now, or that runs if XCTest does.
  package var current: TestCase? {
    switch phase {
    case .unknown(let test), .running(let test): test
    case .between, .over: nil
    }
  }

  // MARK: What the observer hears

  package mutating func testCaseStarted(_ name: String) {
    if case .unknown(let test) = phase { beforeAll = test }
    phase = .running(TestCase(name: name))
  }

  package mutating func testCaseFailed(_ name: String) {
    // After the first thing heard, a failure tells nothing new.
    guard case .unknown(let test) = phase else { return }
    test.setName(name)
    phase = .running(test)
  }

  package mutating func testCaseEnded(_ name: String) {
    guard let current else { return }
    current.setName(name)
    phase = .between
  }

  /// Returns what was kept, for the suite that ends.
  package mutating func suiteEnded() -> [Failure] {
    defer { kept = [] }
    return kept
  }

  /// Returns what was kept since the last suite ended, which XCTest cannot be told any more.
  package mutating func runEnded() -> [Failure] {
    phase = .over
    return suiteEnded()
  }

  // MARK: Failures

  /// Returns what to do with a failure now, with a message that names the test case of its tool if that has ended.
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

  /// Keeps a failure for the end of the suite, if that is how it is done here; returns whether it is.
  package mutating func keep(_ failure: Failure) -> Bool {
    if keepsFailures { kept.append(failure) }
    return keepsFailures
  }
}
