import NavStore
import SwiftUI

/// A button that pushes a screen.
typealias ScreenLink<Label: View> = RouteLink<ShopTab, ShopRoute, Label>

struct Screen: View {
  let route: ShopRoute

  var body: some View {
    switch route {
    case .product(let id): Text(products[id] ?? "Not for sale").navigationTitle("Product")
    case .order(let id): Text("Order \(id)").navigationTitle("Order")
    case .signIn: SignInScreen()
    case .terms: Text("You pay, we deliver.").navigationTitle("Terms")
    }
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
