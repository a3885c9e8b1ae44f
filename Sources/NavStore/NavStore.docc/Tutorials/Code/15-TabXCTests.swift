import NavStore
import NavStoreTesting
import XCTest

@testable import Shop

nonisolated final class TabXCTests: XCTestCase {
  func testSecondTapPopsToRoot() {
    let store = TestStore(initialState: ShopState(), reducer: ShopReducer())
    store.send(.navigation(.push(.order(3)))) { $0.screens.navigation.push(.order(3)) }
    store.send(.navigation(.tabTapped(.home))) { $0.screens.navigation.popToRoot() }
  }
}
