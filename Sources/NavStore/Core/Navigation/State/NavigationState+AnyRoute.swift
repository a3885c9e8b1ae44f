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

  /// Pushes a value onto the focused path unless the same screen is already visible.
  @_disfavoredOverload
  @discardableResult
  public mutating func pushUnlessTop(
    _ value: some RegistrableRoute, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    pushUnlessTop(AnyRoute(value), rules: rules)
  }

  /// Goes back to the last occurrence of a value in the focused path, or pushes the value if it is not in the path.
  @_disfavoredOverload
  @discardableResult
  public mutating func navigate(
    to value: some RegistrableRoute, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    navigate(to: AnyRoute(value), rules: rules)
  }

  /// Moves the screen of a value to the top of the focused path, where the value replaces the old route of the screen.
  /// If the path has no such screen, pushes the value.
  @_disfavoredOverload
  @discardableResult
  public mutating func bringToFront(
    _ value: some RegistrableRoute, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    bringToFront(AnyRoute(value), rules: rules)
  }

  /// Goes back to the last occurrence of a value in the focused path.
  @_disfavoredOverload
  @discardableResult
  public mutating func popTo(
    _ value: some RegistrableRoute, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    popTo(AnyRoute(value), rules: rules)
  }

  /// Replaces the top route of the focused path with a value.
  @_disfavoredOverload
  @discardableResult
  public mutating func replaceTop(_ value: some RegistrableRoute) -> NavigationOutcome {
    replaceTop(AnyRoute(value))
  }

  /// Presents a value as a sheet or a cover over all other screens.
  @_disfavoredOverload
  @discardableResult
  public mutating func present(_ value: some RegistrableRoute, style: ModalStyle = .sheet) -> NavigationOutcome {
    present(AnyRoute(value), style: style)
  }
}
