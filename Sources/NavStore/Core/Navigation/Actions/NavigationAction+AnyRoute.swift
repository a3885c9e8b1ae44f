/// The actions of paths that mix types, with values that need no wrapping.
extension NavigationAction where Route == AnyRoute {
  /// Put a value on top of a path.
  @_disfavoredOverload
  public static func push(_ value: some RegistrableRoute, in target: NavigationTarget<Tab> = .focused) -> Self {
    .push(AnyRoute(value), in: target)
  }

  /// Put a value on top of the focused path, unless it is on top already.
  @_disfavoredOverload
  public static func pushUnlessTop(_ value: some RegistrableRoute) -> Self { .pushUnlessTop(AnyRoute(value)) }

  /// Go back to a value of the focused path if it is there, else put it on top.
  @_disfavoredOverload
  public static func navigate(to value: some RegistrableRoute) -> Self { .navigate(to: AnyRoute(value)) }

  /// Put a value on top of the focused path and take it out from where it was.
  @_disfavoredOverload
  public static func bringToFront(_ value: some RegistrableRoute) -> Self { .bringToFront(AnyRoute(value)) }

  /// Go back to a value of the focused path.
  @_disfavoredOverload
  public static func popTo(_ value: some RegistrableRoute) -> Self { .popTo(AnyRoute(value)) }

  /// Put a value in the place of the top one of the focused path.
  @_disfavoredOverload
  public static func replaceTop(_ value: some RegistrableRoute) -> Self { .replaceTop(AnyRoute(value)) }

  /// Present a modal over everything.
  @_disfavoredOverload
  public static func present(_ value: some RegistrableRoute, style: ModalStyle = .sheet) -> Self {
    .present(AnyRoute(value), style: style)
  }
}
