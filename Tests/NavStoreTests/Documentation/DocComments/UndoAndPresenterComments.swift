import NavStore

// The code of the comments in NavStore/Undo and NavStore/Presenters. It is compiled and not run.

private enum UndoComments {
  enum NoteAction: Equatable, Sendable { case typed(String), cursorMoved }

  struct NoteReducer: Reducer {
    func reduce(into state: inout Note, action: NoteAction) -> Effect<NoteAction> { .none }
  }

  static func stores() {
    // snippet: comment of undoable
    let store = Store(
      initialState: UndoState(NavigationState<AppTab, Route>(tabs: AppTab.allCases)),
      reducer: NavigationReducer().undoable(limit: 50))
    store.send(.action(.push(.song(7))))
    store.send(.undo, origin: .undo)
    print(store.state.present.depth)  // 0
    // end
    // snippet: comment of UndoAction
    store.send(.undo, origin: .undo)
    // end
  }

  static func viewed() {
    // snippet: comment of ViewedHistoryReducer
    let reducer = ViewedHistoryReducer(AppReducer(), navigation: \.navigation, action: AppAction.navigation, limit: 20)
    let store = Store(initialState: ViewedHistoryState(AppState()), reducer: reducer)
    store.send(.action(.navigation(.push(.song(7)))))
    print(store.state.viewed.entries)  // song 7, in the home tab
    store.send(.select(store.state.viewed.entries[0]))
    // end
  }

  static func rules() {
    // snippet: comment of undoable, rules
    let reducer = NoteReducer().undoable(
      records: { action, _, _ in action != .cursorMoved },
      groups: { action, _, _ in if case .typed = action { "typing" } else { nil } },
      groupPause: .seconds(1))
    // end
    _ = reducer
  }

  static func states() {
    // snippet: comment of UndoState
    var document = UndoState(0)
    document.record { $0 = 1 }
    document.undo()
    print(document.present)  // 0
    document.redo()
    print(document.present)  // 1
    // end
  }
}

private struct LibraryState {
  var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
}

// snippet: comment of UndoPreserving
extension LibraryState: UndoPreserving {
  mutating func preserve(from current: LibraryState) {
    navigation.preserve(from: current.navigation)
  }
}
// end

@MainActor private enum ShellComments {
  static func presenting(_ store: Store<AppState, AppAction>, _ terminal: Terminal) async {
    // snippet: comment of NavigationPresenter
    let presenter = NavigationPresenter(of: store, state: \.navigation, action: AppAction.navigation)
    await presenter.run { step in await terminal.perform(step) }
    // end
  }

  static func shown(_ old: NavigationState<AppTab, Route>, _ new: NavigationState<AppTab, Route>) {
    // snippet: comment of ShownNavigation
    var shown = ShownNavigation(old)
    for step in shown.steps(to: new) { shown.apply(step.change) }
    print(shown == ShownNavigation(new))  // true
    // end
  }

  static func stepping(_ store: Store<AppState, AppAction>) {
    // snippet: comment of SteppedNavigation
    let stepped = SteppedNavigation(of: store.scope(state: \.navigation, action: AppAction.navigation))
    print(stepped.navigator.selectedTab)  // the tab that the views show
    stepped.start()  // performs the steps until the stepped navigation is released
    // end
  }
}
