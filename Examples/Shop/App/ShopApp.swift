#if canImport(SwiftUI)
  import NavStore
  import ShopCore
  import SwiftUI

  @main
  struct ShopApp: App {
    private let shop: ShopModel

    init() {
      do {
        shop = ShopModel(
          savingTo: try FileStorage(name: "shop"), stock: Catalogue.stock, reportingTo: Self.report,
          placeOrder: Catalogue.placeOrder)
      } catch {
        fatalError("\(error)")  // only for a name that cannot be the name of a file
      }
    }

    /// Where reports of use and mistakes go: in a debug build, to the console.
    private static let report: (@Sendable (String) -> Void)? = {
      #if DEBUG
        { print($0) }
      #else
        nil
      #endif
    }()

    var body: some Scene {
      #if os(macOS)
        // The app has one navigation, and File > New Window would show it in a second window.
        Window("Shop", id: "shop") { root }
      #else
        WindowGroup { root }
      #endif
    }

    private var root: some View {
      RootView(navigator: shop.navigator)
        .environment(shop)
        .environment(shop.navigator)
        .follows(shop.stepped)
        .onOpenURL { shop.store.send(.linkOpened($0.absoluteString), origin: .deepLink) }
    }
  }
#else
  @main
  enum ShopApp {
    static func main() {
      print("Shop needs an Apple platform. Its core has tests that run here: swift test")
    }
  }
#endif
