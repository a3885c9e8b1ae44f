@testable import NavStore
@testable import NavStoreCore
import Observation
import Testing

/// Reads of the running work of a store, as a view with a spinner makes them.
@Suite(.hangLimit, .noMainLoop) struct RunningWorkTests {
  /// Work that runs until the gate opens.
  static func work(_ id: any Hashable & Sendable, until gate: Gate) -> Effect<Counting.Action> {
    .run(id: id) { _ in await gate.wait() }
  }

  @Test func `work is running until it has returned, and observers are notified of both`() async {
    let gate = Gate()
    let store = makeCounter(["load": Self.work("load", until: gate)])
    let reader = ObservingReader { _ = store.isRunning(id: "load") }
    #expect(!store.isRunning(id: "load"))
    let handle = store.send(.run("load"))
    #expect(store.isRunning(id: "load"))
    #expect(!store.isRunning(id: "other") && !store.isRunning(id: 1))
    #expect(reader.notificationCount == 1)
    gate.open()
    await handle.finish()
    #expect(!store.isRunning(id: "load"))
    #expect(reader.notificationCount == 2)
  }

  @Test func `an observer may start work`() async {
    let gate = Gate()
    let store = makeCounter(["load": Self.work("load", until: gate), "more": Self.work("more", until: gate)])
    let handles = Locked<[EffectHandle]>([])
    withObservationTracking {
      _ = store.isRunning(id: "load")
    } onChange: {
      handles.withLock { $0.append(store.send(.run("more"))) }
    }
    let handle = store.send(.run("load"))
    #expect(handles.withLock(\.count) == 1)
    #expect(store.isRunning(id: "more"))
    gate.open()
    await handle.finish()
    for handle in handles.withLock(\.self) { await handle.finish() }
    #expect(!store.isRunning(id: "more"))
  }

  @Test(arguments: ["action", "method", "handle", "in flight"])
  func `cancelled work is not running, even before it has returned`(how: String) async {
    let (reached, gate, mayEnd) = (Gate(), Gate(), Gate())
    let store = makeCounter([
      "load": .run(id: "load") { _ in
        reached.open()
        await gate.wait()
        await Task { await mayEnd.wait() }.value  // the cancellation does not end this wait
      },
      "again": .run(id: "load", cancelInFlight: true) { _ in },
    ])
    let handle = store.send(.run("load"))
    await reached.wait()
    let reader = ObservingReader { _ = store.isRunning(id: "load") }
    switch how {
    case "action": store.send(.cancel("load"))
    case "method": store.cancelEffects(id: "load")
    case "handle": handle.cancel()
    default: await store.send(.run("again")).finish()
    }
    #expect(!store.isRunning(id: "load"))
    #expect(reader.notificationCount >= 1)
    mayEnd.open()
    gate.open()
    await handle.finish()
  }

  @Test func `work counts under each of its ids, and in every part of the store`() async {
    let gate = Gate()
    let store = makeCounter([
      "cancellable": Self.work("inner", until: gate).cancellable(id: "outer"),
      "scoped": Self.work("child", until: gate).scoped(to: EffectID("part")).scoped(to: EffectID("whole")),
    ])
    let handles = [store.send(.run("cancellable")), store.send(.run("scoped"))]
    let part = store.scope(state: \.self, action: { $0 }).scope(state: \.self, action: { $0 })
    for id in ["inner", "outer", "child"] {
      #expect(store.isRunning(id: id))
      #expect(part.isRunning(id: id))
    }
    #expect(!store.isRunning(id: "part") && !store.isRunning(id: "whole"))
    gate.open()
    for handle in handles { await handle.finish() }
    #expect(!part.isRunning(id: "child"))
  }

  @Test func `without observers, work notifies nobody`() async {
    let store = makeCounter(["load": .run(id: "load") { _ in }])
    let reader = ObservingReader { _ = store.value(of: \.self) }
    await store.send(.run("load")).finish()
    #expect(reader.notificationCount == 0)
  }

  @Test func `a view whose observer is installed too late is notified in the next turn of the main loop`() async {
    let mainLoop = TestMainLoop(isOnThisThread: false)
    let gate = Gate()
    let store = mainLoop.withStores { makeCounter(["load": Self.work("load", until: gate)]) }
    let handle = store.send(.run("load"))
    #expect(store.isRunning(id: "load"))
    // The work ends on another thread, between the read of the view and the installation of its observer.
    gate.open()
    await handle.finish()
    let reader = ObservingReader { _ = store.isRunning(id: "load") }
    mainLoop.runTurn()
    #expect(reader.notificationCount == 1)
  }
}
