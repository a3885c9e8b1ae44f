import NavStore
import NavStoreTesting
import Testing

/// Saved paths with routes of several types.
@Suite struct MixedRoutesTests {
  struct Book: Hashable, Codable { var id: Int }
  struct Song: Hashable, Codable { var id: Int }
  struct Draft: Hashable, Codable {}
  typealias State = NavigationState<AppTab, AnyRoute>

  static let routes = RouteRegistry(.route(Book.self, named: "book"), .route(Song.self, named: "song"))
  let storage = InMemoryStorage()

  func restored() -> State {
    Persistence.load(State(tabs: AppTab.allCases), from: storage, schema: StateSchema(routes: Self.routes)).state
  }

  @Test func `routes of registered types are saved and restored`() async throws {
    let store = Store(initialState: State(tabs: AppTab.allCases), reducer: NavigationReducer())
    let persistence = Persistence(of: store, to: storage, schema: StateSchema(routes: Self.routes))
    store.send([.push(AnyRoute(Book(id: 1))), .push(AnyRoute(Song(id: 2))), .present(AnyRoute(Book(id: 3)))])
    try await persistence.flush()
    #expect(restored() == store.state)
    #expect(persistence.status.omissions.isEmpty)
  }

  @Test func `a path is saved as far as its types are registered, and the status says what was left out`() async throws
  {
    let store = Store(initialState: State(tabs: AppTab.allCases), reducer: NavigationReducer())
    let persistence = Persistence(of: store, to: storage, schema: StateSchema(routes: Self.routes))
    store.send([.push(AnyRoute(Book(id: 1))), .push(AnyRoute(Draft())), .push(AnyRoute(Song(id: 2)))])
    store.send([.present(AnyRoute(Song(id: 3))), .push(AnyRoute(Draft())), .present(AnyRoute(Draft()))])
    try await persistence.flush()
    #expect(restored().path(of: .home) == [AnyRoute(Book(id: 1))])
    #expect(restored().modals.map(\.root) == [AnyRoute(Song(id: 3))])
    #expect(restored().modals.map(\.path) == [[]])
    #expect(
      persistence.status.omissions == [
        "Draft(…) in the path of home, together with 1 route above it: its type has no name in the RouteRegistry.",
        "Draft(…) in the modals: its type has no name in the RouteRegistry.",
        "Draft(…) in the path of modal 1: its type has no name in the RouteRegistry.",
      ])
    store.send([.dismissAll, .popToRoot])
    try await persistence.flush()
    #expect(persistence.status.omissions.isEmpty)
  }

  @Test func `without a registry nothing is saved, and the error says what to do`() async throws {
    let store = Store(initialState: State(tabs: AppTab.allCases), reducer: NavigationReducer())
    let persistence = Persistence(of: store, to: storage)
    store.send(.push(AnyRoute(Book(id: 1))))
    let error = await #expect(throws: PersistenceError.self) { try await persistence.flush() }
    #expect("\(error, default: "nil")".contains("RouteRegistry"))
  }
}
