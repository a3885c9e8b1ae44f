import NavStore
import NavStoreTesting
import Testing

@testable import Shop

@Suite struct ScreenTests {
  @Test func `a product asks the shop how many pieces there are`() async throws {
    let store = TestStore(initialState: ShopState(), reducer: ShopReducer())
    store.send(.navigation(.push(.product(2)))) { $0.screens.navigation.push(.product(2)) }
    let product = try #require(store.state.screens.id(of: .product(2)))
    await store.receive(.screens(.screen(product, .counted(20)))) { $0.screens[product] = .product(pieces: 20) }
  }
}
