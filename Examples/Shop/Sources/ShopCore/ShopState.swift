// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import NavStore

/// The state of the app. It is saved as a whole, except what its coding keys leave out.
public struct ShopState: Hashable, Codable, Sendable {
  /// The tabs, paths and sheets, and the states of their screens.
  public var screens = ShopScreens(ShopNavigation(tabs: ShopTab.available(isSignedIn: false)))
  /// The name on the account; `nil` while the user is signed out.
  public var account: String?
  public var query = ""
  public var basket: [Product.ID] = []
  public var orders: [Order] = []

  /// The action that is performed after sign-in, and the one that would lose changes, until the user has answered.
  public var guarded = GuardedActions<ShopTab, StackEntry<ShopRoute>, ShopAction>()
  public var isPlacingOrder = false
  /// What went wrong, until the user has seen it.
  public var message: String?

  public init() {}

  private enum CodingKeys: String, CodingKey {
    case screens = "navigation"
    case account, query, basket, orders, guarded
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    screens = try values.decode(ShopScreens.self, forKey: .screens)
    account = try values.decodeIfPresent(String.self, forKey: .account)
    query = try values.decode(String.self, forKey: .query)
    basket = try values.decode([Product.ID].self, forKey: .basket)
    orders = try values.decode([Order].self, forKey: .orders)
    // A dialog does not survive a restart. The older versions of the app have saved none of this.
    guarded.destination = try? values.decode(GuardedActions.self, forKey: .guarded).destination
  }

  public var isSignedIn: Bool { account != nil }

  public var navigation: ShopNavigation {
    get { screens.navigation }
    _modify { yield &screens.navigation }
  }

  /// The form of the checkout that is open. If none is open, the form is empty, and setting it does nothing.
  public var checkout: Checkout {
    get {
      if case .checkout(let checkout)? = screens.id(of: .address).flatMap({ screens[$0] }) {
        checkout
      } else {
        Checkout()
      }
    }
    set {
      if let id = screens.id(of: .address) { screens[id] = .checkout(newValue) }
    }
  }
}

/// The form of the checkout.
public struct Checkout: Hashable, Codable, Sendable {
  public var address = ""
  public var card = CardNumber()
  public var delivery = Delivery.standard
  /// Names the order for the server, which places one order for a key, however often it receives the key.
  public var orderKey: UUID?

  public init(address: String = "", card: String = "", orderKey: UUID? = nil) {
    self.address = address
    self.card.digits = card
    self.orderKey = orderKey
  }

  public var isDirty: Bool { self != Checkout() }
  public var isComplete: Bool { !address.isEmpty && !card.digits.isEmpty }

  // The number of a card is never saved.
  private enum CodingKeys: CodingKey { case address, delivery, orderKey }
}

/// The number of a card. It is a part of the state and of actions, and both are printed, in tests and in messages.
/// Neither its description nor its mirror shows the digits.
public struct CardNumber: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  public var digits = ""

  public var description: String { digits.isEmpty ? "no card" : "a card" }
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension NavigationState<ShopTab, ShopRoute> {
  /// The routes of all open screens, visible or not.
  var openRoutes: [ShopRoute] { screens.map(\.route) }

  /// Whether two sheets show the same screen, because the user has tapped twice.
  var hasRepeatedSheet: Bool { Set(modals.map(\.root)).count < modals.count }
}

extension ShopState {
  public func hasChanges(_ screen: ScreenID) -> Bool {
    switch screens[screen] {
    case .checkout(let checkout): checkout.isDirty
    case .profile(let name?): name != account
    default: false
    }
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
    if !navigation.openRoutes.contains(.signIn) { guarded.destination = nil }
  }
}
