public import NavStoreCore

/// An action of a ``ScreenNavigation``.
public enum ScreenNavigationAction<Tab: Hashable & Sendable, Route: Hashable & Sendable, Action: Sendable>: Sendable {
  /// Changes the navigation.
  case navigation(NavigationAction<Tab, Route>)
  /// Reduces an action by the reducer of a screen. If the screen has left its stack, nothing changes.
  case screen(ScreenID, Action)
  /// Removes a screen together with the screens above it, and reduces its result.
  ///
  /// The screen that opened it receives the result as an action. If a root of a tab opened it, the reducer of the app
  /// receives the result as ``result(_:at:)``.
  case finish(ScreenID, with: Action?)
  /// The result of a screen that was opened at the root of a tab. The reducer of the app handles it.
  case result(Action, at: Tab)
  /// Runs the effects of all screens, restored ones included, as if each had just appeared.
  ///
  /// An app sends it once after the start. Without it, the effects of restored screens begin with the first action.
  case start
}

extension ScreenNavigationAction: Equatable where Action: Equatable {}
extension ScreenNavigationAction: Hashable where Action: Hashable {}
