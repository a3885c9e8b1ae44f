// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import NavStore

public typealias ProductNavigator = Navigator<ShopTab, ShopRoute>

/// A window that shows products, next to the window of the app. It has a navigation and a file of its own, and nothing
/// of the account. The basket is the one of the app.
public final class ProductWindow: Sendable {
  public let navigator: ProductNavigator
  public let persistence: Persistence<ShopNavigation>

  /// The window as it was left.
  init(savingTo file: FileStorage) {
    let restored = Persistence.load(ShopNavigation(tabs: [.home]), from: file)
    let store = Store(initialState: restored.state, reducer: NavigationReducer<ShopTab, ShopRoute>())
    navigator = Navigator(store)
    persistence = Persistence(of: store, to: file)
  }
}
