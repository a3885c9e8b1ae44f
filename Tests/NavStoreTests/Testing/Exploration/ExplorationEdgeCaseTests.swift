import NavStore
import NavStoreInspection
import NavStoreTesting
import Testing

/// Edge cases: unusual names, offers that depend on the state, many effects, and bounds.
@Suite struct ExplorationEdgeCaseTests {
  @Test func `a quotation mark with a combining accent is escaped for Graphviz and Mermaid`() {
    var graph = Graph()
    graph.addNode("a\"\u{301}b")
    #expect(graph.dot(maxNodes: 9, maxEdges: 9).contains("label=\"a\\\"\u{301}b\""))
    #expect(graph.mermaid(maxNodes: 9, maxEdges: 9).contains("a#34;"))
  }

  @Test func `a backtick with a combining accent is replaced in the name of a test`() throws {
    let report = StateExplorer(
      initialState: 0,
      reducer: Reduce<Int, Int> { state, action in
        state += action
        return .none
      }, actions: [1]
    ).invariant("no `\u{301} here\u{7}") { $0 < 1 }.explore(maxDepth: 1)
    let name = try #require(report.foundViolations.first?.test.split(separator: "\n").first)
    #expect(name.unicodeScalars.count { $0 == "`" } == 2)
    #expect(name.unicodeScalars.allSatisfy { $0.value >= 0x20 })
  }

  @Test func `an unnecessary action is removed even if the offered actions depend on the state`() {
    let explorer = StateExplorer(
      initialState: "",
      reducer: Reduce<String, String> { state, action in
        state += action
        return .none
      }, actions: { $0.hasPrefix("a") ? ["n", "x"] : ["a", "n", "x"] }
    ).invariant("no x") { !$0.contains("x") }
    for seed in 1...20 {
      #expect(explorer.walk(count: 10, length: 10, seed: UInt64(seed)).foundViolations.map(\.actions) == [["x"]])
    }
  }

  /// Compared only by its rank.
  private struct Ranked: Hashable, Comparable {
    let rank: Int
    let name: String

    static func < (first: Ranked, second: Ranked) -> Bool { first.rank < second.rank }
  }

  @Test func `elements that sort equally are written in the order of their source`() {
    let names = (0..<20).map { "name\($0)" }
    let expected = names.sorted()
    let source = swiftSource(Set(names.map { Ranked(rank: 1, name: $0) }), limit: 10_000)
    let found = source.matches(of: #/name\d+/#).map { String($0.output) }
    #expect(found == expected)
    #expect(swiftSource(Set([Double.nan, 3, 1, 2]), limit: 1_000).contains("1.0"))
  }

  @Test func `1,001 effects that end are not endless`() {
    func explore(_ following: Int) -> [ExplorationReport<Int, Int>.Violation.Check] {
      StateExplorer(
        initialState: 0,
        reducer: Reduce<Int, Int> { state, action in
          state = min(state + 1, 1)
          return action == 1 ? .merge((0..<following).map { _ in .send(2) }) : .none
        }, actions: [1]
      ).explore(maxDepth: 2).foundViolations.map(\.check)
    }
    #expect(explore(1_001) == [])
    #expect(explore(100_001) == [.endOfEffects])
  }

  @Test func `the first state beyond the limit is checked`() {
    let report = StateExplorer(
      initialState: 0,
      reducer: Reduce<Int, Int> { state, action in
        state += action
        return .none
      }, actions: [1]
    ).invariant("below 3") { $0 < 3 }.explore(maxDepth: 10, maxStates: 3)
    #expect(report.foundViolations.map(\.actions) == [[1, 1, 1]])
  }
}
