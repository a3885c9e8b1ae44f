extension Navigator where Route == AnyRoute {
  /// Puts a value on top of the focused path, or of a named tab's or modal's.
  @_disfavoredOverload
  public func push(_ value: some RegistrableRoute, in target: NavigationTarget<Tab> = .focused) {
    push(AnyRoute(value), in: target)
  }

  /// Puts a value on top of the focused path unless it is shown already.
  @_disfavoredOverload
  public func pushUnlessTop(_ value: some RegistrableRoute) { pushUnlessTop(AnyRoute(value)) }

  /// Goes back to a value in the focused path, or puts it on top if it is not there.
  @_disfavoredOverload
  public func navigate(to value: some RegistrableRoute) { navigate(to: AnyRoute(value)) }

  /// Goes back to a value in the focused path.
  @_disfavoredOverload
  public func popTo(_ value: some RegistrableRoute) { popTo(AnyRoute(value)) }

  /// Presents a value over what is shown.
  @_disfavoredOverload
  public func present(_ value: some RegistrableRoute, style: ModalStyle = .sheet) {
    present(AnyRoute(value), style: style)
  }
}
