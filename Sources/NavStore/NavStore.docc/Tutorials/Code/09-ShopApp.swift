import SwiftUI

@main
struct ShopApp: App {
  private let shop = ShopModel()

  var body: some Scene {
    WindowGroup {
      RootView(navigator: shop.navigator)
        .environment(shop)
        .environment(shop.navigator)
        .onOpenURL { url in shop.store.send(.linkOpened(url.absoluteString), origin: .deepLink) }
    }
  }
}
