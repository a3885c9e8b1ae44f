extension NavigationState {
  /// Performs the operation that corresponds to an action, and returns the outcome.
  ///
  /// Pass the rules of the app's reducer, as ``NavigationReducer/apply(_:to:)`` does.
  @inlinable
  @discardableResult
  public mutating func apply(
    _ action: NavigationAction<Tab, Route>, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    switch action {
    case .tabTapped(let tab): tabTapped(tab, rules: rules)
    case .selectTab(let tab): selectTab(tab, rules: rules)
    case .push(let route, let target): add(route, in: target, upTo: rules.maxDepth)
    case .pushUnlessTop(let route): pushUnlessTop(route, rules: rules)
    case .navigate(let route): navigate(to: route, rules: rules)
    case .bringToFront(let route): bringToFront(route, rules: rules)
    case .pop(let count): pop(count)
    case .popTo(let route): popTo(route, rules: rules)
    case .popToDepth(let depth): popTo(depth: depth)
    case .popToRoot: popToRoot()
    case .replaceTop(let route): replaceTop(route)
    case .setPath(let path, let target): setPath(path, in: target, rules: rules)
    case .replaceOrDrop(let route, let position, let target, let replacement):
      replaceOrDrop(route, at: position, in: target, with: replacement)
    case .remove(let route, let position, let target): remove(route, at: position, in: target)
    case .back: back()
    case .present(let route, let style): present(route, style: style)
    case .dismiss: dismiss()
    case .dismissModal(let id): dismiss(id)
    case .dismissAll: dismissAll()
    case .deepLink(let link): deepLink(link, rules: rules)
    case .setTabs(let tabs): setTabs(tabs, rules: rules)
    case .reset: reset(rules: rules)
    case .resetTab(let tab): reset(tab, rules: rules)
    }
  }
}
