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
/// What concerns a type is said of the first route of that type, and not again. Use it from any thread.
public final class RouteDiagnostics: Sendable {
  enum Subject: Hashable {
    case declaration(RouteDiagnostic)
    case missingDestination(of: ObjectIdentifier)
    case missingName(of: ObjectIdentifier)
  }

  private struct Said {
    var subjects: Set<Subject> = []
    var all: [RouteDiagnostic] = []
  }

  private let said = Locked(Said())
  private let tell: @Sendable (RouteDiagnostic) -> Void

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
  public init(_ tell: @escaping @Sendable (RouteDiagnostic) -> Void) {
    self.tell = tell
  }

  /// What was told, in order. It grows with the types that something was said of, and not with time.
  public var all: [RouteDiagnostic] { said.withLock { $0.all } }

  /// Tells a diagnostic, unless its subject was told before.
  func note(_ subject: Subject, _ diagnostic: @autoclosure () -> RouteDiagnostic) {
    guard said.withLock({ $0.subjects.insert(subject).inserted }) else { return }
    // Outside the lock: descriptions of routes are the app's code, and who is told may ask for all.
    let diagnostic = diagnostic()
    said.withLock { $0.all.append(diagnostic) }
    tell(diagnostic)
  }
}
