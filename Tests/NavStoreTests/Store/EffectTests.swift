@testable import NavStore
import NavStoreTesting
import Observation
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

  @Test func `effects may be merged as deep as one likes`() async {
    var effect = Effect<Counting.Action>.none
    for _ in 0..<2_000 { effect = .merge(effect, .send(.add(1))) }
    let store = makeCounter(["all": .merge(effect.map { $0 }, effect)])
    await store.send(.run("all")).finish()
    #expect(store.state == 4_000)
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

  enum Cancelling: CaseIterable { case byID, byHandle, byRelease }

  @Test(arguments: Cancelling.allCases)
  func `work may send while it is told that it is cancelled, and nothing comes of it`(way: Cancelling) async {
    let clock = TestClock()
    var store: Counter? = makeCounter(
      clock: clock,
      [
        "work": .run(id: "id") { context in
          await withTaskCancellationHandler {
            try? await context.sleep(for: .seconds(1))
          } onCancel: {
            context.send(.add(1))
          }
        }
      ])
    let source = store?.source
    let handle = store?.send(.run("work"))
    await clock.sleepers(atLeast: 1)
    switch way {
    case .byID: store?.send(.cancel("id"))
    case .byHandle: handle?.cancel()
    case .byRelease: store = nil
    }
    await handle?.finish()
    #expect(source?.snapshot().state == 0)
  }

  @Test func `after a handle's cancel none of the actions of its work is reduced`() async {
    let reached = Gate()
    let mayGoOn = Gate()
    let store = makeCounter([
      "stubborn": .run { context in
        reached.open()
        await mayGoOn.wait()  // ends at once when cancelled, and the work goes on regardless
        context.send(.add(1))
      }
    ])
    let handle = store.send(.run("stubborn"))
    await reached.wait()
    handle.cancel()
    await handle.finish()
    #expect(store.state == 0)
  }

  @Test func `a handle cancels the work that follows from the actions of its work`() async {
    let clock = TestClock()
    let store = makeCounter(
      clock: clock,
      [
        "first": .run { context in context.send(.run("second")) },
        "second": .run { context in
          try? await context.sleep(for: .seconds(1))
          context.send(.add(1))
        },
      ])
    let handle = store.send(.run("first"))
    await clock.sleepers(atLeast: 1)
    handle.cancel()
    await handle.finish()
    #expect(clock.sleeperCount == 0)
    #expect(store.state == 0)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `of two that wait for a handle, only the one that is cancelled stops`() async {
    let gate = Gate()
    let store = makeCounter(["work": .run { _ in await gate.wait() }])
    let handle = store.send(.run("work"))
    func waiters() -> [Int] { store.core.withLock { store.core.groupWaiters.values.map(\.count) } }
    let first = Task.immediate { await handle.finish() }
    let second = Task.immediate { await handle.finish() }
    #expect(waiters() == [2])
    first.cancel()
    await first.value
    #expect(waiters() == [1])
    gate.open()
    await second.value
    #expect(waiters().isEmpty)
  }

  @Test func `an effect that is done leaves nothing behind`() async {
    let gate = Gate()
    let store = makeCounter(["work": .run { _ in await gate.wait() }, "short": .run { _ in }])
    let handle = store.send(.run("work"))
    #expect(store.core.withLock { store.core.tasks.count } == 1)
    gate.open()
    await handle.finish()
    #expect(store.core.withLock { store.core.tasks.isEmpty })
    // Short work mostly returns before its task can be noted.
    for _ in 0..<1_000 { await store.send(.run("short")).finish() }
    #expect(store.core.withLock { store.core.tasks.isEmpty })
  }

  @Test func `what an action that followed at once causes comes after what was to follow already`() {
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

  @Test func `nobody is asked about the error of work that was cancelled`() async {
    let clock = TestClock()
    let isAsked = Locked(false)
    let store = makeCounter(
      clock: clock,
      [
        "work": .run(
          id: "id",
          operation: { context in
            try? await context.sleep(for: .seconds(1))
            throw Failure()
          },
          catch: { _ in
            isAsked.withLock { $0 = true }
            return nil
          })
      ])
    let handle = store.send(.run("work"))
    await clock.sleepers(atLeast: 1)
    store.send(.cancel("id"))
    await handle.finish()
    #expect(!isAsked.withLock { $0 })
  }

  @Test(arguments: [false, true])
  func `work runs at the priority it asks for, mapped or not`(isMapped: Bool) async {
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

  @Test func `a mapped effect's transaction stays one`() async {
    let child = Effect<Int>.run { context in context.send([1, 2]) }
    let store = makeCounter(["child": child.map(Counting.Action.add)])
    await store.send(.run("child")).finish()
    #expect(store.state == 3)
    #expect(store.revision == 2)
  }

  @Test func `what a context sends after its work has returned is dropped`() async {
    let kept = Locked<EffectContext<Counting.Action>?>(nil)
    let store = makeCounter(["work": .run { context in kept.withLock { $0 = context } }])
    await store.send(.run("work")).finish()
    kept.withLock { $0 }?.send(.add(1))
    #expect(store.revision == 1)
  }

  @Test func `a transaction of an effect without actions is none`() async {
    let store = makeCounter(["work": .run { context in context.send([]) }])
    await store.send(.run("work")).finish()
    #expect(store.revision == 1)
  }

  /// The store goes after the action that asks for the work was reduced and before the work is started.
  @Test func `work that could not start before the store went is cancelled`() async {
    let keeper = StoreKeeper()
    let goes = Gate()
    let handle: EffectHandle
    do {
      let store = makeCounter([
        "first": .run { context in
          await goes.wait()
          withObservationTracking {
            _ = keeper.store?.state
          } onChange: {
            keeper.letGo()
          }
          context.send(.run("endless"))
        },
        "endless": .run { _ in await Gate().wait() },
      ])
      keeper.keep(store)
      handle = store.send(.run("first"))
    }
    goes.open()
    await handle.finish()
    #expect(keeper.store == nil)
  }

  @Test func `work that is cancelled in its sleep does not go on`() async {
    let clock = TestClock()
    let wentOn = Locked(false)
    let store = makeCounter(
      clock: clock,
      [
        "work": .run(id: "id") { context throws(CancellationError) in
          try await context.sleep(for: .seconds(1))
          wentOn.withLock { $0 = true }
        }
      ])
    let handle = store.send(.run("work"))
    await clock.sleepers(atLeast: 1)
    store.send(.cancel("id"))
    await handle.finish()
    #expect(!wentOn.withLock { $0 })
  }

  @Test func `actions that are sent through a scope keep their origin`() async {
    let store = makeCounter()
    var records = store.actionRecords.makeAsyncIterator()
    let scope = store.scope(state: { $0 }, action: { (number: Int) in .add(number) })
    scope.send(1, origin: .deepLink)
    scope.scope(state: { $0 }, action: { (number: Int) in number }).send([2], origin: .restore)
    #expect(await records.next()?.origin == .deepLink)
    #expect(await records.next()?.origin == .restore)
  }

  /// The store goes after the first action of an effect was reduced: an action is to follow, and work after it.
  @Test(.timeLimit(.minutes(1)))
  func `a handle does not wait for work that the end of the store keeps from starting`() async {
    let keeper = StoreKeeper()
    let goes = Gate()
    let isStarted = Locked(false)
    let handle: EffectHandle
    do {
      let store = makeCounter([
        "first": .run { context in
          await goes.wait()
          withObservationTracking {
            _ = keeper.store?.state
          } onChange: {
            keeper.letGo()
          }
          context.send(.run("both"))
        },
        "both": .merge(.send(.run("work")), .run { _ in isStarted.withLock { $0 = true } }),
        "work": .run { _ in isStarted.withLock { $0 = true } },
      ])
      keeper.keep(store)
      handle = store.send(.run("first"))
    }
    goes.open()
    await handle.finish()
    #expect(!isStarted.withLock { $0 })
  }

  @Test func `after a handle's cancel no action follows and no work starts`() async {
    let keeper = StoreKeeper()
    let handle = Locked<EffectHandle?>(nil)
    let goesOn = Gate()
    let isStarted = Locked(false)
    let store = makeCounter([
      "first": .run { context in
        await goesOn.wait()
        withObservationTracking {
          _ = keeper.store?.state
        } onChange: {
          handle.withLock { $0 }?.cancel()
        }
        context.send(.run("both"))
      },
      "both": .merge(.send(.add(1)), .send(.run("work"))),
      "work": .run { _ in isStarted.withLock { $0 = true } },
    ])
    keeper.keep(store)
    let started = store.send(.run("first"))
    handle.withLock { $0 = started }
    goesOn.open()
    await started.finish()
    #expect(store.state == 0)
    #expect(!isStarted.withLock { $0 })
    keeper.letGo()
  }

  @Test func `work that a later effect of the same transaction cancels never starts`() async {
    let starts = Locked(0)
    let store = makeCounter(["work": .run(id: "id", cancelInFlight: true) { _ in starts.withLock { $0 += 1 } }])
    await store.send([.run("work"), .run("work"), .run("work")]).finish()
    #expect(starts.withLock { $0 } == 1)
  }
}
