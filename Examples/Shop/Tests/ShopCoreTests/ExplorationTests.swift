import Foundation
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
    ]
    if state.navigation.top == nil {
      switch state.navigation.selectedTab {
      case .home: actions.append(.navigation(.push(.product(1))))
      case .orders: actions.append(.navigation(.push(.order(3))))
      case .search, .account: break
      }
    }
    if state.navigation.openRoutes.contains(.profile) {
      actions.append(state.on(.profile, .nameEdited("Ada Lovelace")))
    }
    if state.isSignedIn { actions += [.signedOut, .navigation(.push(.profile)), .navigation(.tabTapped(.orders))] }
    if !state.isSignedIn { actions.append(.navigation(.present(.signIn))) }
    if state.navigation.openRoutes.contains(.signIn) { actions += [.signedIn("Ada"), .navigation(.dismiss)] }
    if state.navigation.openRoutes.contains(.address) {
      actions += [
        state.on(.address, .checkoutChanged(Checkout(address: "A", card: "B"))), .orderTapped(orderKey),
        .navigation(.dismiss), state.on(.address, .deliveryTapped), state.on(.delivery, .deliveryPicked(.express)),
      ]
    }
    if state.isPlacingOrder { actions += [.orderPlaced(Order(id: 7, products: state.basket)), .orderFailed] }
    if let question = state.guarded.question {
      actions += [.guards(.confirm(question.action)), .guards(.cancel)]
    }
    return actions
  }

  private static let explorer = StateExplorer(
    initialState: ShopState(), reducer: ShopReducer.guarded { _, _ in 7 }, actions: actions)

  @Test func `whatever the user does, the rules of the shop hold`() {
    ShopState.rules.reduce(Self.explorer) { $0.invariant($1.key, $1.value) }
      .transitionInvariant("changes are lost only if the user says so") { before, action, after in
        switch action {
        case .guards(.confirm), .orderPlaced: true
        default:
          !before.screens.identified.screens.map(\.route.id).contains { id in
            before.hasChanges(id) && after.screens.route(of: id) == nil
          }
        }
      }
      .explore(maxDepth: 7).expectNoViolations()
  }

  /// The states are those in which `ScreenUITests` starts the app, if `SHOP_SCREENS` names a file for them.
  @Test func `the user can leave every screen, and each is restored from its saved state`() throws {
    let screens = ReachableScreens(
      of: Self.explorer.explore(maxDepth: 5), in: \.navigation, links: shopLinks,
      isLink: { if case .linkOpened = $0 { true } else { false } })
    screens.expectNoFindings(except: [.noLink("signIn"), .noLink("address"), .noLink("delivery")])
    var starts: [String: String] = [:]
    for screen in screens.screens {
      let saved = try Persistence.encoded(screen.state, schema: ShopModel.schema)
      let restored = Persistence.restored(ShopState(), from: saved, schema: ShopModel.schema)
      #expect(restored.state.navigation == screen.state.navigation)
      starts[screen.name] = String(decoding: saved, as: UTF8.self)
    }
    guard let file = ProcessInfo.processInfo.environment["SHOP_SCREENS"] else { return }
    try JSONEncoder().encode(starts).write(to: URL(filePath: file))
  }
}
