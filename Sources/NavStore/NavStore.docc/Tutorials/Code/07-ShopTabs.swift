import NavStore
import SwiftUI

struct ShopTabs: View {
  @Bindable var navigator: ShopNavigator

  var body: some View {
    TabView(selection: $navigator.selectedTab) {
      Tab("Home", systemImage: "house", value: ShopTab.home) {
        NavigationStack(path: $navigator[pathOf: .home]) {
          HomeRoot().navigationDestination(for: StackEntry<ShopRoute>.self) { Screen(screen: $0) }
        }
      }
      Tab("Orders", systemImage: "shippingbox", value: ShopTab.orders) {
        NavigationStack(path: $navigator[pathOf: .orders]) {
          OrdersRoot().navigationDestination(for: StackEntry<ShopRoute>.self) { Screen(screen: $0) }
        }
      }
    }
  }
}
