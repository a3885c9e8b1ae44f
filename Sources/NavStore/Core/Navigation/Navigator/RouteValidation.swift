/// The outcome of a validation for each route of a navigation. The description has a sentence for each route that was
/// replaced, dropped, or kept for a reason.
///
/// Each route that existed when the validation began has one finding. However, a route that was dropped together with a
/// lower route has no finding of its own, unless it had left its position before. The finding of the lower route
/// contains the routes that were dropped with it.
public struct RouteValidation<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Hashable, Sendable {
  /// The outcome for the route at one position.
  package struct Finding: Hashable, Sendable {
    package let route: Route
    package let stack: StackID<Tab>
    /// The index of the route in the path when the validation began. For the root of a modal, the value is `nil`.
    package let position: Int?
    package let outcome: Outcome

    /// Creates a finding, for tests.
    package init(_ route: Route, in stack: StackID<Tab>, at position: Int?, _ outcome: Outcome) {
      self.route = route
      self.stack = stack
      self.position = position
      self.outcome = outcome
    }
  }

  package enum Outcome: Hashable, Sendable {
    case kept
    case replaced(with: Route)
    /// The route was dropped with the routes above it, including routes that were added during the validation. The
    /// associated value contains the routes above, the lowest first. For the root of a modal, these are the path of the
    /// modal, and the roots and paths of the modals above it.
    case dropped(above: [Route])
    /// No result was applied to the route, because the route itself, or a route below it that was to be dropped, left
    /// its position during the validation.
    case overtaken
    /// The route was not replaced or dropped, because the reducer of the app has not applied the action.
    case refused
    case failed(String)
  }

  /// The findings for the tabs in order, and then those for the modals. In each stack, the finding for the lowest route
  /// is first.
  package let findings: [Finding]

  /// Creates the result of a validation, for tests.
  package init(findings: [Finding]) {
    self.findings = findings
  }

  /// A Boolean value that indicates whether each route was looked up and kept.
  public var isUnchanged: Bool { findings.allSatisfy { $0.outcome == .kept } }
}

extension RouteValidation {
  /// Returns the same findings, with `refused` for each replaced or dropped route that is still at its
  /// position in a state.
  func checked(against state: NavigationState<Tab, Route>) -> RouteValidation {
    RouteValidation(
      findings: findings.map { finding in
        let isRefused: Bool
        switch finding.outcome {
        case .replaced, .dropped: isRefused = finding.isUnchanged(in: state)
        case .kept, .overtaken, .refused, .failed: isRefused = false
        }
        return isRefused ? Finding(finding.route, in: finding.stack, at: finding.position, .refused) : finding
      })
  }
}

extension RouteValidation.Finding {
  fileprivate func isUnchanged(in state: NavigationState<Tab, Route>) -> Bool {
    guard let position else {
      return state.modals.contains { stack == .modal($0.id) && $0.root == route }
    }
    let path =
      switch stack {
      case .tab(let tab): state.path(of: tab)
      case .modal(let id): state.path(of: id) ?? []
      }
    return path.indices.contains(position) && path[position] == route
  }
}

extension RouteValidation: CustomStringConvertible {
  /// A sentence for each route whose outcome is not `kept`. Each sentence is on its own line.
  public var description: String {
    findings.filter { $0.outcome != .kept }.map { $0.description }.joined(separator: "\n")
  }
}

extension RouteValidation.Finding: CustomStringConvertible {
  /// One sentence: `Route 2 of library, song(7), was dropped together with 1 route above it.`
  public var description: String {
    let place = position.map { "Route \($0 + 1) of \(stack)" } ?? "The root of \(stack)"
    let subject = "\(place), \(Self.shown(route)),"
    return switch outcome {
    case .kept: "\(subject) is unchanged."
    case .replaced(let new): "\(subject) was replaced by \(Self.shown(new))."
    case .dropped(let above) where above.isEmpty: "\(subject) was dropped."
    case .dropped(let above): "\(subject) was dropped together with \(above.count.counting("route")) above it."
    case .overtaken: "\(subject) was not changed, because the navigation changed during the validation."
    case .refused: "\(subject) was not changed, because the reducer has not applied the action."
    case .failed(let reason): "\(subject) was kept, because its lookup failed: \(Self.shown(reason))"
    }
  }

  /// Returns a description without control characters, because a route may come from outside the app.
  private static func shown(_ value: Any) -> String { "\(value)".printable(limit: 200) }
}

/// The result of looking up a route in the app's current data.
public enum RouteValidity<Route: Hashable & Sendable>: Hashable, Sendable {
  /// The route is still valid.
  case keep
  /// Another route replaces the route. For example, the item of the route was merged into another item, or the item has
  /// changed.
  case replace(with: Route)
  /// The item of the route no longer exists. The route is dropped with the routes above it.
  case drop
}
