import NavStore
import NavStoreTesting
import Testing

/// An app decides whether it saves the history.
@Suite(.hangLimit) struct UndoPersistenceTests {
  typealias Navigation = NavigationState<AppTab, Route>
  typealias History = UndoState<Navigation>
  typealias Action = UndoAction<NavigationAction<AppTab, Route>>

  let storage = InMemoryStorage()

  private func makeStore(_ state: History = History(Navigation(tabs: AppTab.allCases))) -> Store<History, Action> {
    let store = Store(initialState: state, reducer: NavigationReducer().undoable())
    return store
  }

  @Test func `if only the present is saved, a restored app has no history`() async throws {
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

  struct App: Codable, Equatable, Sendable {
    var history = History(Navigation(tabs: AppTab.allCases))
    var draft = ""
  }

  @Test func `one key path saves and restores the present of a history in the app's state`() async throws {
    let history = NavigationReducer<AppTab, Route>().undoable()
    let reducer = Reduce<App, Action> { app, action in history.reduce(into: &app.history, action: action) }
    let store = Store(initialState: App(), reducer: reducer)
    let persistence = Persistence(of: store, to: storage, saving: \.history.present)
    store.send(.action(.push(.song(1))))
    store.send(.action(.push(.song(2))))
    try await persistence.flush()

    let restored = Persistence.load(App(), from: storage, saving: \.history.present)
    #expect(restored.state.history.present == store.state.history.present)
    #expect(restored.state.history == History(store.state.history.present))
    let next = makeStore(restored.state.history)
    #expect(!next.state.canUndo)
    // The first step returns to the restored state, not to the initial state.
    next.send(.action(.push(.song(3))))
    next.send(.undo)
    #expect(next.state.present.focusedPath == [.song(1), .song(2)])
    #expect(!next.state.canUndo)
  }

  @Test func `a load without saved data leaves the history unchanged`() {
    let restored = Persistence.load(App(), from: storage, saving: \.history.present)
    #expect(restored.state == App())
  }

  @Test func `if the history is saved, a restored app can undo and redo`() async throws {
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
