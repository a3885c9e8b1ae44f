/// The differences between a restored state and the saved state, caused by changes to the app or to the data since the
/// save.
///
/// Tabs and routes are described as strings, so that a report has one type for logs and tests. Equal repairs are listed
/// once, for instance if each state of an undo history has lost the same route. At most 100 losses are listed.
package struct RestoreRepairs: Hashable, Sendable {
  /// A route that could not be restored, and the number of routes above it that were dropped with it.
  package struct DroppedRoute: Hashable, Sendable, CustomStringConvertible {
    /// The stack of the route: `library`, `modal 3`, or `the viewed routes` for an entry of a ``ViewedHistory``.
    package var stack: String
    /// The position in the path, counted from 0; `nil` for the root of a modal.
    package var position: Int?
    /// An outline of the saved route in at most 60 characters: a string in quotes, or the keys of an object,
    /// `{"song":…}`. The value is `nil` if no route was saved.
    package var route: String?
    package var reason: String
    package var above: Int

    package init(stack: String, position: Int?, route: String? = nil, reason: String, above: Int = 0) {
      self.stack = stack
      self.position = position
      self.route = route
      self.reason = reason
      self.above = above
    }

    /// A message about the route: `Route 2 of library, "radio", was dropped together with 1 route above it: the screen
    /// was removed.`
    package var description: String {
      var subject = position.map { "Route \($0 + 1) of \(stack)" } ?? "The root of \(stack)"
      if let route { subject += ", \(route)," }
      let noun = position == nil ? "modal" : "route"
      let others = above > 0 ? " together with \(above.counting(noun)) above it" : ""
      return "\(subject) was dropped\(others): \(reason)".asSentence
    }
  }

  /// A correction other than a dropped route or an unknown tab.
  package enum Correction: Hashable, Sendable, CustomStringConvertible {
    /// A tab was saved twice. The first path is used, and the second path was dropped.
    case repeatedTab(String)
    case surplusTabs(Int, limit: Int)
    case surplusVisits(Int, limit: Int)
    /// The selected tab no longer exists. The tab `nowSelected` is selected instead.
    case selectedTabGone(nowSelected: String)
    /// The state of a screen is missing or cannot be decoded. The position is counted from 0; it is `nil` for the root
    /// of a modal.
    case initialScreenState(stack: String, position: Int?, reason: String)
    /// The saved state of a screen was dropped. Either the screen was not restored, or its route has no state any more
    /// and the saved state cannot be decoded. The position is counted from 0; it is `nil` for the root of a modal.
    case droppedScreenState(stack: String, position: Int?)
    /// The saved states of the screens cannot be decoded, so each screen has its initial state.
    case unreadableScreens(reason: String)
    /// A part of ``GuardedActions`` was dropped, because it cannot be decoded: `question`, `destination` or `refusal`.
    case droppedGuardedAction(String, reason: String)
    /// The modals were dropped, because they are not a list.
    case unreadableModals
    /// The entries of a ``ViewedHistory`` were dropped, because they are not a list.
    case unreadableViewedRoutes

    package var description: String {
      switch self {
      case .repeatedTab(let tab):
        "The tab \(tab) was saved twice. The first path is used, and the second path was dropped."
      case .surplusTabs(let count, let limit):
        "\(count) saved \(count == 1 ? "tab was" : "tabs were") dropped: at most \(limit) can be restored."
      case .surplusVisits(let count, let limit):
        "The oldest \(count == 1 ? "saved visit was" : "\(count) saved visits were") dropped: at most \(limit) can be "
          + "restored."
      case .selectedTabGone(let tab): "The tab that was selected no longer exists. The tab \(tab) is selected instead."
      case .unreadableModals: "The saved modals are not a list. No modal was restored."
      case .initialScreenState(let stack, let position, let reason):
        Self.screenState(stack, position)
          + " was not restored, and the screen has its initial state: \(reason)".asSentence
      case .droppedScreenState(let stack, let position):
        Self.screenState(stack, position) + " was dropped, because no restored screen can have it."
      case .unreadableScreens(let reason):
        "The saved screens could not be read. Each screen has its initial state: \(reason)".asSentence
      case .droppedGuardedAction(let name, let reason):
        "The saved \(name) of a guarded action was dropped: \(reason)".asSentence
      case .unreadableViewedRoutes: "The saved viewed routes are not a list. No viewed route was restored."
      }
    }

    private static func screenState(_ stack: String, _ position: Int?) -> String {
      position.map { "The state of route \($0 + 1) of \(stack)" } ?? "The state of the root of \(stack)"
    }
  }

  /// The lowest dropped route of each path, the lowest dropped modal, and each dropped entry of a ``ViewedHistory``.
  package var droppedRoutes: [DroppedRoute] = []
  package var unknownTabs: [String] = []
  /// The other corrections. Each correction is a loss of a part of the state.
  package var corrections: [Correction] = []
  /// The number of losses that are not listed, because at most 100 losses are listed.
  package var unlisted = 0
  /// The tabs of the app that were not saved. They are in their initial states.
  package var newTabs: [String] = []

  package init() {}

  package var isEmpty: Bool { self == RestoreRepairs() }

  package var hasLosses: Bool { losses > 0 }

  private var losses: Int { droppedRoutes.count + unknownTabs.count + corrections.count + unlisted }

  var lossMessages: [String] {
    unknownTabs.map { "The saved tab \($0) is not a tab of the app. Its path was dropped." }
      + droppedRoutes.map(\.description) + corrections.map(\.description)
  }

  private static let maxListed = 100

  mutating func add<Loss: Equatable>(_ loss: Loss, to list: WritableKeyPath<RestoreRepairs, [Loss]>) {
    guard !self[keyPath: list].contains(loss) else { return }
    if losses < Self.maxListed { self[keyPath: list].append(loss) } else { unlisted += 1 }
  }

  /// Adds a tab that was not saved. The list has no limit, because the app limits its tabs.
  mutating func add(newTab tab: String) {
    if !newTabs.contains(tab) { newTabs.append(tab) }
  }
}

extension RestoreRepairs: CustomStringConvertible {
  package var description: String {
    let new = newTabs.map { "The tab \($0) was not saved. It has its initial state." }
    let sentences = lossMessages + new
    let others = max(0, sentences.count - 20) + unlisted
    return (sentences.prefix(20) + (others > 0 ? ["… and \(others) more."] : [])).joined(separator: "\n")
  }
}
