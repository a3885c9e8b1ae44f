import NavStore
import NavStoreTesting
import Testing

@testable import Shop

@Suite struct TabTests {
  @Test func `a tab keeps its stack, and a second tap pops it`() {
    let store = TestStore(initialState: ShopState(), reducer: ShopReducer())
    store.send(.navigation(.push(.product(2)))) { $0.navigation.push(.product(2)) }
    store.send(.navigation(.tabTapped(.orders))) { $0.navigation.selectTab(.orders) }
    store.send(.navigation(.tabTapped(.home))) { $0.navigation.selectTab(.home) }
    #expect(store.state.navigation.top == .product(2))
    store.send(.navigation(.tabTapped(.home))) { $0.navigation.popToRoot() }
  }
}
