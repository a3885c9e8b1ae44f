import NavStore
import NavStoreTesting
import Testing

@Suite struct StateExplorerEffectTests {
  /// A reducer whose state is the list of reduced actions, with the effect of each action.
  private struct Chain: Reducer {
    let effects: [String: Effect<String>]

    func reduce(into state: inout [String], action: String) -> Effect<String> {
      state.append(action)
      return effects[action] ?? .none
    }
  }

  @Test func `synchronous actions of effects are reduced in the order of a store`() throws {
    let reducer = Chain(effects: [
      "a": .merge(.send("b"), .run { _ in }, .merge(.send("c"), .cancel(id: "x"))), "b": .send("d"), "c": .send("e"),
    ])
    let report = StateExplorer(initialState: [], reducer: reducer, actions: ["a"])
      .invariant("empty", \.isEmpty).explore(maxDepth: 1)
    let store = Store(initialState: [], reducer: reducer)
    store.send("a")
    #expect(report.foundViolations.map(\.after) == [store.state])
    #expect(store.state == ["a", "b", "c", "d", "e"])
    #expect(report.transitions == 1)
    #expect(report.effectsNotRun == 2)
  }

  @Test func `effects that send without end are a violation`() {
    let reducer = Chain(effects: ["a": .send("b"), "b": .send("a"), "c": .none])
    let explorer = StateExplorer(initialState: [], reducer: reducer, actions: ["c", "a"])
    let report = explorer.explore(maxDepth: 2)
    #expect(report.foundViolations.map(\.check) == [.endOfEffects])
    #expect(report.foundViolations.first?.actions == ["a"])
    #expect(report.foundViolations.first?.isRepeatable == true)
    #expect(report.foundViolations.first?.count == 2)
    #expect(report.states == 3)  // the states after "a" are unknown
    #expect(explorer.walk(count: 10, length: 10).foundViolations.map(\.actions) == [["a"]])
  }

  @Test func `a long chain of effects that ends is not endless`() {
    let steps = Reduce<Int, Int> { count, left in
      count += 1
      return left > 0 ? .send(left - 1) : .none
    }
    let explorer = StateExplorer(initialState: 0, reducer: steps, actions: [1_000]).invariant("low") { $0 < 1_001 }
    #expect(explorer.explore(maxDepth: 1).foundViolations.map(\.after) == [1_001])
    let longer = StateExplorer(initialState: 0, reducer: steps, actions: [1_001])
    #expect(longer.explore(maxDepth: 1).foundViolations.map(\.check) == [.endOfEffects])
  }

  @Test func `asynchronous effects are counted and not run`() {
    let ran = Locked(false)
    let reducer = Reduce<Int, Int> { count, _ in
      count += 1
      return .run { _ in ran.withLock { $0 = true } }
    }
    let report = StateExplorer(initialState: 0, reducer: reducer, actions: [1]).explore(maxDepth: 5)
    #expect(report.effectsNotRun == 5)
    #expect(ran.withLock { $0 } == false)
    #expect(report.description.contains("effects not run: 5"))
  }
}
