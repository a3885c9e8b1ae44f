import NavStore
import ShopCore
import SwiftUI

@main
struct ShopApp: App {
  private let shop: ShopModel

  init() {
    do {
      shop = ShopModel(
        savingTo: try Self.storage(), stock: Catalogue.stock, reportingTo: Self.report,
        placeOrder: Catalogue.placeOrder)
    } catch {
      fatalError("\(error)")  // only for a name that cannot be the name of a file
    }
    shop.start()
    #if DEBUG
      Observations.shared?.begin(of: shop)
    #endif
  }

  private static func storage() throws -> FileStorage {
    #if DEBUG
      if let observations = Observations.shared { return try observations.storage() }
    #endif
    return try FileStorage(name: "shop")
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
    #if os(macOS) && !DEBUG
      // The app has one navigation, and File > New Window would show it in a second window. A debug build can show
      // what happens then.
      Window("Shop", id: "shop") { root }
    #else
      WindowGroup(id: "shop") { root }
    #endif
  }

  private var root: some View {
    RootView(navigator: shop.navigator)
      .environment(shop)
      .environment(shop.navigator)
      .onOpenURL { shop.store.send(.linkOpened($0.absoluteString), origin: .deepLink) }
      #if DEBUG
        .modifier(ObservedRoot())
      #endif
  }
}
