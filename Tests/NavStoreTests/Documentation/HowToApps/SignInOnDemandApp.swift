import NavStore

/// The app of Docs/HowTo/Flows/SignInOnDemand.md.
enum SignInOnDemand {
  // snippet: sign-in on demand state
  nonisolated enum AppTab: String, Codable, CaseIterable { case home, account }
  nonisolated enum Route: Hashable, Codable { case item(Int), order(Int), checkout, editor, signIn }

  nonisolated struct AppState: Equatable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    var isSignedIn = false
    /// The text that the user has typed in the editor and not saved.
    var draft = ""
    /// The action that opens a screen of the account, until the user has signed in.
    var remembered: NavigationAction<AppTab, Route>?
    /// The action that would lose the draft, until the user has answered.
    var question: NavigationAction<AppTab, Route>?
  }

  nonisolated enum AppAction: Equatable {
    case navigation(NavigationAction<AppTab, Route>)
    case signedIn
    case draftChanged(String)
    case discarded(NavigationAction<AppTab, Route>)
    case questionDismissed
  }
  // end

  // snippet: sign-in on demand reducer
  nonisolated struct AppReducer: Reducer {
    let navigation = NavigationReducer<AppTab, Route>()

    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .navigation(let action):
        navigate(action, in: &state)
      case .signedIn:
        state.isSignedIn = true
        let action = state.remembered
        state.remembered = nil
        navigation.apply(.dismiss, to: &state.navigation)
        if let action { navigate(action, in: &state) }
      case .draftChanged(let draft):
        state.draft = draft
      case .discarded(let action):
        state.draft = ""
        state.question = nil
        navigate(action, in: &state)
      case .questionDismissed:
        state.question = nil
      }
      return .none
    }

    /// Performs an action, unless a guard stores it for later.
    private func navigate(_ action: NavigationAction<AppTab, Route>, in state: inout AppState) {
      var next = state.navigation
      navigation.apply(action, to: &next)
      // Leaving comes first: a user who continues to edit is not asked to sign in.
      let (open, nextOpen) = (state.navigation.screens.map(\.route), next.screens.map(\.route))
      if !state.draft.isEmpty, open.contains(.editor), !nextOpen.contains(.editor) {
        state.question = action
      } else if !state.isSignedIn, nextOpen.contains(where: needsAccount) {
        state.remembered = action
        if !open.contains(.signIn) { navigation.apply(.present(.signIn), to: &state.navigation) }
      } else {
        // Without the sheet, the user has dismissed it and not signed in.
        if !nextOpen.contains(.signIn) { state.remembered = nil }
        state.navigation = next
      }
    }

    private func needsAccount(_ route: Route) -> Bool {
      switch route {
      case .order, .checkout: true
      case .item, .editor, .signIn: false
      }
    }
  }
  // end
}
