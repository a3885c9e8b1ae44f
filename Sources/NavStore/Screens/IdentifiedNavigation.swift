extension ScreenNavigation {
  /// The navigation with screens instead of routes, for user interfaces.
  ///
  /// A user interface that shows routes cannot distinguish two screens with equal routes. This navigation has a
  /// different value for each screen. Pass it to everything that shows a `NavigationState`:
  ///
  /// ```swift
  /// let navigator = Navigator(store.scope(state: \.identified, action: AppAction.identified))
  /// ```
  ///
  /// - Complexity: O(*n*), where *n* is the number of screens.
  public var identified: NavigationState<Tab, StackEntry<Route>> {
    var identified = NavigationState<Tab, StackEntry<Route>>(
      entries: [], selectedIndex: current.selectedIndex, visited: current.visited,
      boxedInitialTab: current.boxedInitialTab, presented: [], lastModalID: current.lastModalID)
    for (entry, stack) in zip(current.entries, table.stacks) {
      var copy = NavigationState<Tab, StackEntry<Route>>.Entry(tab: entry.tab, path: stack.entries)
      copy.scrollSignal = entry.scrollSignal
      identified.entries.append(copy)
    }
    for (modal, stack) in zip(current.presented, table.stacks[table.tabCount...]) {
      let screens = stack.entries
      identified.presented.append(
        Modal(id: modal.id, style: modal.style, root: screens[0], path: Array(screens.dropFirst())))
    }
    return identified
  }
}

extension ScreenNavigationAction {
  /// Converts an action for the navigation in ``ScreenNavigation/identified`` to an action with routes.
  ///
  /// Each screen in the action is replaced by its route, and the identity of the screen is lost. For example, the
  /// action `popTo` then returns to the topmost screen with that route.
  ///
  /// If the given action sets a path of screens, the returned action sets the path of their routes. The screens in the
  /// longest common prefix of the new and the current path keep their identities and states.
  public static func identified(_ action: NavigationAction<Tab, StackEntry<Route>>) -> ScreenNavigationAction {
    .navigation(action.mapRoutes { $0.route })
  }
}

/// Operations on a navigation with screens. Send other actions with routes to the store of the screens.
extension Navigator {
  /// Pushes a new screen with the given route onto the path of `target`, which is the focused path by default.
  @_disfavoredOverload
  public func push<Content>(_ route: Content, in target: NavigationTarget<Tab> = .focused)
  where Route == StackEntry<Content> {
    push(StackEntry(route), in: target)
  }

  /// Returns to a screen in the focused path. If the screen is not in the path, nothing changes, even if the path
  /// contains another screen with an equal route.
  public func popTo<Content>(_ screen: StackEntry<Content>) where Route == StackEntry<Content> {
    guard let index = current.focusedPath.lastIndex(where: { $0.id == screen.id }) else { return }
    send(.popTo(depth: index + 1))
  }

  /// Presents a new screen with the given route over all other screens.
  @_disfavoredOverload
  public func present<Content>(_ route: Content, style: ModalStyle = .sheet) where Route == StackEntry<Content> {
    present(StackEntry(route), style: style)
  }

  /// The route of the selected screen of a column. Setting another route opens a new screen, and setting `nil` does
  /// nothing.
  public subscript<Content>(
    selectionOf tab: Tab, column column: NavigationColumns<Content>.Column, hasContent hasContent: Bool = true
  ) -> Content? where Route == StackEntry<Content> {
    get { NavigationColumns(self[pathOf: tab].map(\.route), hasContent: hasContent)[column].first }
    set {
      guard let newValue, column != .sidebar else { return }
      let path = self[pathOf: tab]
      var columns = NavigationColumns(path.map(\.route), hasContent: hasContent)
      columns.select(newValue, in: column)
      let kept = zip(path, columns.path).prefix { $0.route == $1 }.count
      self[pathOf: tab] = path[..<kept] + columns.path[kept...].map { StackEntry($0) }
    }
  }

  /// Opens a deep link that contains routes instead of screens.
  @_disfavoredOverload
  public func open<Content>(_ link: DeepLink<Tab, Content>) where Route == StackEntry<Content> {
    open(link.mapRoutes { StackEntry($0) })
  }
}

extension StackEntry {
  /// Creates a placeholder screen that wraps a route, so that an action can carry the route. Its identity is not used.
  init(_ route: Route) {
    self.init(id: ScreenID(rawValue: 0), route: route)
  }
}
