import NavStoreCore
import Testing

@Suite struct CoreModuleTests {
  enum Store {}

  @Test func `the core is used without NavStore`() {
    let store = NavStoreCore.Store(
      initialState: NavigationState<Int, String>(tabs: [0, 1]), reducer: NavigationReducer())
    store.send(.push("a"))
    store.send(.tabTapped(1))
    #expect(store.state.path(of: 0) == ["a"])
    #expect(store.state.selectedTab == 1)
  }
}
