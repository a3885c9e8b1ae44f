extension NavigationState {
  /// Pushes a route onto the path that `target` identifies, by default the focused path.
  @inlinable
  @inline(__always)
  @discardableResult
  public mutating func push(
    _ route: Route, in target: NavigationTarget<Tab> = .focused, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    add(route, in: target, upTo: rules.maxDepth)
  }

  /// Pushes a route onto the focused path unless the same screen is already visible. Therefore, a double tap pushes
  /// only one screen.
  @inlinable
  @discardableResult
  public mutating func pushUnlessTop(
    _ route: Route, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    if let top, rules.areSame(top, route) { return .unchanged(.alreadyOnTop) }
    return push(route, rules: rules)
  }

  /// Goes back to the last occurrence of a route in the focused path, or pushes the route if it is not in the path.
  ///
  /// - Complexity: O(*n*), where *n* is the depth of the path.
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

  /// Moves the screen of a route to the top of the focused path, or pushes the route if the path has no such screen.
  ///
  /// The screen is the last one whose route is the same according to `sameRoute`. Its route is
  /// removed from the path, and `route` is added on top, because the two routes may differ in their contents.
  ///
  /// - Complexity: O(*n*), where *n* is the depth of the path.
  @discardableResult
  public mutating func bringToFront(
    _ route: Route, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    var change = NavigationChange.tops
    return bringToFront(route, rules: rules, change: &change)
  }

  @usableFromInline
  mutating func bringToFront(
    _ route: Route, rules: NavigationRules<Tab, Route>, change: inout NavigationChange
  ) -> NavigationOutcome {
    let stack = focusedIndex
    return withPath(.focused) { path in
      guard let index = path.lastIndex(where: { rules.areSame($0, route) }) else {
        return path.add(route, upTo: rules.maxDepth)
      }
      if index == path.count - 1, path[index] == route { return .unchanged(.alreadyOnTop) }
      path.remove(at: index)
      path.append(route)
      change = .broughtToFront((stack, index + 1))
      return .changed
    }
  }

  /// Removes `count` routes from the top of the focused path. If the path contains fewer routes, all are removed.
  ///
  /// At the root, and for a count below 1, the state does not change.
  ///
  /// - Complexity: O(*n*), where *n* is the number of removed routes.
  @inlinable
  @inline(__always)
  @discardableResult
  public mutating func pop(_ count: Int = 1) -> NavigationOutcome {
    withPath(.focused) { path in
      guard count >= 1 else { return .unchanged(.nothingToRemove) }
      guard !path.isEmpty else { return .unchanged(.atRoot) }
      // Most calls remove one route, and `removeLast(_:)` costs three times as much as `removeLast()`.
      if count == 1 { path.removeLast() } else { path.removeLast(min(count, path.count)) }
      return .changed
    }
  }

  /// Goes back to the last occurrence of a route in the focused path.
  ///
  /// - Complexity: O(*n*), where *n* is the depth of the path.
  @discardableResult
  public mutating func popTo(
    _ route: Route, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    popTo { rules.areSame($0, route) }
  }

  /// Goes back to the topmost route of the focused path that matches a condition.
  ///
  /// - Complexity: O(*n*), where *n* is the depth of the path.
  @discardableResult
  public mutating func popTo(where fits: (Route) throws -> Bool) rethrows -> NavigationOutcome {
    try withPath(.focused) { path in
      guard let index = try path.lastIndex(where: fits) else { return .unchanged(.notFound) }
      return path.cut(to: index + 1) ? .changed : .unchanged(.alreadyOnTop)
    }
  }

  /// Removes routes from the top of the focused path until the path contains `depth` routes. If `depth` is negative or
  /// not below the current depth, the state does not change.
  ///
  /// - Complexity: O(*n*), where *n* is the number of removed routes.
  @discardableResult
  public mutating func popTo(depth: Int) -> NavigationOutcome {
    withPath(.focused) { path in
      depth >= 0 && path.cut(to: depth) ? .changed : .unchanged(.nothingToRemove)
    }
  }

  /// Removes all routes of the focused path.
  ///
  /// - Complexity: O(*n*), where *n* is the number of routes.
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

  /// Replaces the top route of the focused path. At the root, the state does not change.
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

  /// Replaces the routes of a path, as the binding of a view does after a swipe back or a tap on a link.
  ///
  /// The outcome ``NavigationOutcome/pathChanged(_:)`` describes how the new path differs from the old one above their
  /// common prefix. The state does not change if the new path exceeds `maxDepth` and is longer than
  /// the old path. A shorter path is always accepted, so that a user can leave a path that is too deep.
  ///
  /// - Complexity: O(*n* + *m*), where *n* and *m* are the lengths of the old and the new path.
  @inlinable
  @discardableResult
  public mutating func setPath(
    _ newPath: [Route], in target: NavigationTarget<Tab> = .focused,
    rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    withPath(target) { path in
      guard let change = PathChange(from: path, to: newPath) else { return .unchanged(.sameAsBefore) }
      guard newPath.count <= max(rules.maxDepth, path.count) else { return .unchanged(.tooDeep) }
      path.assign(newPath)
      return .pathChanged(change)
    }
  }

  /// Goes back one step: pops the focused path if it is not empty, or else dismisses the top modal, or else returns to
  /// another tab.
  ///
  /// The other tab is the tab before the last element of `visits`; see ``BackRule``. If no other tab is left, the
  /// outcome is ``NavigationOutcome/exit`` and the state does not change.
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

  /// Appends a route. It is consumed, because a copy would cost about as much as the rest of the operation.
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

  // MARK: - Refreshing

  /// Replaces a route, or drops the route and the routes above it, but only if the route is still at `position`.
  ///
  /// Use this method for the results of lookups that take time. A route that the user has removed or moved during the
  /// lookup is not changed. The routes are compared by `==` and not by `sameRoute`, because the
  /// result of a lookup is valid for one route only.
  ///
  /// If the route is the root of a modal and is replaced, the modal keeps its identity and its path. If the root is
  /// dropped, the modal and the modals above it are dismissed.
  ///
  /// - Parameters:
  ///   - route: The expected route.
  ///   - position: The index of the route in the path. For the root of a modal, pass `nil`.
  ///   - target: The path that contains the route, or the modal whose root is the route.
  ///   - replacement: The route that replaces the expected route. To drop the expected route, pass `nil`.
  /// - Complexity: O(*n*), where *n* is the number of dropped routes.
  @discardableResult
  public mutating func replaceOrDrop(
    _ route: Route, at position: Int?, in target: NavigationTarget<Tab>, with replacement: Route?
  ) -> NavigationOutcome {
    var change = NavigationChange.tops
    return replaceOrDrop(route, at: position, in: target, with: replacement, change: &change)
  }

  @usableFromInline
  mutating func replaceOrDrop(
    _ route: Route, at position: Int?, in target: NavigationTarget<Tab>, with replacement: Route?,
    change: inout NavigationChange
  ) -> NavigationOutcome {
    let stack: Int
    switch search(for: route, at: position, in: target) {
    case .found(let found): stack = found
    case .missing(let reason): return .unchanged(reason)
    }
    guard replacement != route else { return .unchanged(.sameAsBefore) }
    if replacement != nil { change = .refreshed(screenPosition(position, ofStack: stack)) }
    switch (position, replacement) {
    case (let position?, let replacement?): withPath(ofStack: stack) { $0[position] = replacement }
    case (let position?, nil): withPath(ofStack: stack) { _ = $0.cut(to: position) }
    case (nil, let replacement?): setRoot(replacement, ofStack: stack)
    case (nil, nil): presented.removeSubrange((stack - entries.count)...)
    }
    return .changed
  }

  /// Removes a route, but only if the route is still at `position`. The routes above it stay.
  ///
  /// If the route is the root of a modal, the first route of the modal's path becomes the root. If that path is empty,
  /// the modal and the modals above it are dismissed.
  ///
  /// - Parameters:
  ///   - route: The expected route.
  ///   - position: The index of the route in the path. For the root of a modal, pass `nil`.
  ///   - target: The path that contains the route, or the modal whose root is the route.
  /// - Complexity: O(*n*), where *n* is the number of routes of the path.
  @discardableResult
  public mutating func remove(
    _ route: Route, at position: Int?, in target: NavigationTarget<Tab> = .focused
  ) -> NavigationOutcome {
    var change = NavigationChange.tops
    return remove(route, at: position, in: target, change: &change)
  }

  @usableFromInline
  mutating func remove(
    _ route: Route, at position: Int?, in target: NavigationTarget<Tab>, change: inout NavigationChange
  ) -> NavigationOutcome {
    let stack: Int
    switch search(for: route, at: position, in: target) {
    case .found(let found): stack = found
    case .missing(let reason): return .unchanged(reason)
    }
    if position == nil, presented[stack - entries.count].routes.isEmpty {
      presented.removeSubrange((stack - entries.count)...)
      return .changed
    }
    change = .removed(screenPosition(position, ofStack: stack))
    if let position {
      withPath(ofStack: stack) { _ = $0.remove(at: position) }
    } else {
      setRoot(presented[stack - entries.count].routes.removeFirst(), ofStack: stack)
    }
    return .changed
  }

  /// Removes the top route of the focused path repeatedly, as long as the top route satisfies a condition.
  ///
  /// To send an action instead, count the routes: `.pop(state.focusedPath.reversed().prefix { … }.count)`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of removed routes.
  @discardableResult
  public mutating func popWhile(_ condition: (Route) throws -> Bool) rethrows -> NavigationOutcome {
    pop(try focusedPath.reversed().prefix { try condition($0) }.count)
  }

  // MARK: - Stacks by their index

  // The stacks of the tabs come first, and then those of the modals from the lowest to the top one.

  private var focusedIndex: Int { presented.isEmpty ? selectedIndex : entries.count + presented.count - 1 }

  private enum Search {
    case found(stack: Int)
    case missing(UnchangedReason)
  }

  /// Searches for a route at a position. The position of a modal's root is `nil`.
  private func search(for route: Route, at position: Int?, in target: NavigationTarget<Tab>) -> Search {
    let stack: Int
    switch target {
    case .focused:
      stack = focusedIndex
    case .tab(let tab):
      guard let index = index(of: tab) else { return .missing(.unknownTab) }
      stack = index
    case .modal(let id):
      guard let index = presented.firstIndex(where: { $0.id == id }) else { return .missing(.unknownModal) }
      stack = entries.count + index
    }
    let modal = stack < entries.count ? nil : presented[stack - entries.count]
    guard let position else { return modal?.root == route ? .found(stack: stack) : .missing(.notFound) }
    let path = modal?.routes ?? entries[stack].path
    let isFound = path.indices.contains(position) && path[position] == route
    return isFound ? .found(stack: stack) : .missing(.notFound)
  }

  private func screenPosition(_ position: Int?, ofStack stack: Int) -> StackPosition {
    (stack, position.map { $0 + 1 } ?? 0)
  }

  /// Returns the route of a screen. The position must exist, and must not be the root of a tab.
  package func route(at position: StackPosition) -> Route {
    if position.stack < entries.count { return entries[position.stack].path[position.index - 1] }
    let modal = presented[position.stack - entries.count]
    return position.index == 0 ? modal.root : modal.routes[position.index - 1]
  }

  private mutating func withPath(ofStack stack: Int, _ change: (inout [Route]) -> Void) {
    if stack < entries.count {
      change(&entries[stack].path)
    } else {
      change(&presented[stack - entries.count].routes)
    }
  }

  private mutating func setRoot(_ root: Route, ofStack stack: Int) {
    let modal = presented[stack - entries.count]
    presented[stack - entries.count] = Modal(id: modal.id, style: modal.style, root: root, path: modal.routes)
  }
}

extension Array {
  // An empty path will probably be filled again. A small buffer is kept, so that frequent navigation does not allocate
  // memory.
  @inlinable
  mutating func empty() {
    removeAll(keepingCapacity: capacity <= 64)
  }

  // A short path is copied and not shared, because the next action would copy a shared buffer anyway.
  @inlinable
  mutating func assign(_ elements: [Element]) {
    if Swift.max(capacity, elements.count) <= 64 {
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

  /// Removes all elements after the first `count`, and returns whether any element was removed.
  @inlinable
  mutating func cut(to count: Int) -> Bool {
    guard count < self.count else { return false }
    removeLast(self.count - count)
    return true
  }
}
