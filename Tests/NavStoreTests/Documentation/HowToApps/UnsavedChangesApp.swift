// snippet: import of the library
import NavStore
// end

/// The app of Docs/HowTo/Flows/UnsavedChanges.md. It is compiled with the views, too.
enum UnsavedChanges {
  // snippet: unsaved changes state
  nonisolated enum AppTab: String, Codable, CaseIterable { case notes, search }
  nonisolated enum Route: Hashable, Codable { case note(Int), editor(Int) }

  nonisolated struct AppState: Equatable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    /// The text that the user has typed and not saved.
    var draft = ""
    /// The action that would lose the draft, until the user has answered.
    var question: NavigationAction<AppTab, Route>?

    var isAsking: Bool { question != nil }
  }

  nonisolated enum AppAction: Equatable {
    case navigation(NavigationAction<AppTab, Route>)
    case draftChanged(String)
    case saved
    /// The user discards the draft, and the action is performed.
    case discarded(NavigationAction<AppTab, Route>)
    /// The user continues to edit.
    case questionDismissed
  }
  // end

  // snippet: unsaved changes reducer
  nonisolated struct AppReducer: Reducer {
    let navigation = NavigationReducer<AppTab, Route>()

    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .navigation(let action):
        var next = state.navigation
        navigation.apply(action, to: &next)
        if !state.draft.isEmpty, isEditorOpen(in: state.navigation), !isEditorOpen(in: next) {
          state.question = action
        } else {
          state.question = nil
          state.navigation = next
        }
      case .draftChanged(let draft):
        state.draft = draft
      case .saved:
        state.draft = ""
        if case .editor = state.navigation.top { navigation.apply(.back, to: &state.navigation) }
      case .discarded(let action):
        state.draft = ""
        state.question = nil
        navigation.apply(action, to: &state.navigation)
      case .questionDismissed:
        state.question = nil
      }
      return .none
    }

    /// Whether an editor is in a path or a modal, visible or not.
    private func isEditorOpen(in navigation: NavigationState<AppTab, Route>) -> Bool {
      navigation.screens.contains { if case .editor = $0.route { true } else { false } }
    }
  }
  // end
}
