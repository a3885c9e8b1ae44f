import NavStore
import NavStoreTesting
import Testing

@Suite(.hangLimit) struct TestStoreSendTests {
  let log = FailureLog()

  func makeStore() -> TestStore<Search.State, Search.Action> {
    makeTestStore(Search(), from: Search.State(text: "a"), log: log)
  }

  @Test func `a change that is described passes`() {
    let store = makeStore()
    store.send(.found(["x"])) { $0.results = ["x"] }
    store.send(.tick) { $0.ticks = 1 }
    store.send(.nothing)
    #expect(log.failures.isEmpty)
    #expect(store.state == Search.State(text: "a", results: ["x"], ticks: 1))
  }

  @Test func `the closure gets the state before the action`() {
    let store = makeStore()
    store.send(.tick) { $0.ticks += 1 }
    store.send(.tick) { state in
      #expect(state.ticks == 1)
      state.ticks += 1
    }
    #expect(log.failures.isEmpty)
  }

  @Test func `an unexpected change is a failure`() {
    let store = makeStore()
    store.send(.tick)
    #expect(log.headlines == ["Unexpected change: send(.tick) changed the state, and no change was expected."])
    #expect(log.failures[0].message.contains("ticks: 0"))
    #expect(log.failures[0].message.contains("ticks: 1"))
    #expect(log.failures[0].line == #line - 4)
  }

  @Test func `a closure that changes nothing is a failure, whether the action changes the state or not`() {
    let store = makeStore()
    store.send(.tick) { _ in }
    store.send(.nothing) { $0.ticks = 1 }
    #expect(
      log.headlines == [
        "Unexpected change: send(.tick) changed the state, and the closure that describes the change changes nothing.",
        "Nothing to assert: the closure of send(.nothing) changes nothing, and the state did not change.",
      ])
  }

  @Test func `a missing change is a failure`() {
    let store = makeStore()
    store.send(.nothing) { $0.ticks = 7 }
    #expect(
      log.headlines == ["Missing change: send(.nothing) was expected to change the state, and did not change it."])
    #expect(log.failures[0].message.contains("ticks: 7"))
  }

  @Test func `a wrong change is a failure`() {
    let store = makeStore()
    store.send(.tick) { $0.ticks = 7 }
    #expect(log.headlines == ["Wrong change: send(.tick) led to a state that differs from the expected one."])
    let message = log.failures[0].message
    #expect(message.contains("−") && message.contains("ticks: 7"))
    #expect(message.contains("+") && message.contains("ticks: 1"))
    #expect(message.contains("(− expected, + actual)"))
  }

  @Test func `an error in the closure is a failure`() {
    struct Mistake: Error {}
    let store = makeStore()
    store.send(.tick) { _ in throw Mistake() }
    #expect(log.headlines == ["The closure of send(.tick) threw an error: Mistake()"])
  }

  @Test(arguments: [Exhaustivity.on, .off(showSkipped: true)])
  func `a requirement in the closure is reported once, by the test framework`(exhaustivity: Exhaustivity) async {
    let store = makeStore()
    store.exhaustivity = exhaustivity
    let missing: Int? = nil
    withKnownIssue {
      store.send(.tick) { $0.ticks = try #require(missing) }
    }
    store.base.send(.tick)
    await withKnownIssue {
      await store.receive(.tick) { $0.ticks = try #require(missing) }
    }
    withKnownIssue {
      store.assert { $0.ticks = try #require(missing) }
    }
    #expect(!log.messages.contains { $0.contains("threw an error") }, "\(log.messages)")
  }

  @Test func `after a failure the test continues with the actual state`() {
    let store = makeStore()
    store.send(.tick) { $0.ticks = 7 }
    store.send(.tick) { $0.ticks = 2 }
    #expect(log.failures.count == 1)
    #expect(store.state.ticks == 2)
  }

  @Test func `several actions are one transaction with one change`() async {
    let store = makeStore()
    let inner = store.base
    store.send([.tick, .tick, .found(["x"])]) {
      $0.ticks = 2
      $0.results = ["x"]
    }
    #expect(log.failures.isEmpty)
    #expect(inner.revision == 1)
    store.send([.tick, .tick])
    #expect(
      log.headlines == ["Unexpected change: send([.tick, .tick]) changed the state, and no change was expected."])
  }

  @Test func `sending an empty list is a failure`() {
    let store = makeStore()
    store.send([])
    #expect(
      log.headlines == [
        "send([]) sends nothing, because an empty list is not a transaction. Pass an action, or remove the line."
      ])
  }

  @Test func `a difference that reflection does not show is explained`() {
    struct Odd: Equatable, Sendable {
      static func == (first: Odd, second: Odd) -> Bool { false }
    }
    let store = makeTestStore(Reduce<Odd, Int> { _, _ in .none }, from: Odd(), log: log)
    store.send(1)
    #expect(log.failures[0].message.contains("The values look alike and are unequal"))
  }

  @Test func `the origin of an action reaches the records`() async {
    let store = makeStore()
    var transactions = store.base.transactions.makeAsyncIterator()
    store.send(.tick, origin: .deepLink) { $0.ticks = 1 }
    store.send([.tick], origin: .undo) { $0.ticks = 2 }
    #expect(await transactions.next()?.origin == .deepLink)
    #expect(await transactions.next()?.origin == .undo)
  }

  @Test func `assert checks the state without an action`() {
    let store = makeStore()
    store.assert { $0.text = "a" }
    #expect(log.failures.isEmpty)
    store.assert { $0.text = "b" }
    store.assert { _ in throw CancellationError() }
    #expect(
      log.headlines == [
        "Assertion failed: the state is not the one that assert expects.",
        "The closure of assert threw an error: CancellationError()",
      ])
    #expect(log.failures[0].line == #line - 7)
  }

  @Test func `failures have the line of the call`() async {
    let store = makeStore()
    store.send(.tick)
    store.send([.tick])
    store.send([])
    store.assert { $0.ticks = 9 }
    store.skipReceived()
    store.skipInFlight()
    await store.receive(.tick)
    await store.receive([.tick])
    await store.receive(where: { _ in true })
    await store.receive(case: \.found)
    #expect(log.failures.map(\.line) == Array(UInt(#line) - 10...UInt(#line) - 1))
  }
}
