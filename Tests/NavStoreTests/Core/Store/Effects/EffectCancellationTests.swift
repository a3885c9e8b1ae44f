@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Observation
import Testing

/// The guarantees of the cancellation of effects.
@Suite(.hangLimit) struct EffectCancellationTests {
  struct Failure: Error {}

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
    let mayContinue = Gate()
    let store = makeCounter([
      "uncancellable": .run(id: "id") { context in
        reached.open()
        await mayContinue.wait()  // returns immediately after the cancellation, and the work continues
        context.send(.add(1))
        context.send([.add(1)])
      }
    ])
    let handle = store.send(.run("uncancellable"))
    await reached.wait()
    store.send(.cancel("id"))
    mayContinue.open()
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

  @Test func `an error becomes an action, unless the work was cancelled`() async {
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

  @Test func `effects are cancelled when the store is released, and do not keep it alive`() async {
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

  enum Cancelling: CaseIterable { case byID, byHandle, byRelease }

  @Test(arguments: Cancelling.allCases)
  func `actions that work sends from its cancellation handler are dropped`(way: Cancelling) async {
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

  @Test func `catch is not called for work that was cancelled`() async {
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

  @Test func `work that has not started before the store is released is cancelled`() async {
    #expect(await releaseStore(beforeEffect: "endless", of: ["endless": .run { _ in await Gate().wait() }]))
  }

  @Test func `work that is cancelled during its sleep does not continue`() async {
    let clock = TestClock()
    let hasContinued = Locked(false)
    let store = makeCounter(
      clock: clock,
      [
        "work": .run(id: "id") { context throws(CancellationError) in
          try await context.sleep(for: .seconds(1))
          hasContinued.withLock { $0 = true }
        }
      ])
    let handle = store.send(.run("work"))
    await clock.sleepers(atLeast: 1)
    store.send(.cancel("id"))
    await handle.finish()
    #expect(!hasContinued.withLock { $0 })
  }

  @Test func `work that a later effect of the same transaction cancels never starts`() async {
    let starts = Locked(0)
    let store = makeCounter(["work": .run(id: "id", cancelInFlight: true) { _ in starts.withLock { $0 += 1 } }])
    await store.send([.run("work"), .run("work"), .run("work")]).finish()
    #expect(starts.withLock { $0 } == 1)
  }
}
