import NavStore
import NavStoreTesting
import Testing

/// How do I ask before unsaved changes are lost, whichever way the user leaves: the back button, a swipe, a sheet that
/// is pulled down, a tap on the tab, a link?
///
/// Every way out is an action. A reducer lets the navigation try it on a copy: if the editor would be gone, it asks
/// first, and remembers what the user wanted to do.
@Suite struct UnsavedChangesTests {
  enum AppTab: CaseIterable { case notes, search }
  enum Route: Hashable { case note(Int), editor(Int) }

  struct State: Equatable, Sendable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    var draft = ""
    /// What the user wanted to do when he was asked.
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
      let paths = navigation.tabs.flatMap { navigation.path(of: $0) }
      let modals = navigation.modals.flatMap { [$0.root] + $0.path }
      return (paths + modals).contains { if case .editor = $0 { true } else { false } }
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
  func `each way out asks first, and the answer decides`(way: NavigationAction<AppTab, Route>) {
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

  @Test func `a swipe that was refused is taken back, because the binding still has the old path`() {
    navigator[pathOf: .notes].removeLast()  // the stack has slid out already
    #expect(navigator[pathOf: .notes] == [.note(1), .editor(1)])
  }

  @Test func `what leaves the editor where it is does not ask`() {
    navigator.selectedTab = .search
    navigator.present(.note(3))
    #expect(store.state.asking == nil)
    #expect(navigator[pathOf: .notes].last == .editor(1))
  }

  @Test func `without changes nobody is asked`() {
    store.send(.draftChanged(""))
    navigator.back()
    #expect(navigator.top == .note(1))
  }
}
