import NavStore
import Testing

enum AppTab: String, Codable, CaseIterable, Sendable {
  case home, search, library
}

enum Route: Hashable, Codable, Sendable {
  case song(Int)
  case settings
}

@Suite struct StoreTests {
  @Test func `send reduces before it returns`() {
    let store = Store(
      initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases), reducer: NavigationReducer())
    store.send(.push(.song(7)))
    #expect(store.state.top == .song(7))
    store.send([.selectTab(.library), .push(.settings)])
    #expect(store.state.selectedTab == .library)
    #expect(store.revision == 2)
  }
}
