extension NavigationState {
  /// Presents a sheet or a cover over everything. Its own path becomes the focused one.
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

  /// Dismisses a modal and those above it. If it is gone already, the state stays as it is.
  @inlinable
  @discardableResult
  public mutating func dismiss(_ id: ModalID) -> NavigationOutcome {
    guard let index = presented.firstIndex(where: { $0.id == id }) else { return .unchanged(.unknownModal) }
    presented.removeSubrange(index...)
    return .changed
  }

  /// Dismisses every modal.
  @inlinable
  @discardableResult
  public mutating func dismissAll() -> NavigationOutcome {
    guard !presented.isEmpty else { return .unchanged(.noModal) }
    presented.empty()
    return .changed
  }

  /// Goes to a place: dismisses what is presented, selects the tab, sets its path and presents the link's modals. The
  /// other tabs keep their paths.
  ///
  /// If the modals of the link are presented already, with the same roots, paths and styles, and no others are, they keep
  /// their identities. ``NavigationRules/sameRoute`` compares the routes. A route of the link replaces the one that is
  /// the same screen, as it does in the tab's path.
  ///
  /// A link to a tab that does not exist, or with a path beyond the limit, changes nothing at all. The cost grows with
  /// the length of the link's paths.
  @discardableResult
  @inlinable
  public mutating func deepLink(
    _ link: DeepLink<Tab, Route>, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    guard let index = index(of: link.tab) else { return .unchanged(.unknownTab) }
    // A link that adds nothing to the path makes it no deeper than it is.
    let addsNothing = link.placement == .push && link.path.isEmpty
    let depth = link.path.count + (link.placement == .push ? entries[index].path.count : 0)
    guard addsNothing || depth <= rules.maxDepth, link.modals.allSatisfy({ $0.path.count <= rules.maxDepth })
    else {
      return .unchanged(.tooDeep)
    }
    let presentsModals = !isPresenting(link.modals, rules: rules)
    var isChange = presentsModals
    if presentsModals, !presented.isEmpty { presented.empty() }
    if select(index, rules: rules) { isChange = true }
    switch link.placement {
    case .replace where entries[index].path != link.path:
      entries[index].path.assign(link.path)
      isChange = true
    case .push where !link.path.isEmpty:
      entries[index].path.append(contentsOf: link.path)
      isChange = true
    case .replace, .push:
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

  /// Whether the modals are those that are presented, by their styles and routes.
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

  /// Presents the modals anew, except those at the bottom that are presented already.
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
