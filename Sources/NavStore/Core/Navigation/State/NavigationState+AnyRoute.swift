/// The operations of a navigation with mixed route types, for values that are not wrapped in an ``AnyRoute``. Each
/// operation wraps the value and calls the operation of the same name that has an `AnyRoute` parameter.
extension NavigationState where Route == AnyRoute {
  /// Pushes a value onto the path that `target` identifies, by default the focused path.
  @_disfavoredOverload
  @discardableResult
  public mutating func push(
    _ value: some RegistrableRoute, in target: NavigationTarget<Tab> = .focused,
    rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    push(AnyRoute(value), in: target, rules: rules)
  }

  /// Presents a value as a modal over all other screens.
  @_disfavoredOverload
  @discardableResult
  public mutating func present(_ value: some RegistrableRoute, style: ModalStyle = .sheet) -> NavigationOutcome {
    present(AnyRoute(value), style: style)
  }
}
