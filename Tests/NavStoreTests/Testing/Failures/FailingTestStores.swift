import NavStore
import NavStoreTesting
import Testing
import XCTest

// Test stores that fail on purpose, in both frameworks. `FailureProcessTests` runs them in a process and reads its
// output. Every string occurs once in this file, on the line where its failure must be shown.

private typealias Ticking = TestStore<[String], String>

/// Adds actions to the state. An action that ends in "…" starts an effect that sleeps.
private let ticking = Reduce<[String], String> { state, action in
  guard action.hasSuffix("…") else {
    state.append(action)
    return .none
  }
  return .run { context throws(CancellationError) in try await context.sleep(for: .seconds(1)) }
}

@Suite(
  .enabled(if: TestEnvironment.runsFailingTests, "They fail on purpose, for FailureProcessTests."),
  .hangLimit)
struct FailingTestStoreTests {
  @Test func `sends what it does not expect`() {
    TestStore(initialState: [], reducer: ticking).send("in a test")
  }

  @Test func `pushes in a detached task`() async {
    let store = TestStore(initialState: NavigationState<Int, String>(tabs: [0]), reducer: NavigationReducer())
    await Task.detached { _ = store.send(.push("of a navigation")) }.value
  }

  @Test func `leaves an effect`() async {
    let store = TestStore(initialState: [], reducer: ticking)
    store.send("left in a test…")
  }

  @Test func `lets go of a store in a detached task`() async {
    let kept = Locked<Ticking?>(TestStore(initialState: [], reducer: ticking))
    kept.withLock { $0 }?.send("left in a detached task…")
    await Task.detached { kept.withLock { $0 = nil } }.value
  }
}

final class FailingTestStoreCases: XCTestCase {
  private let property = TestStore(initialState: [], reducer: ticking)
  private var made: TestStore<[String], String>?

  override func invokeTest() {
    if TestEnvironment.runsFailingTests { super.invokeTest() }
  }

  func testSends() {
    TestStore(initialState: [], reducer: ticking).send("in a test case")
  }

  func testPushes() {
    let store = TestStore(initialState: NavigationState<Int, String>(tabs: [0]), reducer: NavigationReducer())
    store.send(.push("of a navigation in a test case"))
  }

  func testLeavesAnEffect() async {
    let store = TestStore(initialState: [], reducer: ticking)
    store.send("left in a test case…")
  }

  func testPropertyThatATestMakes() {
    made = TestStore(initialState: [], reducer: ticking)
    made?.send("left in a property…")
  }

  func testPropertyOfTheClass() {
    property.send("left in a property of the class…")
  }
}
