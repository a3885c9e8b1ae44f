extension NavigationDiagnostic {
  package static func missingDestination(route: String, type: String, declared: [String]) -> Self {
    let others = declared.isEmpty ? "No type has one" : "These types have one: \(declared.joined(separator: ", "))"
    return Self(
      "No destination is declared for \(type), the type of \(route). \(others). "
        + "Add RouteDestination(for: \(type).self) { … }.")
  }

  package static func repeatedDestination(type: String, used: String, unused: String) -> Self {
    Self(
      "\(type) has two destinations. The one at \(used) is used, because it is first or nearer to the "
        + "root. The one at \(unused) is never used. Remove one of them.")
  }

  package static func destinationForAnyRoute(at place: String) -> Self {
    Self(
      "The destination for AnyRoute at \(place) is never used: an AnyRoute is resolved by the type of its "
        + "value. Declare destinations for the types of the values.")
  }

  package static func unregisteredRoute(route: String, type: String) -> Self {
    Self(
      "\(route) was added to a path, but its type has no name in the RouteRegistry. "
        + "Only the routes below it can be saved. Add .route(\(type).self, named: …).")
  }

  package static func noDestination(type: String, registeredAs name: String) -> Self {
    Self(
      "\(type) is registered as \"\(name)\" but has no destination. "
        + "Add RouteDestination(for: \(type).self) { … }.")
  }

  package static func noName(type: String, at place: String) -> Self {
    Self(
      "\(type) has a destination at \(place) but no name in the RouteRegistry, so its routes cannot be "
        + "saved. Add .route(\(type).self, named: …).")
  }
}

/// A receiver of diagnostics that reports each diagnostic about a type, or about a declaration, once.
final class RouteDiagnostics: Sendable {
  enum Subject: Hashable {
    case declaration(NavigationDiagnostic)
    case missingDestination(of: ObjectIdentifier)
    case missingName(of: ObjectIdentifier)
  }

  private let reported = Locked<Set<Subject>>([])
  private let listener: @Sendable (NavigationDiagnostic) -> Void

  init(_ listener: @escaping @Sendable (NavigationDiagnostic) -> Void) {
    self.listener = listener
  }

  func note(_ subject: Subject, _ diagnostic: @autoclosure () -> NavigationDiagnostic) {
    if reported.withLock({ $0.insert(subject).inserted }) { listener(diagnostic()) }
  }
}
