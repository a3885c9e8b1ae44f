import NavStore
import SwiftUI

@main
struct ShopApp: App {
  private let shop: ShopModel

  init() {
    do {
      shop = ShopModel(savingTo: try FileStorage(name: "shop"))
    } catch {
      fatalError("\(error)")  // only if the name cannot be the name of a file
    }
  }

  var body: some Scene {
    WindowGroup {
      RootView(navigator: shop.navigator)
        .environment(shop)
        .environment(shop.navigator)
        .onOpenURL { url in shop.store.send(.linkOpened(url.absoluteString), origin: .deepLink) }
        .saves(shop.persistence)
    }
  }
}
