/// What the routes of one type show, among ``RouteDestinations``.
///
/// ```swift
/// RouteDestination(for: Song.self) { SongScreen($0) }
/// ```
public struct RouteDestination<Output> {
  let type: any (Hashable & Sendable).Type
  /// Where it is declared: a file of the app and a line.
  let place: String
  /// How many tables it lies in, beneath the one that has it.
  var depth = 0

  private let make: (any Hashable & Sendable) -> Output?

  /// A destination of a type of routes.
  ///
  /// - Parameters:
  ///   - type: The type of the values. Subclasses are other types.
  ///   - fileID: Where it is declared, for diagnostics.
  ///   - line: The line of it.
  ///   - make: What a route shows. It is called each time a route is resolved, on the caller's actor.
  public init<Route: Hashable & Sendable>(
    for type: Route.Type, fileID: String = #fileID, line: Int = #line, make: @escaping (Route) -> Output
  ) {
    self.type = type
    place = "\(fileID):\(line)"
    self.make = { value in (value as? Route).map(make) }
  }

  /// What a route shows; nil if it is of another type.
  func output(of route: any Hashable & Sendable) -> Output? { make(route) }
}
