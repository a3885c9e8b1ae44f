import NavStore

// The code of the comments in NavStoreCore/Store. It is compiled. Only the code in suites runs.

private enum CatalogRoute: Hashable { case product(Int), address(String) }

// snippet: comment of TrackableRoute
extension CatalogRoute: TrackableRoute {
  var trackedName: String { if case .product = self { "Product" } else { "Form" } }
  var trackedParameters: [String: String] { if case .product(let id) = self { ["id": "\(id)"] } else { [:] } }
}
// end

private enum StoreComments {
  enum Step: Sendable {
    case up, down
    var size: Int { self == .up ? 1 : -1 }
  }

  static func stores() async {
    // snippet: comment of Store
    let store = Store(
      initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases), reducer: NavigationReducer())
    store.send(.push(.song(7)))
    print(store.state.top == .song(7))  // true
    for await state in store.changes { print(state) }
    // end
  }

  static func transactions(_ store: Store<NavigationState<AppTab, Route>, NavigationAction<AppTab, Route>>) async {
    // snippet: comment of transactions
    for await transaction in store.transactions {
      print(transaction.revision, transaction.actions, transaction.after.depth - transaction.before.depth)
    }
    // end
  }

  struct Analytics {
    func report(_ screen: String, after previous: String?, _ duration: Duration) {}
  }

  static func screenVisits(_ store: Store<AppState, AppAction>, analytics: Analytics) async {
    // snippet: comment of screenVisits
    for await visit in store.screenVisits(of: { $0.navigation }) {
      analytics.report(visit.screen.name, after: visit.previous?.name, visit.previousDuration)
    }
    // end
  }

  static func animations(_ store: Store<AppState, AppAction>, _ link: DeepLink<AppTab, Route>) {
    // snippet: comment of withoutAnimation
    store.send(.navigation(.deepLink(link)), origin: .deepLink.withoutAnimation)
    // end
  }

  static func parts(_ store: Store<AppState, AppAction>) {
    // snippet: comment of value
    let tab = store.value(of: \.navigation.selectedTab)
    // end
    struct LoadID: Hashable {}
    // snippet: comment of isRunning
    if store.isRunning(id: LoadID()) { print("Loading…") }
    // end
    // snippet: comment of ScopedStore
    let navigation = store.scope(state: \.navigation, action: AppAction.navigation)
    navigation.send(.push(.song(7)))
    print(navigation.state.top == .song(7))  // true
    // end
    // snippet: comment of binding
    let query = store.binding(of: \.query, send: AppAction.queryChanged)
    // end
    _ = (tab, query)
  }

  static func reducers() {
    // snippet: comment of CombineReducers
    let reducer: some Reducer<AppState, AppAction> = CombineReducers {
      Scope(
        state: \.navigation, extract: { if case .navigation(let action) = $0 { action } else { nil } },
        embed: AppAction.navigation
      ) {
        NavigationReducer()
      }
      Reduce { state, action in
        if case .queryChanged(let query) = action { state.query = query }
        return .none
      }
    }
    // end
    // snippet: comment of Reduce
    let counter = Reduce<Int, Step> { count, step in
      count += step.size
      return .none
    }
    // end
    let scope =
      // snippet: comment of Scope
      Scope(
        state: \AppState.navigation,
        extract: { if case .navigation(let action) = $0 { action } else { nil } },
        embed: AppAction.navigation
      ) {
        NavigationReducer()
      }
    // end
    _ = (reducer, counter, scope)
  }

  struct Searching: Reducer {
    var search: @Sendable (String) async -> [Int]

    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      // snippet: comment of Effect
      case .queryChanged(let text):
        state.query = text
        return .run(id: "search", cancelInFlight: true) { context throws(CancellationError) in
          try await context.sleep(for: .milliseconds(300))  // a debounce
          context.send(.found(await search(text)))
        }
      // end
      default: return .none
      }
    }
  }

  enum SigningOut {
    enum AppAction: Sendable {
      case navigation(NavigationAction<AppTab, Route>)
      case signedOut
    }

    // snippet: comment of Reducer
    struct AppReducer: Reducer {
      let navigation = NavigationReducer<AppTab, Route>()

      func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
        switch action {
        case .navigation(let action):
          return navigation.reduce(into: &state.navigation, action: action).map(AppAction.navigation)
        case .signedOut:
          state = AppState()
          return .cancel(id: "refresh")
        }
      }
    }
    // end
  }

  enum Refreshing { case refresh }

  static func waiting(_ store: Store<Int, Refreshing>) async {
    // snippet: comment of EffectHandle
    await store.send(.refresh).finish()  // returns when the new data is loaded
    // end
  }
}
