/// Something that a user, a link or the app itself wants to happen to the navigation.
///
/// There is one case for each operation of ``NavigationState``, which tells what it does. No action stops the program,
/// whatever its arguments: what makes no sense leaves the state as it was. The encoded form is stable and is what
/// action logs hold.
public enum NavigationAction<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Hashable, Sendable {
  /// The user tapped a tab in the tab bar: select it, or pop it to its root, or scroll its root to the top.
  case tabTapped(Tab)
  /// Select a tab, and nothing else.
  case selectTab(Tab)
  /// Put a route on top of a path.
  case push(Route, in: NavigationTarget<Tab> = .focused)
  /// Put a route on top of the focused path, unless it is on top already.
  case pushUnlessTop(Route)
  /// Go back to a route of the focused path if it is there, else put it on top.
  case navigate(to: Route)
  /// Put a route on top of the focused path and take it out from where it was.
  case bringToFront(Route)
  /// Remove that many routes from the top of the focused path.
  case pop(Int = 1)
  /// Go back to a route of the focused path.
  case popTo(Route)
  /// Go back until the focused path has that many routes; also written `.popTo(depth:)`.
  case popToDepth(Int)
  /// Remove every route of the focused path.
  case popToRoot
  /// Put a route in the place of the top one of the focused path.
  case replaceTop(Route)
  /// Give a path new routes, as a view's binding does.
  case setPath([Route], in: NavigationTarget<Tab>)
  /// Put another route in the place of one that is still there, or drop it with what lies above it: for what was
  /// found out about it meanwhile, as by ``Navigator/validate(maxConcurrent:_:)``.
  // Indirect, so that an action is no larger for the one that has two routes.
  indirect case refresh(Route, at: Int?, in: NavigationTarget<Tab>, as: Route?)
  /// Go back one step: pop, else dismiss, else to another tab by the back rule.
  case back
  /// Present a modal over everything.
  case present(Route, style: ModalStyle = .sheet)
  /// Dismiss the top modal.
  case dismiss
  /// Dismiss a modal and those above it; also written `.dismiss(id)`.
  case dismissModal(ModalID)
  /// Dismiss every modal.
  case dismissAll
  /// Go to a place in the app.
  case deepLink(DeepLink<Tab, Route>)
  /// Change which tabs there are, and their order.
  case setTabs([Tab])
  /// Return to the initial state.
  case reset
  /// Return one tab to its initial path; also written `.reset(tab)`.
  case resetTab(Tab)

  /// Go back until the focused path has that many routes.
  @inlinable
  public static func popTo(depth: Int) -> NavigationAction { .popToDepth(depth) }

  /// Dismiss a modal and those above it.
  @inlinable
  public static func dismiss(_ id: ModalID) -> NavigationAction { .dismissModal(id) }

  /// Return one tab to its initial path.
  @inlinable
  public static func reset(_ tab: Tab) -> NavigationAction { .resetTab(tab) }
}
