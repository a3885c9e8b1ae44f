@testable import NavStore
import NavStoreTesting
import Synchronization
import Testing

@Suite struct EffectTests {
  struct Failure: Error {}

  @Test func `an action that an effect sends at once is reduced before send returns`() {
    let store = makeCounter(["a": .send(.add(5))])
    store.send(.run("a"))
    #expect(store.state == 5)
    #expect(store.revision == 2)
  }

  @Test func `the effects of a transaction start in the order of its actions, after all are reduced`() async {
    let store = Store(
      initialState: "",
      reducer: Reduce<String, String> { state, action in
        state += action
        return action == action.uppercased()
          ? .none : .merge(.send(action.uppercased()), .send("!\(action)".uppercased()))
      })
    store.send(["a", "b"])
    #expect(store.state == "abA!AB!B")
  }

  @Test func `work sends back through the store and its handle waits for it`() async {
    let store = makeCounter(["work": .run { context in context.send([.add(1), .add(2)]) }])
    await store.send(.run("work")).finish()
    #expect(store.state == 3)
    #expect(store.core.effectCount == 0)
  }

  @Test func `a handle waits for the work that follows from the actions of its work`() async {
    let clock = TestClock()
    let store = makeCounter(
      clock: clock,
      [
        "first": .run { context in context.send(.run("second")) },
        "second": .run { context throws(CancellationError) in
          try await context.sleep(for: .seconds(1))
          context.send(.add(1))
        },
      ])
    let handle = store.send(.run("first"))
    await clock.sleepers(atLeast: 1)
    async let finished: Void = handle.finish()
    clock.advance(by: .seconds(1))
    await finished
    #expect(store.state == 1)
  }

  @Test func `a cancelled wait for a handle ends and leaves the work alone`() async {
    let gate = Gate()
    let store = makeCounter([
      "work": .run { context in
        await gate.wait()
        context.send(.add(1))
      }
    ])
    let handle = store.send(.run("work"))
    let waiting = Task { await handle.finish() }
    waiting.cancel()
    await waiting.value
    #expect(store.state == 0)
    gate.open()
    await handle.finish()
    #expect(store.state == 1)
  }

  @Test func `a debounce is a sleep on the store's clock that the next one cancels`() async {
    let clock = TestClock()
    let store = makeCounter(
      clock: clock,
      [
        "type": .run(id: "search", cancelInFlight: true) { context throws(CancellationError) in
          try await context.sleep(for: .milliseconds(300))
          context.send(.add(1))
        }
      ])
    store.send(.run("type"))
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(299))
    let last = store.send(.run("type"))
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(299))
    #expect(store.state == 0)
    clock.advance(by: .milliseconds(1))
    await last.finish()
    #expect(store.state == 1)
  }

  @Test func `after an effect is cancelled none of its actions is reduced`() async {
    let reached = Gate()
    let mayGoOn = Gate()
    let store = makeCounter([
      "stubborn": .run(id: "id") { context in
        reached.open()
        await mayGoOn.wait()  // ends at once when cancelled, and the work goes on regardless
        context.send(.add(1))
        context.send([.add(1)])
      }
    ])
    let handle = store.send(.run("stubborn"))
    await reached.wait()
    store.send(.cancel("id"))
    mayGoOn.open()
    await handle.finish()
    #expect(store.state == 0)
    #expect(store.revision == 2)
  }

  @Test func `cancelling reaches all work with an equal id of the same type, and no other`() async {
    let clock = TestClock()
    func waiting(_ id: any Hashable & Sendable, _ number: Int) -> Effect<Counting.Action> {
      .run(id: id) { context throws(CancellationError) in
        try await context.sleep(for: .seconds(1))
        context.send(.add(number))
      }
    }
    let store = makeCounter(
      clock: clock,
      [
        "all": .merge(waiting("1", 1), waiting("1", 10), waiting(1, 100), waiting("2", 1_000), .none)
      ])
    let handle = store.send(.run("all"))
    await clock.sleepers(atLeast: 4)
    store.send(.cancel("1"))
    clock.advance(by: .seconds(1))
    await handle.finish()
    #expect(store.state == 1_100)
  }

  @Test func `a handle cancels what its send has started`() async {
    let clock = TestClock()
    let store = makeCounter(
      clock: clock,
      [
        "work": .run { context throws(CancellationError) in
          try await context.sleep(for: .seconds(1))
          context.send(.add(1))
        }
      ])
    let first = store.send(.run("work"))
    let second = store.send(.run("work"))
    await clock.sleepers(atLeast: 2)
    first.cancel()
    await first.finish()
    clock.advance(by: .seconds(1))
    await second.finish()
    #expect(store.state == 1)
  }

  @Test func `an error becomes an action, and that of cancelled work does not`() async {
    let clock = TestClock()
    let store = makeCounter(
      clock: clock,
      [
        "fail": .run(operation: { _ in throw Failure() }, catch: { $0 is Failure ? .add(1) : nil }),
        "ignore": .run(operation: { _ in throw Failure() }, catch: { _ in nil }),
        "cancelled": .run(
          id: "id",
          operation: { context in
            try? await context.sleep(for: .seconds(1))
            throw Failure()
          }, catch: { _ in .add(100) }),
      ])
    await store.send(.run("fail")).finish()
    await store.send(.run("ignore")).finish()
    let handle = store.send(.run("cancelled"))
    await clock.sleepers(atLeast: 1)
    store.send(.cancel("id"))
    await handle.finish()
    #expect(store.state == 1)
  }

  @Test func `effects are cancelled when the store goes and do not keep it alive`() async {
    let clock = TestClock()
    let ended = Gate()
    weak var released: Counter?
    do {
      let store = makeCounter(
        clock: clock,
        [
          "work": .run { context in
            try? await context.sleep(for: .seconds(1))
            context.send(.add(1))
            ended.open()
          }
        ])
      released = store
      store.send(.run("work"))
      await clock.sleepers(atLeast: 1)
    }
    #expect(released == nil)
    await ended.wait()
    #expect(clock.sleeperCount == 0)
  }

  @Test func `the actions of effects are recorded as theirs`() async {
    let store = makeCounter(["now": .send(.add(1)), "later": .run { context in context.send(.add(2)) }])
    var records = store.actionRecords.makeAsyncIterator()
    store.send(.run("now"), origin: .deepLink)
    await store.send(.run("later")).finish()
    var origins: [ActionOrigin?] = []
    for _ in 0..<4 { origins.append(await records.next()?.origin) }
    #expect(origins == [.deepLink, .effect, .user, .effect])
  }

  @Test func `a mapped effect sends embedded actions and keeps its id`() async {
    let clock = TestClock()
    let child = Effect<Int>.merge(
      .send(1),
      .run(id: "child") { context throws(CancellationError) in
        try await context.sleep(for: .seconds(1))
        context.send(2)
      })
    let store = makeCounter(clock: clock, ["child": child.map(Counting.Action.add)])
    let handle = store.send(.run("child"))
    #expect(store.state == 1)
    await clock.sleepers(atLeast: 1)
    store.send(.cancel("child"))
    await handle.finish()
    #expect(store.state == 1)
  }
}
