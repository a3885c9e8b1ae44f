/// What of a restored state is not what was saved, because the app has changed since, or the data.
///
/// Tabs and routes are told as text, so that a report is a value for logs and tests whatever their types. Equal repairs
/// are told once, as where each state of an undo history has lost the same route, and at most 100 losses are listed.
public struct RestoreRepairs: Hashable, Sendable {
  /// A route that could not be restored, and how many lay above it and went with it.
  public struct DroppedRoute: Hashable, Sendable, CustomStringConvertible {
    /// The stack it was in: `library`, `modal 3`, or `the viewed routes` for an entry of a ``ViewedHistory``.
    public var stack: String
    /// Its place in the path, counted from 0; nil for the root of a modal.
    public var position: Int?
    /// What was saved, as far as it says which route it was, in at most 60 characters: a text in quotes, or an object
    /// with its keys alone, `{"song":…}`. Nil if nothing was.
    public var route: String?
    /// Why it was dropped.
    public var reason: String
    /// How many routes or modals above it were dropped with it.
    public var above: Int

    /// A dropped route.
    public init(stack: String, position: Int?, route: String? = nil, reason: String, above: Int = 0) {
      self.stack = stack
      self.position = position
      self.route = route
      self.reason = reason
      self.above = above
    }

    /// One sentence: `Route 2 of library, "radio", and with it 1 above it, was dropped: there is no such screen.`
    public var description: String {
      var subject = position.map { "Route \($0 + 1) of \(stack)" } ?? "The root of \(stack)"
      if let route { subject += ", \(route)" }
      if above > 0 { subject += ", and with it \(above) above it" }
      if route != nil || above > 0 { subject += "," }
      return "\(subject) was dropped: \(reason)".asSentence
    }
  }

  /// Something that was put right and is neither a route nor a tab that the app lacks.
  public enum Correction: Hashable, Sendable, CustomStringConvertible {
    /// A tab was saved twice. The first one counts, and the path of the other was dropped.
    case repeatedTab(String)
    /// So many tabs were dropped, because more than the limit were saved.
    case surplusTabs(Int, limit: Int)
    /// So many visits were dropped, the oldest, because more than the limit were saved.
    case surplusVisits(Int, limit: Int)
    /// The tab that was selected is not there any more.
    case selectedTabGone(nowSelected: String)
    /// The modals were dropped: they are no list.
    case unreadableModals
    /// The entries of a ``ViewedHistory`` were dropped: they are no list.
    case unreadableViewedRoutes

    /// One sentence.
    public var description: String {
      switch self {
      case .repeatedTab(let tab):
        "The saved tab \(tab) was there twice; the first one counts, and the path of the other was dropped."
      case .surplusTabs(let count, let limit):
        "\(count) saved \(count == 1 ? "tab was" : "tabs were") dropped: no more than \(limit) are restored."
      case .surplusVisits(let count, let limit):
        "\(count) saved \(count == 1 ? "visit was" : "visits were") dropped, the oldest: no more than \(limit) are "
          + "restored."
      case .selectedTabGone(let tab): "The selected tab is gone; \(tab) is selected instead."
      case .unreadableModals: "The saved modals are no list; there are none."
      case .unreadableViewedRoutes: "The viewed routes are no list; there are none."
      }
    }
  }

  /// The routes that were dropped, the lowest of each path.
  public var droppedRoutes: [DroppedRoute] = []
  /// The saved tabs that the app does not have.
  public var unknownTabs: [String] = []
  /// What else was put right; each time something was lost.
  public var corrections: [Correction] = []
  /// How many losses there were beyond the hundred that are listed.
  public var unlisted = 0
  /// The tabs of the app that were not saved; they are as the app starts with them.
  public var newTabs: [String] = []

  /// No repairs.
  public init() {}

  /// Whether everything was restored as it was saved.
  public var isEmpty: Bool { self == RestoreRepairs() }

  /// Whether something that was saved is not in the restored state.
  public var hasLosses: Bool { losses > 0 }

  private var losses: Int { droppedRoutes.count + unknownTabs.count + corrections.count + unlisted }

  private static let maxListed = 100

  /// Notes a loss, if it is not noted yet.
  mutating func add<Loss: Equatable>(_ loss: Loss, to list: WritableKeyPath<RestoreRepairs, [Loss]>) {
    guard !self[keyPath: list].contains(loss) else { return }
    if losses < Self.maxListed { self[keyPath: list].append(loss) } else { unlisted += 1 }
  }

  /// Notes a tab that was not saved, if it is not noted yet. There are as many as the app has.
  mutating func add(newTab tab: String) {
    if !newTabs.contains(tab) { newTabs.append(tab) }
  }
}

extension RestoreRepairs: CustomStringConvertible {
  /// A sentence for each repair, one a line. Of more than 20, the number of the others.
  public var description: String {
    let unknown = unknownTabs.map { "The saved tab \($0) is not one of the app's; its path was dropped." }
    let new = newTabs.map { "The tab \($0) was not saved; it is as the app starts with it." }
    let sentences = unknown + droppedRoutes.map(\.description) + corrections.map(\.description) + new
    let others = max(0, sentences.count - 20) + unlisted
    return (sentences.prefix(20) + (others > 0 ? ["… and \(others) more."] : [])).joined(separator: "\n")
  }
}
