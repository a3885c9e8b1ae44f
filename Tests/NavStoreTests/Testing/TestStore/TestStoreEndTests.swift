import NavStore
import NavStoreTesting
import Testing

@Suite(.hangLimit) struct TestStoreEndTests {
  let log = FailureLog()
  let clock = TestClock()

  func makeStore(_ reducer: Search = Search()) -> TestStore<Search.State, Search.Action> {
    makeTestStore(reducer, from: Search.State(text: "a"), clock: clock, log: log)
  }

  @Test func `a test that handles every action and effect passes`() async {
    var store: TestStore? = makeStore()
    store?.send(.search) { $0.isLoading = true }
    await store?.receive(.found(["a!"])) {
      $0.isLoading = false
      $0.results = ["a!"]
    }
    store = nil
    #expect(log.failures.isEmpty)
  }

  @Test func `a received action that was not asserted fails at the line that caused it`() {
    var store: TestStore? = makeStore()
    store?.send(.search) { $0.isLoading = true }
    let line = #line - 1
    store = nil
    #expect(log.failures.map(\.line) == [UInt(line)])
    #expect(
      log.headlines[0].hasPrefix(
        #"Unasserted: before the test ended, .found(["a!"]) was received, which follows from .search at"#))
  }

  @Test func `an effect that still runs fails at the line that caused it`() {
    var store: TestStore? = makeStore()
    store?.send(.startTimer)
    let line = #line - 1
    store?.send(.nothing)
    store = nil
    #expect(log.failures.map(\.line) == [UInt(line)])
    #expect(
      log.headlines == [
        #"Not finished: the test ended while an effect of this line still ran: the effect "timer"."#
      ])
    #expect(log.failures[0].message.contains("the next sleeper wakes at 1.0 seconds"))
    #expect(log.failures[0].message.hasSuffix("or cancel all effects with `skipInFlight()`."))
  }

  @Test func `an effect of a received action fails at the line that received the action`() async {
    let gate = Gate()
    var store: TestStore? = makeStore(
      Search(find: { _ in
        await Task.detached { await gate.wait() }.value
        return []
      }))
    store?.send(.typed("b")) { $0.text = "b" }
    clock.advance(by: .milliseconds(300))
    await store?.receive(.search) { $0.isLoading = true }
    let line = #line - 1
    store = nil
    gate.open()
    #expect(log.failures.map(\.line) == [UInt(line)])
  }

  @Test func `an effect of an unreceived action fails at the line that sent the first cause`() {
    var store: TestStore? = makeStore()
    store?.send(.nothing)
    store?.send(.typed("b")) { $0.text = "b" }
    let line = #line - 1
    clock.advance(by: .milliseconds(300))
    store = nil
    // `.search`, and `.found`, which follows from it.
    #expect(log.failures.map(\.line) == [UInt(line)])
    #expect(log.failures[0].message.contains("    .search, which follows from .typed(\"b\") at"))
    #expect(log.failures[0].message.contains("    .found([\"b!\"]), which follows from .typed(\"b\") at"))
  }

  @Test func `actions sent to the store directly fail at the line that created the test store`() {
    var store: TestStore? = makeStore()
    store?.base.send(.startTimer)
    store = nil
    // One failure for the action and one for its effect, both at the line in makeStore.
    #expect(log.headlines.map { $0.prefix(12) } == ["Unasserted: ", "Not finished"])
    #expect(Set(log.failures.map(\.line)).count == 1)
  }

  @Test func `a failure for many received actions lists only the first ones`() {
    let store = makeTestStore(
      Reduce<Int, Int> { state, action in
        action > 0 ? .send(action - 1) : .none
      }, from: 0, log: log)
    store.send(100)
    store.send(0)
    #expect(log.failures.count == 1)
    #expect(log.failures[0].message.contains("    and 90 more"))
  }

  @Test func `a test store may be released by its own effect`() async {
    let keeper = Locked<TestStore<Search.State, Search.Action>?>(nil)
    keeper.withLock {
      $0 = makeStore(
        Search(find: { _ in
          keeper.withLock { $0 = nil }
          return []
        }))
    }
    let store = keeper.withLock { $0 }
    store?.send(.search) { $0.isLoading = true }
    await store?.receive(.found([])) { $0.isLoading = false }
    #expect(log.failures.isEmpty)
  }

  // MARK: Skipping and finishing

  @Test func `skipped actions need no assertion, and their changes are there`() {
    var store: TestStore? = makeStore()
    store?.send(.search) { $0.isLoading = true }
    store?.skipReceived()
    #expect(store?.state.results == ["a!"])
    store?.send(.tick) { $0.ticks = 1 }
    store = nil
    #expect(log.failures.isEmpty)
  }

  @Test func `skipping fails if there is nothing to skip, unless it is not strict`() {
    let store = makeStore()
    store.skipReceived(strict: false)
    store.skipInFlight(strict: false)
    #expect(log.failures.isEmpty)
    store.skipReceived()
    store.skipInFlight()
    #expect(
      log.headlines == [
        "Nothing to skip: all received actions have been asserted. Remove skipReceived().",
        "Nothing to skip: no effect is running. Remove skipInFlight().",
      ])
  }

  @Test func `effects that are skipped are cancelled, and later ones run`() async {
    var store: TestStore? = makeStore()
    store?.send(.startTimer)
    store?.skipInFlight()
    #expect(clock.sleeperCount == 0)
    store?.send(.startTimer)
    clock.advance(by: .seconds(1))
    await store?.receive(.tick) { $0.ticks = 1 }
    store?.skipInFlight()
    store = nil
    #expect(log.failures.isEmpty)
  }

  @Test func `finish waits for effects that work on other executors`() async {
    let gate = Gate()
    let store = makeStore(
      Search(find: { _ in
        await Task.detached { await gate.wait() }.value
        return ["x"]
      }))
    store.send(.search) { $0.isLoading = true }
    async let finished: Void = store.finish()
    gate.open()
    await finished
    await store.receive(.found(["x"])) {
      $0.isLoading = false
      $0.results = ["x"]
    }
    #expect(log.failures.isEmpty)
  }

  @Test func `finish and the handle's finish fail after the timeout, and name what runs`() async {
    let real = TestClock()
    let store = makeTestStore(
      Search(), from: Search.State(), clock: clock, log: log, testTimeout: TestTimeout(limit: .seconds(5), clock: real))
    let handle = store.send(.startTimer)
    for finish in [{ await store.finish() }, { await handle.finish() }] as [@Sendable () async -> Void] {
      async let finished: Void = finish()
      await real.sleepers(atLeast: 1)
      real.advance(by: .seconds(5))
      await finished
    }
    #expect(log.headlines == Array(repeating: "Not finished: effects are still running after 5.0 seconds.", count: 2))
    #expect(log.failures[0].message.contains(#"the effect "timer", which follows from .startTimer at"#))
    store.skipInFlight()
  }

  @Test func `an effect that a failure reported as running is not reported again at the end`() async {
    let real = TestClock()
    var store: TestStore? = makeTestStore(
      Search(), from: Search.State(), clock: clock, log: log, testTimeout: TestTimeout(limit: .seconds(5), clock: real))
    store?.send(.startTimer)
    do {
      async let received: Void? = store?.receive(.tick) { $0.ticks = 1 }
      await real.sleepers(atLeast: 1)
      real.advance(by: .seconds(5))
      await received
    }
    #expect(log.headlines == ["Not received: expected .tick, and it was not sent within 5.0 seconds."])
    #expect(
      log.failures[0].message.contains("If the test has moved another clock, pass that clock as `clock:`."))
    // Another effect is reported.
    store?.send(.typed("a")) { $0.text = "a" }
    store = nil
    #expect(log.headlines.count == 2)
    #expect(
      log.headlines.last
        == #"Not finished: the test ended while an effect of this line still ran: the effect "search"."#)
  }

  @Test func `a handle waits for its own effects, and cancels its own`() async {
    let store = makeStore()
    let timer = store.send(.startTimer)
    await store.send(.search) { $0.isLoading = true }.finish()
    await store.receive(.found(["a!"])) {
      $0.isLoading = false
      $0.results = ["a!"]
    }
    timer.cancel()
    #expect(clock.sleeperCount == 0)
    await timer.finish()
    #expect(log.failures.isEmpty)
  }

  @Test func `a handle that outlives its store does nothing`() async {
    var store: TestStore? = makeStore()
    let handle = store?.send(.startTimer)
    store?.skipInFlight()
    store = nil
    await handle?.finish()
    handle?.cancel()
    #expect(log.failures.isEmpty)
  }

  // MARK: Unhandled actions and effects

  @Test func `finish with no time to wait passes when no effect runs`() async {
    let store = makeTestStore(Search(), from: Search.State(), log: log)
    for _ in 0..<500 { await store.finish(timeout: .zero) }
    #expect(log.failures.isEmpty)
  }

  @Test func `an action that an effect sent is not reported as sent directly`() {
    var store: TestStore? = makeTestStore(Search(), from: Search.State(), log: log)
    store?.base.send(.search)
    store = nil
    #expect(log.messages.first?.contains(".search, which was sent to the store directly") == true)
    #expect(log.messages.first?.contains(#".found(["!"]), which follows from what was sent"#) == true)
  }

  @Test func `effects that were not reported while exhaustivity was off are reported later`() {
    var store: TestStore? = makeTestStore(Search(), from: Search.State(), log: log)
    store?.send(.startTimer)
    store?.exhaustivity = .off
    store?.expectNothingLeft()
    store?.exhaustivity = .on
    store = nil
    #expect(log.failures.count == 1)
  }
}
