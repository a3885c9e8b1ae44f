import NavStore

/// The app of Docs/HowTo/Flows/SignOut.md.
enum SignOut {
  // snippet: sign-out state
  nonisolated enum AppTab: String, Codable, CaseIterable { case notes, account }
  nonisolated enum Route: Hashable, Codable { case editor(Int) }

  nonisolated struct AppState: Hashable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    var account: String?
    /// The texts in the open editors that are not saved.
    var drafts: [Int: String] = [:]
    var guarded = GuardedActions<AppTab, Route, AppAction>()
  }

  nonisolated enum AppAction: Hashable {
    case navigation(NavigationAction<AppTab, Route>)
    case textChanged(Int, String)
    /// The user has tapped Sign Out.
    case signedOut
    case guards(GuardAction<AppAction>)
  }
  // end

  // snippet: sign-out reducer
  nonisolated static let guards = NavigationGuards<AppState, AppAction, AppTab, Route>(
    navigation: \.navigation
  ) { screen, state in
    if case .editor(let note) = screen.route, state.drafts[note] != nil { .ask } else { .allow }
  }

  nonisolated struct AppReducer: Reducer {
    let navigation = NavigationReducer<AppTab, Route>()
    /// Removes what is saved for the account from the device.
    let removeData: @Sendable () async -> Void

    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .navigation(let action):
        navigation.apply(action, to: &state.navigation)
        let open = state.navigation.screens.map(\.route)
        state.drafts = state.drafts.filter { open.contains(.editor($0.key)) }
      case .textChanged(let note, let text):
        state.drafts[note] = text
      case .signedOut:
        // The navigation is reset and not replaced: no identity of a modal is used twice.
        var start = state.navigation
        start.reset()
        state = AppState(navigation: start)
        return .run { [removeData] _ throws(CancellationError) in await removeData() }
      case .guards:
        break
      }
      return .none
    }
  }

  /// The reducer of the store. No action leaves freely.
  nonisolated static func reducer(
    removeData: @escaping @Sendable () async -> Void
  ) -> some Reducer<AppState, AppAction> {
    AppReducer(removeData: removeData).guarded(by: guards, storing: \.guarded) { action in
      if case .guards(let answer) = action { answer } else { nil }
    }
  }
  // end
}
