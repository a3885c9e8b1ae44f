import NavStore
import NavStoreTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct TestStoreReceiveTests {
  let log = FailureLog()

  func makeStore(
    _ reducer: Search = Search(), clock: any Clock<Duration> = TestClock(), backstop: Backstop? = nil
  ) -> TestStore<Search.State, Search.Action> {
    makeTestStore(
      reducer, from: Search.State(text: "a"), clock: clock, log: log,
      backstop: backstop ?? Backstop(limit: .seconds(60)))
  }

  /// A store whose action 0 returns the effect.
  func makeStore(_ effect: Effect<Int>) -> TestStore<[Int], Int> {
    makeTestStore(
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return action == 0 ? effect : .none
      }, from: [], log: log)
  }

  @Test func `a received action is asserted by value`() async {
    let store = makeStore()
    store.send(.search) { $0.isLoading = true }
    await store.receive(.found(["a!"])) {
      $0.isLoading = false
      $0.results = ["a!"]
    }
    #expect(log.failures.isEmpty)
  }

  @Test func `by a condition`() async {
    let store = makeStore()
    store.send(.search) { $0.isLoading = true }
    await store.receive(where: { $0 != .tick }) {
      $0.isLoading = false
      $0.results = ["a!"]
    }
    #expect(log.failures.isEmpty)
  }

  @Test func `by a case, with its payload for the change and as the result`() async {
    let store = makeStore()
    store.send(.search) { $0.isLoading = true }
    let found = await store.receive(case: \.found) { state, results in
      #expect(results == ["a!"])
      state.isLoading = false
      state.results = results
    }
    #expect(found == ["a!"])
    #expect(log.failures.isEmpty)
  }

  @Test func `its change is asserted as that of a sent action`() async {
    let store = makeStore()
    store.send(.search) { $0.isLoading = true }
    await store.receive(.found(["a!"]))
    #expect(
      log.headlines == [
        #"Unexpected change: receive(.found(["a!"])) changed the state, and no change was expected."#
      ])
  }

  @Test func `another action fails with what differs, and where it came from`() async {
    let store = makeStore()
    let line = #line + 1
    store.send(.search) { $0.isLoading = true }
    await store.receive(.found(["b!"])) { $0.results = ["b!"] }
    let message = log.failures[0].message
    #expect(log.failures.count == 1)
    #expect(
      log.headlines == [
        #"Another action: expected .found(["b!"]), and .found(["a!"]) was received, which follows from .search at "#
          + "NavStoreTests/TestStoreReceiveTests.swift:\(line)."
      ])
    #expect(message.contains("−") && message.contains("b!") && message.contains("+"))
    // It counts as dealt with, so that what follows is compared with what it belongs to.
    #expect(store.state.results == ["a!"])
  }

  @Test func `another action than a condition and a case want`() async {
    let store = makeStore(
      .run {
        $0.send(1); $0.send(2)
      })
    store.send(0) { $0 = [0] }
    await store.receive(where: { $0 > 5 })
    await store.receive(case: { $0 > 5 ? "\($0)" : nil })
    #expect(log.headlines.count == 2)
    #expect(log.headlines[0].hasPrefix("Another action: expected an action that satisfies the condition, and 1 was"))
    #expect(log.headlines[1].hasPrefix("Another action: expected an action of a case with String, and 2 was received"))
  }

  @Test func `actions are received in their order`() async {
    let store = makeStore(
      .run {
        $0.send(1); $0.send(2); $0.send(3)
      })
    store.send(0) { $0 = [0] }
    for number in 1...3 { await store.receive(number) { $0.append(number) } }
    #expect(log.failures.isEmpty)
  }

  @Test func `an action that came too early is named, and what was expected is still asserted`() async {
    let store = makeStore(
      .run {
        $0.send(1); $0.send(2); $0.send(3)
      })
    store.send(0) { $0 = [0] }
    await store.receive(3) { $0.append(3) }
    #expect(log.failures.count == 1)
    #expect(log.headlines == ["Unasserted: before 3 came, these were received:"])
    #expect(log.failures[0].message.contains("    1, which follows from 0 at"))
    #expect(log.failures[0].message.contains("    2, which"))
    #expect(store.state == [0, 1, 2, 3])
  }

  @Test func `what an effect sends as a list is one transaction`() async {
    let store = makeStore(.run { $0.send([1, 2]) })
    store.send(0) { $0 = [0] }
    await store.receive([1, 2]) { $0 += [1, 2] }
    #expect(log.failures.isEmpty)
  }

  @Test func `a part of a transaction is not what was received`() async {
    let store = makeStore(.run { $0.send([1, 2]) })
    store.send(0) { $0 = [0] }
    await store.receive(1) { $0 += [1] }
    #expect(log.headlines.count == 1)
    #expect(log.headlines[0].hasPrefix("Another action: expected 1, and [1, 2] was received"))
  }

  @Test func `what follows at once is received with a change of its own`() async {
    let store = makeStore(.merge(.send(1), .send(2)))
    store.send(0) { $0 = [0] }
    await store.receive(1) { $0 = [0, 1] }
    await store.receive(2) { $0 = [0, 1, 2] }
    #expect(log.failures.isEmpty)
  }

  @Test func `what is sent to the store directly is received`() async {
    let store = makeStore()
    store.base.send(.tick)
    await store.receive(.tick) { $0.ticks = 1 }
    #expect(log.failures.isEmpty)
    store.base.send(.tick)
    store.send(.nothing)
    #expect(
      log.headlines == [
        "Unasserted: before send(.nothing), .tick was received, which was sent to the store directly."
      ])
  }

  @Test func `sending before what was received is asserted fails, and asserts the change of what is sent alone`() {
    let store = makeStore()
    store.send(.search) { $0.isLoading = true }
    store.send(.tick) { $0.ticks = 1 }
    #expect(log.headlines.count == 1)
    #expect(
      log.headlines[0].hasPrefix(
        #"Unasserted: before send(.tick), .found(["a!"]) was received, which follows from .search at"#))
    #expect(store.state == Search.State(text: "a", results: ["a!"], ticks: 1))
  }

  @Test func `it waits for an effect that works elsewhere`() async {
    let gate = Gate()
    let store = makeStore(
      Search(find: { text in
        // On a task of its own: the test store cannot see that it runs.
        await Task.detached {
          await gate.wait()
          return [text]
        }.value
      }))
    store.send(.search) { $0.isLoading = true }
    async let received: Void = store.receive(.found(["a"])) {
      $0.isLoading = false
      $0.results = ["a"]
    }
    gate.open()
    await received
    #expect(log.failures.isEmpty)
  }

  @Test func `without an effect that could send, it fails at once`() async {
    let store = makeStore()
    await store.receive(.tick)
    store.send(.typed("b")) { $0.text = "b" }
    store.send(.cleared) { $0.text = "" }
    await store.receive(.search)
    #expect(
      log.headlines == [
        "Nothing received: expected .tick, and no effect is left that could send it.",
        "Nothing received: expected .search, and no effect is left that could send it.",
      ])
  }

  @Test func `an effect that ends without sending wakes who waits`() async throws {
    // Many times, because it may end before the wait has begun.
    for _ in 0..<100 {
      try Task.checkCancellation()
      let (gate, real, log) = (Gate(), TestClock(), FailureLog())
      let store = makeTestStore(
        Reduce<Int, Int> { _, _ in .run { _ in await Task.detached { await gate.wait() }.value } }, from: 0, log: log,
        backstop: Backstop(limit: .seconds(5), clock: real))
      store.send(0)
      async let received: Void = store.receive(1)
      await real.sleepers(atLeast: 1)
      gate.open()
      await received
      #expect(log.headlines == ["Nothing received: expected 1, and no effect is left that could send it."])
    }
  }

  @Test func `an effect that is cancelled wakes who waits`() async {
    let clock = TestClock()
    let store = makeStore(clock: clock)
    let handle = store.send(.startTimer)
    async let received: Void = store.receive(.tick)
    handle.cancel()
    await received
    #expect(log.headlines == ["Nothing received: expected .tick, and no effect is left that could send it."])
  }

  @Test func `the backstop ends a wait, and says which effects run and when they would wake`() async {
    let real = TestClock()
    let store = makeStore(backstop: Backstop(limit: .seconds(5), clock: real))
    store.send(.startTimer)
    async let received: Void = store.receive(.tick)
    await real.sleepers(atLeast: 1)
    real.advance(by: .seconds(5))
    await received
    let message = log.failures[0].message
    #expect(log.headlines == ["Nothing received: expected .tick, and it did not come within 5.0 seconds."])
    #expect(message.contains(#"the effect "timer", which follows from .startTimer at"#))
    #expect(message.contains("the next who sleeps on it wakes at 1.0 seconds: move it by `clock.advance(by:)`"))
    store.skipInFlight()
  }

  @Test func `the backstop counts all parts of a wait`() async {
    let real = TestClock()
    let clock = TestClock()
    let store = makeStore(clock: clock, backstop: Backstop(limit: .seconds(5), clock: real))
    store.exhaustivity = .off
    store.send(.startTimer)
    async let received: Void = store.receive(.search, timeout: .seconds(2))
    await real.sleepers(atLeast: 1)
    real.advance(by: .seconds(1))
    clock.advance(by: .seconds(3))  // what comes is not what is waited for
    real.advance(by: .seconds(1))
    await received
    #expect(log.headlines == ["Nothing received: expected .search, and it did not come within 2.0 seconds."])
    #expect(log.failures[0].message.contains("The nearest that was received"))
  }

  @Test func `a test that is cancelled while it waits is told`() async {
    let store = makeStore()
    store.send(.startTimer)
    let test = Task { await store.receive(.tick) }
    test.cancel()
    await test.value
    #expect(
      log.headlines == ["Nothing received: expected .tick, and the test was cancelled while it waited."])
    store.skipInFlight()
  }
}
