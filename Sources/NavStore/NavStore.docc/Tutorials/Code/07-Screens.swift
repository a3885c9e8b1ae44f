import NavStore
import SwiftUI

/// A button that pushes a screen.
typealias ScreenLink<Label: View> = RouteLink<ShopTab, StackEntry<ShopRoute>, Label>

struct Screen: View {
  @Environment(ShopModel.self) private var shop
  let screen: StackEntry<ShopRoute>

  var body: some View {
    switch screen.route {
    case .product(let id): ProductScreen(name: products[id] ?? "Not for sale", screen: shop.screens[screen.id])
    case .order(let id): Text("Order \(id)").navigationTitle("Order")
    }
  }
}

struct ProductScreen: View {
  let name: String
  let screen: ScreenStore<ShopScreen, ShopScreenAction>?

  var body: some View {
    Form {
      Text(name)
      if case .product(let pieces?)? = screen?.state { Text("\(pieces) in stock") } else { Text("Counting…") }
    }
    .navigationTitle("Product")
  }
}

struct HomeRoot: View {
  var body: some View {
    List(products.keys.sorted(), id: \.self) { id in
      ScreenLink(products[id] ?? "", to: .product(id))
    }
    .navigationTitle("Home")
  }
}

struct OrdersRoot: View {
  @Environment(ShopModel.self) private var shop

  var body: some View {
    Form {
      if let name = shop.store.value(of: \.account) {
        ForEach(1..<4, id: \.self) { id in ScreenLink("Order \(id)", to: .order(id)) }
        Button("Sign Out \(name)") { shop.store.send(.signedOut) }
      } else {
        SignInButton()
      }
    }
    .navigationTitle("Orders")
  }
}

struct SignInButton: View {
  @Environment(ShopModel.self) private var shop

  var body: some View {
    Button("Sign In") { shop.store.send(.signedIn("Ada")) }
  }
}
