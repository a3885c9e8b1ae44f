import NavStore
import NavStoreTesting
import XCTest

// XCTest tests that fail on purpose. `FailureProcessTests` runs them in a process and reads its output. Every message
// occurs once in this file, on the line where the failure must be shown.
final class FailingTestCases: XCTestCase {
  private static let left = Locked<FailureReporter?>(nil)
  private static let leftObject = Locked<FailsWhenReleased?>(nil)

  // Without the environment variable, the tests pass. A skipped test would be counted in every run.
  override func invokeTest() {
    if TestEnvironment.runsFailingTests { super.invokeTest() }
  }

  func testItself() {
    FailureReporter().fail("by itself")
  }

  func testChildTasks() async {
    let reporter = FailureReporter()
    async let child: Void = reporter.fail("in async let")
    await child
    await withTaskGroup(of: Void.self) { group in
      group.addTask { reporter.fail("in a task group") }
    }
    await Task { reporter.fail("in a task") }.value
  }

  func testDetachedTasks() async {
    let reporter = FailureReporter()
    await Task.detached { reporter.fail("in a detached task") }.value
    await Task.detached { FailureReporter().fail("made and used in a detached task") }.value
    await Task.detached { FailureReporter() }.value.fail("made in a detached task")
  }

  func testThreads() {
    let reporter = FailureReporter()
    onThreads(8) { _ in reporter.fail("on eight threads at once") }
  }

  func testRelease() async {
    _ = FailsWhenReleased("released at once")
    let kept = Locked<FailsWhenReleased?>(FailsWhenReleased("released by a detached task"))
    await Task.detached { kept.withLock { $0 = nil } }.value
  }

  func testDifference() {
    expectNoDifference(1, 2, "a difference")
  }

  func testUnwrapsInAChange() {
    let store = TestStore(
      initialState: 0,
      reducer: Reduce<Int, Int> { state, action in
        state += action
        return .none
      })
    store.send(1) { $0 = try XCTUnwrap(nil as Int?, "unwrapped in a change") }
  }

  func testNotes() {
    FailureReporter().note("noted")
  }

  // MARK: After the end of their test, in the order of their names

  func testZ1LeavesAReporter() async {
    let reporter = FailureReporter()
    Self.left.withLock { $0 = reporter }
    Self.leftObject.withLock { $0 = FailsWhenReleased("released by the class") }
    XCTestObservationCenter.shared.addTestObserver(LateObserver())
  }

  func testZ2UsesIt() async {
    let left = Self.left.withLock { $0 }
    left?.fail("for a test that has ended")
    left?.note("noted for a test that has ended")
    await Task.detached { left?.fail("for a test that has ended, in a detached task") }.value
  }

  override class func tearDown() {
    leftObject.withLock { $0 = nil }
  }

  /// Uses the objects that a test left, at times when no test is running.
  private final class LateObserver: XCTestObservation {
    func testCaseDidFinish(_ testCase: XCTestCase) {
      guard testCase is FailingTestCases else { return }
      left.withLock { $0 }?.fail("when a test has ended")
    }

    func testBundleDidFinish(_ testBundle: Bundle) {
      left.withLock { $0 }?.fail("after all tests")
    }
  }
}

/// Only the code that XCTest runs outside of test cases fails here.
final class FailingAroundTestCases: XCTestCase {
  private static let left = Locked<FailureReporter?>(nil)

  override class func setUp() {
    if TestEnvironment.runsFailingTests { FailureReporter().fail("before all tests") }
  }

  func testPasses() {
    Self.left.withLock { $0 = FailureReporter() }
  }

  override class func tearDown() {
    if TestEnvironment.runsFailingTests { left.withLock { $0 }?.fail("after the tests of the class") }
  }
}
