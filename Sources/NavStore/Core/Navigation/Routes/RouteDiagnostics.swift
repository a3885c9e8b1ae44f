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

/// Who is told of ``RouteDiagnostic``s, each once.
///
/// ```swift
/// let diagnostics = RouteDiagnostics { logger.warning("\($0)") }
/// let reducer = NavigationReducer<AppTab, AnyRoute>(routes: routes, reportingTo: diagnostics)
/// let screens = RouteDestinations<Screen>(reportingTo: diagnostics) {
///   RouteDestination(for: Song.self) { SongScreen($0) }
/// }
/// ```
///
/// What concerns a type is reported of the first route of that type, and not again. Use it from any thread.
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

  /// Tells standard error in a debug build, and nobody in a release build.
  public convenience init() {
    #if DEBUG
      self.init { StandardError.write("NavStore: \($0)\n") }
    #else
      self.init { _ in }
    #endif
  }

  /// Tells a function, on the thread that found something.
  ///
  /// What a reducer finds is told while it reduces, so the function must not use the store, no more than a reducer may.
  public init(_ handler: @escaping @Sendable (RouteDiagnostic) -> Void) {
    self.handler = handler
  }

  /// What was told, in order. It grows with the types that something was reported of, and not with time.
  public var all: [RouteDiagnostic] { reported.withLock { $0.all } }

  /// Tells a diagnostic, unless its subject was told before.
  func note(_ subject: Subject, _ diagnostic: @autoclosure () -> RouteDiagnostic) {
    guard reported.withLock({ $0.subjects.insert(subject).inserted }) else { return }
    // Outside the lock: descriptions of routes are the app's code, and who is told may ask for all.
    let diagnostic = diagnostic()
    reported.withLock { $0.all.append(diagnostic) }
    handler(diagnostic)
  }
}

extension Error {
  /// What a decoder says of a value, short enough for a sentence and without what is not seen.
  package var decodingReason: String {
    switch self as? DecodingError {
    case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context):
      RouteDiagnostic.shown(context.debugDescription)
    default: RouteDiagnostic.shown("\(self)")
    }
  }

  /// What an encoder says of a value, in the same form.
  var encodingReason: String {
    guard case .invalidValue(_, let context)? = self as? EncodingError else { return RouteDiagnostic.shown("\(self)") }
    return RouteDiagnostic.shown(context.debugDescription)
  }
}
