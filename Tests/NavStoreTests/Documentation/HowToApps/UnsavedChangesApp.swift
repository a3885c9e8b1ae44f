// snippet: import of the library
import NavStore
// end

/// The app of Docs/HowTo/Flows/UnsavedChanges.md. It is compiled with the views, too.
enum UnsavedChanges {
  // snippet: unsaved changes state
  nonisolated enum AppTab: String, Codable, CaseIterable { case notes, search }
  nonisolated enum Route: Hashable, Codable { case note(Int), editor(Int) }

  nonisolated struct AppState: Hashable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    /// The text that the user has typed and not saved.
    var draft = ""
    /// The action that would lose the draft, until the user has answered.
    var guarded = GuardedActions<AppTab, Route, AppAction>()

    /// The question whether to discard the draft.
    var prompt: Prompt<AppAction>? {
      guarded.question?.prompt(
        "Discard your changes?", message: "What you have typed is not saved.", leave: "Discard Changes",
        stay: "Keep Editing"
      ).map(AppAction.guards)
    }
  }

  nonisolated enum AppAction: Hashable, Codable {
    case navigation(NavigationAction<AppTab, Route>)
    case draftChanged(String)
    case saved
    /// The user discards the draft, or continues to edit.
    case guards(GuardAction<AppAction>)
  }
  // end

  // snippet: unsaved changes reducer
  nonisolated static let guards = NavigationGuards<AppState, AppAction, AppTab, Route>(
    navigation: \.navigation
  ) { screen, state in
    if case .editor = screen.route, !state.draft.isEmpty { .ask } else { .allow }
  }

  nonisolated struct AppReducer: Reducer {
    let navigation = NavigationReducer<AppTab, Route>()

    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .navigation(let action):
        navigation.apply(action, to: &state.navigation)
      case .draftChanged(let draft):
        state.draft = draft
      case .saved:
        state.draft = ""
        if case .editor = state.navigation.top { navigation.apply(.back, to: &state.navigation) }
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
    AppReducer().guarded(by: guards, storing: \.guarded, ignoringLeavingRulesFor: { $0 == .saved }) { action in
      if case .guards(let answer) = action { answer } else { nil }
    }
  }
  // end
}
