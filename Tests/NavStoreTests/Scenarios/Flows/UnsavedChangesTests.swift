import NavStore
import NavStoreTesting
import Testing

/// How do I ask for confirmation before unsaved changes are lost, however the user leaves: by the back
/// button, a swipe, pulling a sheet down, a tap on the tab, or a link?
///
/// Every way to leave is an action. A guarded reducer asks a rule about each screen that an action would
/// remove. If the rule says `.ask`, the action is stored until the user has answered.
@Suite struct UnsavedChangesTests {
  enum AppTab: CaseIterable { case notes, search }
  enum Route: Hashable { case note(Int), editor(Int) }

  struct State: Equatable, Sendable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    var draft = ""
    var guarded = GuardedActions<AppTab, Route, Action>()
  }

  enum Action: Equatable, Sendable {
    case navigation(NavigationAction<AppTab, Route>)
    case draftChanged(String)
    case guards(GuardAction<Action>)

    var answer: GuardAction<Action>? { if case .guards(let answer) = self { answer } else { nil } }
  }

  struct Notes: Reducer {
    let navigation = NavigationReducer<AppTab, Route>()

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .navigation(let action): navigation.apply(action, to: &state.navigation)
      case .draftChanged(let draft): state.draft = draft
      case .guards(.confirm): state.draft = ""
      case .guards(.cancel): break
      }
      return .none
    }
  }

  static let guards = NavigationGuards<State, Action, AppTab, Route>(navigation: \.navigation) {
    screen, state in
    if case .editor = screen.route, !state.draft.isEmpty { .ask } else { .allow }
  }

  let store = Store(
    initialState: State(), reducer: Notes().guarded(by: guards, storing: \.guarded) { $0.answer })
  let navigator: Navigator<AppTab, Route>

  init() {
    navigator = Navigator(store.scope(state: \.navigation, action: Action.navigation))
    navigator.push(.note(1))
    navigator.push(.editor(1))
    store.send(.draftChanged("Dear"))
  }

  @Test(arguments: [
    NavigationAction<AppTab, Route>.back, .popToRoot, .tabTapped(.notes),
    .setPath([.note(1)], in: .tab(.notes)),
    .deepLink(DeepLink(tab: .notes, path: [.note(2)])),
  ])
  func `each way to leave requests a confirmation, and the answer decides`(way: NavigationAction<AppTab, Route>) {
    navigator.send(way)
    #expect(store.state.guarded.question?.action == .navigation(way))
    #expect(navigator.top == .editor(1))

    store.send(.guards(.cancel))
    #expect(store.state.guarded.question == nil)
    #expect(navigator.top == .editor(1))
    #expect(store.state.draft == "Dear")

    navigator.send(way)
    store.send(.guards(.confirm(.navigation(way))))
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
    #expect(store.state.guarded.question == nil)
    #expect(navigator[pathOf: .notes].last == .editor(1))
  }

  @Test func `without unsaved changes no confirmation is needed`() {
    store.send(.draftChanged(""))
    navigator.back()
    #expect(navigator.top == .note(1))
  }
}
