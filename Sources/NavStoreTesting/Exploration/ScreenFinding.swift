/// A mistake of an app's navigation that ``ReachableScreens`` shows. Screens and modals are identified by name.
public enum ScreenFinding: Hashable, Sendable {
  /// No explored sequence of actions reaches an expected screen.
  case notReached(String)
  /// From a state of the screen, no sequence of actions leads to the root of a tab.
  case noWayBack(String)
  /// From a state in which the modal is on top, no sequence of actions leads to a state with fewer modals. The name is
  /// that of the root of the modal.
  case notDismissible(String)
  /// No link of the table opens the screen.
  case noLink(String)
  /// Only a link opens the screen.
  case onlyByLink(String)
  /// The shortest way to the screen has more actions than permitted.
  case tooFar(String)
  /// Two screens have the same title.
  case equalTitles(String, String)
}

extension ScreenFinding: CustomStringConvertible {
  /// A sentence with the name of the screen, and a sentence that says what to do.
  public var description: String {
    switch self {
    case .notReached(let name):
      "No explored action leads to \(name). Add a way to the screen, offer the action that opens it, or remove the "
        + "screen."
    case .noWayBack(let name):
      "\(name) has no way back: without a link, no sequence of actions leads to the root of a tab. Offer an action "
        + "that closes the screen."
    case .notDismissible(let name):
      "The modal \(name) cannot be dismissed: without a link, no sequence of actions leads to a state with fewer "
        + "modals. Offer an action that dismisses it."
    case .noLink(let name): "No link opens \(name). Add a pattern to the table of links."
    case .onlyByLink(let name): "Only a link opens \(name). Add a way to the screen, or remove the link."
    case .tooFar(let name): "\(name) is too far from the start. Add a shorter way to the screen."
    case .equalTitles(let first, let second):
      "\(first) and \(second) have the same title. Give each screen a title of its own."
    }
  }
}
