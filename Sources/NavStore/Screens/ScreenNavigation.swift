/// A navigation with a state for each of its screens.
///
/// Every route on a path, every root of a modal and every root of a tab is a screen. A screen keeps its identity and its
/// state, if it has one, from the moment it enters its stack until it leaves:
///
/// - The screen stays when another screen is pushed above it, when another tab is selected, and after `refresh` and
///   `bringToFront`.
/// - When a path is set as a whole, as by a swipe back or a deep link, the screens of the longest common prefix stay.
/// - A pop removes the screen. A later push of an equal route creates another screen.
/// - The root of a tab stays until its tab is removed or reset. After a reset, the root is another screen.
///
/// ```swift
/// var shop = ScreenNavigation<ShopScreen>(NavigationState(tabs: ShopTab.allCases))
/// shop.navigation.push(.product(7))
/// shop.navigation.push(.product(7))
/// let ids = shop.screens(of: .home).map(\.id)
/// print(ids)  // [screen 1, screen 2]
/// ```
///
/// The screens and their states are updated after every change of the navigation. A ``ScreenNavigationReducer`` reduces
/// the actions of the screens, and returns their effects.
///
/// Two values are equal if their navigations and the states of their screens are equal. Identities are not compared.
public struct ScreenNavigation<Content: ScreenContent>: Sendable {
  /// The tabs of the app.
  public typealias Tab = Content.Tab
  /// The routes of the app.
  public typealias Route = Content.Route

  @usableFromInline var current: NavigationState<Tab, Route>
  @usableFromInline var table: ScreenTable<Content>

  /// Creates screens for a navigation, each with its initial state.
  public init(_ navigation: NavigationState<Tab, Route>) {
    current = navigation
    table = ScreenTable(navigation)
  }

  /// The tabs, paths and modals.
  ///
  /// After a change, the screens in the longest common prefix of each old and new path keep their identities and
  /// states, and so does the root of each tab that stays. After `reset`, the roots are new screens.
  ///
  /// - Complexity: O(1) to read, and O(*n*) to change, where *n* is the number of screens. A push or pop by a
  ///   ``ScreenNavigationReducer`` takes no time for the other screens.
  public var navigation: NavigationState<Tab, Route> {
    get { current }
    _modify {
      defer {
        table.followAll(current, rules: NavigationRules())
        table.noteOutsideChange()
      }
      yield &current
    }
  }

  // MARK: - Screens

  /// The visible screen with its route. At the root of a tab, the value is `nil`.
  public var visibleScreen: StackEntry<Route>? {
    table.stacks[table.focusedStack(in: current)].elements.last?.entry
  }

  /// The identity of the visible screen, which can be the root of a tab.
  public var visibleID: ScreenID { table.visible(in: current) }

  /// Whether the user can see the navigation; see ``ScreenNavigationAction/setVisible(_:)``. The value is not saved.
  public var isVisible: Bool { !table.pending.isHidden }

  /// Returns the identity of the root of a tab, or `nil` if the tab does not exist.
  public func rootID(of tab: Tab) -> ScreenID? { table.stack(.tab(tab))?.elements[0].id }

  /// The identity of the root of a tab, for key paths.
  subscript(rootIDOf tab: Tab) -> ScreenID? { rootID(of: tab) }

  /// Returns the identity of the screen with a route, or `nil` if no screen has the route.
  ///
  /// If several screens have the route, the focused path is searched first, then the modals from the top, and then the
  /// tabs in their order. Within a path, the result is the topmost screen.
  ///
  /// - Complexity: O(*n*), where *n* is the number of screens.
  public func id(of route: Route) -> ScreenID? {
    let focused = table.stacks[table.focusedStack(in: current)]
    let stacks = [focused] + table.stacks[table.tabCount...].reversed() + table.stacks[..<table.tabCount]
    for stack in stacks {
      if let element = stack.elements.last(where: { $0.route == route }) { return element.id }
    }
    return nil
  }

  /// Returns the screens above the root of a tab. The top screen is last. If the tab does not exist, the result is
  /// empty.
  ///
  /// - Complexity: O(*n*), where *n* is the number of screens of the tab.
  public func screens(of tab: Tab) -> [StackEntry<Route>] {
    table.stack(.tab(tab))?.entries ?? []
  }

  /// Returns the screens of a modal, from its root to its top screen. If the modal is not presented, the result is
  /// empty.
  ///
  /// - Complexity: O(*n*), where *n* is the number of screens of the modal.
  public func screens(of modal: ModalID) -> [StackEntry<Route>] {
    table.stack(.modal(modal))?.entries ?? []
  }

  /// Returns the route of a screen, or `nil` if no screen has the identity or if the screen is the root of a tab.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of screens of the stack.
  public func route(of screen: ScreenID) -> Route? { table.element(screen)?.route }

  /// Returns the opener of a screen, which receives the screen's result.
  ///
  /// If the reducer of another screen requested the change that added the given screen, the opener is that other
  /// screen. If such a change added several screens, only the first one has this opener. The opener of any other screen
  /// is the screen below or, for the root of a modal, the screen that was visible. An opener can have left its stack.
  /// The method returns `nil` if no screen has the identity, or if the screen is the root of a tab.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of screens of the stack.
  public func opener(of screen: ScreenID) -> ScreenID? { table.element(screen)?.opener }

  /// The state of a screen. The value is `nil` if no screen has the identity, or if the route or the tab of the screen has
  /// no state. In both cases, setting a value does nothing. Otherwise, setting `nil` resets the screen to its initial
  /// state.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of screens of the stack.
  public subscript(screen: ScreenID) -> Content? {
    get { table.element(screen)?.content }
    _modify {
      let position = table.position(of: screen)
      // The state is moved out of the table, so that it is changed in place.
      var content = position.flatMap { table[$0].content.take() }
      let hasContent = content != nil
      defer {
        if hasContent, let position { table.setContent(content, at: position) }
      }
      yield &content
    }
  }
}

// MARK: - Changes by the reducer

extension ScreenNavigation {
  @inlinable
  @inline(__always)
  mutating func apply(_ action: NavigationAction<Tab, Route>, rules: NavigationRules<Tab, Route>) -> UnchangedReason? {
    var change = NavigationChange.tops
    let outcome = current.apply(action, rules: rules, change: &change)
    // A reset can replace the roots without another change.
    if outcome.isChange || change.replacesRoots { table.follow(change, to: current, rules: rules) }
    return if case .unchanged(let reason) = outcome { reason } else { nil }
  }

  /// Applies an action of a screen's reducer. The requesting screen becomes the opener of the first new screen.
  mutating func apply(
    _ action: NavigationAction<Tab, Route>, rules: NavigationRules<Tab, Route>, requestedBy screen: ScreenID
  ) -> UnchangedReason? {
    let last = table.lastID
    let reason = apply(action, rules: rules)
    table.setOpener(screen, ofScreenAfter: last)
    return reason
  }

  /// Removes a screen, which is not the root of a tab, together with the screens above it.
  ///
  /// - Complexity: O(*n*), where *n* is the number of removed screens.
  mutating func remove(_ position: StackPosition) {
    let modal = position.stack - table.tabCount
    if modal < 0 {
      current.entries[position.stack].path.removeSubrange((position.index - 1)...)
      table.cut(position.stack, to: position.index)
    } else if position.index > 0 {
      current.presented[modal].routes.removeSubrange((position.index - 1)...)
      table.cut(position.stack, to: position.index)
    } else {
      current.presented.removeSubrange(modal...)
      table.cutModals(to: modal)
    }
  }
}

// MARK: - Comparing

extension ScreenNavigation: Equatable where Content: Equatable {
  /// Returns whether two values have equal navigations, and equal states at equal positions.
  ///
  /// - Complexity: O(*n*), where *n* is the number of screens.
  public static func == (first: ScreenNavigation, second: ScreenNavigation) -> Bool {
    first.current == second.current && first.table.hasEqualContents(to: second.table)
  }
}

extension ScreenNavigation: Hashable where Content: Hashable {
  /// Hashes the values that `==` compares.
  ///
  /// - Complexity: O(*n*), where *n* is the number of screens.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(current)
    for stack in table.stacks {
      for element in stack.elements { hasher.combine(element.content) }
    }
  }
}

extension ScreenNavigation: UndoPreserving {
  /// Keeps the effects of the screens that an undo or redo does not remove, and ensures that no identity is used twice.
  public mutating func preserve(from current: ScreenNavigation) {
    self.current.preserve(from: current.current)
    table.replace(current.table)
  }
}

// MARK: - Describing

extension ScreenNavigation: CustomStringConvertible {
  /// The description of the navigation, such as `[home] /song(7) | library /`.
  public var description: String { current.description }
}

extension ScreenNavigation: CustomReflectable {
  /// The values that `==` compares: the navigation, and the states of the screens of each stack.
  public var customMirror: Mirror {
    let stacks = table.stacks.compactMap { stack -> Mirror.Child? in
      let elements = stack.elements.filter { $0.route != nil || $0.content != nil }
      return elements.isEmpty ? nil : ("screens(of: \(stack.id))", Screens(elements: elements))
    }
    return Mirror(self, children: [("navigation", current)] + stacks, displayStyle: .struct)
  }
}

/// The states of the screens of a stack, as reflection shows them.
private struct Screens<Content: ScreenContent>: CustomReflectable {
  let elements: [ScreenTable<Content>.Element]

  var customMirror: Mirror {
    let rootCount = elements.first?.route == nil ? 1 : 0
    let children = elements.enumerated().map { index, element in
      let label = element.route.map { "at \(index - rootCount), \(ValueText.text(of: $0))" }
      return (label: label ?? "root", value: element.content as Any)
    }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
