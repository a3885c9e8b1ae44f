import NavStore
import NavStoreTesting
import Testing

/// A persistence over a real store.
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

  @Test func `a persistence does not keep its store alive, and saves its last state when it goes`() async {
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

  @Test func `a part is saved alone, and restored into the initial whole`() async throws {
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

  @Test func `the last change of a busy store is never lost to a flush`() async throws {
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
