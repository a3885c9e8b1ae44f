import NavStore
import NavStoreTesting
import Testing

@testable import Shop

@Suite struct TabTests {
  @Test func `a tab keeps its stack, and a second tap pops it`() {
    let store = TestStore(initialState: ShopState(), reducer: ShopReducer())
    store.send(.navigation(.tabTapped(.orders))) { $0.screens.navigation.selectTab(.orders) }
    store.send(.navigation(.push(.order(3)))) { $0.screens.navigation.push(.order(3)) }
    store.send(.navigation(.tabTapped(.home))) { $0.screens.navigation.selectTab(.home) }
    store.send(.navigation(.tabTapped(.orders))) { $0.screens.navigation.selectTab(.orders) }
    #expect(store.state.screens.navigation.top == .order(3))
    store.send(.navigation(.tabTapped(.orders))) { $0.screens.navigation.popToRoot() }
  }
}
