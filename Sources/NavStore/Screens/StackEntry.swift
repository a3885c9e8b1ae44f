/// The identity of a screen, for as long as the screen is on its stack.
///
/// A ``ScreenNavigation`` numbers its screens. It never uses a number twice, and a screen keeps its number when the
/// navigation is restored. The roots of tabs have numbers of their own.
public struct ScreenID: RawRepresentable, Hashable, Sendable, Comparable {
  /// The number of the screen, counted from 1. For the root of a tab, the number is negative.
  public let rawValue: Int

  /// Creates an identity from the number of a screen. The screen does not have to exist.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Returns whether the first number is less than the second. A screen above a root has a lower number than the
  /// screens that were created later.
  public static func < (first: ScreenID, second: ScreenID) -> Bool {
    first.rawValue < second.rawValue
  }
}

extension ScreenID: CustomStringConvertible {
  /// The number as text, such as `screen 3` or `root 1`.
  public var description: String { rawValue < 0 ? "root \(rawValue.magnitude)" : "screen \(rawValue)" }
}

extension ScreenID: Codable {
  /// Decodes an identity from its number.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(Int.self)
  }

  /// Encodes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

/// A route on a stack, with the identity of its screen.
///
/// Two screens with equal routes are different screens. A view framework that shows a path of screens instead of routes
/// keeps a separate view for each screen.
public struct StackEntry<Route: Hashable & Sendable>: Hashable, Sendable, Identifiable {
  /// The identity of the screen.
  public let id: ScreenID
  /// The route of the screen.
  public let route: Route

  /// Creates a value for comparisons in a test. The value equals the screen with the same identity and route.
  public init(id: ScreenID, route: Route) {
    self.id = id
    self.route = route
  }
}

extension StackEntry: Codable where Route: Codable {}

extension StackEntry: CustomStringConvertible {
  /// The number of the screen, and its route: `screen 3: song(7)`.
  public var description: String { "\(id): \(ValueText.text(of: route))" }
}

extension StackEntry: RouteWrapper {
  package var wrappedRoute: Any { route }
}

/// The state that an app stores for each screen.
///
/// ```swift
/// enum ShopScreen: ScreenContent, Codable, Equatable {
///   case home(HomeState)
///   case product(ProductState)
///   case checkout(CheckoutDraft)
///
///   init?(route: ShopRoute) {
///     switch route {
///     case .product: self = .product(ProductState())
///     case .checkout: self = .checkout(CheckoutDraft())
///     case .settings: return nil
///     }
///   }
///
///   init?(root tab: ShopTab) {
///     switch tab {
///     case .home: self = .home(HomeState())
///     case .account: return nil
///     }
///   }
/// }
/// ```
///
/// An app whose tabs have no state omits `init(root:)`, and declares the type of its tabs: `typealias Tab = ShopTab`.
public protocol ScreenContent: Sendable {
  /// The tabs of the app.
  associatedtype Tab: Hashable & Sendable
  /// The routes of the app.
  associatedtype Route: Hashable & Sendable

  /// Creates the state of a new screen, or returns `nil` if screens with this route have no state.
  ///
  /// The result must depend only on the route. Otherwise, a replay of the same actions leads to different states.
  init?(route: Route)

  /// Creates the state of the root of a new tab, or returns `nil` if the root has no state. By default, no root has a
  /// state.
  ///
  /// The result must depend only on the tab.
  init?(root tab: Tab)
}

extension ScreenContent {
  /// Returns `nil`.
  public init?(root tab: Tab) { return nil }
}
