@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Observation
import Testing

/// The handle by which a sender waits for effects or cancels them.
@Suite(.hangLimit) struct EffectHandleTests {
  @Test func `a handle waits for work that sends to the store`() async {
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

  @Test func `a cancelled wait for a handle ends, and the work continues`() async {
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

  @Test func `a handle cancels the work that its send has started`() async {
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

  @Test func `after a handle is cancelled, no action of its work is reduced`() async {
    let reached = Gate()
    let mayContinue = Gate()
    let store = makeCounter([
      "uncancellable": .run { context in
        reached.open()
        await mayContinue.wait()  // returns immediately after the cancellation, and the work continues
        context.send(.add(1))
      }
    ])
    let handle = store.send(.run("uncancellable"))
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
  @Test func `of two tasks that wait for a handle, only the cancelled one stops waiting`() async throws {
    let gate = Gate()
    let store = makeCounter(["work": .run { _ in await gate.wait() }])
    let handle = store.send(.run("work"))
    let group = try #require(store.core.withLock { $0.effects.live.first?.group })
    func waiterCount() -> Int { store.core.withLock { _ in group.waiters.count } }
    let first = Task.immediate { await handle.finish() }
    let second = Task.immediate { await handle.finish() }
    #expect(waiterCount() == 2)
    first.cancel()
    await first.value
    #expect(waiterCount() == 1)
    gate.open()
    await second.value
    #expect(waiterCount() == 0)
  }

  @Test func `a handle does not wait for work that the release of the store has prevented`() async {
    let isStarted = Locked(false)
    let work: Effect<Counting.Action> = .run { _ in isStarted.withLock { $0 = true } }
    let isReleased = await releaseStore(
      beforeEffect: "both", of: ["both": .merge(.send(.run("work")), work), "work": work])
    #expect(isReleased)
    #expect(!isStarted.withLock { $0 })
  }

  @Test func `after a handle is cancelled, no effect sends an action and no work starts`() async {
    let keeper = StoreKeeper()
    let handle = Locked<EffectHandle?>(nil)
    let mayContinue = Gate()
    let isStarted = Locked(false)
    let store = makeCounter([
      "first": .run { context in
        await mayContinue.wait()
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
    mayContinue.open()
    await started.finish()
    #expect(store.state == 0)
    #expect(!isStarted.withLock { $0 })
    keeper.release()
  }
}
