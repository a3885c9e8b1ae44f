import NavStore
import ShopCore
import SwiftUI

/// A button that pushes a screen.
typealias ScreenLink<Label: View> = RouteLink<ShopTab, StackEntry<ShopRoute>, Label>

/// The state of a screen, for its view.
typealias ShopScreenStore = ScreenStore<ShopScreen, ShopScreenAction>

/// The view of a screen.
struct OpenScreen: View {
  @Environment(ShopModel.self) private var shop
  let screen: StackEntry<ShopRoute>
  /// The screen with the form that this one belongs to; `nil` for a screen with a form of its own.
  var form: ScreenID?

  var body: some View {
    switch screen.route {
    case .product(let id): ProductScreen(id: id, screen: shop.screens[screen.id])
    case .order(let id): OrderScreen(id: id)
    case .profile: if let store = shop.screens[screen.id] { ProfileScreen(screen: store) }
    case .signIn: SignInScreen()
    case .delivery: if let store = shop.screens[screen.id] { DeliveryScreen(screen: store) }
    case .address, .payment, .review:
      if let form = shop.screens[form ?? screen.id] { CheckoutScreen(route: screen.route, form: form) }
    }
  }
}

/// The root of a tab.
struct TabRoot: View {
  let tab: ShopTab

  var body: some View {
    switch tab {
    case .home: HomeRoot()
    case .search: SearchRoot()
    case .orders: OrdersRoot()
    case .account: AccountRoot()
    }
  }
}

struct HomeRoot: View {
  @Environment(ShopModel.self) private var shop

  var body: some View {
    List(Catalogue.products, id: \.id) { ProductRow(product: $0) }
      .scrollsToTop(of: .home, navigator: shop.navigator, to: Catalogue.products.first?.id)
      .toolbar { ToolbarItem(placement: .primaryAction) { CheckoutButton() } }
      .toolbar { ToolbarItem { NewWindowButton() } }
  }
}

struct SearchRoot: View {
  @Environment(ShopModel.self) private var shop

  var body: some View {
    List(Catalogue.products(matching: shop.query.value), id: \.id) { ProductRow(product: $0) }
      .searchable(text: Binding(shop.query), prompt: "Products")
  }
}

struct ProductRow: View {
  let product: Product

  var body: some View {
    ScreenLink(to: .product(product.id)) { ProductLabel(product: product) }
  }
}

struct ProductLabel: View {
  let product: Product

  var body: some View {
    LabeledContent(product.name, value: Catalogue.price(product.cents))
  }
}

struct ProductScreen: View {
  @Environment(ShopModel.self) private var shop
  let id: Product.ID
  /// The state of the screen; `nil` in a window that only shows products.
  let screen: ShopScreenStore?

  var body: some View {
    if let product = Catalogue.product(id) {
      Form {
        LabeledContent("Price", value: Catalogue.price(product.cents))
        if let screen {
          switch screen.state {
          case .product(.pieces(let pieces)): LabeledContent("In Stock", value: String(pieces))
          case .product(.failed): Button("Ask Again") { screen.send(.retryTapped) }
          default: LabeledContent("In Stock", value: "…")
          }
        }
        Button("Add to Basket") { shop.store.send(.addedToBasket(id)) }
        if screen != nil { CheckoutButton() }
      }
      .navigationTitle(product.name)
    } else {
      ContentUnavailableView { Label("This product is no longer sold", systemImage: "bag") }
    }
  }
}

struct CheckoutButton: View {
  @Environment(ShopModel.self) private var shop

  var body: some View {
    let count = shop.store.value(of: \.basket.count)
    Button("Check Out (\(count))") { shop.store.send(.checkoutTapped) }
      .disabled(count == 0)
  }
}

struct OrdersRoot: View {
  @Environment(ShopModel.self) private var shop

  var body: some View {
    let orders = shop.store.value(of: \.orders)
    if orders.isEmpty {
      ContentUnavailableView { Label("No orders yet", systemImage: "shippingbox") }
    } else {
      List(orders, id: \.id) { order in ScreenLink(order.title, to: .order(order.id)) }
    }
  }
}

struct OrderScreen: View {
  @Environment(ShopModel.self) private var shop
  let id: Order.ID

  var body: some View {
    if let order = shop.store.value(of: \.orders).first(where: { $0.id == id }) {
      Form { BasketRows(products: order.products) }
        .navigationTitle(order.title)
    } else {
      ContentUnavailableView { Label("There is no order \(String(id))", systemImage: "shippingbox") }
    }
  }
}

struct AccountRoot: View {
  @Environment(ShopModel.self) private var shop

  var body: some View {
    Form {
      if let name = shop.store.value(of: \.account) {
        LabeledContent("Signed in as", value: name)
        ScreenLink("Edit Profile", to: .profile)
        Button("Sign Out", role: .destructive) { Task { await shop.signOut() } }
      } else {
        Button("Sign In") { shop.navigator.present(.signIn) }
      }
    }
  }
}

struct ProfileScreen: View {
  @Environment(ShopModel.self) private var shop
  let screen: ShopScreenStore

  var body: some View {
    let account = shop.store.value(of: \.account) ?? ""
    let isDirty = screen.state.name.map { $0 != account } ?? false
    Form {
      TextField(
        "Name", text: Binding(screen.binding(of: { $0.name ?? account }, send: ShopScreenAction.nameEdited)))
      Button("Save") { shop.store.send(.profileSaved) }.disabled(!isDirty)
    }
    .navigationTitle("Profile")
    .navigationBarBackButtonHidden(shop.navigator.isBackGuarded)
    .toolbar {
      if shop.navigator.isBackGuarded {
        ToolbarItem(placement: .cancellationAction) { Button("Cancel") { shop.navigator.back() } }
      }
    }
  }
}

struct SignInScreen: View {
  @Environment(ShopModel.self) private var shop
  @State private var name = ""

  var body: some View {
    Form {
      TextField("Name", text: $name)
      Button("Sign In") { shop.store.send(.signedIn(name)) }.disabled(name.isEmpty)
    }
    .navigationTitle("Sign In")
  }
}
