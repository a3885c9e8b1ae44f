import NavStore
import NavStoreTesting
import Testing

/// The actions of effects come before the next action of the test. The tests repeat themselves, because two threads do
/// not run in the wrong order every time.
@Suite(.hangLimit) struct TestStoreOrderTests {
  let clock = TestClock()

  /// Creates a store whose action 0 starts an effect that waits for the gate and then calls `work`.
  func makeStore(
    _ gate: Gate, log: FailureLog, _ work: @escaping @Sendable (EffectContext<Int>) -> Void = { _ in }
  ) -> TestStore<Int, Int> {
    makeTestStore(
      Reduce<Int, Int> { state, action in
        state += action
        guard action == 0 else { return .none }
        return .run { context in
          await gate.wait()
          work(context)
        }
      }, from: 0, clock: clock, log: log)
  }

  @Test func `the action of a resumed effect is received before the next action of the test`() {
    for _ in 0..<100 {
      let (gate, log) = (Gate(), FailureLog())
      let store = makeStore(gate, log: log) { $0.send(1) }
      store.send(0)
      gate.open()
      store.send(2) { $0 = 3 }
      #expect(log.headlines.count == 1)
      #expect(log.headlines.first?.hasPrefix("Unasserted: before send(2), 1 was received") == true)
    }
  }

  @Test func `the action of a resumed effect is skipped`() {
    for _ in 0..<100 {
      let (gate, log) = (Gate(), FailureLog())
      let store = makeStore(gate, log: log) { $0.send(1) }
      store.send(0)
      gate.open()
      store.skipReceived()
      #expect(log.failures.isEmpty)
    }
  }

  @Test func `a resumed effect that ends is not in flight`() {
    for _ in 0..<100 {
      let (gate, log) = (Gate(), FailureLog())
      let store = makeStore(gate, log: log)
      store.send(0)
      gate.open()
      store.skipInFlight()
      #expect(log.headlines == ["Nothing to skip: no effect is running. Remove skipInFlight()."])
    }
  }

  @Test func `a cancelled effect has finished its work when the cancellation returns`() {
    for number in 0..<200 {
      let (log, hasEnded) = (FailureLog(), Locked(false))
      let store = makeTestStore(
        Reduce<Int, Int> { _, _ in
          .run { context in
            try? await context.sleep(for: .seconds(1))
            for _ in 0..<10 { await Task.yield() }
            hasEnded.withLock { $0 = true }
          }
        }, from: 0, clock: clock, log: log)
      let handle = store.send(0)
      if number.isMultiple(of: 2) { handle.cancel() } else { store.skipInFlight() }
      #expect(hasEnded.withLock { $0 })
      #expect(log.failures.isEmpty)
    }
  }

  @Test func `effects resume one after the other, in the order in which they were started and woken`() {
    for _ in 0..<20 {
      let (log, order, running) = (FailureLog(), Locked<[Int]>([]), Locked((now: 0, most: 0)))
      @Sendable func note(_ number: Int) {
        running.withLock {
          $0.now += 1
          $0.most = max($0.most, $0.now)
        }
        order.withLock { $0.append(number) }
        // Long enough for another thread to start.
        for _ in 0..<200 { _ = order.withLock { $0.count } }
        running.withLock { $0.now -= 1 }
      }
      let store = makeTestStore(
        Reduce<Int, Int> { _, count in
          .merge(
            (0..<count).map { number in
              .run { context in
                note(number)
                await Task.yield()
                note(number + 100)
                try? await context.sleep(for: .seconds(1))
                note(number + 200)
                await Task.yield()
                note(number + 300)
              }
            })
        }, from: 0, clock: clock, log: log)
      store.send(50)
      clock.advance(by: .seconds(1))
      #expect(order.withLock { $0 } == [0, 100, 200, 300].flatMap { Array($0..<$0 + 50) })
      #expect(running.withLock { $0.most } == 1)
    }
  }

  @Test func `an effect that another effect woke has continued when the handle's finish returns`() async {
    for _ in 0..<100 {
      let (first, second, log) = (Gate(), Gate(), FailureLog())
      let store = makeTestStore(
        Reduce<Int, Int> { state, action in
          state += action
          switch action {
          case 0:
            return .run { _ in
              await first.wait()
              second.open()
            }
          case 1:
            return .run { context in
              await second.wait()
              for _ in 0..<20 { await Task.yield() }
              context.send(10)
            }
          default: return .none
          }
        }, from: 0, clock: clock, log: log)
      store.send(1) { $0 = 1 }
      let handle = store.send(0)
      first.open()
      await handle.finish()
      #expect(store.base.state == 11)
      store.skipReceived()
      #expect(log.failures.isEmpty)
    }
  }

  @Test func `unhandled effects are reported once`() {
    let log = FailureLog()
    var store: TestStore? = makeStore(Gate(), log: log)
    store?.send(0)
    store?.expectNothingLeft()
    store?.expectNothingLeft()
    store = nil
    #expect(log.failures.count == 1)
  }

  @Test func `a handle does not keep its test store alive`() {
    let log = FailureLog()
    var store: TestStore? = makeStore(Gate(), log: log)
    let handle = store?.send(0)
    weak let released = store
    store = nil
    #expect(released == nil)
    #expect(log.failures.count == 1)
    handle?.cancel()
  }

  /// Creates a store whose effects wait for the gate, even if cancelled, and whose timeout uses the clock `real`.
  func makeStoreWithUncancellableWork(_ gate: Gate, real: TestClock, log: FailureLog) -> TestStore<Int, Int> {
    makeTestStore(
      Reduce<Int, Int> { _, _ in .run { _ in await Task.detached { await gate.wait() }.value } }, from: 0, clock: clock,
      log: log, testTimeout: TestTimeout(limit: .seconds(5), clock: real))
  }

  @Test func `finish waits for effects that were cancelled, too`() async {
    let (gate, real, log) = (Gate(), TestClock(), FailureLog())
    let store = makeStoreWithUncancellableWork(gate, real: real, log: log)
    store.send(0)
    store.skipInFlight()
    async let finished: Void = store.finish()
    await real.sleepers(atLeast: 1)
    real.advance(by: .seconds(5))
    await finished
    #expect(log.headlines == ["Not finished: effects are still running after 5.0 seconds."])
    gate.open()
    await store.finish()
    #expect(log.failures.count == 1)
  }

  @Test(.hangLimit) func `a waiting receive fails when the effects are skipped, before they have ended`() async {
    for _ in 0..<50 {
      let (gate, real, log) = (Gate(), TestClock(), FailureLog())
      let store = makeStoreWithUncancellableWork(gate, real: real, log: log)
      store.send(0)
      async let received: Void = store.receive(1)
      await real.sleepers(atLeast: 1)
      store.skipInFlight()
      await received
      #expect(log.headlines == ["Not received: expected 1, and no effect is left that could send it."])
      gate.open()
    }
  }

  // MARK: Time

  /// Creates a store whose effect waits for the gate and then sleeps for a second.
  func makeSleeper(_ gate: Gate, on clock: TestClock, hasWoken: Locked<Bool>, log: FailureLog) -> TestStore<Int, Int> {
    makeTestStore(
      Reduce<Int, Int> { _, _ in
        .run { context throws(CancellationError) in
          await gate.wait()
          for _ in 0..<10 { await Task.yield() }
          try await context.sleep(for: .seconds(1))
          hasWoken.withLock { $0 = true }
        }
      }, from: 0, clock: clock, log: log)
  }

  @Test func `time moves after resumed effects have begun their sleep`() {
    for number in 0..<100 {
      let (gate, clock, hasWoken, log) = (Gate(), TestClock(), Locked(false), FailureLog())
      let store = makeSleeper(gate, on: clock, hasWoken: hasWoken, log: log)
      store.send(0)
      gate.open()
      if number.isMultiple(of: 2) {
        clock.advance(by: .seconds(1))
      } else {
        #expect(clock.advanceToNextDeadline())
      }
      #expect(hasWoken.withLock { $0 })
      #expect(clock.now.offset == .seconds(1))
      store.skipInFlight(strict: false)
    }
  }

  @Test func `every store on a clock resumes in order and is idle after the time has moved`() {
    for _ in 0..<20 {
      let (clock, log) = (TestClock(), FailureLog())
      let orders = (0..<3).map { _ in Locked<[Int]>([]) }
      let stores = orders.map { order in
        makeTestStore(
          Reduce<Int, Int> { _, count in
            .merge(
              (0..<count).map { number in
                .run { context in
                  try? await context.sleep(for: .seconds(1))
                  order.withLock { $0.append(number) }
                  await Task.yield()
                  order.withLock { $0.append(number + 100) }
                }
              })
          }, from: 0, clock: clock, log: log)
      }
      for store in stores { store.send(30) }
      clock.advance(by: .seconds(1))
      for order in orders { #expect(order.withLock { $0 } == Array(0..<30) + Array(100..<130)) }
      #expect(log.failures.isEmpty)
    }
  }
}
