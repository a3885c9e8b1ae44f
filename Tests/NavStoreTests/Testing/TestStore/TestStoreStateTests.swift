import NavStore
import NavStoreTesting
import Testing

/// The value of `TestStore.state` while a change closure runs.
@Suite(.hangLimit) struct TestStoreStateTests {
  private let log = FailureLog()
  private let clock = TestClock()

  private func makeStore(_ exhaustivity: Exhaustivity = .on) -> TestStore<Search.State, Search.Action> {
    let store = makeTestStore(Search(), from: Search.State(text: "a"), clock: clock, log: log)
    store.exhaustivity = exhaustivity
    return store
  }

  @Test func `in a closure of send, the state is the one before the action`() {
    let store = makeStore()
    store.send(.tick) { $0 = store.state }
    store.send([.tick, .tick]) { $0 = store.state }
    store.send(.startTimer)
    store.send(.tick) { $0.ticks = store.state.ticks + 1 }
    store.send(.typed("b")) { $0 = store.state }
    #expect(
      log.headlines == [
        "Unexpected change: send(.tick) changed the state, and the closure that describes the change changes nothing.",
        "Unexpected change: send([.tick, .tick]) changed the state, and the closure that describes the change changes "
          + "nothing.",
        #"Unexpected change: send(.typed("b")) changed the state, and the closure that describes the change changes "#
          + "nothing.",
      ])
    #expect(store.state == Search.State(text: "b", ticks: 4))
    store.skipInFlight()
  }

  @Test func `in a closure of receive, the state is the one before the action`() async {
    let store = makeStore()
    for _ in 0..<4 { store.base.send(.tick) }
    await store.receive(.tick) { $0 = store.state }
    await store.receive([.tick]) { $0 = store.state }
    await store.receive(where: { $0 == .tick }) { $0 = store.state }
    await store.receive(case: { $0 == .tick ? 1 : nil }) { state, count in state.ticks = store.state.ticks + count }
    #expect(
      log.headlines
        == Array(
          repeating: "Unexpected change: receive(.tick) changed the state, and the closure that describes the change "
            + "changes nothing.", count: 3))
    #expect(store.state.ticks == 4)
  }

  @Test func `with exhaustivity off, the state in a closure is also the one before the action`() async {
    let store = makeStore(.off)
    store.send(.tick) { $0 = store.state }
    store.send([.tick, .tick]) { $0 = store.state }
    // The search has returned a result when the closure runs.
    store.send(.search) { state in
      #expect(state.isLoading)
      #expect(store.state == Search.State(text: "a", ticks: 3))
    }
    #expect(store.state.results == ["a!"])
    await store.receive(.found(["a!"])) { $0 = store.state }
    #expect(
      log.headlines == [
        "Wrong change: send(.tick) led to a state that differs from the expected one.",
        "Wrong change: send([.tick, .tick]) led to a state that differs from the expected one.",
        #"Wrong change: receive(.found(["a!"])) led to a state that differs from the expected one."#,
      ])
  }

  @Test func `in a closure of assert, the state is the one that is asserted`() {
    let store = makeStore(.off)
    store.assert { state in
      store.base.send(.tick)
      #expect(store.state == state)
    }
    #expect(store.state.ticks == 1)
    #expect(log.failures.isEmpty)
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `another thread sees the state before the action while the closure runs`(exhaustivity: Exhaustivity) async {
    let store = makeStore(exhaustivity)
    let seen = Locked<[Int]>([])
    let look: @Sendable () -> Void = { onThreads(1) { _ in seen.withLock { $0.append(store.state.ticks) } } }
    store.send(.tick) { state in
      look()
      state.ticks = 1
    }
    store.base.send(.tick)
    await store.receive(.tick) { state in
      look()
      state.ticks = 2
    }
    look()
    #expect(seen.withLock(\.self) == [0, 1, 2])
    #expect(log.failures.isEmpty)
  }

  @Test func `each of two closures at a time sees the state before its own action`() {
    let store = makeStore()
    store.send(.tick) { state in
      onThreads(1) { _ in
        store.send(.tick) { state in
          #expect(store.state.ticks == 1)
          state.ticks = 2
        }
        // The first assertion has not ended.
        #expect(store.state.ticks == 0)
      }
      #expect(store.state.ticks == 0)
      state.ticks = 1
    }
    #expect(store.state.ticks == 2)
    #expect(log.failures.isEmpty)
  }

  @Test func `a closure that sends sees the state before the inner action, and then its own again`() {
    let store = makeStore()
    store.send(.tick) { state in
      store.send(.tick) { inner in
        #expect(store.state.ticks == 1)
        inner.ticks = 2
      }
      #expect(store.state.ticks == 0)
      state.ticks = 1
    }
    #expect(store.state.ticks == 2)
    #expect(log.failures.isEmpty)
  }

  @Test func `after a closure that throws, the state is the one after the action`() {
    let store = makeStore()
    store.send(.tick) { _ in throw CancellationError() }
    #expect(store.state.ticks == 1)
  }

  @Test func `the base store has the state after the action, even in a closure`() {
    let store = makeStore()
    let ticks = store.base.scope(state: \.ticks, action: { (_: Int) in .tick })
    store.send(.tick) { state in
      #expect(store.base.state.ticks == 1)
      #expect(ticks.state == 1)
      state.ticks = 1
    }
    #expect(log.failures.isEmpty)
  }
}
