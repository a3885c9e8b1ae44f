@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Observation
import Testing

@Suite(.hangLimit) struct EffectTests {
  @Test func `the action of Effect.send is reduced before send returns`() {
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

  @Test func `effects may be merged to any depth`() async {
    var effect = Effect<Counting.Action>.none
    for _ in 0..<2_000 { effect = .merge(effect, .send(.add(1))) }
    let store = makeCounter(["all": .merge(effect.map { $0 }, effect)])
    await store.send(.run("all")).finish()
    #expect(store.state == 4_000)
  }

  @Test func `the actions of effects are recorded with the origin of effects`() async {
    let store = makeCounter(["now": .send(.add(1)), "later": .run { context in context.send(.add(2)) }])
    var transactions = store.transactions.makeAsyncIterator()
    store.send(.run("now"), origin: .deepLink)
    await store.send(.run("later")).finish()
    var origins: [ActionOrigin?] = []
    for _ in 0..<4 { origins.append(await transactions.next()?.origin) }
    #expect(origins == [.deepLink, .effect, .user, .effect])
  }

  @Test func `an effect that has ended leaves no task behind`() async {
    let gate = Gate()
    let store = makeCounter(["work": .run { _ in await gate.wait() }, "short": .run { _ in }])
    let handle = store.send(.run("work"))
    #expect(store.core.effectTaskCount == 1)
    gate.open()
    await handle.finish()
    #expect(store.core.effectTaskCount == 0)
    // Short work usually returns before its task can be stored.
    for _ in 0..<1_000 { await store.send(.run("short")).finish() }
    #expect(store.core.effectTaskCount == 0)
  }

  @Test func `the effects of an action of Effect.send start after the effects that are already due`() {
    let store = Store(
      initialState: "",
      reducer: Reduce<String, String> { state, action in
        state += action
        return switch action {
        case "a": .merge(.send("b"), .send("c"))
        case "b": .send("d")
        default: .none
        }
      })
    store.send("a")
    #expect(store.state == "abcd")
  }

  @Test func `actions that a context sends after its work has returned are dropped`() async {
    let kept = Locked<EffectContext<Counting.Action>?>(nil)
    let store = makeCounter(["work": .run { context in kept.withLock { $0 = context } }])
    await store.send(.run("work")).finish()
    kept.withLock { $0 }?.send(.add(1))
    #expect(store.revision == 1)
  }

  @Test func `an empty list that an effect sends is no transaction`() async {
    let store = makeCounter(["work": .run { context in context.send([]) }])
    await store.send(.run("work")).finish()
    #expect(store.revision == 1)
  }

  @Test func `actions that are sent through a scope keep their origin`() async {
    let store = makeCounter()
    var transactions = store.transactions.makeAsyncIterator()
    let scope = store.scope(state: { $0 }, action: { (number: Int) in .add(number) })
    scope.send(1, origin: .deepLink)
    scope.scope(state: { $0 }, action: { (number: Int) in number }).send([2], origin: .restore)
    #expect(await transactions.next()?.origin == .deepLink)
    #expect(await transactions.next()?.origin == .restore)
  }
}

/// Effects that are converted to another type of action.
@Suite(.hangLimit) struct EffectMapTests {
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

  @Test(arguments: [false, true])
  func `work runs at its requested priority, mapped or not`(isMapped: Bool) async {
    let (priorities, report) = AsyncStream.makeStream(of: TaskPriority.self)
    let work = Effect<Counting.Action>.run(priority: .background) { _ in report.yield(Task.currentPriority) }
    let store = makeCounter(["work": isMapped ? work.map { $0 } : work])
    store.send(.run("work"))
    #expect(await priorities.first { _ in true } == .background)
  }

  @Test func `a mapped effect still cancels what is in flight`() async {
    let clock = TestClock()
    let child = Effect<Int>.run(id: "child", cancelInFlight: true) { context throws(CancellationError) in
      try await context.sleep(for: .seconds(1))
      context.send(1)
    }
    let store = makeCounter(clock: clock, ["child": child.map(Counting.Action.add)])
    let first = store.send(.run("child"))
    await clock.sleepers(atLeast: 1)
    let second = store.send(.run("child"))
    await first.finish()
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    await second.finish()
    #expect(store.state == 1)
  }

  @Test func `a transaction of a mapped effect remains one transaction`() async {
    let child = Effect<Int>.run { context in context.send([1, 2]) }
    let store = makeCounter(["child": child.map(Counting.Action.add)])
    await store.send(.run("child")).finish()
    #expect(store.state == 3)
    #expect(store.revision == 2)
  }
}
