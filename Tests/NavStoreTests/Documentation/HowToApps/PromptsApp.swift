import NavStore

/// The app of Docs/HowTo/Views/AlertsAndDialogs.md. It is compiled with the views, too.
enum Prompts {
  nonisolated enum AppTab: String, Codable, CaseIterable { case songs }
  nonisolated enum Route: Hashable, Codable { case song(Int) }
  typealias AppNavigator = Navigator<AppTab, Route>

  // snippet: prompts state
  nonisolated struct AppState: Codable, Equatable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    var songs = [1, 2, 3]
    var prompt: Prompt<AppAction>?

    /// What is saved: all but the prompt, which must not return after a restart.
    private enum CodingKeys: CodingKey { case navigation, songs }
  }

  nonisolated enum AppAction: Equatable {
    case navigation(NavigationAction<AppTab, Route>)
    case deleteTapped(Int), deleteConfirmed(Int)
    case promptDismissed
  }
  // end

  // snippet: prompts reducer
  nonisolated struct AppReducer: Reducer {
    let navigation = NavigationReducer<AppTab, Route>()

    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .navigation(let action): navigation.apply(action, to: &state.navigation)
      case .deleteTapped(let song):
        state.prompt = Prompt(
          "Delete song \(song)?", message: "It is removed from all devices.", style: .dialog,
          buttons: [
            .init("Delete", role: .destructive, action: .deleteConfirmed(song)), .init("Keep", role: .cancel),
          ],
          dismissal: .promptDismissed)
      case .deleteConfirmed(let song):
        state.prompt = nil
        guard state.songs.count > 1 else {
          state.prompt = Prompt("The last song cannot be deleted.", dismissal: .promptDismissed)
          break
        }
        state.songs.removeAll { $0 == song }
        state.navigation.popToRoot()
      case .promptDismissed: state.prompt = nil
      }
      return .none
    }
  }
  // end
}
