extension NavigationState {
  /// Presents a modal over all other screens. The path of the new modal becomes the focused path.
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
  @discardableResult
  public mutating func dismiss(_ id: ModalID) -> NavigationOutcome {
    guard let index = presented.firstIndex(where: { $0.id == id }) else { return .unchanged(.unknownModal) }
    presented.removeSubrange(index...)
    return .changed
  }

  /// Dismisses all modals.
  @discardableResult
  public mutating func dismissAll() -> NavigationOutcome {
    guard !presented.isEmpty else { return .unchanged(.noModal) }
    presented.empty()
    return .changed
  }

  /// Opens a deep link: selects the tab, changes the path of the tab according to the ``DeepLink/placement``, and
  /// presents the modals of the link instead of the current ones. The other tabs keep their paths.
  ///
  /// What the link names and the user sees already stays, so a link that is opened twice changes nothing the second
  /// time:
  ///
  /// - From the bottom, the presented modals keep their identities as long as they have the same styles and roots as
  ///   the modals of the link. The path of the link's modal becomes the path of such a modal.
  /// - A link with ``DeepLink/Placement/push`` does not push its routes again if they are the last ones of the path.
  ///
  /// `sameRoute` compares the routes. The routes of the link then replace those of the state, because
  /// routes of the same screen may differ in their contents.
  ///
  /// If the tab does not exist, or if a path would exceed `maxDepth`, the state does not change.
  ///
  /// - Complexity: O(*n*), where *n* is the number of routes in the link.
  @discardableResult
  @inlinable
  public mutating func deepLink(
    _ link: DeepLink<Tab, Route>, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    guard let index = index(of: link.tab) else { return .unchanged(.unknownTab) }
    let path = link.routesOfPath
    let isPush = link.placement == .push
    // A link whose routes are on top already does not make the path deeper.
    let isOnTop = isPush && entries[index].path.suffix(path.count).elementsEqual(path, by: rules.areSame)
    let below = isPush ? entries[index].path.count - (isOnTop ? path.count : 0) : 0
    guard isOnTop || below + path.count <= rules.maxDepth, link.modals.allSatisfy({ $0.path.count <= rules.maxDepth })
    else {
      return .unchanged(.tooDeep)
    }
    let keptModals = countOfPresented(link.modals, rules: rules)
    var isChange = keptModals < max(presented.count, link.modals.count)
    if keptModals < presented.count { presented.removeSubrange(keptModals...) }
    if select(index, rules: rules) { isChange = true }
    if !entries[index].path.dropFirst(below).elementsEqual(path) {
      if below == 0 {
        entries[index].path.assign(path)
      } else {
        entries[index].path.replaceSubrange(below..., with: path)
      }
      isChange = true
    }
    for (index, modal) in link.modals.enumerated() {
      if index >= keptModals {
        present(modal.root, style: modal.style, path: modal.path)
      } else if presented[index].root != modal.root || presented[index].routes != modal.path {
        presented[index] = Modal(id: presented[index].id, style: modal.style, root: modal.root, path: modal.path)
        isChange = true
      }
    }
    return isChange ? .changed : .unchanged(.sameAsBefore)
  }

  @inlinable
  func countOfPresented(
    _ modals: [DeepLink<Tab, Route>.Presentation], rules: NavigationRules<Tab, Route>
  ) -> Int {
    zip(presented, modals).prefix { old, new in old.style == new.style && rules.areSame(old.root, new.root) }.count
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
