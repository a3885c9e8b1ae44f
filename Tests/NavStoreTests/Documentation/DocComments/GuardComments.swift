import NavStore

// The code of the comments in NavStore/Guards. It is compiled and not run.

private enum GuardComments {
  enum AppTab: String, CaseIterable { case home, account }
  enum Route: Hashable { case editor, signIn }

  // snippet: comment of GuardedActions
  struct AppState {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    var guarded = GuardedActions<AppTab, Route, AppAction>()
  }
  // end

  enum SongAction: Sendable { case deleteConfirmed, promptDismissed }
  struct SongState { var prompt: Prompt<SongAction>? }

  static func ask(_ state: inout SongState) {
    // snippet: comment of Prompt
    state.prompt = Prompt(
      "Delete the song?", message: "It is removed from all devices.", style: .dialog,
      buttons: [.init("Delete", role: .destructive, action: .deleteConfirmed), .init("Keep", role: .cancel)],
      dismissal: .promptDismissed)
    // end
  }

  struct Asking {
    var guarded = GuardedActions<AppTab, Route, AppAction>()

    // snippet: comment of Question.prompt
    var prompt: Prompt<AppAction>? {
      guarded.question?.prompt("Discard your changes?", leave: "Discard Changes", stay: "Keep Editing")
        .map(AppAction.guards)
    }
    // end
  }

  enum AppAction: Sendable {
    case navigation(NavigationAction<AppTab, Route>)
    case guards(GuardAction<AppAction>)
  }

  struct AppReducer: Reducer {
    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      if case .navigation(let action) = action { state.navigation.apply(action) }
      return .none
    }
  }

  enum Rules {
    struct AppState {
      var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
      var draft = ""
      var isSignedIn = false
    }

    static func create() {
      // snippet: comment of NavigationGuards
      let guards = NavigationGuards<AppState, AppAction, AppTab, Route>(navigation: \.navigation) { screen, state in
        screen.route == .editor && !state.draft.isEmpty ? .ask : .allow
      } entering: { place, state in
        place.tab == .account && !state.isSignedIn ? .first(.navigation(.present(.signIn))) : .allow
      }
      // end
      _ = guards
    }
  }

  static func reducer(_ guards: NavigationGuards<AppState, AppAction, AppTab, Route>) {
    // snippet: comment of guarded reducer
    let reducer = AppReducer().guarded(by: guards, storing: \.guarded) { action in
      if case .guards(let action) = action { action } else { nil }
    }
    // end
    let store = Store(initialState: AppState(), reducer: reducer)
    // snippet: comment of guarded navigator
    let navigator = Navigator(
      store.scope(state: \.navigation, action: AppAction.navigation), guardedBy: guards, in: store)
    // end
    _ = navigator
  }
}
