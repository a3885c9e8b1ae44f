/// What today's data says about a route of a restored navigation.
public enum RouteValidity<Route: Hashable & Sendable>: Hashable, Sendable {
  /// It is as it was.
  case keep
  /// Another route leads there now: an item that was merged into another, or one that the route holds and that has
  /// changed.
  case replace(with: Route)
  /// What it shows is gone. What lies above it goes with it.
  case drop
}

extension RouteValidity where Route == AnyRoute {
  /// Another value leads there now.
  @_disfavoredOverload
  public static func replace(with value: some RegistrableRoute) -> Self { .replace(with: AnyRoute(value)) }
}
