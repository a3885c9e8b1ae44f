import Foundation
import NavStore

/// The state of the app. It is saved as a whole, except what its coding keys leave out.
package struct ShopState: Hashable, Codable, Sendable {
  /// The tabs, paths and sheets, and the states of their screens.
  package var screens = ShopScreens(ShopNavigation(tabs: ShopTab.available(isSignedIn: false)))
  /// The name on the account; `nil` while the user is signed out.
  package var account: String?
  package var query = ""
  package var basket: [Product.ID] = []
  package var orders: [Order] = []

  /// The link that opens after sign-in.
  package var remembered: ShopLink?
  /// The step that would lose changes, until the user has answered.
  package var question: ShopStep?
  package var isPlacingOrder = false
  /// What went wrong, until the user has seen it.
  package var message: String?

  package init() {}

  private enum CodingKeys: String, CodingKey {
    case screens = "navigation"
    case account, query, basket, orders, remembered
  }

  package var isSignedIn: Bool { account != nil }

  package var navigation: ShopNavigation {
    get { screens.navigation }
    _modify { yield &screens.navigation }
  }

  /// The form of the checkout that is open. If none is open, the form is empty, and setting it does nothing.
  package var checkout: Checkout {
    get {
      if case .checkout(let checkout)? = id(of: .address).flatMap({ screens[$0] }) { checkout } else { Checkout() }
    }
    set {
      if let id = id(of: .address) { screens[id] = .checkout(newValue) }
    }
  }

  /// Returns the top screen with a route.
  package func id(of route: ShopRoute) -> ScreenID? {
    screens.identified.screens.last { $0.route.route == route }?.route.id
  }
}

/// A step of the navigation, and the link that it keeps for later.
package struct ShopStep: Hashable, Sendable {
  package var action: NavigationAction<ShopTab, ShopRoute>
  package var remembered: ShopLink?

  package init(_ action: NavigationAction<ShopTab, ShopRoute>, remembered: ShopLink? = nil) {
    self.action = action
    self.remembered = remembered
  }
}

/// The form of the checkout.
package struct Checkout: Hashable, Codable, Sendable {
  package var address = ""
  package var card = CardNumber()
  package var delivery = Delivery.standard
  /// Names the order for the server, which places one order for a key, however often it receives the key.
  package var orderKey: UUID?

  package init(address: String = "", card: String = "", orderKey: UUID? = nil) {
    self.address = address
    self.card.digits = card
    self.orderKey = orderKey
  }

  package var isDirty: Bool { self != Checkout() }
  package var isComplete: Bool { !address.isEmpty && !card.digits.isEmpty }

  // The number of a card is never saved.
  private enum CodingKeys: CodingKey { case address, delivery, orderKey }
}

/// The number of a card. It is a part of the state and of actions, and both are printed, in tests and in messages.
/// Neither its description nor its mirror shows the digits.
package struct CardNumber: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  package var digits = ""

  package var description: String { digits.isEmpty ? "no card" : "a card" }
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension NavigationState<ShopTab, ShopRoute> {
  /// The routes of all open screens, visible or not.
  var openRoutes: [ShopRoute] { screens.map(\.route) }

  /// Whether two sheets show the same screen. They would share one form.
  var hasRepeatedSheet: Bool { Set(modals.map(\.root)).count < modals.count }
}

extension ShopState {
  /// Whether a screen with changes would be closed if the screens became `next`.
  func losesChanges(by next: ShopScreens) -> Bool {
    screens.identified.screens.map(\.route.id).contains { next.route(of: $0) == nil && hasChanges($0) }
  }

  package func hasChanges(_ screen: ScreenID) -> Bool {
    switch screens[screen] {
    case .checkout(let checkout): checkout.isDirty
    case .profile(let name?): name != account
    default: false
    }
  }

  /// Forgets the link when sign-in is given up.
  mutating func forgetLinkWithoutSignIn() {
    if !navigation.openRoutes.contains(.signIn) { remembered = nil }
  }

  /// Leaves nothing of the account. The screens are reset and not replaced: no identity is used twice.
  mutating func signOut() {
    var screens = screens
    screens.navigation.reset()
    screens.navigation.setTabs(ShopTab.available(isSignedIn: false))
    self = ShopState()
    self.screens = screens
  }

  /// Corrects a restored state. Another version of the app may have saved it, or a part of it was lost.
  mutating func correctAfterRestoring() {
    let hasDataOfAccount = !orders.isEmpty || navigation.openRoutes.contains(where: \.needsAccount)
    if !isSignedIn, hasDataOfAccount { signOut() }
    navigation.setTabs(ShopTab.available(isSignedIn: isSignedIn))
    forgetLinkWithoutSignIn()
  }
}
