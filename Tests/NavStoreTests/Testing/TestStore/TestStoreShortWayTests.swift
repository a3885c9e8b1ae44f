import NavStore
import NavStoreTesting
import Observation
import Testing

/// An action from which nothing follows goes a shorter way through a test store, unless there is something to do beside
/// it. Which way an action went cannot be told from outside.
@Suite(.timeLimit(.minutes(1))) struct TestStoreShortWayTests {
  let log = FailureLog()

  @Test func `what was sent to the store directly just before is not passed over`() {
    let store = makeTestStore(Search(), from: Search.State(), log: log)
    store.base.send(.tick)
    store.send(.found(["x"])) { $0.results = ["x"] }
    #expect(log.headlines.count == 1)
    #expect(log.headlines.first?.hasPrefix("Unasserted: before send(.found") == true)
    #expect(store.state == Search.State(results: ["x"], ticks: 1))
  }

  @Test func `what was seen before and is still to be received is not passed over`() {
    let store = makeTestStore(Search(), from: Search.State(), log: log)
    store.base.send(.tick)
    // Reading catches up with the store.
    #expect(store.state.ticks == 0)
    store.send(.found(["x"])) { $0.results = ["x"] }
    #expect(log.headlines.count == 1)
    #expect(store.state == Search.State(results: ["x"], ticks: 1))
  }

  @Test func `streams, observers and records are told of it`() async {
    let store = makeTestStore(Search(), from: Search.State(), log: log)
    store.send(.tick) { $0.ticks = 1 }
    let seen = Locked(0)
    withObservationTracking {
      _ = store.base.state
    } onChange: {
      seen.withLock { $0 += 1 }
    }
    var records = store.base.actionRecords.makeAsyncIterator()
    var states = store.base.states.map(\.ticks).makeAsyncIterator()
    #expect(await states.next() == 1)
    async let next = states.next()
    store.send(.tick) { $0.ticks = 2 }
    #expect(await next == 2)
    #expect(await records.next()?.action == .tick)
    #expect(seen.withLock { $0 } == 1)
    #expect(log.failures.isEmpty)
  }

  @Test func `it is beside effects that sleep, and the line that started one is still known`() {
    let clock = TestClock()
    var store: TestStore? = makeTestStore(Search(), from: Search.State(), clock: clock, log: log)
    for ticks in 1...3 { store?.send(.tick) { $0.ticks = ticks } }
    store?.send(.startTimer)
    let line = UInt(#line) - 1
    for ticks in 4...6 { store?.send(.tick) { $0.ticks = ticks } }
    clock.advance(by: .seconds(1))
    store?.skipReceived()
    store = nil
    #expect(log.headlines.first?.hasPrefix("Not finished: the test ended while an effect of this line") == true)
    #expect(log.lines == [line])
  }

  @Test func `what follows from an action that follows at once is told at the line that received that`() async {
    var store: TestStore? = makeTestStore(
      Reduce<Int, Int> { state, action in
        state = action
        switch action {
        case 1: return .send(2)
        case 2: return .run { context in try? await context.sleep(for: .seconds(1)) }
        default: return .none
        }
      }, from: 0, log: log)
    store?.send(3) { $0 = 3 }
    store?.send(1) { $0 = 1 }
    await store?.receive(2) { $0 = 2 }
    let line = UInt(#line) - 1
    store?.send(4) { $0 = 4 }
    store = nil
    #expect(log.lines == [line])
  }

  @Test func `many that were received are told with the line they follow from`() async {
    let store = makeTestStore(
      Reduce<Int, Int> { state, action in
        state = action
        return action == 0 ? .run { context in for number in 1...300 { context.send(number) } } : .none
      }, from: -1, log: log)
    store.send(0) { $0 = 0 }
    for number in 1..<300 { await store.receive(number) { $0 = number } }
    await store.receive(0)
    #expect(log.failures.count == 1)
    #expect(log.messages.first?.contains("300 was received, which follows from 0 at") == true)
  }

  @Test func `its handle waits for nothing, and does not keep the test store`() async {
    var store: TestStore? = makeTestStore(
      Search(), from: Search.State(), log: log, backstop: Backstop(limit: .seconds(5), clock: TestClock()))
    store?.send(.startTimer)
    let handle = store?.send(.nothing)
    await handle?.finish()
    handle?.cancel()
    store?.skipInFlight()
    weak let released = store
    store = nil
    #expect(released == nil)
    await handle?.finish()
    #expect(log.failures.isEmpty)
  }

  @Test func `with exhaustivity off it asserts as far as the closure goes`() {
    let store = makeTestStore(Search(), from: Search.State(), log: log)
    store.exhaustivity = .off(showSkipped: true)
    store.send(.tick)
    store.send(.tick) { $0.ticks = 2 }
    #expect(log.failures.isEmpty)
    #expect(log.notes.count == 2)
    store.send(.tick) { $0.ticks = 7 }
    #expect(log.failures.count == 1)
  }

  @Test func `a reducer that reads its test store stops with a message instead of a deadlock`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let keeper = Locked<TestStore<Int, Int>?>(nil)
      let store = TestStore(
        initialState: 0,
        reducer: Reduce<Int, Int> { _, _ in
          let store = keeper.withLock { $0 }
          _ = store?.state
          return .none
        })
      keeper.withLock { $0 = store }
      store.send(7)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("A reducer used its own store while it was reducing 7."), "\(message)")
  }
}
