@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Observation
import Testing

/// A test store has a fast path for an action without effects, if nothing else is pending. These tests check that the
/// fast path cannot be observed from outside.
@Suite(.hangLimit) struct TestStoreFastPathTests {
  let log = FailureLog()

  @Test func `an action that was sent to the store directly before is not skipped`() {
    let store = makeTestStore(Search(), from: Search.State(), log: log)
    store.base.send(.tick)
    store.send(.found(["x"])) { $0.results = ["x"] }
    #expect(log.headlines.count == 1)
    #expect(log.headlines.first?.hasPrefix("Unasserted: before send(.found") == true)
    #expect(store.state == Search.State(results: ["x"], ticks: 1))
  }

  @Test func `an action that was noted and not received is not skipped`() {
    let store = makeTestStore(Search(), from: Search.State(), log: log)
    store.base.send(.tick)
    // Reading the state notes the transactions of the store.
    #expect(store.state.ticks == 0)
    store.send(.found(["x"])) { $0.results = ["x"] }
    #expect(log.headlines.count == 1)
    #expect(store.state == Search.State(results: ["x"], ticks: 1))
  }

  // Each test has one listener, because one listener could cause the notification of the others.

  @Test func `an observer of the state is notified of each action`() {
    let store = makeTestStore(Search(), from: Search.State(), log: log)
    let reader = ObservingReader { _ = store.base.state }
    for ticks in 1...3 { store.send(.tick) { $0.ticks = ticks } }
    #expect(reader.notificationCount == 3)
    #expect(log.failures.isEmpty)
  }

  @Test func `an observer that sends before its installation is notified of the next change`() {
    let store = makeTestStore(Search(), from: Search.State(), log: log)
    let notifications = Locked(0)
    withObservationTracking {
      _ = store.base.state
      store.send(.tick) { $0.ticks = 1 }
    } onChange: {
      notifications.withLock { $0 += 1 }
    }
    store.send(.tick) { $0.ticks = 2 }
    #expect(notifications.withLock(\.self) == 1)
    #expect(log.failures.isEmpty)
  }

  @Test func `an observer of a value is notified of each change of it`() {
    let store = makeTestStore(Search(), from: Search.State(), log: log)
    let reader = ObservingReader { _ = store.base.value(of: \.ticks) }
    for ticks in 1...3 {
      store.send(.tick) { $0.ticks = ticks }
      store.send(.nothing)
    }
    #expect(reader.notificationCount == 3)
    #expect(log.failures.isEmpty)
  }

  @Test func `each action is recorded`() async throws {
    let store = makeTestStore(Search(), from: Search.State(), log: log)
    var transactions = store.base.transactions.makeAsyncIterator()
    for ticks in 1...3 { store.send(.tick) { $0.ticks = ticks } }
    store.base.send(.nothing)
    for revision in 1...3 {
      let transaction = try #require(await transactions.next())
      try #require(transaction.actions == [.tick])
      #expect(transaction.revision == revision)
    }
    store.skipReceived()
    #expect(log.failures.isEmpty)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `a send resumes a waiting stream`() async {
    let store = makeTestStore(Search(), from: Search.State(), log: log)
    for ticks in 1...3 {
      let waiting = Task.immediate { await store.base.presentSource.nextRevision(ticks - 1) }
      #expect(store.base.core.waiterCount == 1)
      store.send(.tick) { $0.ticks = ticks }
      #expect(store.base.core.waiterCount == 0)
      if store.base.core.waiterCount > 0 { waiting.cancel() }
      #expect(await waiting.value == ticks)
    }
    #expect(log.failures.isEmpty)
  }

  @Test func `an effect that a send wakes has continued when the send returns`() {
    for _ in 0..<100 {
      let (gate, log) = (Gate(), FailureLog())
      let store = makeTestStore(
        Reduce<Int, Int> { state, action in
          state += action
          if action == 1 { gate.open() }
          guard action == 0 else { return .none }
          return .run { context in
            await gate.wait()
            context.send(10)
          }
        }, from: 0, log: log)
      store.send(0)
      store.send(1) { $0 = 1 }
      #expect(store.base.state == 11)
      store.skipReceived()
      #expect(log.failures.isEmpty)
    }
  }

  @Test func `a failure names the line that started a sleeping effect, even after later sends`() {
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

  @Test func `an effect of a synchronous action is reported at the line that received the action`() async {
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

  @Test func `the last of many received actions is reported with the line of its cause`() async {
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

  @Test func `the handle of a send without effects returns immediately and does not keep the test store alive`() async {
    var store: TestStore? = makeTestStore(
      Search(), from: Search.State(), log: log, testTimeout: TestTimeout(limit: .seconds(5), clock: TestClock()))
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

  @Test func `with exhaustivity off, a send asserts only what the closure states`() {
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
