import InMemoryTracing
import NavStore
import NavStoreTesting
import NavStoreTracing
import Player
import Testing
import Tracing

/// The code of README that traces.
struct TracedApp {
  let store: Store<AppState, NavigationAction<AppTab, Route>>
  let persistence: Persistence<AppState>
  let tracing: Task<Void, Never>

  init(tracer: any Tracer, session: String, file: some StateStorage) {
    // snippet: integration traces
    let saves = SaveSpans(tracer: tracer)
    let storage = saves.tracing(file)
    let restored = Persistence.load(AppState.start, from: storage)
    let store = Store(
      initialState: restored.state, reducer: saves.noting(NavigationReducer<AppTab, Route>()))
    let persistence = Persistence(of: store, to: storage)
    let visits = store.screenVisits(of: { $0 })
    let screens = ScreenSpans(session: session, tracer: tracer)
    let tracing = Task { await screens.trace(visits) }
    // end
    self.store = store
    self.persistence = persistence
    self.tracing = tracing
  }
}

enum Loading: Sendable { case load, loaded, failed(String) }

/// Returns a reducer with the code of README.
func tracedEffect(_ tracer: any Tracer, _ load: @escaping @Sendable () async throws -> Void) -> Reduce<Int, Loading> {
  Reduce { count, action in
    switch action {
    // snippet: integration traced effect
    case .load:
      return .run(span: "load", tracer: tracer) { context in
        try await load()
        context.send(.loaded)
      } catch: {
        .failed("\($0)")
      }
    // end
    case .loaded: count += 1
    case .failed: break
    }
    return .none
  }
}

@Suite struct TracingSnippetTests {
  @Test func `the code of README traces screens, writes and an effect`() async throws {
    let tracer = InMemoryTracer()
    var app: TracedApp? = TracedApp(tracer: tracer, session: "1", file: InMemoryStorage())
    let tracing = app?.tracing
    app?.store.send(.push(.song(1)))
    try await app?.persistence.flush()
    app = nil  // ends the stream
    await tracing?.value
    let store = Store(initialState: 0, reducer: tracedEffect(tracer) {})
    await store.send(.load).finish()
    #expect(Set(tracer.finishedSpans.map(\.operationName)) == ["home", "song", "navstore write", "load"])
  }
}

/// The code of comments.
private struct CommentSnippets {
  typealias AppReducer = NavigationReducer<AppTab, Route>

  func writes(_ state: AppState, _ file: FileStorage) {
    // snippet: comment of SaveSpans
    let saves = SaveSpans()
    let store = Store(initialState: state, reducer: saves.noting(AppReducer()))
    let persistence = Persistence(of: store, to: saves.tracing(file))
    // end
    persistence.start()
  }
}
