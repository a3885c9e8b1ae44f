import Foundation
import NavStore

/// The state of the app. It is saved as a whole, except what its coding keys leave out.
package struct ShopState: Hashable, Codable, Sendable {
  package var navigation = ShopNavigation(tabs: ShopTab.available(isSignedIn: false))
  /// The name on the account; `nil` while the user is signed out.
  package var account: String?
  package var query = ""
  package var basket: [Product.ID] = []
  package var orders: [Order] = []

  package var checkout = Checkout()
  /// The name as edited on the profile screen; `nil` if it was not edited.
  package var editedName: String?

  /// The link that opens after sign-in.
  package var remembered: ShopLink?
  /// The step that would lose changes, until the user has answered.
  package var question: ShopStep?
  package var isPlacingOrder = false
  /// What went wrong, until the user has seen it.
  package var message: String?

  package init() {}

  private enum CodingKeys: CodingKey {
    case navigation, account, query, basket, orders, checkout, editedName, remembered
  }

  package var isSignedIn: Bool { account != nil }

  /// The name that the profile screen shows.
  package var name: String { editedName ?? account ?? "" }

  package var hasEditedProfile: Bool { editedName != nil && editedName != account }
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
  private enum CodingKeys: CodingKey { case address, orderKey }
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
  /// Whether a form with changes would be gone if the navigation became `next`.
  func losesChanges(by next: ShopNavigation) -> Bool {
    func closes(_ route: ShopRoute) -> Bool {
      navigation.openRoutes.contains(route) && !next.openRoutes.contains(route)
    }
    return checkout.isDirty && closes(.address) || hasEditedProfile && closes(.profile)
  }

  /// Empties the forms that are closed, and forgets the link when sign-in is given up.
  mutating func forgetWhatIsClosed() {
    if !navigation.openRoutes.contains(.address) { checkout = Checkout() }
    if !navigation.openRoutes.contains(.profile) { editedName = nil }
    if !navigation.openRoutes.contains(.signIn) { remembered = nil }
  }

  /// Leaves nothing of the account. The navigation is reset and not replaced: no sheet's identity is used twice.
  mutating func signOut() {
    var navigation = navigation
    navigation.reset()
    navigation.setTabs(ShopTab.available(isSignedIn: false))
    self = ShopState()
    self.navigation = navigation
  }

  /// Corrects a restored state. Another version of the app may have saved it, or a part of it was lost.
  mutating func correctAfterRestoring() {
    let hasDataOfAccount = !orders.isEmpty || navigation.openRoutes.contains(where: \.needsAccount)
    if !isSignedIn, hasDataOfAccount { signOut() }
    navigation.setTabs(ShopTab.available(isSignedIn: isSignedIn))
    forgetWhatIsClosed()
  }
}
