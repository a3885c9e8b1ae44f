import Foundation
import NavStore
import ShopCore
import SwiftUI

/// The products, in a window with a navigation of its own.
struct ProductWindowView: View {
  // In a debug build, Bindable without a module is the type of the same name in Observations.swift.
  @SwiftUI.Bindable var navigator: ProductNavigator

  var body: some View {
    NavigationStack(path: $navigator[pathOf: .home]) {
      List(Catalogue.products, id: \.id) { product in
        RouteLink<ShopTab, ShopRoute, ProductLabel>(to: .product(product.id)) { ProductLabel(product: product) }
      }
      .navigationTitle("Products")
      .navigationDestination(for: ShopRoute.self) { route in
        if case .product(let id) = route { ProductScreen(id: id, screen: nil) }
      }
    }
  }
}

/// Opens a window that shows products, where the system has several windows.
struct NewWindowButton: View {
  @Environment(\.openWindow) private var openWindow
  @Environment(\.supportsMultipleWindows) private var supportsMultipleWindows

  var body: some View {
    if supportsMultipleWindows {
      Button("New Window") { openWindow(value: UUID()) }
    }
  }
}
