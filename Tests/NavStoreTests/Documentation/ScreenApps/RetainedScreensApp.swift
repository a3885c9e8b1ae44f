import NavStore

/// The app of Docs/HowTo/Flows/KeepScreens.md. It is compiled with the views, too.
enum RetainedScreens {
  nonisolated enum AppTab: String, Codable, CaseIterable { case shop }
  nonisolated enum Route: Hashable, Codable { case product(Int), cart }

  // snippet: retained screens
  nonisolated enum AppScreen: ScreenContent, Equatable {
    case product(title: String?, note: String)

    init?(route: Route) {
      guard case .product = route else { return nil }
      self = .product(title: nil, note: "")
    }

    init?(root tab: AppTab) { return nil }
  }

  nonisolated enum ScreenAction: Equatable { case appeared, loaded(String), noteChanged(String) }

  typealias Screens = ScreenNavigation<AppScreen>
  typealias ScreensAction = ScreenNavigationAction<AppTab, Route, ScreenAction>

  nonisolated struct AppState: Equatable {
    var shop = Screens(NavigationState(tabs: AppTab.allCases))
    /// The states of products that were closed, and of products that were loaded before they are opened.
    /// The last one is the newest.
    var kept: [(route: Route, screen: AppScreen)] = []

    /// Gives kept states to the screens that `old` does not have, and keeps the states of those that have left.
    mutating func keepScreens(of old: Screens) {
      let (before, after) = (old.allScreens, shop.allScreens)
      for screen in after where !before.contains(screen) {
        guard let index = kept.lastIndex(where: { $0.route == screen.route }) else { continue }
        shop[screen.id] = kept.remove(at: index).screen
      }
      for screen in before where !after.contains(screen) {
        if let state = old[screen.id] { keep(state, for: screen.route) }
      }
    }

    mutating func keep(_ screen: AppScreen, for route: Route) {
      kept.removeAll { $0.route == route }
      kept.append((route, screen))
      kept.removeFirst(max(0, kept.count - 10))
    }

    static func == (first: AppState, second: AppState) -> Bool {
      first.shop == second.shop && first.kept.elementsEqual(second.kept) { $0 == $1 }
    }
  }

  nonisolated enum AppAction: Equatable {
    case shop(ScreensAction)
    case preload(Int), preloaded(Int, String)
  }
  // end

  // snippet: retained screens reducer
  nonisolated struct AppReducer: Reducer {
    let load: @Sendable (Int) async -> String
    let screens: ScreenNavigationReducer<AppScreen, ScreenAction>

    init(load: @escaping @Sendable (Int) async -> String) {
      self.load = load
      screens = ScreenNavigationReducer { screen, action in
        guard case .product(let title, let note) = screen.state, case .product(let id) = screen.route else {
          return .none
        }
        switch action {
        case .appeared:
          // Decided here, because a kept state is set after the lifecycle of the screen has begun.
          guard title == nil else { return .none }
          return .run { context in context.send(.loaded(await load(id))) }
        case .loaded(let title): screen.state = .product(title: title, note: note)
        case .noteChanged(let note): screen.state = .product(title: title, note: note)
        }
        return .none
      } lifecycle: { _, phase in
        phase == .appeared ? .send(.appeared) : .none
      }
    }

    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .shop(let action):
        let old = state.shop
        let effect = screens.reduce(into: &state.shop, action: action)
        state.keepScreens(of: old)
        return effect.map(AppAction.shop)
      case .preload(let id):
        return .run(id: id) { [load] context in context.send(.preloaded(id, await load(id))) }
      case .preloaded(let id, let title):
        state.keep(.product(title: title, note: ""), for: .product(id))
        return .none
      }
    }
  }
  // end
}

// snippet: all screens
extension ScreenNavigation {
  /// The screens of all tabs and modals, without the roots of the tabs.
  nonisolated var allScreens: [StackEntry<Route>] {
    navigation.tabs.flatMap { screens(of: $0) } + navigation.modals.flatMap { screens(of: $0.id) }
  }
}
// end
