import Foundation
import NavStore
import NavStoreTesting
import Testing

// Swift Testing tests that fail on purpose. `FailureProcessTests` runs them in a process and reads its output. Every
// message occurs once in this file, on the line where the failure must be shown.
@Suite(
  .enabled(if: TestEnvironment.runsFailingTests, "They fail on purpose, for FailureProcessTests."),
  .hangLimit)
struct FailingTests {
  private let reporter = FailureReporter()

  @Test func `fails by itself`() {
    reporter.fail("by itself")
  }

  @Test func `fails in child tasks`() async {
    async let child: Void = reporter.fail("in async let")
    await child
    await withTaskGroup(of: Void.self) { group in
      group.addTask { reporter.fail("in a task group") }
    }
    await Task { reporter.fail("in a task") }.value
  }

  @Test func `fails where no test is known`() async {
    await Task.detached { [reporter] in reporter.fail("in a detached task") }.value
    await Task.detached { @MainActor [reporter] in reporter.fail("in a detached task on the main actor") }.value
    await blocking { [reporter] in reporter.fail("on a thread") }
    onThreads(8) { [reporter] _ in reporter.fail("on eight threads at once") }
  }

  @Test func `fails by reporters of a detached task`() async {
    await Task.detached { FailureReporter() }.value.fail("made in a detached task")
    await Task.detached { FailureReporter().fail("made and used in a detached task") }.value
  }

  @Test func `fails by what it releases`() async {
    _ = FailsWhenReleased("released at once")
    let kept = Locked<FailsWhenReleased?>(FailsWhenReleased("released by a detached task"))
    await Task.detached { kept.withLock { $0 = nil } }.value
  }

  @Test func `fails by a difference`() {
    expectNoDifference(1, 2, "a difference")
  }

  @Test func `fails in a process of its own`() async {
    await #expect(processExitsWith: .success) { FailureReporter().fail("in an exit test") }
  }

  @Test func `fails as is known`() async {
    await withKnownIssue {
      reporter.fail("known, by itself")
      await Task { reporter.fail("known, in a task") }.value
    }
  }

  @Test func `is not the known issue that it notes`() {
    withKnownIssue("of which nothing is left") {
      reporter.note("noted in a known issue")
    }
  }

  @Test func `passes with notes`() async {
    reporter.note("noted")
    await Task.detached { [reporter] in reporter.note("noted by a detached task") }.value
  }

  // While such a suite runs, Swift Testing shows an issue without a test twice.
  @Suite(.serialized) struct InOrder {
    private let reporter = FailureReporter()

    @Test func `fails in a suite that keeps its order`() async {
      await Task.detached { [reporter] in reporter.fail("in a suite that keeps its order") }.value
    }
  }

  // MARK: Parallel tests

  private static let arrivals = [Gate(), Gate()]

  @Test func `fails beside another test`() async {
    Self.arrivals[0].open()
    await Self.arrivals[1].wait()
    reporter.fail("beside another test")
  }

  @Test func `fails beside one test`() async {
    Self.arrivals[1].open()
    await Self.arrivals[0].wait()
    await Task.detached { [reporter] in reporter.fail("beside one test") }.value
  }

  // MARK: After the end of their test

  private static let left = Locked<FailureReporter?>(nil)
  private static let leftObject = Locked<FailsWhenReleased?>(nil)

  @Test(.opens(Ending.gate)) func `leaves a reporter`() {
    Self.left.withLock { $0 = reporter }
    Self.leftObject.withLock { $0 = FailsWhenReleased("released by another test") }
    // When the run has ended and its result is decided.
    atexit { FailingTests.left.withLock { $0 }?.fail("after all tests") }
  }

  @Test func `fails for a test that has ended`() async {
    await Ending.gate.wait()
    let left = Self.left.withLock { $0 }
    left?.fail("for a test that has ended")
    left?.note("noted for a test that has ended")
    await Task.detached { left?.fail("for a test that has ended, in a detached task") }.value
    Self.leftObject.withLock { $0 = nil }
  }

  private enum Ending {
    static let gate = Gate()
  }
}

/// Opens a gate when its test has ended.
private struct Opens: TestTrait, TestScoping {
  let gate: Gate

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    defer { gate.open() }
    try await function()
  }
}

extension Trait where Self == Opens {
  fileprivate static func opens(_ gate: Gate) -> Opens { Opens(gate: gate) }
}
