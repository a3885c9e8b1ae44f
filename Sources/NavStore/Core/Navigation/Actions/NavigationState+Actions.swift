extension NavigationState {
  /// Performs the operation that corresponds to an action, and returns the outcome.
  ///
  /// Pass the rules of the app's reducer, as ``NavigationReducer/apply(_:to:)`` does.
  @inlinable
  @discardableResult
  public mutating func apply(
    _ action: NavigationAction<Tab, Route>, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    var change = NavigationChange.tops
    return apply(action, rules: rules, change: &change)
  }

  /// Performs the operation of an action. The caller passes `.tops` for `change`, and ignores the value if the outcome
  /// is not a change.
  @inlinable
  @inline(__always)
  package mutating func apply(
    _ action: NavigationAction<Tab, Route>, rules: NavigationRules<Tab, Route>, change: inout NavigationChange
  ) -> NavigationOutcome {
    switch action {
    case .tabTapped(let tab): return tabTapped(tab, rules: rules)
    case .selectTab(let tab): return selectTab(tab, rules: rules)
    case .push(let route, let target): return add(route, in: target, upTo: rules.maxDepth)
    case .pushUnlessTop(let route): return pushUnlessTop(route, rules: rules)
    case .navigate(let route): return navigate(to: route, rules: rules)
    case .bringToFront(let route): return bringToFront(route, rules: rules, change: &change)
    case .pop(let count): return pop(count)
    case .popTo(let route): return popTo(route, rules: rules)
    case .popToDepth(let depth): return popTo(depth: depth)
    case .popToRoot: return popToRoot()
    case .replaceOrDrop(let route, let position, let target, let replacement):
      return replaceOrDrop(route, at: position, in: target, with: replacement, change: &change)
    case .remove(let route, let position, let target):
      return remove(route, at: position, in: target, change: &change)
    case .back: return back()
    case .present(let route, let style): return present(route, style: style)
    case .dismiss: return dismiss()
    case .dismissModal(let id): return dismiss(id)
    case .dismissAll: return dismissAll()
    case .replaceTop(let route):
      change = .paths
      return replaceTop(route)
    case .setPath(let path, let target):
      change = .paths
      return setPath(path, in: target, rules: rules)
    case .deepLink(let link):
      change = .paths
      return deepLink(link, rules: rules)
    case .setTabs(let tabs):
      change = .tabs
      return setTabs(tabs, rules: rules)
    case .reset:
      change = .tabs
      return reset(rules: rules)
    case .resetTab(let tab):
      change = .tabs
      return reset(tab, rules: rules)
    }
  }
}
