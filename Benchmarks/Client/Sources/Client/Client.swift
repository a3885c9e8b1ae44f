import NavStoreCore

/// An app with only a store and a navigation.
///
///     swift build -c release --static-swift-stdlib --package-path Benchmarks/Client
@main
struct Client {
  enum AppTab: Hashable, Codable, CaseIterable { case home, library }
  enum Route: Hashable, Codable { case song(Int), settings }

  static func main() {
    let store = Store(initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases), reducer: NavigationReducer())
    store.send(.push(.song(CommandLine.arguments.count)))
    store.send(.tabTapped(.library))
    print(store.state)
  }
}
