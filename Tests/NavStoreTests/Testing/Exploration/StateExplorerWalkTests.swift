import NavStore
import NavStoreInspection
import NavStoreTesting
import Testing

@Suite struct StateExplorerWalkTests {
  private static let recording = Reduce<[Int], Int> { numbers, number in
    numbers.append(number)
    return .none
  }

  @Test func `equal seeds take equal walks, and other seeds take others`() {
    func taken(seed: UInt64) -> [[Int]] {
      let states = Locked<[[Int]]>([])
      let explorer = StateExplorer(initialState: [], reducer: Self.recording, actions: [1, 2, 3])
        .invariant("seen") { state in
          states.withLock { $0.append(state) }
          return true
        }
      let report = explorer.walk(count: 3, length: 20, seed: seed)
      #expect(report.transitions == 60)
      #expect(report.depth == 20)
      #expect(report.seed == seed)
      return states.withLock { $0 }
    }
    #expect(taken(seed: 5) == taken(seed: 5))
    #expect(taken(seed: 5) != taken(seed: 6))
  }

  @Test func `a violation is shown with a sequence from which no action can be removed`() throws {
    for seed in TestEnvironment.seeds(20) {
      let explorer = StateExplorer(initialState: [], reducer: Self.recording, actions: [0, 1, 2, 3, 4])
        .invariant("no 3 after a 2") { numbers in
          numbers.firstIndex(of: 2).map { !numbers[$0...].contains(3) } ?? true
        }
        .transitionInvariant("no 4 after eight others") { before, action, _ in action != 4 || before.count < 8 }
      let report = explorer.walk(count: 20, length: 60, seed: seed)
      #expect(report.violation(.invariant("no 3 after a 2"))?.actions == [2, 3], "seed \(seed)")
      let long = try #require(report.violation(.transitionInvariant("no 4 after eight others")), "seed \(seed)")
      // The simplest action replaces every action that does not matter.
      #expect(long.actions == [0, 0, 0, 0, 0, 0, 0, 0, 4], "seed \(seed)")
      #expect(long.before == [0, 0, 0, 0, 0, 0, 0, 0])
      #expect(report.foundViolations.map(\.isRepeatable) == [true, true])
      #expect((report.foundViolations.map(\.count).min() ?? 0) > 1)
    }
  }

  @Test func `a shrunk sequence takes only offered actions and passes through no violation`() throws {
    // The offered actions are the last number and its successor.
    let explorer = StateExplorer(initialState: [0], reducer: Self.recording) {
      [$0[$0.count - 1], $0[$0.count - 1] + 1]
    }
    let report = explorer.invariant("below 5") { $0[$0.count - 1] < 5 }.walk(count: 5, length: 100, seed: 1)
    #expect(report.foundViolations.map(\.actions) == [[1, 2, 3, 4, 5]])

    let late = StateExplorer(initialState: [], reducer: Self.recording) { $0.count < 3 ? [1] : [1, 2, 3] }
    let found = late.invariant("no 3") { !$0.contains(3) }.walk(count: 5, length: 100, seed: 1)
    #expect(found.foundViolations.map(\.actions) == [[1, 1, 1, 3]])

    let both = StateExplorer(initialState: [], reducer: Self.recording, actions: [1, 2])
      .invariant("no two 1", { $0.count { $0 == 1 } < 2 })
      .invariant("no four", { $0.count < 4 })
      .walk(count: 200, length: 10, seed: 1)
    #expect(both.violation(.invariant("no two 1"))?.actions == [1, 1])
    // [1, 1, 1, 1] violates the other invariant before its end. Only the last action may violate both.
    #expect(both.violation(.invariant("no four"))?.actions == [1, 2, 2, 1])
  }

  @Test func `walks count their states and transitions`() {
    let explorer = StateExplorer(
      initialState: 0,
      reducer: Reduce<Int, Int> { count, step in
        count = min(max(count + step, 0), 4)
        return .none
      }, actions: [1, -1, 0]
    ).alwaysReachable("three") { $0 == 3 }
    let report = explorer.walk(count: 20, length: 50, seed: 3)
    #expect(report.states == 5)
    #expect(report.transitions == 1_000)
    #expect(report.duplicates == 1_000 - 4)
    #expect(report.unchanged > 300 && report.unchanged < report.duplicates)
    #expect(report.unreachedActions == [0])
    #expect(report.end == .walks && report.untriedStates == nil)
    #expect(report.undecided.map(\.states) == [4])
    let graph = report.dot()
    #expect(graph == explorer.walk(count: 20, length: 50, seed: 3).dot())
    #expect(graph.contains("n0 -> n1 [label=\"1 ×"))
  }

  @Test func `a graph of walks ends at the states that violate an invariant`() {
    let explorer = StateExplorer(
      initialState: 1,
      reducer: Reduce<Int, Int> { count, factor in
        precondition(count < 10, "A state that breaks an invariant was gone on from.")
        count *= factor
        return .none
      }, actions: [2, 3]
    ).invariant("below 10") { $0 < 10 }
    let graph = explorer.walk(count: 50, length: 50, seed: 1).dot()
    #expect(graph.contains("[label=\"12\"]"))
    #expect(!graph.contains("[label=\"36"))
  }
}
