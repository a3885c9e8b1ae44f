import NavStore
import NavStoreTesting
import Testing

/// A test store detects when its effects have ended or are suspended.
@Suite(.hangLimit) struct TestStoreSettlingTests {
  let log = FailureLog()

  @Test func `an effect sleeps when send returns`() {
    let clock = TestClock()
    let store = makeTestStore(Search(), from: Search.State(), clock: clock, log: log)
    for number in 1...200 {
      store.send(.typed("\(number)")) { $0.text = "\(number)" }
      #expect(clock.sleeperCount == 1)
    }
    store.skipInFlight()
    #expect(clock.sleeperCount == 0)
    #expect(log.failures.isEmpty)
  }

  @Test func `time waits at every deadline until the effects are suspended`() async {
    let clock = TestClock()
    let store = makeTestStore(Search(), from: Search.State(), clock: clock, log: log)
    store.send(.startTimer)
    clock.advance(by: .milliseconds(3500))
    #expect(clock.now == .init(offset: .milliseconds(3500)))
    for tick in 1...3 { await store.receive(.tick) { $0.ticks = tick } }
    clock.advance(to: .init(offset: .seconds(4)))
    await store.receive(.tick) { $0.ticks = 4 }
    #expect(clock.advanceToNextDeadline())
    await store.receive(.tick) { $0.ticks = 5 }
    store.send(.stopTimer)
    #expect(!clock.advanceToNextDeadline())
    #expect(log.failures.isEmpty)
  }

  @Test func `two stores on one clock act in the order of their deadlines`() async {
    let clock = TestClock()
    let order = Locked<[String]>([])
    func makeTicker(_ name: String, every interval: Duration) -> TestStore<Int, Int> {
      makeTestStore(
        Reduce<Int, Int> { _, action in
          guard action == 0 else { return .none }
          return .run { context throws(CancellationError) in
            while true {
              try await context.sleep(for: interval)
              order.withLock { $0.append(name) }
            }
          }
        }, from: 0, clock: clock, log: log)
    }
    let (a, b) = (makeTicker("a", every: .seconds(2)), makeTicker("b", every: .seconds(5)))
    a.send(0)
    b.send(0)
    clock.advance(by: .seconds(9))
    #expect(order.withLock { $0 }.joined() == "aabaa")
    a.skipInFlight()
    b.skipInFlight()
  }

  @Test func `the effects of a store run one after the other, in the order in which they were started`() {
    let order = Locked<[Int]>([])
    let store = makeTestStore(
      Reduce<Int, Int> { _, count in
        .merge(
          (0..<count).map { number in
            .run { _ in
              order.withLock { $0.append(number) }
              await Task.yield()
              order.withLock { $0.append(number + 100) }
            }
          })
      }, from: 0, log: log)
    store.send(50)
    #expect(order.withLock { $0 } == Array(0..<50) + Array(100..<150))
  }

  @Test func `child tasks and actors belong to the effect`() async {
    actor Cache {
      var numbers: [Int] = []
      func add(_ number: Int) async -> Int {
        await Task.yield()
        numbers.append(number)
        return numbers.count
      }
    }
    let cache = Cache()
    let store = makeTestStore(
      Reduce<Int, Int> { state, action in
        state += action
        guard action == 0 else { return .none }
        return .run { context in
          let sum = await withTaskGroup(of: Int.self) { group in
            for number in 0..<10 { group.addTask { await cache.add(number) } }
            return await group.reduce(0, +)
          }
          context.send(sum)
        }
      }, from: 0, log: log)
    store.send(0)
    await store.receive(55) { $0 = 55 }
    #expect(log.failures.isEmpty)
  }

  @Test func `an effect may use its test store`() async {
    let keeper = Locked<TestStore<Int, Int>?>(nil)
    let store = makeTestStore(
      Reduce<Int, Int> { state, action in
        state += action
        guard action == 1 else { return .none }
        return .run { _ in
          keeper.withLock { $0 }?.send(10) { $0 = 11 }
          keeper.withLock { $0 = nil }
        }
      }, from: 0, log: log)
    keeper.withLock { $0 = store }
    store.send(1) { $0 = 1 }
    #expect(store.state == 11)
  }

  @Test func `an effect that never waits is reported, and the test continues`() {
    let stopped = Locked(false)
    let store = makeTestStore(
      Reduce<Int, Int> { _, _ in
        .run { _ in while !stopped.withLock({ $0 }), !Task.isCancelled { await Task.yield() } }
      }, from: 0, log: log, testTimeout: TestTimeout(limit: .milliseconds(50)))
    store.send(1)
    #expect(log.headlines == ["An effect ran for 0.05 seconds without waiting."])
    stopped.withLock { $0 = true }
  }

  @MainActor
  @Test func `a test on the main actor receives from an effect on the main actor`() async {
    let store = makeTestStore(
      Reduce<Int, Int> { state, action in
        state += action
        guard action == 1 else { return .none }
        return .run { context in
          await MainActor.run { context.send(2) }
        }
      }, from: 0, log: log)
    store.send(1) { $0 = 1 }
    await store.receive(2) { $0 = 3 }
    await store.finish()
    #expect(log.failures.isEmpty)
  }
}
