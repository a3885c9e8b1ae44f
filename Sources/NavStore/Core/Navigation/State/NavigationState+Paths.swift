extension NavigationState {
  /// Puts a route on top of the focused path, or of a named tab's or modal's.
  @inlinable
  @inline(__always)
  @discardableResult
  public mutating func push(
    _ route: Route, in target: NavigationTarget<Tab> = .focused, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    add(route, in: target, upTo: rules.maxDepth)
  }

  /// Puts a route on top of the focused path unless the same one is shown already, as after a double tap.
  @inlinable
  @discardableResult
  public mutating func pushUnlessTop(
    _ route: Route, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    if let top, rules.areSame(top, route) { return .unchanged(.alreadyOnTop) }
    return push(route, rules: rules)
  }

  /// Goes back to the last occurrence of a route in the focused path, or puts it on top if it is not there.
  ///
  /// The cost grows with the depth of the path.
  @inlinable
  @discardableResult
  public mutating func navigate(
    to route: Route, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    withPath(.focused) { path in
      if let index = path.lastIndex(where: { rules.areSame($0, route) }) {
        return path.cut(to: index + 1) ? .changed : .unchanged(.alreadyOnTop)
      }
      return path.add(route, upTo: rules.maxDepth)
    }
  }

  /// Puts a route on top of the focused path and removes the last occurrence of the same route beneath it.
  ///
  /// The cost grows with the depth of the path.
  @inlinable
  @discardableResult
  public mutating func bringToFront(
    _ route: Route, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    withPath(.focused) { path in
      guard let index = path.lastIndex(where: { rules.areSame($0, route) }) else {
        return path.add(route, upTo: rules.maxDepth)
      }
      if index == path.count - 1, path[index] == route { return .unchanged(.alreadyOnTop) }
      path.remove(at: index)
      path.append(route)
      return .changed
    }
  }

  /// Removes routes from the top of the focused path: as many as asked for, or all if there are fewer.
  ///
  /// At the root, and for a count below 1, the state stays as it is. The cost grows with the number removed.
  @inlinable
  @inline(__always)
  @discardableResult
  public mutating func pop(_ count: Int = 1) -> NavigationOutcome {
    withPath(.focused) { path in
      guard count >= 1 else { return .unchanged(.nothingToRemove) }
      guard !path.isEmpty else { return .unchanged(.atRoot) }
      // Mostly it is one, and to remove some from an array costs three times as much as to remove one.
      if count == 1 { path.removeLast() } else { path.removeLast(min(count, path.count)) }
      return .changed
    }
  }

  /// Goes back to the last occurrence of a route in the focused path. The cost grows with the depth of the path.
  @inlinable
  @discardableResult
  public mutating func popTo(
    _ route: Route, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    popTo { rules.areSame($0, route) }
  }

  /// Goes back to the topmost route of the focused path that fits. The cost grows with the depth of the path.
  @inlinable
  @discardableResult
  public mutating func popTo(where fits: (Route) throws -> Bool) rethrows -> NavigationOutcome {
    try withPath(.focused) { path in
      guard let index = try path.lastIndex(where: fits) else { return .unchanged(.notFound) }
      return path.cut(to: index + 1) ? .changed : .unchanged(.alreadyOnTop)
    }
  }

  /// Goes back until the focused path has `depth` routes. A depth that is negative or not below the present one changes
  /// nothing. The cost grows with the number removed.
  @inlinable
  @discardableResult
  public mutating func popTo(depth: Int) -> NavigationOutcome {
    withPath(.focused) { path in
      depth >= 0 && path.cut(to: depth) ? .changed : .unchanged(.nothingToRemove)
    }
  }

  /// Removes every route of the focused path. The cost grows with their number.
  @inlinable
  @inline(__always)
  @discardableResult
  public mutating func popToRoot() -> NavigationOutcome {
    withPath(.focused) { path in
      guard !path.isEmpty else { return .unchanged(.atRoot) }
      path.empty()
      return .changed
    }
  }

  /// Puts a route in the place of the top one of the focused path. At the root the state stays as it is.
  @inlinable
  @discardableResult
  public mutating func replaceTop(_ route: Route) -> NavigationOutcome {
    withPath(.focused) { path in
      guard let last = path.indices.last else { return .unchanged(.atRoot) }
      guard path[last] != route else { return .unchanged(.sameAsBefore) }
      path[last] = route
      return .changed
    }
  }

  /// Gives a path new routes, as a view's binding does after a swipe back or a tap on a link.
  ///
  /// The outcome tells by the common beginning of the two what that did: ``NavigationOutcome/pathChanged(_:)``. A path
  /// that is both longer than the limit and longer than the one it replaces changes nothing, so that a user can always
  /// leave a path that is too deep. The cost grows with the length of both.
  @inlinable
  @discardableResult
  public mutating func setPath(
    _ newPath: [Route], in target: NavigationTarget<Tab>, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    withPath(target) { path in
      guard let change = PathChange(from: path, to: newPath) else { return .unchanged(.sameAsBefore) }
      guard newPath.count <= max(rules.maxDepth, path.count) else { return .unchanged(.tooDeep) }
      path.assign(newPath)
      return .pathChanged(change)
    }
  }

  /// Goes back one step: pops the focused path, else dismisses the top modal, else returns to another tab.
  ///
  /// Which tab that is, the ``BackRule`` said when the present one was selected. When there is nothing left to go back
  /// to, the outcome is ``NavigationOutcome/exit`` and the state is as before.
  @inlinable
  @discardableResult
  public mutating func back() -> NavigationOutcome {
    if let top = presented.indices.last {
      if presented[top].routes.popLast() == nil { presented.removeLast() }
      return .changed
    }
    if entries[selectedIndex].path.popLast() != nil { return .changed }
    guard visited.count > 1 else { return .exit }
    visited.removeLast()
    if let index = index(of: visited[visited.count - 1]) { selectedIndex = index }
    return .changed
  }

  /// Puts a route on top of a path and takes it over: the copy of a route costs about what all the rest does.
  @inlinable
  @inline(__always)
  mutating func add(
    _ route: consuming Route, in target: NavigationTarget<Tab>, upTo maxDepth: Int
  ) -> NavigationOutcome {
    switch target {
    case .focused:
      guard let top = presented.indices.last else { return entries[selectedIndex].path.add(route, upTo: maxDepth) }
      return presented[top].routes.add(route, upTo: maxDepth)
    case .tab(let tab):
      guard let index = index(of: tab) else { return .unchanged(.unknownTab) }
      return entries[index].path.add(route, upTo: maxDepth)
    case .modal(let id):
      guard let index = presented.firstIndex(where: { $0.id == id }) else { return .unchanged(.unknownModal) }
      return presented[index].routes.add(route, upTo: maxDepth)
    }
  }

  /// Runs `body` on the path in place.
  @inlinable
  @inline(__always)
  mutating func withPath(
    _ target: NavigationTarget<Tab>, _ body: (inout [Route]) throws -> NavigationOutcome
  ) rethrows -> NavigationOutcome {
    switch target {
    case .focused:
      guard let top = presented.indices.last else { return try body(&entries[selectedIndex].path) }
      return try body(&presented[top].routes)
    case .tab(let tab):
      guard let index = index(of: tab) else { return .unchanged(.unknownTab) }
      return try body(&entries[index].path)
    case .modal(let id):
      guard let index = presented.firstIndex(where: { $0.id == id }) else { return .unchanged(.unknownModal) }
      return try body(&presented[index].routes)
    }
  }

  // MARK: - Routes that were looked up

  /// Puts another route in the place of one, or drops it with what lies above it, if it is still in that place.
  ///
  /// It is for what was found out about a route while the user could go on: what he did meanwhile stays as he wants it,
  /// because a route that is no longer there is left alone. Routes are compared by `==`, not by the rules'
  /// `sameRoute`: whoever looked up one was not told of the other.
  ///
  /// The root of a modal keeps its modal, with its identity and its path, when it is replaced; when it is dropped, the
  /// modal is dismissed with those above it. The cost grows with the number of routes that are dropped.
  ///
  /// - Parameters:
  ///   - route: The route that is to be there.
  ///   - position: Its place in the path, counted from 0; nil for the root of a modal.
  ///   - target: The path.
  ///   - replacement: The route that takes its place; nil to drop it.
  @inlinable
  @discardableResult
  public mutating func refresh(
    _ route: Route, at position: Int?, in target: NavigationTarget<Tab>, as replacement: Route?
  ) -> NavigationOutcome {
    guard let position else { return refreshRoot(route, in: target, as: replacement) }
    return withPath(target) { path in
      guard path.indices.contains(position), path[position] == route else { return .unchanged(.notFound) }
      guard replacement != route else { return .unchanged(.sameAsBefore) }
      if let replacement { path[position] = replacement } else { _ = path.cut(to: position) }
      return .changed
    }
  }

  @usableFromInline
  mutating func refreshRoot(
    _ route: Route, in target: NavigationTarget<Tab>, as replacement: Route?
  ) -> NavigationOutcome {
    let index: Int
    switch target {
    case .focused:
      guard let top = presented.indices.last else { return .unchanged(.notFound) }
      index = top
    case .tab(let tab):
      return .unchanged(self.index(of: tab) == nil ? .unknownTab : .notFound)
    case .modal(let id):
      guard let place = presented.firstIndex(where: { $0.id == id }) else { return .unchanged(.unknownModal) }
      index = place
    }
    let modal = presented[index]
    guard modal.root == route else { return .unchanged(.notFound) }
    guard let replacement else { return dismiss(modal.id) }
    guard replacement != route else { return .unchanged(.sameAsBefore) }
    presented[index] = Modal(id: modal.id, style: modal.style, root: replacement, path: modal.path)
    return .changed
  }
}

extension Array {
  // A path that is emptied is likely to be filled again: small buffers stay, so that a busy navigation does not
  // allocate.
  @inlinable
  static var keptCapacity: Int { 64 }

  @inlinable
  mutating func empty() {
    removeAll(keepingCapacity: capacity <= Self.keptCapacity)
  }

  // Copied and not shared where that is short: a shared buffer would be copied by the next action anyway.
  @inlinable
  mutating func assign(_ elements: [Element]) {
    if Swift.max(capacity, elements.count) <= Self.keptCapacity {
      replaceSubrange(indices, with: elements)
    } else {
      self = elements
    }
  }

  @inlinable
  mutating func add(_ route: consuming Element, upTo maxDepth: Int) -> NavigationOutcome {
    guard count < maxDepth else { return .unchanged(.tooDeep) }
    append(route)
    return .changed
  }

  /// Removes what lies above the first `count` elements and says whether there was anything.
  @inlinable
  mutating func cut(to count: Int) -> Bool {
    guard count < self.count else { return false }
    removeLast(self.count - count)
    return true
  }
}
