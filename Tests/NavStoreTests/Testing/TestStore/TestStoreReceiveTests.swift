@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Testing

@Suite(.hangLimit) struct TestStoreReceiveTests {
  let log = FailureLog()

  func makeStore(
    _ reducer: Search = Search(), clock: any Clock<Duration> = TestClock(), testTimeout: TestTimeout? = nil
  ) -> TestStore<Search.State, Search.Action> {
    makeTestStore(
      reducer, from: Search.State(text: "a"), clock: clock, log: log,
      testTimeout: testTimeout ?? TestTimeout(limit: .seconds(60)))
  }

  /// Creates a store whose action 0 returns the effect.
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

  @Test func `a received action is asserted by a condition`() async {
    let store = makeStore()
    store.send(.search) { $0.isLoading = true }
    await store.receive(where: { $0 != .tick }) {
      $0.isLoading = false
      $0.results = ["a!"]
    }
    #expect(log.failures.isEmpty)
  }

  @Test func `a received action is asserted by its case, and its payload is passed to the change and returned`() async {
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

  @Test func `the change of a received action is asserted like that of a sent action`() async {
    let store = makeStore()
    store.send(.search) { $0.isLoading = true }
    await store.receive(.found(["a!"]))
    #expect(
      log.headlines == [
        #"Unexpected change: receive(.found(["a!"])) changed the state, and no change was expected."#
      ])
  }

  @Test func `an unexpected action fails with the difference and its origin`() async {
    let store = makeStore()
    let line = #line + 1
    store.send(.search) { $0.isLoading = true }
    await store.receive(.found(["b!"])) { $0.results = ["b!"] }
    let message = log.failures[0].message
    #expect(log.failures.count == 1)
    #expect(
      log.headlines == [
        #"Unexpected action: expected .found(["b!"]), but .found(["a!"]) was received, which follows from .search at "#
          + "NavStoreTests/TestStoreReceiveTests.swift:\(line)."
      ])
    #expect(message.contains("−") && message.contains("b!") && message.contains("+"))
    // The action counts as handled, so that the next assertion is compared with the next action.
    #expect(store.state.results == ["a!"])
  }

  @Test func `an action that satisfies neither a condition nor a case fails`() async {
    let store = makeStore(
      .run {
        $0.send(1); $0.send(2)
      })
    store.send(0) { $0 = [0] }
    await store.receive(where: { $0 > 5 })
    await store.receive(case: { $0 > 5 ? "\($0)" : nil })
    #expect(log.headlines.count == 2)
    #expect(log.headlines[0].hasPrefix("Unexpected action: expected an action that satisfies the condition, but 1 was"))
    #expect(
      log.headlines[1].hasPrefix("Unexpected action: expected an action of a case with String, but 2 was received"))
  }

  @Test func `an action is received by its case and its payload`() async {
    let store = makeStore(.run { $0.send(6) })
    store.send(0) { $0 = [0] }
    await store.receive(case: { $0 > 5 ? "\($0)" : nil }, "6") { $0 = [0, 6] }
    #expect(log.headlines == [])
    let failing = makeStore(.run { $0.send(6) })
    failing.send(0) { $0 = [0] }
    await failing.receive(case: { $0 > 5 ? "\($0)" : nil }, "7") { $0 = [0, 6] }
    #expect(log.headlines == ["Not as expected: the payload of the received action."])
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

  @Test func `an earlier action is named, and the expected action is still asserted`() async {
    let store = makeStore(
      .run {
        $0.send(1); $0.send(2); $0.send(3)
      })
    store.send(0) { $0 = [0] }
    await store.receive(3) { $0.append(3) }
    #expect(log.failures.count == 1)
    #expect(log.headlines == ["Unasserted: before 3, these actions were received:"])
    #expect(log.failures[0].message.contains("    1, which follows from 0 at"))
    #expect(log.failures[0].message.contains("    2, which"))
    #expect(store.state == [0, 1, 2, 3])
  }

  @Test func `a list that an effect sends is one transaction`() async {
    let store = makeStore(.run { $0.send([1, 2]) })
    store.send(0) { $0 = [0] }
    await store.receive([1, 2]) { $0 += [1, 2] }
    #expect(log.failures.isEmpty)
  }

  @Test func `a single action does not match a transaction of two actions`() async {
    let store = makeStore(.run { $0.send([1, 2]) })
    store.send(0) { $0 = [0] }
    await store.receive(1) { $0 += [1] }
    #expect(log.headlines.count == 1)
    #expect(log.headlines[0].hasPrefix("Unexpected action: expected 1, but [1, 2] was received"))
  }

  @Test func `an action that follows synchronously is received with its own change`() async {
    let store = makeStore(.merge(.send(1), .send(2)))
    store.send(0) { $0 = [0] }
    await store.receive(1) { $0 = [0, 1] }
    await store.receive(2) { $0 = [0, 1, 2] }
    #expect(log.failures.isEmpty)
  }

  @Test func `an action that is sent to the store directly is received`() async {
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

  @Test func `a send before received actions are asserted fails, and asserts only the change of the sent action`() {
    let store = makeStore()
    store.send(.search) { $0.isLoading = true }
    store.send(.tick) { $0.ticks = 1 }
    #expect(log.headlines.count == 1)
    #expect(
      log.headlines[0].hasPrefix(
        #"Unasserted: before send(.tick), .found(["a!"]) was received, which follows from .search at"#))
    #expect(store.state == Search.State(text: "a", results: ["a!"], ticks: 1))
  }

  @Test func `receive waits for an effect that works on another executor`() async {
    let gate = Gate()
    let store = makeStore(
      Search(find: { text in
        // In a separate task, so that the test store cannot detect that it is running.
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

  @Test func `receive fails immediately if no effect could send`() async {
    let store = makeStore()
    await store.receive(.tick)
    store.send(.typed("b")) { $0.text = "b" }
    store.send(.cleared) { $0.text = "" }
    await store.receive(.search)
    #expect(
      log.headlines == [
        "Not received: expected .tick, and no effect is left that could send it.",
        "Not received: expected .search, and no effect is left that could send it.",
      ])
  }

  @Test func `an effect that ends without sending ends the wait`() async throws {
    // Repeated, because the effect may end before the wait begins.
    for _ in 0..<100 {
      try Task.checkCancellation()
      let (gate, real, log) = (Gate(), TestClock(), FailureLog())
      let store = makeTestStore(
        Reduce<Int, Int> { _, _ in .run { _ in await Task.detached { await gate.wait() }.value } }, from: 0, log: log,
        testTimeout: TestTimeout(limit: .seconds(5), clock: real))
      store.send(0)
      async let received: Void = store.receive(1)
      await real.sleepers(atLeast: 1)
      gate.open()
      await received
      #expect(log.headlines == ["Not received: expected 1, and no effect is left that could send it."])
    }
  }

  @Test func `a cancelled effect ends the wait`() async {
    let clock = TestClock()
    let store = makeStore(clock: clock)
    let handle = store.send(.startTimer)
    async let received: Void = store.receive(.tick)
    handle.cancel()
    await received
    #expect(log.headlines == ["Not received: expected .tick, and no effect is left that could send it."])
  }

  @Test func `cancelling by a handle ends the wait, even if the work does not return`() async {
    let gate = Gate()
    let store = makeTestStore(
      Reduce<Int, Int> { _, _ in .run { _ in await Task.detached { await gate.wait() }.value } }, from: 0, log: log,
      testTimeout: TestTimeout(limit: .seconds(20)))
    let handle = store.send(0)
    async let received: Void = store.receive(1)
    // Until the test waits in the store.
    while store.base.core.waiterCount == 0 { await Task.yield() }
    handle.cancel()
    await received
    #expect(log.headlines == ["Not received: expected 1, and no effect is left that could send it."])
    gate.open()
  }

  // MARK: The clock of a reducer

  /// A reducer that has its clock as a dependency.
  struct Ticking: Reducer {
    let clock: any Clock<Duration>

    func reduce(into ticks: inout Int, action: Int) -> Effect<Int> {
      ticks += action
      return action != 0
        ? .none
        : .run(id: "ticks") { [clock] context throws(CancellationError) in
          while true {
            do { try await clock.sleep(for: .seconds(1)) } catch { throw CancellationError() }
            context.send(1)
          }
        }
    }
  }

  @Test func `if no effect sleeps on the store's clock, a failure explains how to pass the reducer's clock`()
    async
  {
    for clock in [TestClock(), ImmediateClock()] as [any Clock<Duration>] {
      let log = FailureLog()
      let (own, real) = (TestClock(), TestClock())
      let store = makeTestStore(
        Ticking(clock: own), from: 0, clock: clock, log: log, testTimeout: TestTimeout(limit: .seconds(5), clock: real))
      store.send(0)
      async let received: Void = store.receive(1)
      await real.sleepers(atLeast: 1)
      real.advance(by: .seconds(5))
      await received
      let message = log.failures[0].message
      #expect(message.contains("No effect sleeps on the test store's clock."), "\(message)")
      #expect(message.contains("also pass that clock to the test store: `clock: clock`"), "\(message)")
      #expect(message.contains("`await clock.advance(by: …, sleepers: 1)`"), "\(message)")
      store.skipInFlight()
    }
  }

  @Test func `a timer on the reducer's clock ticks each time if the store has the same clock`() async {
    for _ in 0..<100 {
      let clock = TestClock()
      let store = makeTestStore(Ticking(clock: clock), from: 0, clock: clock, log: log)
      store.send(0)
      clock.advance(by: .seconds(3))
      for ticks in 1...3 { await store.receive(1) { $0 = ticks } }
      store.skipInFlight()
    }
    #expect(log.failures.isEmpty)
  }

  @Test func `a timer on another clock ticks each time if the advance waits for its sleeper`()
    async
  {
    for _ in 0..<100 {
      let clock = TestClock()
      let store = makeTestStore(Ticking(clock: clock), from: 0, log: log)
      store.send(0)
      await clock.advance(by: .seconds(3), sleepers: 1)
      for ticks in 1...3 { await store.receive(1) { $0 = ticks } }
      store.skipInFlight()
    }
    #expect(log.failures.isEmpty)
  }

  // MARK: Pending actions

  @Test func `pending actions are listed in order, and the most similar action has the same case`() async {
    let store = makeStore()
    store.exhaustivity = .off
    for action in [.found(["a", "b", "c", "d", "e"]), .tick, .found(["b?"]), .nothing] as [Search.Action] {
      store.base.send(action)
    }
    await store.receive(.found(["b!"]))
    #expect(
      log.messages.first?.hasSuffix(
        """
        Without an assertion, these actions were received:

            .found(["a", "b", "c", "d", "e"]), which was sent to the store directly
            .tick, which was sent to the store directly
            .found(["b?"]), which was sent to the store directly
            .nothing, which was sent to the store directly

        The most similar is .found(["b?"]):

            − .found(["b!"])
            + .found(["b?"])

        (− expected, + actual)
        """) == true, "\(log.messages)")
    await store.receive(where: { $0 == .cleared })
    #expect(
      log.messages.last?.hasSuffix(
        """
        Without an assertion, these actions were received:

            .found(["a", "b", "c", "d", "e"]), which was sent to the store directly
            .tick, which was sent to the store directly
            .found(["b?"]), which was sent to the store directly
            .nothing, which was sent to the store directly
        """) == true, "\(log.messages)")
  }

  @Test func `the most similar action has the same case, even if its payload is long`() async {
    let store = makeStore()
    store.exhaustivity = .off
    let long = (1...40).map { "\($0)" }
    store.base.send(.tick)
    store.base.send(.found(long))
    store.base.send(.nothing)
    await store.receive(.found(["b!"]))
    #expect(log.messages.first?.contains("\n\nThe most similar is .found([\"1\", \"2\",") == true, "\(log.messages)")
    // A transaction is compared with a transaction.
    store.base.send([.tick, .found(["x"])])
    await store.receive([.tick, .found(["y"])])
    #expect(log.messages.last?.contains("The most similar is [.tick, .found([\"x\"])]:") == true, "\(log.messages)")
  }

  @Test func `the timeout ends a wait, and the failure names the running effects and their deadlines`() async {
    let real = TestClock()
    let store = makeStore(testTimeout: TestTimeout(limit: .seconds(5), clock: real))
    store.send(.startTimer)
    async let received: Void = store.receive(.tick)
    await real.sleepers(atLeast: 1)
    real.advance(by: .seconds(5))
    await received
    let message = log.failures[0].message
    #expect(log.headlines == ["Not received: expected .tick, and it was not sent within 5.0 seconds."])
    #expect(message.contains(#"the effect "timer", which follows from .startTimer at"#))
    #expect(message.contains("the next sleeper wakes at 1.0 seconds. Move the time with `clock.advance(by:)`"))
    store.skipInFlight()
  }

  @Test func `the timeout counts all parts of a wait`() async {
    let real = TestClock()
    let clock = TestClock()
    let store = makeStore(clock: clock, testTimeout: TestTimeout(limit: .seconds(5), clock: real))
    store.exhaustivity = .off
    store.send(.startTimer)
    async let received: Void = store.receive(.search, timeout: .seconds(2))
    await real.sleepers(atLeast: 1)
    real.advance(by: .seconds(1))
    clock.advance(by: .seconds(3))  // receives only other actions
    real.advance(by: .seconds(1))
    await received
    #expect(log.headlines == ["Not received: expected .search, and it was not sent within 2.0 seconds."])
    #expect(log.failures[0].message.contains("The most similar is .tick:"))
  }

  @Test func `a test that is cancelled while it waits fails`() async {
    let store = makeStore()
    store.send(.startTimer)
    let test = Task { await store.receive(.tick) }
    test.cancel()
    await test.value
    #expect(
      log.headlines == ["Not received: expected .tick, and the test was cancelled while it waited."])
    store.skipInFlight()
  }
}
