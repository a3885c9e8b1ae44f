import InMemoryTracing
import NavStore
import NavStoreTesting
import NavStoreTracing
import Player
import Testing
import Tracing

/// The spans, read from the in-memory tracer of swift-distributed-tracing.
@Suite struct TracingTests {
  private let tracer = InMemoryTracer()

  private typealias AppStore = Store<AppState, NavigationAction<AppTab, Route>>

  private struct Failure: Error {}

  private func duration(_ span: FinishedInMemorySpan) -> Double {
    Double(span.endInstant.nanosecondsSinceEpoch - span.startInstant.nanosecondsSinceEpoch) / 1_000_000_000
  }

  // MARK: - Screens

  @Test func `each screen visit is a span with the attributes of OpenTelemetry's registry`() async throws {
    let clock = TestClock()
    var store: AppStore? = Store(initialState: .start, reducer: NavigationReducer(), clock: clock)
    let visits = try #require(store?.screenVisits { $0 })
    clock.advance(by: .seconds(3))
    store?.send(.push(.song(7)))
    clock.advance(by: .seconds(2))
    store?.send(.push(.note("secret")), origin: .deepLink)
    store = nil  // ends the stream
    try await tracer.withSpan("session") { session in
      await ScreenSpans(session: "4711", tracer: tracer).trace(visits)
      let spans = tracer.finishedSpans
      #expect(spans.map(\.operationName) == ["home", "song", "note"])
      #expect(spans.prefix(2).map(duration) == [3, 2])
      #expect(spans.allSatisfy { $0.parentSpanID == session.spanID })
      let last = try #require(spans.last)
      #expect(last.startInstant.nanosecondsSinceEpoch == spans[1].endInstant.nanosecondsSinceEpoch)
      #expect(last.attributes.get("app.screen.name") == "note")
      #expect(last.attributes.get("app.screen.id") == "Player.Route.note")
      #expect(last.attributes.get("session.id") == "4711")
      #expect(last.attributes.get("navstore.origin") == "deeplink")
      #expect(spans[0].attributes.get("app.screen.id") == "Player.AppTab.home")
      #expect(!"\(spans.map(\.attributes))".contains("secret"))
    }
  }

  @Test func `a cancelled task ends the span of the visible screen`() async throws {
    let store = AppStore(initialState: .start, reducer: NavigationReducer())
    let visits = store.screenVisits { $0 }
    let tracing = Task { await ScreenSpans(session: "1", tracer: tracer).trace(visits) }
    try #require(await eventually { !tracer.activeSpans.isEmpty })
    tracing.cancel()
    await tracing.value
    #expect(tracer.activeSpans.isEmpty)
    #expect(tracer.finishedSpans.map(\.operationName) == ["home"])
  }

  // MARK: - Effects

  private enum Load: Sendable { case begin, fail, wait, cancel, loaded }

  private func loadingStore(_ clock: TestClock = TestClock()) -> Store<Int, Load> {
    Store(
      initialState: 0,
      reducer: Reduce { [tracer] loaded, action in
        switch action {
        case .begin:
          return .run(span: "load", tracer: tracer) { context in
            tracer.withSpan("request") { _ in context.send(.loaded) }
          }
        case .fail:
          return .run(span: "load", tracer: tracer) { _ in
            throw Failure()
          } catch: { _ in
            .loaded
          }
        case .wait:
          return .run(span: "load", tracer: tracer, id: "load") { context throws(CancellationError) in
            try await context.sleep(for: .seconds(1))
          }
        case .cancel: return .cancel(id: "load")
        case .loaded:
          loaded += 1
          return .none
        }
      }, clock: clock)
  }

  @Test func `the span of an effect is a child of the sender's span, and the parent of the effect's requests`()
    async throws
  {
    let store = loadingStore()
    let tap = tracer.startSpan("tap")
    let handle = ServiceContext.$current.withValue(tap.context) { store.send(.begin) }
    tap.end()
    await handle.finish()
    let spans = Dictionary(uniqueKeysWithValues: tracer.finishedSpans.map { ($0.operationName, $0) })
    #expect(spans["load"]?.parentSpanID == tap.spanID)
    #expect(spans["request"]?.parentSpanID == spans["load"]?.spanID)
    #expect(Set(tracer.finishedSpans.map(\.traceID)).count == 1)
    #expect(store.state == 1)
  }

  @Test func `the span of an effect that fails records the error, and the effect sends its action`() async throws {
    let store = loadingStore()
    await store.send(.fail).finish()
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.errors.first?.error is Failure)
    #expect(store.state == 1)
  }

  @Test func `the span of a cancelled effect ends, and is no error`() async throws {
    let clock = TestClock()
    let store = loadingStore(clock)
    store.send(.wait)
    await clock.sleepers(atLeast: 1)
    store.send(.cancel)
    try #require(await eventually { !tracer.finishedSpans.isEmpty })
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.errors.isEmpty)
    #expect(span.attributes.get("navstore.cancelled") == true)
  }

  // MARK: - Saves

  @Test func `the span of a write is a child of the newest sender's span, with links to the others`() async throws {
    let saves = SaveSpans(tracer: tracer)
    let storage = FaultInjectingStorage(wrapping: InMemoryStorage())
    let store = Store(
      initialState: AppState.start, reducer: saves.noting(NavigationReducer<AppTab, Route>()))
    let persistence = Persistence(of: store, to: saves.tracing(storage))
    let taps = (1...3).map { number in
      tracer.withSpan("tap") { tap in
        store.send(.push(.song(number)))
        return tap
      }
    }
    tracer.clearFinishedSpans()

    storage.inject(.fail, at: .writes)
    await #expect(throws: PersistenceError.self) { try await persistence.flush() }
    storage.removeFaults()
    try await persistence.flush()
    store.send(.popToRoot)
    try await persistence.flush()

    let spans = tracer.finishedSpans
    try #require(spans.map(\.operationName) == Array(repeating: "navstore write", count: 3))
    #expect(spans.map { $0.errors.isEmpty } == [false, true, true])
    // The attempt after the failure has the same senders, and the write after it has none.
    for span in spans.prefix(2) {
      #expect(span.parentSpanID == taps[2].spanID)
      #expect(span.links.map { $0.context.inMemorySpanContext?.spanID } == [taps[0].spanID, taps[1].spanID])
    }
    #expect(spans[2].parentSpanID == nil && spans[2].links.isEmpty)
  }
}
