import NavStore
import SwiftUI

/// The tabs, and the sheets over them.
struct RootView: View {
  @Environment(ShopModel.self) private var shop
  @Bindable var navigator: ShopNavigator

  var body: some View {
    ShopTabs(navigator: navigator)
      .modals(of: navigator) { modal in
        NavigationStack(path: $navigator[pathOf: modal.id]) {
          Screen(screen: modal.root)
            .navigationDestination(for: StackEntry<ShopRoute>.self) { Screen(screen: $0) }
        }
        .environment(shop)
      }
  }
}
