import NavStore

/// The app of Docs/HowTo/Views/SecondWindow.md. It is compiled with the views, too.
enum Windows {
  // snippet: windows cart
  nonisolated enum AppTab: String, Codable, CaseIterable { case products, cart }
  nonisolated enum Route: Hashable, Codable { case product(Int) }

  nonisolated struct Cart: Codable, Equatable { var products: [Int] = [] }
  nonisolated enum CartAction: Equatable { case added(Int), emptied }

  nonisolated struct CartReducer: Reducer {
    func reduce(into cart: inout Cart, action: CartAction) -> Effect<CartAction> {
      switch action {
      case .added(let product): cart.products.append(product)
      case .emptied: cart = Cart()
      }
      return .none
    }
  }
  // end

  // snippet: windows model
  typealias CartStore = Store<Cart, CartAction>
  typealias WindowNavigator = Navigator<AppTab, Route>

  /// The navigation of one window, and the persistence that saves it.
  final class WindowModel: Sendable {
    let navigator: WindowNavigator
    let persistence: Persistence<NavigationState<AppTab, Route>>

    init(savingTo storage: any StateStorage) {
      let start = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
      let restored = Persistence.load(start, from: storage)
      let store = Store(initialState: restored.state, reducer: NavigationReducer())
      navigator = Navigator(store)
      persistence = Persistence(of: store, to: storage)
    }
  }

  /// The app: the cart that all windows share, and the windows by their names.
  @MainActor final class AppModel {
    let cart: CartStore
    let cartPersistence: Persistence<Cart>
    private let storageOfWindow: (String) throws -> any StateStorage
    private var windows: [String: WindowModel] = [:]

    init(
      savingTo storage: any StateStorage,
      windows: @escaping (String) throws -> any StateStorage = { try FileStorage(name: "window", scene: $0) }
    ) {
      cart = Store(initialState: Persistence.load(Cart(), from: storage).state, reducer: CartReducer())
      cartPersistence = Persistence(of: cart, to: storage)
      storageOfWindow = windows
    }

    /// Returns the model of a window. The first call restores it from its file.
    func window(_ name: String) throws -> WindowModel {
      if let window = windows[name] { return window }
      let window = WindowModel(savingTo: try storageOfWindow(name))
      windows[name] = window
      return window
    }

    /// Signs the user out in all windows.
    func signOut() {
      cart.send(.emptied)
      for window in windows.values { window.navigator.send(.reset) }
    }
  }
  // end
}
