import SwiftUI

@main
struct ShopApp: App {
  private let shop = ShopModel()

  var body: some Scene {
    WindowGroup {
      ShopTabs(navigator: shop.navigator)
        .environment(shop)
        .environment(shop.navigator)
    }
  }
}
