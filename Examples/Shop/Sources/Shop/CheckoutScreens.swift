#if canImport(SwiftUI)
  import Foundation
  import NavStore
  import ShopCore
  import SwiftUI

  struct AddressScreen: View {
    @Environment(ShopModel.self) private var shop

    var body: some View {
      Form {
        TextField("Address", text: Binding(shop.checkout).address)
        ScreenLink("Payment", to: .payment).disabled(shop.checkout.value.address.isEmpty)
      }
      .navigationTitle("Address")
    }
  }

  struct PaymentScreen: View {
    @Environment(ShopModel.self) private var shop

    var body: some View {
      Form {
        TextField("Card Number", text: Binding(shop.checkout).card.digits).privacySensitive()
        ScreenLink("Review", to: .review).disabled(!shop.checkout.value.isComplete)
      }
      .navigationTitle("Payment")
    }
  }

  struct ReviewScreen: View {
    @Environment(ShopModel.self) private var shop

    var body: some View {
      Form {
        BasketRows(products: shop.store.value(of: \.basket))
        LabeledContent("Address", value: shop.checkout.value.address)
        Button("Place Order") { shop.store.send(.orderTapped(UUID())) }
          .disabled(shop.store.value(of: \.isPlacingOrder) || !shop.checkout.value.isComplete)
      }
      .navigationTitle("Review")
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
#endif
