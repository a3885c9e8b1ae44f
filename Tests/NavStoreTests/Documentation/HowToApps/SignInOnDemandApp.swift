import NavStore

/// The app of Docs/HowTo/Flows/SignInOnDemand.md.
enum SignInOnDemand {
  // snippet: sign-in on demand state
  nonisolated enum AppTab: String, Codable, CaseIterable { case home, account }
  nonisolated enum Route: Hashable, Codable { case item(Int), order(Int), checkout, editor, signIn }

  nonisolated struct AppState: Hashable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    var isSignedIn = false
    /// The text that the user has typed in the editor and not saved.
    var draft = ""
    /// The action that opens a screen of the account, until the user has signed in, and the action that
    /// would lose the draft, until the user has answered.
    var guarded = GuardedActions<AppTab, Route, AppAction>()

    /// Why an action was refused.
    var refusal: Prompt<AppAction>? {
      guarded.refusal.map { Prompt("That is not possible now.", message: $0, dismissal: .guards(.cancel)) }
    }
  }

  nonisolated enum AppAction: Hashable {
    case navigation(NavigationAction<AppTab, Route>)
    case signedIn
    case draftChanged(String)
    case guards(GuardAction<AppAction>)
  }
  // end

  // snippet: sign-in on demand reducer
  nonisolated static let guards = NavigationGuards<AppState, AppAction, AppTab, Route>(
    navigation: \.navigation
  ) { screen, state in
    screen.route == .editor && !state.draft.isEmpty ? .ask : .allow
  } entering: { place, state in
    switch place.route {
    case .order, .checkout: state.isSignedIn ? .allow : .first(.navigation(.present(.signIn)))
    default: .allow
    }
  }

  nonisolated struct AppReducer: Reducer {
    let navigation = NavigationReducer<AppTab, Route>()

    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .navigation(let action):
        navigation.apply(action, to: &state.navigation)
      case .signedIn:
        state.isSignedIn = true
        // Not `.dismiss`, which would dismiss any other sheet that is on top.
        if let sheet = state.navigation.modals.last(where: { $0.root == .signIn }) {
          navigation.apply(.dismiss(sheet.id), to: &state.navigation)
        }
      case .draftChanged(let draft):
        state.draft = draft
      case .guards(.confirm):
        state.draft = ""
      case .guards(.cancel):
        break
      }
      return .none
    }
  }

  /// The reducer of the store.
  nonisolated static func reducer() -> some Reducer<AppState, AppAction> {
    AppReducer().guarded(by: guards, storing: \.guarded) { action in
      if case .guards(let answer) = action { answer } else { nil }
    }
  }
  // end
}
