/// A mistake that the programmer should correct: in a navigation action, which has changed nothing, in the use of
/// screens, or in the declaration of destinations. A mistake does not stop the program.
///
/// Reducers and tables report mistakes, so that a programmer sees them. Ordinary actions that change nothing, such as
/// `pop` at a root, are not mistakes.
///
/// ```swift
/// let report: @Sendable (NavigationDiagnostic) -> Void = { logger.warning("\($0)") }
/// let reducer = NavigationReducer<AppTab, AnyRoute>(routes: routes, reportingTo: report)
/// let screens = RouteDestinations<Screen>(reportingTo: report) {
///   RouteDestination(for: Song.self) { SongScreen($0) }
/// }
/// ```
///
/// - Important: A reducer reports mistakes while it reduces an action. The closure must not use the store.
public struct NavigationDiagnostic: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of which only the first mistake is printed.
  package enum Kind: Hashable, Sendable { case unknownTab, unknownModal, tooDeep, refused }

  /// The mistake and its correction.
  public let description: String
  package let kind: Kind?
  /// Whether an action was addressed to a screen that cannot reduce it. The app's reducer may have handled the action.
  package let isForgivenIfHandled: Bool

  package init(_ description: String, kind: Kind? = nil, isForgivenIfHandled: Bool = false) {
    self.description = description
    self.kind = kind
    self.isForgivenIfHandled = isForgivenIfHandled
  }

  /// A closure that prints mistakes to standard error. Of mistakes in navigation actions, it prints the first one of
  /// each kind. In a release build, the value is `nil`.
  public static let print: (@Sendable (NavigationDiagnostic) -> Void)? = {
    #if DEBUG
      let printed = Locked<Set<Kind>>([])
      return { diagnostic in
        guard let kind = diagnostic.kind else { return StandardError.write("NavStore: \(diagnostic)\n") }
        guard printed.withLock({ $0.insert(kind).inserted }) else { return }
        StandardError.write(
          "NavStore: \(diagnostic) Further mistakes of this kind are not printed; see NavigationDiagnostic.\n")
      }
    #else
      return nil
    #endif
  }()
}

// MARK: - Actions

extension NavigationDiagnostic {
  package static func unknownTab(action: String, tabs: [String]) -> Self {
    let names = tabs.joined(separator: ", ").printable(limit: 200)
    return Self(
      "\(action) names a tab that does not exist, and has changed nothing. The tabs are [\(names)]. "
        + "Add the tab by setTabs first.", kind: .unknownTab)
  }

  package static func unknownModal(action: String) -> Self {
    Self(
      "\(action) names a modal that is not presented, and has changed nothing. Pass the id of a modal in `modals`.",
      kind: .unknownModal)
  }

  package static func tooDeep(action: String, limit: Int) -> Self {
    Self(
      "\(action) has changed nothing, because a path would have more than \(limit) routes. "
        + "Use navigate(to:) instead of push, or increase maxDepth in NavigationRules.", kind: .tooDeep)
  }

  package static func refused(action: String, reason: String) -> Self {
    Self("\(action) was refused, and has changed nothing: \(reason)", kind: .refused)
  }
}
