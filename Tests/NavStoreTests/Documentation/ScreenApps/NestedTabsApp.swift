import NavStore

/// The app of Docs/HowTo/Flows/NestedTabs.md.
enum NestedTabs {
  // snippet: nested tabs state
  nonisolated enum AppTab: String, Codable, CaseIterable { case home, library }
  nonisolated enum HelpTab: String, Codable, CaseIterable { case topics, contact }
  nonisolated enum HelpRoute: Hashable, Codable { case topic(Int) }

  /// The route of the help has the place where it begins, so that a link can open it there.
  nonisolated enum Route: Hashable, Codable { case song(Int), help(HelpTab, [HelpRoute]) }

  typealias Help = NavigationState<HelpTab, HelpRoute>

  nonisolated enum AppScreen: ScreenContent, Codable, Equatable {
    typealias Tab = AppTab

    case help(Help)

    init?(route: Route) {
      guard case .help(let tab, let path) = route else { return nil }
      self = .help(Help(tabs: HelpTab.allCases, selectedTab: tab, paths: [tab: path]))
    }
  }

  nonisolated enum ScreenAction: Codable, Equatable { case help(NavigationAction<HelpTab, HelpRoute>) }

  typealias AppState = ScreenNavigation<AppScreen>
  typealias AppAction = ScreenNavigationAction<AppTab, Route, ScreenAction>
  typealias AppReducer = ScreenNavigationReducer<AppScreen, ScreenAction>
  // end

  // snippet: nested tabs reducer
  nonisolated static func reducer() -> AppReducer {
    let navigation = NavigationReducer<HelpTab, HelpRoute>(rules: NavigationRules(backRule: .none))
    return AppReducer { screen, action in
      guard case .help(var help) = screen.state, case .help(let action) = action else { return .none }
      let outcome = navigation.apply(action, to: &help)
      screen.state = .help(help)
      // Back at the root of a tab of the help leads out of it.
      if outcome == .exit { screen.finish() }
      return .none
    }
  }

  /// Returns the action for the back button of the system, which belongs to the innermost visible navigation.
  nonisolated static func back(in state: AppState) -> AppAction {
    guard let screen = state.visibleScreen, case .help? = state[screen.id] else { return .navigation(.back) }
    return .screen(screen.id, .help(.back))
  }
  // end
}

// snippet: nested tabs navigator
extension NestedTabs.AppState {
  /// The help in a screen. After the screen has left, the value is the start of the help.
  nonisolated subscript(helpOf id: ScreenID) -> NestedTabs.Help {
    if case .help(let help)? = self[id] { help } else { NestedTabs.Help(tabs: NestedTabs.HelpTab.allCases) }
  }
}

extension NestedTabs {
  /// Creates the navigator for the views of the help. Create it once for each screen.
  nonisolated static func navigator(
    ofHelp id: ScreenID, in store: Store<AppState, AppAction>
  ) -> Navigator<HelpTab, HelpRoute> {
    Navigator(store.scope(state: \.[helpOf: id], action: { .screen(id, .help($0)) }))
  }
}
// end
