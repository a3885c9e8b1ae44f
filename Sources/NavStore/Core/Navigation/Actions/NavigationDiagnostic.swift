/// A mistake in a navigation action. The action has changed nothing.
///
/// A reducer reports mistakes, so that a programmer sees them. Ordinary actions that change nothing, such as `pop` at a
/// root, are not mistakes.
public enum NavigationDiagnostic: Hashable, Sendable {
  /// The action names a tab that does not exist.
  case unknownTab(action: String)
  /// The action names a modal that is not presented.
  case unknownModal(action: String)
  /// The action would make a path longer than `maxDepth` allows.
  case tooDeep(action: String, limit: Int)
  /// The rules of `NavigationGuards` refused the action, for the given reason.
  case refused(action: String, reason: String)

  /// A closure that prints the first diagnostic of each kind to standard error. In a release build, the value is `nil`.
  public static let printOnce: (@Sendable (NavigationDiagnostic) -> Void)? = {
    #if DEBUG
      let printed = Locked<Set<Int>>([])
      return { diagnostic in
        guard printed.withLock({ $0.insert(diagnostic.kind).inserted }) else { return }
        StandardError.write(
          "NavStore: \(diagnostic) Further mistakes of this kind are not printed; see NavigationDiagnostic.\n")
      }
    #else
      return nil
    #endif
  }()

  /// Creates a diagnostic for an action that has changed nothing. The result is `nil` if the reason is not a mistake.
  package init?(_ reason: UnchangedReason, action: @autoclosure () -> String, limit: Int) {
    switch reason {
    case .unknownTab: self = .unknownTab(action: action().printable(limit: 200))
    case .unknownModal: self = .unknownModal(action: action().printable(limit: 200))
    case .tooDeep: self = .tooDeep(action: action().printable(limit: 200), limit: limit)
    case .alreadySelected, .scrolledToTop, .noModal, .alreadyOnTop, .sameAsBefore, .atRoot, .notFound, .nothingToRemove,
      .noTabs:
      return nil
    }
  }

  private var kind: Int {
    switch self {
    case .unknownTab: 0
    case .unknownModal: 1
    case .tooDeep: 2
    case .refused: 3
    }
  }
}

extension NavigationDiagnostic: CustomStringConvertible {
  /// A message that describes the mistake and says what to do.
  public var description: String {
    switch self {
    case .unknownTab(let action):
      "\(action) names a tab that does not exist, and has changed nothing. Add the tab by setTabs first."
    case .unknownModal(let action):
      "\(action) names a modal that is not presented, and has changed nothing. Pass the id of a modal in `modals`."
    case .tooDeep(let action, let limit):
      "\(action) has changed nothing, because a path would have more than \(limit) routes. "
        + "Use navigate(to:) instead of push, or increase maxDepth in NavigationRules."
    case .refused(let action, let reason):
      "\(action) was refused, and has changed nothing: \(reason)"
    }
  }
}
