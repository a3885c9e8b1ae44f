import NavStore

/// The app of Docs/HowTo/Flows/PickerResults.md. It is compiled with the views, too.
enum PickerResults {
  // snippet: picker
  nonisolated enum AppTab: String, Codable, CaseIterable { case order }
  nonisolated enum Field: String, Codable { case colour, lining }
  nonisolated enum Route: Hashable, Codable { case form, picker(Field) }

  nonisolated struct AppState: Codable, Equatable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases, paths: [.order: [.form]])
    var choices: [Field: String] = [:]
  }

  nonisolated enum AppAction: Equatable {
    case navigation(NavigationAction<AppTab, Route>)
    case picked(String, for: Field)
  }

  nonisolated struct AppReducer: Reducer {
    let navigation = NavigationReducer<AppTab, Route>()

    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .navigation(let action):
        return navigation.reduce(into: &state.navigation, action: action).map(AppAction.navigation)
      case .picked(let choice, for: let field):
        state.choices[field] = choice
        // Closes this picker, pushed or presented, and nothing else.
        if state.navigation.top == .picker(field) { navigation.apply(.back, to: &state.navigation) }
        return .none
      }
    }
  }
  // end
}
