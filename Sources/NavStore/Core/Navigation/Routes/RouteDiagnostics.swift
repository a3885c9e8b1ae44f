/// A problem with routes that the programmer should correct. The problem does not stop the program.
public struct RouteDiagnostic: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem and its correction.
  public let description: String

  /// A route was resolved, and its type has no destination.
  package static func missingDestination(route: String, type: String, declared: [String]) -> Self {
    let others = declared.isEmpty ? "No type has one" : "These types have one: \(declared.joined(separator: ", "))"
    return Self(
      description: "No destination is declared for \(type), the type of \(route). \(others). "
        + "Add RouteDestination(for: \(type).self) { … }.")
  }

  /// A type has two destinations, and one of them is never used.
  package static func repeatedDestination(type: String, used: String, unused: String) -> Self {
    Self(
      description: "\(type) has two destinations. The one at \(used) is used, because it is first or nearer to the "
        + "root. The one at \(unused) is never used. Remove one of them.")
  }

  /// A destination is declared for `AnyRoute`, and is never used.
  package static func destinationForAnyRoute(at place: String) -> Self {
    Self(
      description: "The destination for AnyRoute at \(place) is never used: an AnyRoute is resolved by the type of its "
        + "value. Declare destinations for the types of the values.")
  }

  /// A route was added to a path, and its type has no name in the registry.
  package static func unregisteredRoute(route: String, type: String) -> Self {
    Self(
      description: "\(route) was added to a path, but its type has no name in the RouteRegistry. "
        + "Only the routes below it can be saved. Add .route(\(type).self, named: …).")
  }

  /// A registered type has no destination.
  package static func noDestination(type: String, registeredAs name: String) -> Self {
    Self(
      description: "\(type) is registered as \"\(name)\" but has no destination. "
        + "Add RouteDestination(for: \(type).self) { … }.")
  }

  /// A type with a destination is not registered.
  package static func noName(type: String, at place: String) -> Self {
    Self(
      description: "\(type) has a destination at \(place) but no name in the RouteRegistry, so its routes cannot be "
        + "saved. Add .route(\(type).self, named: …).")
  }
}

/// A receiver of ``RouteDiagnostic`` values that reports each diagnostic once.
///
/// ```swift
/// let diagnostics = RouteDiagnostics { logger.warning("\($0)") }
/// let reducer = NavigationReducer<AppTab, AnyRoute>(routes: routes, reportingTo: diagnostics)
/// let screens = RouteDestinations<Screen>(reportingTo: diagnostics) {
///   RouteDestination(for: Song.self) { SongScreen($0) }
/// }
/// ```
///
/// A diagnostic about a type is reported for the first route of that type only. You can use a receiver from any thread.
public final class RouteDiagnostics: Sendable {
  enum Subject: Hashable {
    case declaration(RouteDiagnostic)
    case missingDestination(of: ObjectIdentifier)
    case missingName(of: ObjectIdentifier)
  }

  private struct Reported {
    var subjects: Set<Subject> = []
    var all: [RouteDiagnostic] = []
  }

  private let reported = Locked(Reported())
  private let handler: @Sendable (RouteDiagnostic) -> Void

  /// Creates a receiver that prints diagnostics to standard error in a debug build. In a release build, the receiver
  /// only records diagnostics.
  public convenience init() {
    #if DEBUG
      self.init { StandardError.write("NavStore: \($0)\n") }
    #else
      self.init { _ in }
    #endif
  }

  /// Creates a receiver that calls a closure on the thread that found the problem.
  ///
  /// - Important: A reducer reports diagnostics while it reduces an action. The closure must not use the store.
  /// - Parameter handler: Receives each diagnostic.
  public init(_ handler: @escaping @Sendable (RouteDiagnostic) -> Void) {
    self.handler = handler
  }

  /// The reported diagnostics, in the order of their reports. There is at most one diagnostic for each type or
  /// declaration and each kind of problem.
  package var all: [RouteDiagnostic] { reported.withLock { $0.all } }

  /// Reports a diagnostic unless a diagnostic with the same subject was reported before.
  func note(_ subject: Subject, _ diagnostic: @autoclosure () -> RouteDiagnostic) {
    guard reported.withLock({ $0.subjects.insert(subject).inserted }) else { return }
    // The lock is released here, because the handler may read `all`.
    let diagnostic = diagnostic()
    reported.withLock { $0.all.append(diagnostic) }
    handler(diagnostic)
  }
}
