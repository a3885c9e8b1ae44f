import NavStore

/// The navigation as a part of an app's state, as in most apps.
struct AppState: Sendable {
  var navigation = Navigation.initial
  var unrelated = 0
}

enum AppAction: Sendable {
  case navigation(Action)
  case unrelated
}

/// A reducer that calls the navigation's reducer in a `switch`.
struct AppReducer: Reducer {
  let navigation = NavigationReducer<AppTab, Route>()

  func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
    switch action {
    case .navigation(let action):
      return navigation.reduce(into: &state.navigation, action: action).map(AppAction.navigation)
    case .unrelated:
      state.unrelated += 1
      return .none
    }
  }
}

/// A reducer that calls the navigation's reducer through a `Scope`.
let scoped = Scope<AppState, AppAction, _>(
  state: \.navigation,
  extract: { if case .navigation(let action) = $0 { action } else { nil } },
  embed: AppAction.navigation
) {
  NavigationReducer<AppTab, Route>()
}
