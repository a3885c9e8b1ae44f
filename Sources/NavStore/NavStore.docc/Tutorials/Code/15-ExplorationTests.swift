import NavStore
import NavStoreTesting
import Testing

@testable import Shop

@Suite struct ExplorationTests {
  @Test func `whatever the user does, a signed-out user sees no order`() {
    StateExplorer(
      initialState: ShopState(), reducer: ShopReducer(),
      actions: [
        .navigation(.back), .navigation(.tabTapped(.home)), .navigation(.tabTapped(.orders)),
        .navigation(.present(.signIn)), .linkOpened("shop://order/3"), .signedIn("Ada"), .signedOut,
      ]
    )
    .invariant("an order is open only while a user is signed in") { state in
      state.account != nil || !state.screens.navigation.path(of: .orders).contains(.order(3))
    }
    .explore(maxDepth: 6)
    .expectNoViolations()
  }
}
