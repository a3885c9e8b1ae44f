import Foundation
import MetricsTestKit
import NavStore
import NavStoreMetrics
import NavStoreTesting
import Player
import Testing

/// The metrics, read with the test kit of swift-metrics.
@Suite struct NavigationMetricsTests {
  private let values = TestMetrics()
  private var metrics: NavigationMetrics { NavigationMetrics(factory: values) }

  private struct Failure: Error {}

  @Test func `sends are counted by their origin`() async throws {
    var store: Store<AppState, NavigationAction<AppTab, Route>>? = Store(
      initialState: .start, reducer: NavigationReducer())
    let transactions = try #require(store?.transactions)
    store?.send(.push(.song(1)))
    store?.send([.push(.song(2)), .pop()])
    store?.send(.popToRoot, origin: .deepLink)
    store = nil  // ends the stream
    await metrics.countSends(transactions)
    #expect(try values.expectCounter("navstore_sends", [("origin", "user")]).totalValue == 2)
    #expect(try values.expectCounter("navstore_sends", [("origin", "deeplink")]).totalValue == 1)
  }

  @Test func `an effect is in flight while it runs, also if it is cancelled`() async throws {
    let clock = TestClock()
    let store = Store(
      initialState: 0,
      reducer: Reduce<Int, Bool> { [metrics] _, begins in
        guard begins else { return .cancel(id: "load") }
        return .run(id: "load") { context throws(CancellationError) in
          try await metrics.measure("load") { () throws(CancellationError) in
            try await context.sleep(for: .seconds(1))
          }
        }
      }, clock: clock)
    let first = store.send(true)
    let second = store.send(true)
    await clock.sleepers(atLeast: 2)
    let meter = try values.expectMeter("navstore_effects_in_flight", [("effect", "load")])
    #expect(meter.lastValue == 2)
    clock.advance(by: .seconds(1))
    await first.finish()
    await second.finish()
    #expect(meter.lastValue == 0)

    store.send(true)
    await clock.sleepers(atLeast: 1)
    #expect(meter.lastValue == 1)
    store.send(false)
    // A cancelled effect ends some time after the cancellation.
    try #require(await eventually { meter.lastValue == 0 })
    #expect(meter.values == [1, 2, 1, 0, 1, 0])
    #expect(try values.expectTimer("navstore_effect_duration", [("effect", "load")]).values.count == 3)
  }

  @Test func `saves are counted, and each write is timed, also one that fails`() async throws {
    let storage = FaultInjectingStorage(wrapping: InMemoryStorage())
    let store = Store(initialState: AppState.start, reducer: NavigationReducer<AppTab, Route>())
    var persistence: Persistence<AppState>? = Persistence(of: store, to: metrics.measuring(storage))
    let statuses = try #require(persistence?.statuses)
    let counting = Task { await metrics.countSaves(statuses) }
    func count(_ result: String) -> Int64 {
      values.counterTotal(label: "navstore_saves", dimensions: [("result", result)])
    }
    store.send(.push(.song(1)))
    try await persistence?.flush()
    try #require(await eventually { count("written") == 1 })
    storage.inject(.fail, at: .writes)
    store.send(.push(.song(2)))
    await #expect(throws: PersistenceError.self) { try await persistence?.flush() }
    try #require(await eventually { count("failed") == 1 })
    storage.removeFaults()
    try await persistence?.flush()
    persistence = nil  // ends the stream
    await counting.value
    #expect([count("written"), count("failed")] == [2, 1])
    #expect(try values.expectTimer("navstore_write_duration").values.count == 3)
  }

  @Test func `a measured storage is the same place`() async throws {
    let storage = InMemoryStorage()
    let store = Store(initialState: AppState.start, reducer: NavigationReducer<AppTab, Route>())
    let measured = metrics.measuring(storage)
    let persistence = Persistence(of: store, to: measured)
    store.send(.push(.song(1)))
    try await persistence.stop()
    #expect(Persistence.load(AppState.start, from: measured).state == store.state)
    #expect(measured.name(of: .previous) == storage.name(of: .previous))
    try measured.remove()
    #expect(storage[.current] == nil)
  }

  @Test func `links are counted by their result`() async throws {
    for url in ["player://songs/1", "player://songs/x", "player://nowhere"] {
      do throws(LinkError) {
        _ = try links.parse(url)
        metrics.countOpenedLink()
      } catch {
        metrics.count(error)
      }
    }
    let results = Dictionary(uniqueKeysWithValues: values.counters.map { ($0.dimensions[0].1, $0.totalValue) })
    #expect(results == ["opened": 1, "parameter": 1, "notFound": 1])
  }
}
