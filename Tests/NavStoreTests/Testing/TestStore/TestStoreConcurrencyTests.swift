import NavStore
import NavStoreTesting
import Observation
import Testing

/// Tests that use their store on two threads or tasks at the same time.
@Suite(.hangLimit) struct TestStoreConcurrencyTests {
  @Test func `an action that the test sends while it waits is asserted by that send and not received`() async throws {
    for _ in 0..<100 {
      try Task.checkCancellation()
      let (log, real, gate) = (FailureLog(), TestClock(), Gate())
      let store = makeTestStore(
        Reduce<[Int], Int> { state, action in
          state.append(action)
          guard action == 0 else { return .none }
          return .run { context in
            await gate.wait()
            context.send(1)
          }
        }, from: [], log: log, testTimeout: TestTimeout(limit: .seconds(5), clock: real))
      store.send(0) { $0 = [0] }
      async let received: Void = store.receive(1) { $0 = [0, 2, 1] }
      await real.sleepers(atLeast: 1)
      store.send(2) { $0 = [0, -1] }
      gate.open()
      await received
      #expect(log.headlines == ["Wrong change: send(2) led to a state that differs from the expected one."])
    }
  }

  @Test func `each of two threads asserts the actions that it sends`() {
    for _ in 0..<30 {
      let log = FailureLog()
      let store = makeTestStore(
        Reduce<[Int], Int> { state, action in
          state.append(action)
          return .none
        }, from: [], log: log)
      onThreads(2) { number in
        for _ in 0..<50 { store.send(number) { $0.append(number) } }
      }
      #expect(log.failures.isEmpty)
      #expect(store.state.count == 100)
    }
  }

  @Test func `wrong expectations on two threads fail each time`() {
    let log = FailureLog()
    let store = makeTestStore(
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return .none
      }, from: [], log: log)
    onThreads(2) { number in
      for _ in 0..<50 { store.send(number) { $0.append(-1) } }
    }
    #expect(log.headlines.count == 100)
    #expect(log.headlines.allSatisfy { $0.hasPrefix("Wrong change: send(") })
  }

  @Test func `an observer may read the test store while it sends`() {
    let log = FailureLog()
    let store = makeTestStore(
      Reduce<Int, Int> { state, action in
        state += action
        return action == 1 ? .merge(.run { _ in }, .send(10), .send(20)) : .none
      }, from: 0, log: log, testTimeout: TestTimeout(limit: .seconds(1)))
    let seen = Locked<[Int]>([])
    @Sendable func read() {
      _ = store.state
      seen.withLock { $0.append(store.base.state) }
    }
    // At the second change, the effect of the first one has started and is paused.
    withObservationTracking {
      _ = store.base.state
    } onChange: {
      read()
      withObservationTracking {
        _ = store.base.state
      } onChange: {
        read()
      }
    }
    store.send(1) { $0 = 1 }
    store.skipReceived()
    #expect(log.failures.isEmpty)
    #expect(seen.withLock { $0 } == [1, 11])
  }

  @Test func `a transaction that is skipped while a condition examines it does not take later ones with it`() async {
    let log = FailureLog()
    let store = makeTestStore(
      Reduce<Int, Int> { state, action in
        state = action
        return .none
      }, from: 0, log: log)
    store.base.send(1)
    await store.receive(where: { action in
      if action == 1 {
        store.skipReceived()
        store.base.send(2)
        // Reading the state notes the transactions of the store.
        _ = store.state
      }
      return true
    }) { $0 = 2 }
    #expect(log.failures.isEmpty)
    #expect(store.state == 2)
  }

  @Test func `an action that arrives while a condition examines another one is received`() async {
    let (log, isFirst) = (FailureLog(), Locked(true))
    let store = makeTestStore(
      Reduce<Int, Int> { state, action in
        state = action
        return .none
      }, from: 0, log: log)
    store.exhaustivity = .off
    store.base.send(1)
    await store.receive(where: { action in
      let wasFirst = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if wasFirst { store.base.send(2) }
      return action == 2
    }) { $0 = 2 }
    #expect(log.failures.isEmpty)
  }

  @Test func `an action that an observer skips during a send is still asserted by the send`() {
    let log = FailureLog()
    let store = makeTestStore(
      Reduce<Int, Int> { state, action in
        state = action
        return .none
      }, from: 0, log: log)
    withObservationTracking {
      _ = store.base.state
    } onChange: {
      store.skipReceived(strict: false)
    }
    store.send(1) { $0 = -1 }
    #expect(log.headlines == ["Wrong change: send(1) led to a state that differs from the expected one."])
  }
}
