import NavStore
import NavStoreTesting
import XCTest

@testable import Shop

nonisolated final class TabXCTests: XCTestCase {
  func testSecondTapPopsToRoot() {
    let store = TestStore(initialState: ShopState(), reducer: ShopReducer())
    store.send(.navigation(.push(.product(2)))) { $0.navigation.push(.product(2)) }
    store.send(.navigation(.tabTapped(.home))) { $0.navigation.popToRoot() }
  }
}
