import NavStore
import NavStoreTesting
import Testing

/// How do I ask for confirmation before unsaved changes are lost, however the user leaves: by the back button, a
/// swipe, pulling a sheet down, a tap on the tab, or a link?
///
/// Every way to leave is an action. The reducer applies the action to a copy of the navigation. If the copy no longer
/// shows the editor, the reducer stores the action and asks for confirmation.
@Suite struct UnsavedChangesTests {
  enum AppTab: CaseIterable { case notes, search }
  enum Route: Hashable { case note(Int), editor(Int) }

  struct State: Equatable, Sendable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    var draft = ""
    /// The action that waits for the user's answer.
    var asking: NavigationAction<AppTab, Route>?
  }

  enum Action: Equatable, Sendable {
    case navigation(NavigationAction<AppTab, Route>)
    case draftChanged(String)
    case answered(discard: Bool)
  }

  struct Notes: Reducer {
    let navigation = NavigationReducer<AppTab, Route>()

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .navigation(let action):
        var tried = state.navigation
        navigation.apply(action, to: &tried)
        if !state.draft.isEmpty, hasEditor(state.navigation), !hasEditor(tried) {
          state.asking = action
        } else {
          state.navigation = tried
        }
      case .draftChanged(let draft):
        state.draft = draft
      case .answered(let discard):
        guard let action = state.asking else { break }
        state.asking = nil
        if discard {
          state.draft = ""
          navigation.apply(action, to: &state.navigation)
        }
      }
      return .none
    }

    private func hasEditor(_ navigation: NavigationState<AppTab, Route>) -> Bool {
      navigation.screens.contains { if case .editor = $0.route { true } else { false } }
    }
  }

  let store = Store(initialState: State(), reducer: Notes())
  let navigator: Navigator<AppTab, Route>

  init() {
    navigator = Navigator(store.scope(state: \.navigation, action: Action.navigation))
    navigator.push(.note(1))
    navigator.push(.editor(1))
    store.send(.draftChanged("Dear"))
  }

  @Test(arguments: [
    NavigationAction<AppTab, Route>.back, .popToRoot, .tabTapped(.notes), .setPath([.note(1)], in: .tab(.notes)),
    .deepLink(DeepLink(tab: .notes, path: [.note(2)])),
  ])
  func `each way to leave requests a confirmation, and the answer decides`(way: NavigationAction<AppTab, Route>) {
    navigator.send(way)
    #expect(store.state.asking == way)
    #expect(navigator.top == .editor(1))

    store.send(.answered(discard: false))
    #expect(navigator.top == .editor(1))
    #expect(store.state.draft == "Dear")

    navigator.send(way)
    store.send(.answered(discard: true))
    #expect(navigator.top != .editor(1))
    #expect(store.state.draft.isEmpty)
  }

  @Test func `a refused swipe is reverted, because the binding still returns the old path`() {
    navigator[pathOf: .notes].removeLast()  // the stack has already animated the pop
    #expect(navigator[pathOf: .notes] == [.note(1), .editor(1)])
  }

  @Test func `an action that keeps the editor does not ask`() {
    navigator.selectedTab = .search
    navigator.present(.note(3))
    #expect(store.state.asking == nil)
    #expect(navigator[pathOf: .notes].last == .editor(1))
  }

  @Test func `without unsaved changes no confirmation is needed`() {
    store.send(.draftChanged(""))
    navigator.back()
    #expect(navigator.top == .note(1))
  }
}
