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
  // snippet: selection of the middle column
  nonisolated enum Mailbox: Hashable { case inbox, flagged, folder(String) }
  nonisolated enum Route: Hashable { case message(Int), attachment(String) }

  /// The selection of the list of messages: the first route of the mailbox.
  nonisolated struct MessageSelection {
    let navigator: Navigator<Mailbox, Route>
    let mailbox: Mailbox

    /// Create it once, and pass it to the views.
    var binding: ValueBinding<Int?> {
      let messages = PathPart<Route, Int>(embed: Route.message) {
        if case .message(let id) = $0 { id } else { nil }
      }
      return ValueBinding { [navigator, mailbox] in
        navigator[pathOf: mailbox, covering: messages].first
      } set: { [navigator, mailbox] message in
        // A list also writes the same selection again, and nil when the columns collapse.
        if let message, message != navigator[pathOf: mailbox, covering: messages].first {
          navigator[pathOf: mailbox] = [.message(message)]
        }
      }
    }
  }
  // end

  // snippet: back in columns
  /// Goes back in a window that has room for a number of columns.
  nonisolated static func goBack(in navigator: Navigator<Mailbox, Route>, visibleColumns: Int) {
    let columns = NavigationColumns(navigator.focusedPath, hasContent: false)
    let count = columns.routesToPop(showing: visibleColumns)
    if count > 0 { navigator.pop(count) } else { navigator.sidebarSelection = .inbox }
  }
  // end
}
