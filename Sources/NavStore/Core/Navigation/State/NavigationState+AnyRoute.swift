/// The operations on paths that mix types, with values that need no wrapping. The rules are those of the forms with a
/// route.
extension NavigationState where Route == AnyRoute {
  /// Puts a value on top of the focused path, or of a named tab's or modal's.
  @_disfavoredOverload
  @discardableResult
  public mutating func push(
    _ value: some RegistrableRoute, in target: NavigationTarget<Tab> = .focused,
    rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    push(AnyRoute(value), in: target, rules: rules)
  }

  /// Puts a value on top of the focused path unless the same one is shown already.
  @_disfavoredOverload
  @discardableResult
  public mutating func pushUnlessTop(
    _ value: some RegistrableRoute, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    pushUnlessTop(AnyRoute(value), rules: rules)
  }

  /// Goes back to the last occurrence of a value in the focused path, or puts it on top if it is not there.
  @_disfavoredOverload
  @discardableResult
  public mutating func navigate(
    to value: some RegistrableRoute, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    navigate(to: AnyRoute(value), rules: rules)
  }

  /// Puts a value on top of the focused path and removes the last occurrence of the same one beneath it.
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

  /// Puts a value in the place of the top one of the focused path.
  @_disfavoredOverload
  @discardableResult
  public mutating func replaceTop(_ value: some RegistrableRoute) -> NavigationOutcome {
    replaceTop(AnyRoute(value))
  }

  /// Presents a sheet or a cover over everything.
  @_disfavoredOverload
  @discardableResult
  public mutating func present(_ value: some RegistrableRoute, style: ModalStyle = .sheet) -> NavigationOutcome {
    present(AnyRoute(value), style: style)
  }
}
