/// A screen, as its reducer receives it.
///
/// `State` and `Action` are those of one kind of screen in a ``ScreenFeature``, and those of all screens in the closures
/// of a ``ScreenNavigationReducer``.
public struct ScreenScope<
  Tab: Hashable & Sendable, Route: Hashable & Sendable, State: Sendable, Action: Sendable
>: Sendable {
  /// The identity of the screen.
  public let id: ScreenID
  /// The route of the screen. For the root of a tab, the value is `nil`.
  public let route: Route?
  // swift-format-ignore: NeverForceUnwrap
  /// The state of the screen.
  @inlinable public var state: State {
    get { present! }
    _modify { yield &present! }
  }

  /// The state. It is `nil` only while a feature reduces a part of it, and no code of the app can read it then.
  @usableFromInline var present: State?

  @usableFromInline
  indirect enum Request: Sendable {
    case navigate(NavigationAction<Tab, Route>)
    case open(NavigationAction<Tab, Route>, ScreenResult<Action>)
    case finish(Action?)
  }

  @usableFromInline var requests: [Request] = []

  @inlinable
  init(id: ScreenID, route: Route?, present: State?) {
    self.id = id
    self.route = route
    self.present = present
  }

  /// Changes the navigation after the reducer has returned, in the same transaction.
  public mutating func navigate(_ action: NavigationAction<Tab, Route>) {
    requests.append(.navigate(action))
  }

  /// Changes the navigation after the reducer has returned, in the same transaction. Returns an object with which an
  /// effect can wait for the result of the screen that the change adds.
  ///
  /// If the change adds several screens, the object represents the last one. If the change adds none, the result of the
  /// wait is `nil`.
  public mutating func open(_ action: NavigationAction<Tab, Route>) -> ScreenResult<Action> {
    let opened = ScreenResult<Action>()
    requests.append(.open(action, opened))
    return opened
  }

  /// Removes the screen and the screens above it after the reducer has returned, in the same transaction. If there is a
  /// result, the opener receives it; see ``ScreenNavigation/opener(of:)``.
  public mutating func finish(with result: Action? = nil) {
    requests.append(.finish(result))
  }
}
