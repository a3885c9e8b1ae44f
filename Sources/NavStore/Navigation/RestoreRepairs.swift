/// What of a restored state is not what was saved, because the app has changed since, or the data.
///
/// Tabs and routes are told as text, so that a report is a value for logs and tests whatever their types.
public struct RestoreRepairs: Hashable, Sendable {
  /// A route that could not be restored, and how many lay above it and went with it.
  public struct DroppedRoute: Hashable, Sendable, CustomStringConvertible {
    /// The stack it was in: `library`, or `modal 3`.
    public var stack: String
    /// Its place in the path, counted from 0; nil for the root of a modal.
    public var position: Int?
    /// Why it was dropped.
    public var reason: String
    /// How many routes or modals above it were dropped with it.
    public var above: Int

    /// A dropped route.
    public init(stack: String, position: Int?, reason: String, above: Int = 0) {
      self.stack = stack
      self.position = position
      self.reason = reason
      self.above = above
    }

    /// One sentence: `Route 2 of library, and with it 1 above it, was dropped: there is no screen "radio".`
    public var description: String {
      let subject = position.map { "Route \($0 + 1) of \(stack)" } ?? "The root of \(stack)"
      let others = above > 0 ? ", and with it \(above) above it," : ""
      return "\(subject)\(others) was dropped: \(reason)"
    }
  }

  /// The routes that were dropped, the lowest of each path.
  public var droppedRoutes: [DroppedRoute] = []
  /// The saved tabs that the app does not have.
  public var unknownTabs: [String] = []
  /// The tabs of the app that were not saved; they are as the app starts with them.
  public var newTabs: [String] = []
  /// What else was put right, a sentence each.
  public var others: [String] = []

  /// No repairs.
  public init() {}

  /// Whether everything was restored as it was saved.
  public var isEmpty: Bool { self == RestoreRepairs() }

  /// Whether something that was saved is not in the restored state.
  public var hasLosses: Bool { !droppedRoutes.isEmpty || !unknownTabs.isEmpty }
}

extension RestoreRepairs: CustomStringConvertible {
  /// A sentence for each repair, one a line.
  public var description: String {
    let unknown = unknownTabs.map { "The saved tab \($0) is not one of the app's; its path was dropped." }
    let new = newTabs.map { "The tab \($0) was not saved; it is as the app starts with it." }
    return (unknown + droppedRoutes.map(\.description) + new + others).joined(separator: "\n")
  }
}
