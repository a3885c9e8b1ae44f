import NavStore
import NavStoreTesting
import Testing

/// Whether the history is saved is a choice.
@Suite(.timeLimit(.minutes(1))) struct UndoPersistenceTests {
  typealias Navigation = NavigationState<AppTab, Route>
  typealias History = UndoState<Navigation>
  typealias Action = UndoAction<NavigationAction<AppTab, Route>>

  let storage = InMemoryStorage()

  private func makeStore(_ state: History = History(Navigation(tabs: AppTab.allCases))) -> Store<History, Action> {
    let store = Store(initialState: state, reducer: NavigationReducer().undoable())
    return store
  }

  @Test func `the present alone is saved, and a restored app has no history`() async throws {
    let store = makeStore()
    let persistence = Persistence(of: store, to: storage, saving: \.present)
    store.send(.action(.push(.song(1))))
    store.send(.action(.push(.song(2))))
    try await persistence.flush()
    let restored = Persistence.load(Navigation(tabs: AppTab.allCases), from: storage)
    let next = makeStore(History(restored.state))
    #expect(next.state.present.focusedPath == [.song(1), .song(2)])
    #expect(!next.state.canUndo)
  }

  @Test func `the whole is saved, and a restored app can undo and redo`() async throws {
    let store = makeStore()
    let persistence = Persistence(of: store, to: storage)
    store.send(.action(.push(.song(1))))
    store.send(.action(.push(.song(2))))
    store.send(.undo, origin: .undo)
    try await persistence.flush()
    let restored = Persistence.load(History(Navigation(tabs: AppTab.allCases)), from: storage)
    #expect(restored.state == store.state)
    let next = makeStore(restored.state)
    next.send(.redo)
    #expect(next.state.present.focusedPath == [.song(1), .song(2)])
    next.send(.jump(-2))
    #expect(next.state.present.focusedPath == [])
  }
}
