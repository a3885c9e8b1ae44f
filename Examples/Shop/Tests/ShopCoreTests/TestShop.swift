import Foundation
import NavStore
import NavStoreTesting

@testable import ShopCore

typealias TestShop = TestStore<ShopState, ShopAction>

/// The key of each order in the tests.
let orderKey = UUID()

/// A shop under test, whose next order has the number 7.
func testShop(_ state: ShopState = ShopState()) -> TestShop {
  TestStore(initialState: state, reducer: ShopReducer.guarded { _, _ in 7 })
}

extension ShopState {
  static let signedIn = shop { _ in }

  /// A state while the user is signed in.
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

  /// The name in the profile that is open; `nil` if it was not edited. Setting it without a profile does nothing.
  var editedName: String? {
    get { screens.id(of: .profile).flatMap { screens[$0]?.name } }
    set {
      if let id = screens.id(of: .profile) { screens[id] = .profile(name: newValue) }
    }
  }

  /// Returns an action of the top screen with a route.
  func on(_ route: ShopRoute, _ action: ShopScreenAction) -> ShopAction {
    .screens(.screen(screens.id(of: route) ?? ScreenID(rawValue: 0), action))
  }

  /// On the profile screen, with a name that was typed.
  static let editing = shop { state in
    state.navigation.selectTab(.account)
    state.navigation.push(.profile)
    state.editedName = "Ada Lovelace"
  }

  /// What holds in each state of the shop.
  static let rules: KeyValuePairs<String, @Sendable (ShopState) -> Bool> = [
    "the orders tab exists exactly while the user is signed in": { state in
      state.navigation.tabs == ShopTab.available(isSignedIn: state.isSignedIn)
    },
    "signed out, no screen and no order of the account is left": { state in
      state.isSignedIn || state.orders.isEmpty && !state.navigation.openRoutes.contains(where: \.needsAccount)
    },
    "each sheet is open at most once": { state in
      Set(state.navigation.modals.map(\.root)).count == state.navigation.modals.count
    },
    "a destination is stored only while the sign-in sheet is open": { state in
      state.guarded.destination == nil || state.navigation.openRoutes.contains(.signIn)
    },
    "the checkout is open while an order is being placed": { state in
      !state.isPlacingOrder || state.navigation.openRoutes.contains(.address)
    },
  ]
}

/// A folder that is removed with this object.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("shop-\(UUID())")
  let file: FileStorage

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    file = try FileStorage(url: url.appendingPathComponent("shop.state"))
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The files in the folder, as text.
  var texts: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil).map { file in
        String(decoding: try Data(contentsOf: file), as: UTF8.self)
      }
    }
  }

  /// The shop as a start of the app finds it in the file.
  @MainActor func shop(reportingTo report: (@Sendable (String) -> Void)? = nil) -> ShopModel {
    let windows = url
    return ShopModel(
      savingTo: file, windows: { try FileStorage(url: windows.appendingPathComponent("\($0).state")) },
      reportingTo: report
    ) { _, _ in 7 }
  }
}
