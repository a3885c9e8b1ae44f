import NavStore
import SwiftUI

struct SignInButton: View {
  @Environment(ShopNavigator.self) private var navigator

  var body: some View {
    Button("Sign In") { navigator.present(.signIn) }
  }
}

struct SignInScreen: View {
  @Environment(ShopModel.self) private var shop
  @State private var name = ""

  var body: some View {
    Form {
      TextField("Name", text: $name)
      ScreenLink("Terms", to: .terms)
      Button("Sign In") { shop.store.send(.signedIn(name)) }.disabled(name.isEmpty)
    }
    .navigationTitle("Sign In")
  }
}
