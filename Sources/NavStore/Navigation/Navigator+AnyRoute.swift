extension Navigator where Route == AnyRoute {
  /// Puts a value on top of the focused path.
  @_disfavoredOverload
  public func push(_ value: some RegistrableRoute) { push(AnyRoute(value)) }

  /// Presents a value over what is shown.
  @_disfavoredOverload
  public func present(_ value: some RegistrableRoute, style: ModalStyle = .sheet) {
    present(AnyRoute(value), style: style)
  }
}
