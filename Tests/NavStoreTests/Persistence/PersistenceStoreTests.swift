import NavStore
import NavStoreTesting
import Testing

/// A persistence of a `Store`, instead of the `ModelStore` of the other suites.
@Suite(.hangLimit) struct PersistenceStoreTests {
  struct App: Codable, Equatable, Sendable {
    var count = 0
    var draft = ""
  }

  enum Change: Sendable {
    case count(Int)
    case draft(String)
  }

  let clock = TestClock()
  let storage = InMemoryStorage()

  func makeStore(_ app: App = App()) -> Store<App, Change> {
    Store(
      initialState: app,
      reducer: Reduce { app, change in
        switch change {
        case .count(let count): app.count = count
        case .draft(let draft): app.draft = draft
        }
        return .none
      })
  }

  @Test func `a persistence does not retain its store, and saves the last state of a released store`() async {
    weak var released: Store<App, Change>?
    let run: Task<Void, Never>
    do {
      let store = makeStore()
      released = store
      let persistence = Persistence(of: store, to: storage, clock: clock)
      run = Task { await persistence.run() }
      store.send(.count(1))
      _ = await persistence.status { $0.seenRevision == 1 }
      store.send([.count(2), .draft("last")])
    }
    #expect(released == nil)
    await run.value
    #expect(Persistence.load(App(), from: storage).state == App(count: 2, draft: "last"))
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a part is saved without the rest, and restored into the initial state`() async throws {
    let store = makeStore()
    let persistence = Persistence(of: store, to: storage, saving: \.count, clock: clock)
    store.send([.count(7), .draft("not saved")])
    try await persistence.flush()
    let restored = Persistence.load(App(count: 0, draft: "initial"), from: storage, saving: \.count)
    #expect(restored.state == App(count: 7, draft: "initial"))
  }

  @Test func `a change outside the part that is saved writes nothing`() async throws {
    let store = makeStore()
    let persistence = Persistence(of: store, to: storage, saving: \.count, clock: clock)
    store.send(.count(7))
    try await persistence.flush()
    store.send(.draft("not saved"))
    try await persistence.flush()
    #expect(persistence.status.writes == 1)
    #expect(persistence.status.unchanged == 1)
    #expect(persistence.status.savedRevision == 2)
  }

  @Test func `actions that were sent before the persistence was created are saved`() async throws {
    let store = makeStore()
    store.send(.count(3))
    let persistence = Persistence(of: store, to: storage, clock: clock)
    try await persistence.flush()
    #expect(Persistence.load(App(), from: storage).state.count == 3)
  }

  @Test func `loading saves nothing`() async throws {
    let store = makeStore(Persistence.load(App(), from: storage).state)
    let persistence = Persistence(of: store, to: storage, clock: clock)
    try await persistence.flush()
    try await persistence.stop()
    #expect(storage.writeCount == 0)
  }

  @Test func `each flush of a busy store saves the last change`() async throws {
    let store = makeStore()
    let persistence = Persistence(of: store, to: storage, clock: clock)
    let run = Task { await persistence.run() }
    for count in 1...200 {
      store.send(.count(count))
      try await persistence.flush()
      #expect(Persistence.load(App(), from: storage).state.count == count)
    }
    run.cancel()
    await run.value
  }
}
