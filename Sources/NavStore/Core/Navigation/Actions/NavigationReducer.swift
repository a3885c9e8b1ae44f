/// A reducer that applies navigation actions to a navigation state and returns no effects.
///
/// ```swift
/// let store = Store(
///   initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases),
///   reducer: NavigationReducer(rules: NavigationRules(backRule: .history)))
/// store.send(.push(.song(7)))
/// ```
public struct NavigationReducer<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Reducer {
  /// The rules of the navigation, for a log or a test that must use the same rules.
  public let rules: NavigationRules<Tab, Route>

  @usableFromInline let note: (@Sendable (NavigationAction<Tab, Route>) -> Void)?
  private let report: (@Sendable (NavigationDiagnostic) -> Void)?

  /// Creates a reducer with rules.
  ///
  /// - Parameters:
  ///   - rules: The rules of the navigation.
  ///   - listener: Receives mistakes. By default, a debug build prints the first one of each kind to standard error.
  ///     The reducer calls the closure while the store reduces an action, so the closure must not use the store.
  public init(
    rules: NavigationRules<Tab, Route> = NavigationRules(),
    reportingTo listener: (@Sendable (NavigationDiagnostic) -> Void)? = NavigationDiagnostic.print
  ) {
    self.init(rules: rules, report: listener, note: nil)
  }

  private init(
    rules: NavigationRules<Tab, Route>, report: (@Sendable (NavigationDiagnostic) -> Void)?,
    note: (@Sendable (NavigationAction<Tab, Route>) -> Void)?
  ) {
    self.rules = rules
    self.report = report
    self.note = note
  }

  /// Applies an action to the state according to the rules of this reducer, and returns the outcome.
  ///
  /// An app's reducer calls this method if it handles the outcome, for example ``NavigationOutcome/exit``.
  @inlinable
  @discardableResult
  public func apply(
    _ action: NavigationAction<Tab, Route>, to state: inout NavigationState<Tab, Route>
  ) -> NavigationOutcome {
    let outcome = state.apply(action, rules: rules)
    if case .unchanged(let reason) = outcome {
      diagnose(reason, action, in: state)
    } else if let note, outcome.isChange {
      note(action)
    }
    return outcome
  }

  @usableFromInline
  func diagnose(
    _ reason: UnchangedReason, _ action: NavigationAction<Tab, Route>, in state: NavigationState<Tab, Route>
  ) {
    guard let report else { return }
    let diagnostic = NavigationDiagnostic(
      reason, action: action.outline, tabs: state.tabs, limit: rules.maxDepth)
    if let diagnostic { report(diagnostic) }
  }

  /// Applies an action to the state.
  ///
  /// - Complexity: The complexity of the operation that corresponds to the action; see ``NavigationState``.
  @inlinable
  public func reduce(
    into state: inout NavigationState<Tab, Route>, action: NavigationAction<Tab, Route>
  ) -> Effect<NavigationAction<Tab, Route>> {
    apply(action, to: &state)
    return .none
  }
}

extension NavigationReducer where Route == AnyRoute {
  /// Creates a reducer for paths that mix route types. The reducer reports routes that cannot be saved.
  ///
  /// ```swift
  /// let reducer = NavigationReducer<AppTab, AnyRoute>(routes: routes)
  /// ```
  ///
  /// - Parameters:
  ///   - rules: The rules of the navigation.
  ///   - routes: The registry with the names of the route types. Pass the registry that the persistence uses.
  ///   - listener: Receives mistakes, as in ``init(rules:reportingTo:)``. If an action adds or presents a route whose
  ///     type has no name, the reducer also reports the first such route of each type.
  public init(
    rules: NavigationRules<Tab, Route> = NavigationRules(), routes: RouteRegistry,
    reportingTo listener: (@Sendable (NavigationDiagnostic) -> Void)? = NavigationDiagnostic.print
  ) {
    guard let listener else {
      self.init(rules: rules, report: nil, note: nil)
      return
    }
    let diagnostics = RouteDiagnostics(listener)
    self.init(rules: rules, report: listener) { action in
      var visitor = AddedRoutesVisitor<Tab>(routes: routes, listener: diagnostics)
      action.accept(&visitor)
    }
  }
}

/// A visitor that reports each route that an action adds if the type of the route has no name.
///
/// The visitor does not collect the routes in a list, because the reducer runs the visitor for every action that
/// changes the state.
private struct AddedRoutesVisitor<Tab: Hashable & Sendable>: NavigationActionVisitor {
  typealias Failure = Never

  let routes: RouteRegistry
  let listener: RouteDiagnostics

  mutating func route(_ route: AnyRoute, _ role: NavigationRouteRole) { if role != .existing { check(route) } }
  mutating func replacement(_ route: AnyRoute?) { if let route { check(route) } }
  mutating func path(_ path: [AnyRoute]) { path.forEach(check) }

  mutating func link(_ link: DeepLink<Tab, AnyRoute>) {
    link.path.forEach(check)
    for modal in link.modals {
      check(modal.root)
      modal.path.forEach(check)
    }
  }

  mutating func begin(_ name: NavigationActionName) {}
  mutating func tab(_ tab: Tab) {}
  mutating func tabs(_ tabs: [Tab]) {}
  mutating func target(_ target: NavigationTarget<Tab>, _ presence: NavigationTargetPresence) {}
  mutating func number(_ number: Int) {}
  mutating func position(_ position: Int?) {}
  mutating func style(_ style: ModalStyle) {}
  mutating func modal(_ id: ModalID) {}

  private func check(_ route: AnyRoute) {
    let type = type(of: route.base)
    guard !routes.contains(type) else { return }
    listener.note(
      .missingName(of: ObjectIdentifier(type)),
      .unregisteredRoute(route: ValueOutline.text(of: route), type: "\(type)"))
  }
}
