/// The reducer of a navigation: it does what the action says, by its rules, and has no effects.
///
/// ```swift
/// let store = Store(
///   initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases),
///   reducer: NavigationReducer(rules: NavigationRules(backRule: .history)))
/// store.send(.push(.song(7)))
/// ```
public struct NavigationReducer<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Reducer {
  /// How the navigation behaves where apps differ.
  public let rules: NavigationRules<Tab, Route>

  /// What is told of actions that changed something, if anything is.
  @usableFromInline let note: (@Sendable (NavigationAction<Tab, Route>) -> Void)?

  /// A reducer that follows `rules`.
  @inlinable
  public init(rules: NavigationRules<Tab, Route> = NavigationRules()) {
    self.init(rules: rules, note: nil)
  }

  @usableFromInline
  init(rules: NavigationRules<Tab, Route>, note: (@Sendable (NavigationAction<Tab, Route>) -> Void)?) {
    self.rules = rules
    self.note = note
  }

  /// Does what the action says, by the rules of this reducer, and returns the outcome.
  ///
  /// A reducer of an app calls it to act on an outcome, for example on ``NavigationOutcome/exit``.
  @inlinable
  @discardableResult
  public func apply(
    _ action: NavigationAction<Tab, Route>, to state: inout NavigationState<Tab, Route>
  ) -> NavigationOutcome {
    let outcome = state.apply(action, rules: rules)
    if let note, outcome.isChange { note(action) }
    return outcome
  }

  /// Does what the action says. The cost is that of the operation; see ``NavigationState``.
  @inlinable
  public func reduce(
    into state: inout NavigationState<Tab, Route>, action: NavigationAction<Tab, Route>
  ) -> Effect<NavigationAction<Tab, Route>> {
    apply(action, to: &state)
    return .none
  }
}

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
