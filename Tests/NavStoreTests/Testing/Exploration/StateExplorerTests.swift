import NavStore
import NavStoreTesting
import Testing

@Suite struct StateExplorerTests {
  private static let counting = Reduce<Int, Int> { count, step in
    count += step
    return .none
  }

  private static func counter(_ actions: [Int]) -> StateExplorer<Int, Int> {
    StateExplorer(initialState: 0, reducer: counting, actions: actions)
  }

  @Test func `an exploration stops at the maximum number of states`() {
    let report = Self.counter([1, 2]).explore(maxStates: 1_000)
    #expect(report.states == 1_000)
    #expect(report.end == .states)
    #expect(report.depth == 500)
    #expect(report.untriedStates == 2)
    #expect(Self.counter([1]).explore(maxStates: 0).states == 1)
    #expect(Self.counter([0]).explore(maxStates: 1).end == .complete)
  }

  @Test func `an exploration and a walk stop when their task is cancelled`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let explorer = Self.counter([1])
      return (explorer.explore(), explorer.walk())
    }
    let (exploration, walk) = await task.value
    #expect(exploration.states == 1 && exploration.end == .cancelled && exploration.untriedStates == 1)
    #expect(walk.transitions == 0 && walk.end == .cancelled)
  }

  @Test func `the report of a walk that a cancellation cuts says so, also if it is the last one`() async {
    let explorer = StateExplorer(initialState: 0, reducer: Self.counting) { count in
      if count == 3 { withUnsafeCurrentTask { $0?.cancel() } }
      return [1]
    }
    let walk = await Task { explorer.walk(count: 1, length: 10) }.value
    #expect(walk.transitions == 3 && walk.end == .cancelled)
  }

  @Test func `many states are distinguished and found again`() {
    let steps = [1, -1, 0, 1_000, -1_000]
    let explorer = StateExplorer(
      initialState: 0,
      reducer: Reduce<Int, Int> { count, step in
        let next = count + step
        if (0..<20_000).contains(next) { count = next }
        return .none
      }, actions: steps)
    let report = explorer.explore()
    #expect(report.states == 20_000)
    #expect(report.transitions == 100_000)
    #expect(report.end == .complete)
    // 0 in every state, and each step beyond either end.
    #expect(report.unchanged == 20_000 + 1 + 1 + 1_000 + 1_000)
    #expect(report.duplicates == 100_000 - 19_999)
  }

  @Test func `a function offers actions by the state`() {
    let explorer = StateExplorer(initialState: 0, reducer: Self.counting) { $0 < 3 ? [1, 10] : [] }
    let report = explorer.invariant("small") { $0 < 12 }.explore()
    #expect(report.states == 7)  // 0, 1, 2, 3 and 10, 11, 12
    #expect(report.transitions == 6)
    #expect(report.foundViolations.map(\.actions) == [[1, 1, 10]])
    #expect(report.unreachedActions == [])
  }

  @Test func `an initial state that violates an invariant is shown with an empty sequence`() throws {
    let report = Self.counter([1]).invariant("odd") { !$0.isMultiple(of: 2) }.explore(maxDepth: 3)
    let violation = try #require(report.foundViolations.first)
    #expect(violation.actions == [])
    #expect(violation.before == nil)
    #expect(violation.after == 0)
    #expect(report.states == 1 && report.transitions == 0)
    #expect(Self.counter([1]).invariant("odd") { !$0.isMultiple(of: 2) }.walk().foundViolations.map(\.actions) == [[]])
  }

  @Test func `the error of an invariant describes the violation`() {
    struct TooLarge: Error {
      let number: Int
    }
    let explorer =
      Self.counter([1])
      .invariant("small") { number in
        guard number < 2 else { throw TooLarge(number: number) }
        return true
      }
      .transitionInvariant("slow") { before, _, after in
        guard after < 2 else { throw TooLarge(number: before) }
        return true
      }
    let report = explorer.explore(maxDepth: 3)
    #expect(report.violation(.invariant("small"))?.explanation == "TooLarge(number: 2)")
    #expect(report.violation(.transitionInvariant("slow"))?.explanation == "TooLarge(number: 1)")
  }

  @Test func `a reducer that depends on other values is detected`() throws {
    let calls = Locked(0)
    let explorer = StateExplorer(
      initialState: 0,
      reducer: Reduce<Int, Int> { count, step in
        count = calls.withLock { calls in
          calls += 1
          return calls == 1 ? 13 : 14
        }
        return .none
      }, actions: [1])
    let violation = try #require(explorer.invariant("no bad luck") { $0 != 13 }.explore().foundViolations.first)
    #expect(violation.isRepeatable == false)
    #expect(violation.description.contains("The same actions did not lead there again"))
  }

  @Test func `a report summarizes the exploration in a few lines`() {
    let explorer =
      StateExplorer(initialState: 0, reducer: Self.counting, actions: [0, 1, -1])
      .invariant("below 3") { $0 < 3 }
      .alwaysReachable("minus 4") { $0 == -4 }
    #expect(
      explorer.explore(maxDepth: 4).description == """
        8 states, 18 transitions, depth 4, 11 duplicates of which 6 changed nothing
        ended at the maximum length of sequences, 1 state not tried
        changed no state: 0
        does not hold: below 3, seen 1 time, first after [1, 1, 1]
        not decided: whether minus 4 can be reached from 1 state
        """)
    let complete = StateExplorer(
      initialState: 0,
      reducer: Reduce<Int, Int> { count, step in
        count = min(count + step, 4)
        return .none
      }, actions: [1])
    #expect(complete.explore().description.hasSuffix("\ncomplete: every action was tried in every state"))
    #expect(
      complete.invariant("below 4") { $0 < 4 }.explore().description
        .contains("\ncomplete: every action was tried in every state that violates no invariant\n"))
    #expect(
      explorer.walk(count: 2, length: 2, seed: 7).description.contains("random walks, seed 7\n"))
  }

  @Test func `an exploration that tried nothing fails`() {
    let (log, site) = (FailureLog(), CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: 1))
    let explorer = StateExplorer(initialState: 0, reducer: Self.counting, actions: [1]).invariant("below 9") { $0 < 9 }
    let nothing = StateExplorer(initialState: 0, reducer: Self.counting, actions: [])
    for report in [
      nothing.explore(), nothing.walk(), explorer.explore(maxDepth: 0),
      explorer.walk(count: 0), explorer.walk(length: 0),
    ] {
      report.expectNoViolations(log.reporter, at: site)
    }
    #expect(log.headlines.count == 5)
    #expect(log.headlines.allSatisfy { $0.hasPrefix("Nothing was tried: ") })
    explorer.explore(maxDepth: 1).expectNoViolations(log.reporter, at: site)
    // Only the violation of the initial state is reported.
    nothing.invariant("not 0") { $0 != 0 }.explore().expectNoViolations(log.reporter, at: site)
    #expect(log.headlines.count == 6)
    #expect(log.headlines.last == "“not 0” does not hold in the initial state:")
  }

  @Test func `a graph shows the screens and the actions between them`() {
    let report = StateExplorer(
      initialState: 0,
      reducer: Reduce<Int, Int> { count, step in
        count = step == 0 ? 0 : min(count + step, 4)
        return .none
      }, actions: [1, 0]
    ).explore()
    let screen = { (count: Int) in count < 2 ? "few" : "many" }
    #expect(
      report.dot(of: screen) == """
        digraph {
          rankdir=LR
          node [shape=box]
          n0 [label="few ×2", style=rounded]
          n1 [label="many ×3"]
          n0 -> n1 [label="1"]
          n1 -> n0 [label="0 ×3"]
        }

        """)
    #expect(report.mermaid().hasPrefix("flowchart LR\n  n0([\"0\"])\n  n1[\"1\"]\n"))
    #expect(report.mermaid(maxScreens: 2, maxConnections: 1).contains("+3 more nodes, +7 more edges"))
  }
}
