import NavStore
import NavStoreTesting
import Testing

@Suite(.hangLimit) struct ExhaustivityTests {
  let log = FailureLog()
  let clock = TestClock()

  func makeStore(_ exhaustivity: Exhaustivity) -> TestStore<Search.State, Search.Action> {
    let store = makeTestStore(Search(), from: Search.State(text: "a"), clock: clock, log: log)
    store.exhaustivity = exhaustivity
    return store
  }

  @Test func `with exhaustivity off, the test asserts only what it states`() async {
    var store: TestStore? = makeStore(.off)
    store?.send(.typed("b"))
    clock.advance(by: .milliseconds(300))
    store?.send(.startTimer)  // .search and .found were received
    store?.send(.tick) { $0.ticks = 1 }
    store = nil
    #expect(log.failures.isEmpty)
    #expect(log.notes.isEmpty)
  }

  @Test func `with exhaustivity off, the closure receives the state after the action`() {
    let store = makeStore(.off)
    store.send(.tick) { state in
      #expect(state.ticks == 1)
      state.ticks = 1
    }
    store.send(.tick) { $0.ticks = 3 }
    #expect(log.headlines == ["Wrong change: send(.tick) led to a state that differs from the expected one."])
    store.send(.tick) { _ in throw CancellationError() }
    #expect(log.failures.count == 2)
  }

  @Test func `with exhaustivity off, receive skips other actions`() async {
    let store = makeStore(.off)
    store.send(.startTimer)
    store.send(.search)
    clock.advance(by: .seconds(2))
    await store.receive(.tick) { $0.ticks = 1 }
    await store.receive(.tick) { $0.ticks = 2 }
    #expect(log.failures.isEmpty)
  }

  @Test func `with exhaustivity off, a missing action fails and shows the most similar one`() async {
    let store = makeStore(.off)
    store.send(.search)
    await store.receive(.found(["b!"]))
    #expect(
      log.headlines == [
        #"Not received: expected .found(["b!"]), and no effect is left that could send it."#
      ])
    #expect(log.failures[0].message.contains("Without an assertion, .found([\"a!\"]) was received"))
    #expect(log.failures[0].message.contains("The most similar is .found([\"a!\"]):"))
    #expect(log.failures[0].message.contains("a!"))
    // The failed receive does not consume the action.
    await store.receive(.found(["a!"]))
    #expect(log.failures.count == 1)
  }

  @Test func `with exhaustivity off, the state includes unhandled actions, which can still be received`() async {
    let store = makeStore(.off)
    store.send(.search)
    #expect(store.state.results == ["a!"])
    store.assert { $0.results = ["a!"] }
    await store.receive(.found(["a!"]))
    #expect(log.failures.isEmpty)
  }

  @Test func `with exhaustivity on, the state is the one after the last assertion`() async {
    let store = makeStore(.on)
    store.send(.search) { $0.isLoading = true }
    #expect(store.state.isLoading)
    store.assert { $0.results = [] }
    await store.receive(.found(["a!"])) {
      $0.isLoading = false
      $0.results = ["a!"]
    }
    #expect(!store.state.isLoading)
    #expect(log.failures.isEmpty)
  }

  @Test func `skipped changes and actions are shown as notes and fail no test`() async {
    var store: TestStore? = makeStore(.off(showSkipped: true))
    store?.send(.tick)
    store?.send(.search) { $0.isLoading = true }
    store?.send([.tick, .found(["x"])]) { $0.ticks = 2 }
    store?.send(.nothing)
    store?.send(.startTimer)
    store?.base.send(.tick)
    store = nil
    #expect(log.failures.isEmpty)
    let notes = log.notes.map { String($0.message.prefix { $0 != "\n" }) }
    #expect(
      notes.map { String($0.prefix(60)) } == [
        "Not asserted: send(.tick) changed this.",
        "Partly asserted: send(.search) changed this.",
        #"Not asserted: .found(["a!"]) was received, which follows from"#.prefix(60).description,
        #"Partly asserted: send([.tick, .found(["x"])]) changed this."#,
        "Unasserted: before the test ended, .tick was received, which",
        "Not finished: the test ended while an effect of this line st",
      ])
  }

  @Test func `with exhaustivity off, the closure is called once, with the state after the action`() {
    let seen = Locked<[Int]>([])
    let store = makeStore(.off(showSkipped: true))
    store.send(.tick) { state in seen.withLock { $0.append(state.ticks) } }
    #expect(seen.withLock { $0 } == [1])
    #expect(log.notes.count == 1)
  }
}
