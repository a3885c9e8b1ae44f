import NavStore
import ShopCore
import SwiftUI

/// The tabs, and the sheets over them.
struct RootView: View {
  @Environment(ShopModel.self) private var shop
  @Bindable var navigator: ShopNavigator

  var body: some View {
    Group {
      if #available(iOS 18.0, macOS 15.0, tvOS 18.0, visionOS 2.0, *), !showsTabItems {
        SectionTabs(navigator: navigator)
      } else {
        TabItems(navigator: navigator)
      }
    }
    .saves(shop.persistence)
    .prompts(of: shop)
    .modals(of: navigator) { modal in
      SheetStack(navigator: navigator, modal: modal)
        .prompts(of: shop, in: modal.id)
        .environment(shop)
    }
  }

  /// Whether newer systems show the tabs of iOS 17, too, for a test of a debug build.
  private var showsTabItems: Bool {
    #if DEBUG
      Observations.shared?.showsTabItems ?? false
    #else
      false
    #endif
  }
}

// snippet: example section tabs
@available(iOS 18.0, macOS 15.0, tvOS 18.0, visionOS 2.0, *)
struct SectionTabs: View {
  @Bindable var navigator: ShopNavigator

  var body: some View {
    TabView(selection: $navigator.selectedTab) {
      Tab("Home", systemImage: "house", value: ShopTab.home) { TabStack(navigator: navigator, tab: .home) }
      Tab(value: ShopTab.search, role: .search) { TabStack(navigator: navigator, tab: .search) }
      TabSection("You") {
        if navigator.tabs.contains(.orders) {
          Tab("Orders", systemImage: "shippingbox", value: ShopTab.orders) {
            TabStack(navigator: navigator, tab: .orders)
          }
        }
        Tab("Account", systemImage: "person", value: ShopTab.account) {
          TabStack(navigator: navigator, tab: .account)
        }
      }
    }
    .tabViewStyle(.sidebarAdaptable)
  }
}
// end

struct TabItems: View {
  @Bindable var navigator: ShopNavigator

  var body: some View {
    TabView(selection: $navigator.selectedTab) {
      ForEach(navigator.tabs, id: \.self) { tab in
        TabStack(navigator: navigator, tab: tab)
          .tabItem { Label(tab.title, systemImage: tab.image) }
          .tag(tab)
      }
    }
  }
}

struct TabStack: View {
  @Bindable var navigator: ShopNavigator
  let tab: ShopTab

  var body: some View {
    NavigationStack(path: $navigator[pathOf: tab]) {
      TabRoot(tab: tab)
        .navigationTitle(tab.title)
        .navigationDestination(for: StackEntry<ShopRoute>.self) { OpenScreen(screen: $0) }
    }
  }
}

// snippet: example sheet
struct SheetStack: View {
  @Bindable var navigator: ShopNavigator
  let modal: Modal<StackEntry<ShopRoute>>

  var body: some View {
    NavigationStack(path: $navigator[pathOf: modal.id]) {
      OpenScreen(screen: modal.root)
        .toolbar {
          ToolbarItem(placement: .cancellationAction) {
            Button("Cancel") { navigator.dismiss(modal.id) }
          }
        }
        .navigationDestination(for: StackEntry<ShopRoute>.self) { OpenScreen(screen: $0, form: modal.root.id) }
    }
    .interactiveDismissDisabled(navigator.isDismissalGuarded(of: modal.id))
  }
}
// end

extension ShopTab {
  var title: LocalizedStringKey {
    switch self {
    case .home: "Home"
    case .search: "Search"
    case .orders: "Orders"
    case .account: "Account"
    }
  }

  var image: String {
    switch self {
    case .home: "house"
    case .search: "magnifyingglass"
    case .orders: "shippingbox"
    case .account: "person"
    }
  }
}
