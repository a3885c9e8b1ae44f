import NavStore

// The app of Docs/HowTo/Flows/StartingAnApp.md.

extension SignInAfterRestart {
  // snippet: start of an app
  /// Create it once, before the first view.
  @MainActor final class AppModel {
    let store: Store<AppState, AppAction>
    let navigator: Navigator<AppTab, StackEntry<Route>>
    let recorder: ActionLogRecorder<AppState, AppAction>?
    let visits: AsyncStream<ScreenVisit<AppTab, StackEntry<Route>>>
    let persistence: Persistence<AppState>

    /// Starts the app. `account` is `nil` if the session has ended, and `link` is the link that has
    /// launched the app.
    init(file: any StateStorage, log: String, account: String?, link: DeepLink<AppTab, Route>? = nil) {
      let (state, hidden) = loadState(from: file, account: account)  // 1, 2 and 3
      store = Store(initialState: state, reducer: reducer())  // 4

      recorder = try? ActionLogRecorder(of: store, schema: ActionLogSchema(), to: log)  // 5
      visits = store.screenVisits(of: \.shop.identified)
      persistence = Persistence(of: store, to: file)
      navigator = Navigator(
        store.scope(state: \.shop.identified, action: { AppAction.shop(.identified($0)) }),
        guardedBy: guards, in: store)

      start(store, resuming: hidden)  // 6, 7 and 8
      if let link { store.send(.shop(.navigation(.deepLink(link))), origin: .deepLink) }  // 9
    }
  }
  // end
}

extension SignInAfterRestart.AppModel {
  // snippet: validation of screens
  /// Looks up the products of the open screens. `product` returns the current number of a product, or `nil`.
  func validate(_ product: @escaping @Sendable (Int) async throws -> Int?) async throws {
    let validation = try await navigator.validate { screen in
      guard case .product(let id) = screen.route else { return .keep }
      guard let current = try await product(id) else { return .drop }
      return current == id ? .keep : .replace(with: StackEntry(id: screen.id, route: .product(current)))
    }
    print(validation)
  }
  // end
}
