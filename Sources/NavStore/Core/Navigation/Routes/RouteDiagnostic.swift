/// Something about routes that a programmer should know, and that stops nothing.
public enum RouteDiagnostic: Error, Hashable, Sendable {
  /// A route was to be shown, and no destination is declared for its type.
  case missingDestination(route: String, type: String, declared: [String])
  /// A type has two destinations, and one of them is never used.
  case repeatedDestination(type: String, used: String, unused: String)
  /// A destination is declared for ``AnyRoute``, which is resolved by what it holds.
  case destinationForAnyRoute(at: String)
  /// A route was put on a path, and its type has no name in the ``RouteRegistry``.
  case unregisteredRoute(route: String, type: String)
  /// A type is registered and has no destination; found by ``RouteDestinations/check(_:)``.
  case noDestination(type: String, registeredAs: String)
  /// A type has a destination and is not registered; found by ``RouteDestinations/check(_:)``.
  case noName(type: String, at: String)

  /// A value in a message: as much as can be read, and nothing that a terminal would act on. Values come from outside,
  /// too.
  package static func shown(_ value: Any) -> String { "\(value)".printable(limit: 200) }
}

extension RouteDiagnostic: CustomStringConvertible {
  /// What is wrong and what to do about it.
  public var description: String {
    switch self {
    case .missingDestination(let route, let type, let declared):
      "No destination is declared for \(type), the type of \(route). "
        + (declared.isEmpty ? "There are none at all" : "There are some for \(declared.joined(separator: ", "))")
        + ". Add RouteDestination(for: \(type).self) { … }."
    case .repeatedDestination(let type, let used, let unused):
      "\(type) has two destinations. The one at \(used) is used, being the first or nearer to the root; "
        + "the one at \(unused) never is. Remove one of them."
    case .destinationForAnyRoute(let place):
      "The destination for AnyRoute at \(place) is never used: an AnyRoute is resolved by the type of what it holds. "
        + "Declare destinations for these types."
    case .unregisteredRoute(let route, let type):
      "\(route) was put on a path, which can be saved only as far as beneath it: its type has no name in the "
        + "RouteRegistry. Add .route(\(type).self, named: …)."
    case .noDestination(let type, let name):
      "\(type) is registered as \"\(name)\" and has no destination. Add RouteDestination(for: \(type).self) { … }."
    case .noName(let type, let place):
      "\(type) has a destination, at \(place), and no name in the RouteRegistry, so it cannot be saved. "
        + "Add .route(\(type).self, named: …)."
    }
  }
}
