import NavStore

/// The app of Docs/HowTo/Views/ConditionalTabs.md. It is compiled with the views, too.
enum ChosenTabs {
  // snippet: conditional tabs state
  nonisolated enum AppTab: String, Codable, CaseIterable { case home, library, orders }
  nonisolated enum Route: Hashable, Codable { case song(Int), order(Int) }

  nonisolated struct AppState: Codable, Equatable {
    var navigation = NavigationState<AppTab, Route>(tabs: [.home, .library])
    var isSignedIn = false
    /// The tabs in the order that the user has chosen.
    var chosen = AppTab.allCases

    /// The tabs that the app has in this state. Orders exists only while the user is signed in.
    var tabs: [AppTab] { chosen.filter { isSignedIn || $0 != .orders } }
  }

  nonisolated enum AppAction: Equatable {
    case navigation(NavigationAction<AppTab, Route>)
    case signedIn, signedOut
    case tabsChosen([AppTab])
  }
  // end

  // snippet: conditional tabs reducer
  nonisolated struct AppReducer: Reducer {
    let navigation = NavigationReducer<AppTab, Route>()

    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .navigation(let action): navigation.apply(action, to: &state.navigation)
      case .signedIn: state.isSignedIn = true
      case .signedOut: state.isSignedIn = false
      case .tabsChosen(let tabs): if tabs.contains(where: { $0 != .orders }) { state.chosen = tabs }
      }
      // The only place that sets the tabs. The same list again changes nothing.
      navigation.apply(.setTabs(state.tabs), to: &state.navigation)
      return .none
    }
  }
  // end
}

/// The app of Docs/HowTo/Views/Badges.md. It is compiled with the views, too.
enum Badges {
  // snippet: badges
  nonisolated enum AppTab: String, Codable, CaseIterable { case inbox, settings }
  nonisolated enum Route: Hashable, Codable { case message(Int) }

  nonisolated struct AppState: Codable, Equatable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    /// The messages that the user has not opened. The badge shows their number.
    var unread: Set<Int> = []
  }

  nonisolated enum AppAction: Equatable {
    case navigation(NavigationAction<AppTab, Route>)
    case messageArrived(Int)
  }

  nonisolated struct AppReducer: Reducer {
    let navigation = NavigationReducer<AppTab, Route>()

    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .navigation(let action): navigation.apply(action, to: &state.navigation)
      case .messageArrived(let id): state.unread.insert(id)
      }
      // A message that is on the screen is read, however the user came to it.
      if case .message(let id) = state.navigation.top { state.unread.remove(id) }
      return .none
    }
  }
  // end
}

/// The mailboxes of Docs/HowTo/Views/Sidebar.md. They are compiled with the views, too.
enum Mail {
  // snippet: three columns of routes
  nonisolated enum MailTab: Hashable { case mail, settings }
  nonisolated enum MailRoute: Hashable { case mailbox(String), message(Int), attachment(String) }
  typealias MailNavigator = Navigator<MailTab, MailRoute>
  // end

  nonisolated enum MailContent: ScreenContent, Equatable {
    case list(checks: Int), message

    init?(route: MailRoute) {
      switch route {
      case .mailbox: self = .list(checks: 0)
      case .message: self = .message
      case .attachment: return nil
      }
    }

    init?(root tab: MailTab) { return nil }
  }
  nonisolated enum MailAction { case check }

  // snippet: columns of screens
  static let mail = ScreenNavigationReducer<MailContent, MailAction>(columns: { $0 == .mail ? 3 : 1 }) { screen, _ in
    if case .list(let checks) = screen.state { screen.state = .list(checks: checks + 1) }
    return .none
  } lifecycle: { screen, phase in
    phase == .becameVisible ? .send(.check) : .none
  }
  // end

  // snippet: back in columns
  /// Goes back in a window that has room for a number of columns.
  nonisolated static func goBack(in navigator: MailNavigator, visibleColumns: Int) {
    let count = NavigationColumns(navigator.focusedPath).routesToPop(showing: visibleColumns)
    if count > 0 { navigator.pop(count) }
  }
  // end
}
