import NavStore
import SwiftUI

struct ShopTabs: View {
  @Bindable var navigator: ShopNavigator

  var body: some View {
    TabView(selection: $navigator.selectedTab) {
      NavigationStack(path: $navigator[pathOf: .home]) {
        HomeRoot().navigationDestination(for: ShopRoute.self) { Screen(route: $0) }
      }
      .tabItem { Label("Home", systemImage: "house") }
      .tag(ShopTab.home)

      NavigationStack(path: $navigator[pathOf: .orders]) {
        OrdersRoot().navigationDestination(for: ShopRoute.self) { Screen(route: $0) }
      }
      .tabItem { Label("Orders", systemImage: "shippingbox") }
      .tag(ShopTab.orders)
    }
  }
}
