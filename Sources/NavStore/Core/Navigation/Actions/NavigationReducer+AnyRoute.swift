extension NavigationReducer where Route == AnyRoute {
  /// A reducer of paths that mix types, which says what was put on them and cannot be saved.
  ///
  /// ```swift
  /// let reducer = NavigationReducer<AppTab, AnyRoute>(routes: routes)
  /// ```
  ///
  /// - Parameters:
  ///   - rules: How the navigation behaves.
  ///   - routes: The names of the types; the same as the persistence has.
  ///   - listener: Who is told of a route whose type has no name, when an action put it on a path or presented it: once
  ///     for each type. It is told while the store reduces, so it must not use the store.
  public init(
    rules: NavigationRules<Tab, Route> = NavigationRules(), routes: RouteRegistry,
    reportingTo listener: RouteDiagnostics = RouteDiagnostics()
  ) {
    self.init(rules: rules) { action in
      action.forEachAddedRoute { route in
        let type = type(of: route.base)
        guard !routes.contains(type) else { return }
        listener.note(
          .missingName(of: ObjectIdentifier(type)),
          .unregisteredRoute(route: RouteDiagnostic.shown(route), type: "\(type)"))
      }
    }
  }
}

extension NavigationAction {
  /// Runs `body` on the routes that are there when the action has changed something. No list is made of them: it is
  /// done each time.
  fileprivate func forEachAddedRoute(_ body: (Route) -> Void) {
    switch self {
    case .push(let route, _), .pushUnlessTop(let route), .navigate(let route), .bringToFront(let route),
      .replaceTop(let route), .present(let route, _):
      body(route)
    case .refresh(_, _, _, as: let replacement):
      if let replacement { body(replacement) }
    case .setPath(let path, _):
      path.forEach(body)
    case .deepLink(let link):
      link.path.forEach(body)
      for modal in link.modals {
        body(modal.root)
        modal.path.forEach(body)
      }
    case .tabTapped, .selectTab, .pop, .popTo, .popToDepth, .popToRoot, .back, .dismiss, .dismissModal, .dismissAll,
      .setTabs, .reset, .resetTab:
      break
    }
  }
}
