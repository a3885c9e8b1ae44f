import NavStore

/// An app whose rules allow every action.
public struct GuardedApp: Sendable {
  /// An action of the navigation, or an answer to a question of the rules.
  public enum Action: Equatable, Sendable {
    case navigation(Suites.Action)
    case guards(GuardAction<Action>)
  }

  var navigation = Navigation.initial
  var guarded = GuardedActions<AppTab, Route, Action>()
  private var isSignedIn = true

  /// Creates a store in this module, which compiles the reducer for the app's types.
  public static func makeStore() -> Store<GuardedApp, Action> {
    Store(initialState: GuardedApp(), reducer: reducer)
  }

  private static let reducer: some Reducer<GuardedApp, Action> = Reduce<GuardedApp, Action> { state, action in
    if case .navigation(let action) = action { state.navigation.apply(action) }
    return .none
  }.guarded(
    by: NavigationGuards<GuardedApp, Action, AppTab, Route>(navigation: \.navigation) { _, state in
      state.isSignedIn ? .allow : .ask
    } entering: { _, state in
      state.isSignedIn ? .allow : .refuse("Sign in first.")
    },
    storing: \.guarded
  ) { action in
    if case .guards(let answer) = action { answer } else { nil }
  }
}
