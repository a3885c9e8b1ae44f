import NavStore

/// An app whose navigation is a part of a part of its state, and whose routes cannot be encoded.
struct ReportedApp: Reducer {
  enum Tab: String, Hashable, Sendable, CaseIterable { case home, library }

  enum Route: Hashable, Sendable {
    case song(Int)
    case text(String)
  }

  struct Content: Hashable, Sendable {
    var title = ""
    var navigation = NavigationState<Tab, Route>(tabs: Tab.allCases, backRule: .history)
  }

  struct State: Hashable, Sendable {
    var numbers = [1, 2, 3]
    /// The part with the navigation, or `nil` while no user is signed in.
    var content: Content? = Content()
  }

  enum Action: Equatable, Sendable {
    case navigation(NavigationAction<Tab, Route>)
    case rename(String)
    case renameLater(String)
    case signIn, signOut
  }

  let navigation = NavigationReducer<Tab, Route>(rules: NavigationRules(backRule: .history), reportingTo: nil)

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .navigation(let action):
      guard var content = state.content else { return .none }
      defer { state.content = content }
      return navigation.reduce(into: &content.navigation, action: action).map(Action.navigation)
    case .rename(let title): state.content?.title = title
    case .renameLater(let title): return .send(.rename(title))
    case .signIn: state.content = Content()
    case .signOut: state.content = nil
    }
    return .none
  }
}

extension ReportedApp.Content {
  /// The navigation with tabs and routes as a report shows them.
  var reported: NavigationState<String, String> {
    var reported = NavigationState<String, String>(
      tabs: navigation.tabs.map(\.rawValue), selectedTab: navigation.initialTab.rawValue, backRule: .history)
    for tab in navigation.tabs { reported.setPath(navigation.path(of: tab).map { "\($0)" }, in: .tab(tab.rawValue)) }
    reported.selectTab(navigation.selectedTab.rawValue, rules: NavigationRules(backRule: .history))
    return reported
  }
}
