/// What became of the routes of a navigation that were looked up in today's data.
///
/// Each route that was there when it began has one finding, unless it lay above one that was dropped: then it is among
/// those that went with it.
public struct RouteValidation<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Hashable, Sendable {
  /// What became of the route in one place.
  public struct Finding: Hashable, Sendable {
    /// The route when it began.
    public let route: Route
    /// The stack that it was in.
    public let stack: StackID<Tab>
    /// Its place in the path, counted from 0; nil for the root of a modal.
    public let position: Int?
    /// What became of it.
    public let outcome: Outcome

    /// A finding, for tests.
    public init(_ route: Route, in stack: StackID<Tab>, at position: Int?, _ outcome: Outcome) {
      self.route = route
      self.stack = stack
      self.position = position
      self.outcome = outcome
    }
  }

  /// What became of a route.
  public enum Outcome: Hashable, Sendable {
    /// It is as it was.
    case kept
    /// Another one is in its place.
    case replaced(with: Route)
    /// It is gone, and with it what lay above it, the lowest first, also what was put there meanwhile: of a modal the
    /// path, and the modals over it with theirs.
    case dropped(above: [Route])
    /// It was left alone, because meanwhile it had gone from its place, or because what lay beneath it and was to be
    /// dropped had.
    case overtaken
    /// It was kept, because it could not be looked up: the error's description.
    case failed(String)
  }

  /// The tabs in order, and after them the modals, each from the bottom.
  public let findings: [Finding]

  /// The findings of a validation, for tests.
  public init(findings: [Finding]) {
    self.findings = findings
  }

  /// Whether every route is as it was.
  public var isUnchanged: Bool { findings.allSatisfy { $0.outcome == .kept } }
}

extension RouteValidation: CustomStringConvertible {
  /// A sentence for each route that is not as it was, one a line.
  public var description: String {
    findings.filter { $0.outcome != .kept }.map(\.description).joined(separator: "\n")
  }
}

extension RouteValidation.Finding: CustomStringConvertible {
  /// One sentence: `Route 2 of library, song(7), was dropped, and with it 1 above it.`
  public var description: String {
    let place = position.map { "Route \($0 + 1) of \(stack)" } ?? "The root of \(stack)"
    let subject = "\(place), \(RouteDiagnostic.shown(route)),"
    return switch outcome {
    case .kept: "\(subject) is as it was."
    case .replaced(let new): "\(subject) was replaced by \(RouteDiagnostic.shown(new))."
    case .dropped(let above) where above.isEmpty: "\(subject) was dropped."
    case .dropped(let above): "\(subject) was dropped, and with it \(above.count) above it."
    case .overtaken: "\(subject) was left alone: the navigation went on meanwhile."
    case .failed(let reason): "\(subject) was kept, because it could not be looked up: \(RouteDiagnostic.shown(reason))"
    }
  }
}

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
