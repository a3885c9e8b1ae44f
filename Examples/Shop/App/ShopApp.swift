import Foundation
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
      // The app has one main navigation, and a second window would show the same one. A debug build can show what
      // happens then. File > New Window opens a window that shows products.
      Window("Shop", id: "shop") { root }
    #else
      WindowGroup(id: "shop") { root }
    #endif
    // The system keeps the identifier of a window and passes it again when it restores the window.
    WindowGroup(for: UUID.self) { $id in
      if let window = try? shop.productWindow(id.uuidString) {
        ProductWindowView(navigator: window.navigator)
          .environment(shop)
          .environment(window.navigator)
          .saves(window.persistence)
          .onOpenURL { open($0) }
      }
    } defaultValue: {
      UUID()
    }
  }

  private var root: some View {
    RootView(navigator: shop.navigator)
      .environment(shop)
      .environment(shop.navigator)
      .onOpenURL { open($0) }
      #if DEBUG
        .modifier(ObservedRoot())
      #endif
  }

  /// Opens a link in the main navigation, whichever window the system passes it to.
  private func open(_ url: URL) {
    shop.store.send(.linkOpened(url.absoluteString), origin: .deepLink)
  }
}
