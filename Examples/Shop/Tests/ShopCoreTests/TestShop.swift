import NavStore
import NavStoreTesting

@testable import ShopCore

typealias TestShop = TestStore<ShopState, ShopAction>

/// A shop under test, whose next order has the number 7.
func testShop(_ state: ShopState = ShopState()) -> TestShop {
  TestStore(initialState: state, reducer: ShopReducer { _, _ in 7 })
}

extension ShopState {
  static let signedIn = shop { _ in }

  /// A state of somebody who is signed in.
  static func shop(_ change: (inout ShopState) -> Void) -> ShopState {
    var state = ShopState()
    state.account = "Ada"
    state.navigation.setTabs(ShopTab.available(isSignedIn: true))
    change(&state)
    return state
  }

  /// At the payment, with an address that was typed.
  static let paying = shop { state in
    state.basket = [1]
    state.navigation.present(.address)
    state.navigation.push(.payment)
    state.checkout.address = "12 St James's Square"
  }

  /// On the profile screen, with a name that was typed.
  static let editing = shop { state in
    state.navigation.selectTab(.account)
    state.navigation.push(.profile)
    state.editedName = "Ada Lovelace"
  }
}
