// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import NavStore

/// The state of a screen, from the moment it is opened until it is closed.
public enum ShopScreen: ScreenContent, Hashable, Codable {
  public typealias Tab = ShopTab

  case product(Stock)
  /// The first step of the checkout. The other steps show and change this form, too.
  case checkout(Checkout)
  /// The name as edited; `nil` if it was not edited.
  case profile(name: String?)
  case delivery

  public init?(route: ShopRoute) {
    switch route {
    case .product: self = .product(.unknown)
    case .address: self = .checkout(Checkout())
    case .profile: self = .profile(name: nil)
    case .delivery: self = .delivery
    case .order, .signIn, .payment, .review: return nil
    }
  }
}

extension ShopScreen {
  /// The form of a checkout; an empty one for any other screen.
  public var checkout: Checkout { if case .checkout(let checkout) = self { checkout } else { Checkout() } }

  /// Whether the form of a checkout was changed.
  public var isDirty: Bool { checkout.isDirty }

  /// The edited name of a profile.
  public var name: String? { if case .profile(let name) = self { name } else { nil } }
}

/// How many of a product the shop has.
public enum Stock: Hashable, Codable, Sendable {
  case unknown, failed
  case pieces(Int)
}

public enum Delivery: String, Codable, CaseIterable, Sendable { case standard, express }

public enum ShopScreenAction: Hashable, Codable, Sendable {
  case stockLoaded(Int), stockFailed, retryTapped
  case checkoutChanged(Checkout)
  case deliveryTapped, deliveryPicked(Delivery)
  case nameEdited(String)
}

extension ScreenNavigationReducer<ShopScreen, ShopScreenAction> {
  /// The reducer of the screens.
  ///
  /// - Parameters:
  ///   - stock: Asks the shop how many of a product it has; `nil` if the shop cannot be asked.
  ///   - mistake: Receives actions that name a screen or a tab that does not exist.
  static func shop(
    stock: (@Sendable (Product.ID) async throws -> Int)?,
    reportingTo mistake: (@Sendable (NavigationDiagnostic) -> Void)? = NavigationDiagnostic.print
  ) -> Self {
    @Sendable func load(_ product: Product.ID) -> Effect<ShopScreenAction> {
      guard let stock else { return .none }
      return .run { context in
        context.send(.stockLoaded(try await stock(product)))
      } catch: { _ in
        .stockFailed
      }
    }

    return Self(reportingTo: mistake) { screen, action in
      switch (screen.state, action) {
      case (.product, .stockLoaded(let pieces)): screen.state = .product(.pieces(pieces))
      case (.product, .stockFailed): screen.state = .product(.failed)
      case (.product, .retryTapped):
        guard case .product(let id) = screen.route else { break }
        screen.state = .product(.unknown)
        return load(id)
      case (.checkout, .checkoutChanged(let checkout)): screen.state = .checkout(checkout)
      case (.checkout, .deliveryTapped): screen.navigate(.push(.delivery))
      case (.checkout(var checkout), .deliveryPicked(let delivery)):
        checkout.delivery = delivery
        screen.state = .checkout(checkout)
      case (.delivery, .deliveryPicked): screen.finish(with: action)
      case (.profile, .nameEdited(let name)): screen.state = .profile(name: name)
      default: break
      }
      return .none
    } lifecycle: { screen, phase in
      guard phase == .appeared, case .product(let id) = screen.route, case .product(.unknown) = screen.state else {
        return .none
      }
      return load(id)
    }
  }
}
