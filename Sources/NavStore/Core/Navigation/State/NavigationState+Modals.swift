extension NavigationState {
  /// Presents a sheet or a cover over all other screens. The path of the new modal becomes the focused path.
  @inlinable
  @discardableResult
  public mutating func present(_ root: Route, style: ModalStyle = .sheet) -> NavigationOutcome {
    present(root, style: style, path: [])
    return .changed
  }

  /// Dismisses the top modal.
  @inlinable
  @discardableResult
  public mutating func dismiss() -> NavigationOutcome {
    presented.popLast() == nil ? .unchanged(.noModal) : .changed
  }

  /// Dismisses a modal and the modals above it. If the modal is not presented, the state does not change.
  @inlinable
  @discardableResult
  public mutating func dismiss(_ id: ModalID) -> NavigationOutcome {
    guard let index = presented.firstIndex(where: { $0.id == id }) else { return .unchanged(.unknownModal) }
    presented.removeSubrange(index...)
    return .changed
  }

  /// Dismisses all modals.
  @inlinable
  @discardableResult
  public mutating func dismissAll() -> NavigationOutcome {
    guard !presented.isEmpty else { return .unchanged(.noModal) }
    presented.empty()
    return .changed
  }

  /// Opens a deep link: dismisses the current modals, selects the tab, changes the path of the tab according to the
  /// ``DeepLink/placement``, and presents the modals of the link. The other tabs keep their paths.
  ///
  /// If the presented modals have the same styles, roots and paths as the modals of the link, the presented modals stay
  /// and keep their identities. ``NavigationRules/sameRoute`` compares the routes of the modals. The routes of the link
  /// then replace those of the presented modals, because routes of the same screen may differ in their contents.
  ///
  /// If the tab does not exist, or if a path would exceed ``NavigationRules/maxDepth``, the state does not change.
  ///
  /// - Complexity: O(*n*), where *n* is the number of routes in the link.
  @discardableResult
  @inlinable
  public mutating func deepLink(
    _ link: DeepLink<Tab, Route>, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    guard let index = index(of: link.tab) else { return .unchanged(.unknownTab) }
    let path = link.routesOfPath
    // A link that pushes no route does not make the path deeper.
    let addsNothing = link.placement == .push && path.isEmpty
    let depth = path.count + (link.placement == .push ? entries[index].path.count : 0)
    guard addsNothing || depth <= rules.maxDepth, link.modals.allSatisfy({ $0.path.count <= rules.maxDepth })
    else {
      return .unchanged(.tooDeep)
    }
    let presentsModals = !isPresenting(link.modals, rules: rules)
    var isChange = presentsModals
    if presentsModals, !presented.isEmpty { presented.empty() }
    if select(index, rules: rules) { isChange = true }
    switch link.placement {
    case .replace where entries[index].path != path, .root where entries[index].path != path:
      entries[index].path.assign(path)
      isChange = true
    case .push where !path.isEmpty:
      entries[index].path.append(contentsOf: path)
      isChange = true
    case .replace, .push, .root:
      break
    }
    for (index, modal) in link.modals.enumerated() {
      if presentsModals {
        present(modal.root, style: modal.style, path: modal.path)
      } else if presented[index].root != modal.root || presented[index].routes != modal.path {
        presented[index] = Modal(id: presented[index].id, style: modal.style, root: modal.root, path: modal.path)
        isChange = true
      }
    }
    return isChange ? .changed : .unchanged(.sameAsBefore)
  }

  /// Returns whether the presented modals have the same styles and routes as the modals of a link.
  @inlinable
  func isPresenting(_ modals: [DeepLink<Tab, Route>.Presentation], rules: NavigationRules<Tab, Route>) -> Bool {
    presented.elementsEqual(modals) { old, new in
      old.style == new.style && rules.areSame(old.root, new.root)
        && old.routes.elementsEqual(new.path, by: rules.areSame)
    }
  }

  @inlinable
  mutating func present(_ root: Route, style: ModalStyle, path: [Route]) {
    lastModalID &+= 1
    presented.append(Modal(id: ModalID(rawValue: lastModalID), style: style, root: root, path: path))
  }

  /// Replaces the identities of the modals. From the bottom, a modal gets the identity of the modal at the same
  /// position in `present` as long as the roots and styles are equal. All modals above these get new identities.
  @usableFromInline
  mutating func identifyModals(by present: [Modal<Route>]) {
    var isPresented = true
    for (index, modal) in presented.enumerated() {
      isPresented =
        isPresented && index < present.count && present[index].root == modal.root && present[index].style == modal.style
      if !isPresented { lastModalID &+= 1 }
      let id = isPresented ? present[index].id : ModalID(rawValue: lastModalID)
      presented[index] = Modal(id: id, style: modal.style, root: modal.root, path: modal.path)
    }
  }
}
