// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import NavStore

/// The names of the screens in reports. Only the number of a product is reported, and nothing that the user has typed.
extension ShopRoute: TrackableRoute {
  public var trackedName: String {
    switch self {
    case .product: "Product"
    case .order: "Order"
    case .profile: "Profile"
    case .signIn: "Sign in"
    case .address, .payment, .review, .delivery: "Checkout"
    }
  }

  public var trackedParameters: [String: String] {
    if case .product(let id) = self { ["product": "\(id)"] } else { [:] }
  }
}

/// What the shop reports about its use.
public enum ShopReports {
  /// Reports each screen that becomes visible, and the time for which the one before it was visible.
  public static func report(
    visits: AsyncStream<ScreenVisit<ShopTab, StackEntry<ShopRoute>>>, to report: @Sendable (String) -> Void
  ) async {
    for await visit in visits {
      let parameters = visit.screen.parameters.sorted { $0.key < $1.key }.map { " \($0.key) \($0.value)" }.joined()
      let before = visit.previous.map { ", after \(visit.previousDuration.components.seconds) s of \($0.name)" } ?? ""
      report("\(visit.screen.name)\(parameters)\(before)")
    }
  }

  /// Reports each change of the basket, and which screen was visible.
  public static func report(
    transactions: AsyncStream<StoreTransaction<ShopState, ShopAction>>, to report: @Sendable (String) -> Void
  ) async {
    for await transaction in transactions {
      let (before, after) = (transaction.before.basket.count, transaction.after.basket.count)
      guard before != after else { continue }
      let screen = transaction.before.navigation.top?.trackedName ?? "\(transaction.before.navigation.selectedTab)"
      report("basket \(before) to \(after) on \(screen)")
    }
  }
}
