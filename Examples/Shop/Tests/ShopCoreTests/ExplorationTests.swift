import NavStore
import NavStoreTesting
import Testing

@testable import ShopCore

@Suite struct ExplorationTests {
  /// What a user can do in each state.
  static func actions(in state: ShopState) -> [ShopAction] {
    var actions: [ShopAction] = [
      .navigation(.back), .navigation(.tabTapped(.account)), .navigation(.tabTapped(.home)),
      .linkOpened("shop://order/3"), .linkOpened("shop://product/1"), .addedToBasket(1), .checkoutTapped,
      .nameEdited("Ada Lovelace"),
    ]
    if state.isSignedIn { actions += [.signedOut, .navigation(.push(.profile)), .navigation(.tabTapped(.orders))] }
    if state.navigation.screens.contains(.signIn) { actions += [.signedIn("Ada"), .navigation(.dismiss)] }
    if state.navigation.screens.contains(.address) {
      actions += [.checkoutChanged(Checkout(address: "A", card: "B")), .navigation(.dismiss)]
    }
    if let step = state.question { actions += [.changesDiscarded(step), .questionDismissed] }
    return actions
  }

  @Test func `whatever the user does, the rules of the shop hold`() {
    StateExplorer(
      initialState: ShopState(), reducer: ShopReducer { _, _ in 7 }, actions: Self.actions
    )
    .invariant("the orders tab is there exactly while somebody is signed in") { state in
      state.navigation.tabs == ShopTab.available(isSignedIn: state.isSignedIn)
    }
    .invariant("signed out, no screen of the account is open") { state in
      state.isSignedIn || !state.navigation.screens.contains(where: \.needsAccount)
    }
    .invariant("a link is remembered only while the sign-in sheet is open") { state in
      state.remembered == nil || state.navigation.screens.contains(.signIn)
    }
    .transitionInvariant("changes are lost only if the user says so") { before, action, after in
      switch action {
      case .changesDiscarded, .signedOut: true
      default: !before.losesChanges(by: after.navigation)
      }
    }
    .explore(maxDepth: 7).expectNoViolations()
  }
}
