import NavStore
import NavStoreTesting
import Testing

/// Undo around a navigation, and the values that it does not change.
@Suite struct UndoNavigationTests {
  typealias Navigation = NavigationState<AppTab, Route>

  struct App: Equatable, Sendable, UndoPreserving {
    var navigation = Navigation(tabs: AppTab.allCases)
    var draft = ""

    mutating func preserve(from current: App) {
      navigation.preserve(from: current.navigation)
    }
  }

  @Test func `a scroll signal is no step, and undo and redo do not change it`() {
    let store = TestStore(
      initialState: UndoState(Navigation(tabs: AppTab.allCases)), reducer: NavigationReducer().undoable())
    var navigation = Navigation(tabs: AppTab.allCases)
    navigation.push(.song(1))
    store.send(.action(.push(.song(1)))) { $0.record(navigation) }
    navigation.popToRoot()
    store.send(.action(.tabTapped(.home))) { $0.record(navigation) }
    store.send(.action(.tabTapped(.home)))
    store.send(.action(.tabTapped(.home)))
    #expect(store.base.state.past.count == 2)
    for action: UndoAction<NavigationAction<AppTab, Route>> in [.undo, .undo, .redo, .jump(1), .reset] {
      store.send(action, origin: .undo) {
        switch action {
        case .undo: $0.undo()
        case .reset: $0.reset()
        default: $0.redo()
        }
      }
      #expect(store.base.state.present.scrollSignal(of: .home) == 2, "\(action)")
    }
  }

  @Test func `an action that changes nothing is no step`() {
    let store = TestStore(
      initialState: UndoState(Navigation(tabs: AppTab.allCases)), reducer: NavigationReducer().undoable())
    store.send(.action(.selectTab(.home)))
    store.send(.action(.pop()))
    store.send(.action(.dismiss))
    store.send(.action(.deepLink(DeepLink(tab: .home))))
    store.send([.action(.push(.song(1))), .action(.pop())])
    #expect(!store.base.state.canUndo)
  }

  @Test func `a sheet that is presented after undo does not get the identity of an undone sheet`() throws {
    let store = Store(
      initialState: UndoState(Navigation(tabs: AppTab.allCases)), reducer: NavigationReducer().undoable())
    store.send(.action(.present(.settings)))
    let first = try #require(store.state.present.modals.last?.id)
    store.send(.undo)
    store.send(.action(.present(.song(1))))
    let second = try #require(store.state.present.modals.last?.id)
    #expect(second > first)
    store.send(.undo)
    store.send(.redo)
    #expect(store.state.present.modals.last?.id == second, "Redo presents the same sheet again.")
  }

  @Test func `undo followed by redo restores a navigation with modals`() {
    let store = Store(
      initialState: UndoState(Navigation(tabs: AppTab.allCases)), reducer: NavigationReducer().undoable())
    store.send([.action(.push(.song(1))), .action(.present(.settings))])
    store.send(.action(.push(.song(2))))
    let state = store.state
    store.send(.jump(-2))
    #expect(store.state.present == Navigation(tabs: AppTab.allCases))
    store.send(.jump(2))
    #expect(store.state == state)
  }

  @Test func `a state that contains a navigation forwards the values that are not undone`() {
    var history = UndoState(App())
    var app = history.present
    app.navigation.tabTapped(.home)
    app.draft = "a"
    history.record(app)
    history.undo()
    #expect(history.present.draft == "")
    #expect(history.present.navigation.scrollSignal(of: .home) == 1)
  }

  @Test func `a tab that undo restores keeps its scroll signal`() {
    let store = Store(
      initialState: UndoState(Navigation(tabs: AppTab.allCases)), reducer: NavigationReducer().undoable())
    store.send([.action(.tabTapped(.library)), .action(.tabTapped(.library)), .action(.tabTapped(.library))])
    #expect(store.state.present.scrollSignal(of: .library) == 2)
    store.send(.action(.setTabs([.home])))
    store.send(.undo)
    #expect(store.state.present.tabs == AppTab.allCases)
    #expect(store.state.present.scrollSignal(of: .library) == 2)
  }

  @Test func `a tab that moves keeps its scroll signal`() {
    let store = Store(
      initialState: UndoState(Navigation(tabs: AppTab.allCases)), reducer: NavigationReducer().undoable())
    store.send(.action(.setTabs(AppTab.allCases.reversed())))
    store.send([.action(.tabTapped(.home)), .action(.tabTapped(.library))])
    store.send([.action(.tabTapped(.library)), .action(.tabTapped(.library)), .action(.tabTapped(.library))])
    store.send([.undo, .undo])
    #expect(store.state.present.tabs == AppTab.allCases)
    #expect(AppTab.allCases.map { store.state.present.scrollSignal(of: $0) }.max() == 3)
    #expect(store.state.present.scrollSignal(of: .home) == 1)
    #expect(store.state.present.scrollSignal(of: .library) == 3)
  }

  @Test func `a state without the tab does not decrease the scroll signal of the tab`() {
    let store = Store(
      initialState: UndoState(Navigation(tabs: AppTab.allCases)), reducer: NavigationReducer().undoable())
    store.send([.action(.tabTapped(.library)), .action(.tabTapped(.library))])
    #expect(store.state.present.scrollSignal(of: .library) == 1)
    store.send(.action(.setTabs([.home])))
    store.send(.action(.tabTapped(.home)))
    store.send(.undo)
    #expect(store.state.present.scrollSignal(of: .library) == 1)
    #expect(store.state.present.scrollSignal(of: .home) == 1)
  }

  @Test func `an optional navigation keeps its scroll signals`() {
    var history = UndoState<Navigation?>(Navigation(tabs: AppTab.allCases))
    var navigation = Navigation(tabs: AppTab.allCases)
    navigation.tabTapped(.home)
    navigation.push(.song(1))
    history.record(navigation)
    history.undo()
    #expect(history.present?.depth == 0)
    #expect(history.present?.scrollSignal(of: .home) == 1)
    history.record(nil)
    history.undo()
    #expect(history.present?.tabs == AppTab.allCases)
  }
}
