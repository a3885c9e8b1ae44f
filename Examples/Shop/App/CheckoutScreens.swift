import Foundation
import NavStore
import ShopCore
import SwiftUI

/// A step of the checkout. All steps show the form of the first one.
struct CheckoutScreen: View {
  @Environment(ShopModel.self) private var shop
  let route: ShopRoute
  let form: ShopScreenStore

  var body: some View {
    let checkout = form.binding(of: \.checkout, send: ShopScreenAction.checkoutChanged)
    switch route {
    case .payment:
      Form {
        TextField("Card Number", text: Binding(checkout).card.digits).privacySensitive()
        ScreenLink("Review", to: .review).disabled(!checkout.value.isComplete)
      }
      .navigationTitle("Payment")
    case .review:
      Form {
        BasketRows(products: shop.store.value(of: \.basket))
        LabeledContent("Address", value: checkout.value.address)
        Button("Place Order") { shop.store.send(.orderTapped(UUID())) }
          .disabled(shop.store.value(of: \.isPlacingOrder) || !checkout.value.isComplete)
      }
      .navigationTitle("Review")
    default:
      Form {
        TextField("Address", text: Binding(checkout).address)
        Button {
          form.send(.deliveryTapped)
        } label: {
          LabeledContent("Delivery", value: checkout.value.delivery.rawValue)
        }
        ScreenLink("Payment", to: .payment).disabled(checkout.value.address.isEmpty)
      }
      .navigationTitle("Address")
    }
  }
}

/// A picker. The first step of the checkout receives the result.
struct DeliveryScreen: View {
  let screen: ShopScreenStore

  var body: some View {
    List(Delivery.allCases, id: \.self) { delivery in
      Button {
        screen.send(.deliveryPicked(delivery))
      } label: {
        Text(delivery.rawValue)
      }
    }
    .navigationTitle("Delivery")
  }
}

struct BasketRows: View {
  let products: [Product.ID]

  var body: some View {
    ForEach(products.indices, id: \.self) { index in
      if let product = Catalogue.product(products[index]) {
        LabeledContent(product.name, value: Catalogue.price(product.cents))
      }
    }
    LabeledContent("Total", value: Catalogue.price(Catalogue.total(of: products)))
  }
}
