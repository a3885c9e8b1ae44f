import MetricsTestKit
import NavStore
import NavStoreMetrics
import NavStoreTesting
import Player
import Testing

/// The code of README that measures.
struct MeasuredApp {
  let store: Store<AppState, NavigationAction<AppTab, Route>>
  let persistence: Persistence<AppState>
  let counting: [Task<Void, Never>]

  init(metrics: NavigationMetrics, file: some StateStorage) {
    // snippet: integration metrics
    let storage = metrics.measuring(file)
    let restored = Persistence.load(AppState.start, from: storage)
    let store = Store(initialState: restored.state, reducer: NavigationReducer<AppTab, Route>())
    let persistence = Persistence(of: store, to: storage)
    let (transactions, statuses) = (store.transactions, persistence.statuses)
    let counting = [
      Task { await metrics.countSends(transactions) },
      Task { await metrics.countSaves(statuses) },
    ]
    // end
    self.store = store
    self.persistence = persistence
    self.counting = counting
  }
}

enum Loading: Sendable { case load, loaded }

/// Returns a reducer with the code of README.
func measuredEffect(_ metrics: NavigationMetrics, _ load: @escaping @Sendable () async -> Void) -> Reduce<Int, Loading>
{
  Reduce { count, action in
    switch action {
    // snippet: integration measured effect
    case .load:
      return .run { context in
        await metrics.measure("load") { await load() }
        context.send(.loaded)
      }
    // end
    case .loaded:
      count += 1
      return .none
    }
  }
}

@Suite struct MetricsSnippetTests {
  @Test func `the code of README counts sends and saves, and measures an effect`() async throws {
    let values = TestMetrics()
    let metrics = NavigationMetrics(factory: values)
    var app: MeasuredApp? = MeasuredApp(metrics: metrics, file: InMemoryStorage())
    let counting = app?.counting ?? []
    app?.store.send(.push(.song(1)))
    try await app?.persistence.flush()
    app = nil  // ends the streams
    for task in counting { await task.value }
    #expect(values.counterTotal(label: "navstore_sends") == 1)
    #expect(values.counterTotal(label: "navstore_saves") == 1)

    let store = Store(initialState: 0, reducer: measuredEffect(metrics) {})
    await store.send(.load).finish()
    #expect(store.state == 1)
    #expect(try values.expectMeter("navstore_effects_in_flight", [("effect", "load")]).values == [1, 0])
  }
}
