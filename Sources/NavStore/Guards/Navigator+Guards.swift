extension Navigator {
  /// Creates a navigator whose `isBackGuarded` and `isDismissalGuarded(of:)` follow the rules of a
  /// guarded reducer.
  ///
  /// ```swift
  /// let navigator = Navigator(
  ///   store.scope(state: \.navigation, action: AppAction.navigation), guardedBy: guards, in: store)
  /// ```
  ///
  /// - Parameters:
  ///   - navigation: The scoped store of the navigation in the app's state.
  ///   - guards: The rules.
  ///   - store: The store of the app.
  public convenience init<AppState, AppAction>(
    _ navigation: ScopedStore<NavigationState<Tab, Route>, NavigationAction<Tab, Route>>,
    guardedBy guards: NavigationGuards<AppState, AppAction, Tab, Route>,
    in store: Store<AppState, AppAction>
  ) {
    self.init(navigation, guardedExits: guards.exitReader(of: store))
  }
}

extension NavigationGuards {
  func exitReader(of store: Store<State, Action>) -> ValueReader<GuardedExits> {
    store.wholeScope.temporaryReader { guardedExits(in: $0) }
  }
}
