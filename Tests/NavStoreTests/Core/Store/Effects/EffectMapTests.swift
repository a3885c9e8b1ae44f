@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Observation
import Testing

/// Effects in terms of another action.
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
}
