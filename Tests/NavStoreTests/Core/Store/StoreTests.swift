import NavStore
import Testing

@Suite(.hangLimit) struct StoreTests {
  @Test func `state holds the result when send returns`() {
    let store = Store(
      initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases), reducer: NavigationReducer())
    store.send(.push(.song(7)))
    #expect(store.state.top == .song(7))
  }

  @Test func `a transaction is one revision, however many actions it has`() {
    let store = makeCounter()
    store.send([.add(1), .add(2), .add(3)])
    #expect(store.state == 6)
    #expect(store.revision == 1)
    store.send(.add(1))
    #expect(store.revision == 2)
  }

  @Test func `an empty list of actions is no transaction`() {
    let store = makeCounter()
    store.send([])
    #expect(store.revision == 0)
  }

  @Test func `no subscriber sees a state in the middle of a transaction`() async {
    let store = makeCounter()
    let seen = Task { [states = store.states] in
      var seen: [Int] = []
      for await state in states {
        seen.append(state)
        if state == 6_000 { break }
      }
      return seen
    }
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<500 { store.send([.add(1), .add(1), .add(1)]) } }
      }
    }
    #expect(await seen.value.allSatisfy { $0.isMultiple(of: 3) })
  }

  @Test func `a scope reads its part and sends its actions`() async {
    struct App: Sendable {
      var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
      var title = "A"
    }
    enum AppAction: Sendable {
      case navigation(NavigationAction<AppTab, Route>)
      case rename(String)
    }
    let store = Store(
      initialState: App(),
      reducer: Reduce<App, AppAction> { state, action in
        switch action {
        case .navigation(let action):
          return NavigationReducer().reduce(into: &state.navigation, action: action).map(AppAction.navigation)
        case .rename(let title):
          state.title = title
          return .none
        }
      })
    let navigation = store.scope(state: \.navigation, action: AppAction.navigation)
    let selected = navigation.scope(state: \.selectedTab, action: { (tab: AppTab) in .selectTab(tab) })
    var tabs = selected.changes(of: { $0 }).makeAsyncIterator()

    navigation.send(.push(.song(1)))
    #expect(store.state.navigation.top == .song(1))
    #expect(navigation.state == store.state.navigation)
    selected.send([.search, .library])
    #expect(await tabs.next() == .library)
    #expect(selected.state == .library)
    #expect(navigation.revision == 2)
  }

  @Test func `a scope keeps its store alive`() {
    var store: Counter? = makeCounter()
    weak let released = store
    var scope: ScopedStore<Int, Int>? = store?.scope(state: { $0 * 10 }, action: { .add($0) })
    store = nil
    scope?.send(4)
    #expect(scope?.state == 40)
    scope = nil
    #expect(released == nil)
  }
}
