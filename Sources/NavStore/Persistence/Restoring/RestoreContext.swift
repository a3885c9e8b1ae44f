/// What a decoder has with it when it restores, instead of reading what must be whole: what the app starts with today,
/// how much is let in, and a list of what had to be put right.
final class RestoreContext: Sendable {
  /// The navigation states that the app starts with, to be found by their type.
  private let initial: [any Sendable]
  let rules: RestoreRules
  private let found = Locked(RestoreRepairs())
  private let isWithoutRegistry = Locked(false)

  /// A collector for a state that is restored over an initial one.
  init(initial: Any, rules: RestoreRules) {
    self.initial = Self.navigations(in: initial)
    self.rules = rules
  }

  /// Whether a value of ``AnyRoute`` was met, and there is no registry: nobody has given one, which says nothing of
  /// what was saved.
  var lacksRegistry: Bool {
    get { isWithoutRegistry.withLock(\.self) }
    set { isWithoutRegistry.withLock { $0 = newValue } }
  }

  var repairs: RestoreRepairs { found.withLock(\.self) }

  func note(_ body: (inout RestoreRepairs) -> Void) {
    found.withLock { body(&$0) }
  }

  func note(_ route: RestoreRepairs.DroppedRoute) { note { $0.add(route, to: \.droppedRoutes) } }
  func note(_ correction: RestoreRepairs.Correction) { note { $0.add(correction, to: \.corrections) } }
  func note(unknownTab tab: String) { note { $0.add(tab, to: \.unknownTabs) } }

  /// The navigation of a type that the app starts with; nil where it has none, or several with different tabs.
  func template<Tab, Route>(_ type: NavigationState<Tab, Route>.Type) -> NavigationState<Tab, Route>? {
    let states = initial.compactMap { $0 as? NavigationState<Tab, Route> }
    guard let first = states.first, states.allSatisfy({ $0.tabs == first.tabs }) else { return nil }
    return first
  }

  /// The navigations among the stored properties of a state, and of those.
  private static func navigations(in value: Any, depth: Int = 0) -> [any Sendable] {
    if let navigation = value as? any InitialNavigation { return [navigation] }
    // Deep enough for states of features in states of apps; a list of data is not gone through.
    guard depth < 4 else { return [] }
    let mirror = Mirror(reflecting: value)
    guard
      mirror.displayStyle == .struct || mirror.displayStyle == .optional || mirror.displayStyle == .enum
        || mirror.displayStyle == .tuple
    else { return [] }
    return mirror.children.flatMap { navigations(in: $0.value, depth: depth + 1) }
  }
}

/// A navigation state of any types.
private protocol InitialNavigation: Sendable {}

extension NavigationState: InitialNavigation {}

extension RestoreContext: NavigationRestoring {
  package func restore<Tab: Decodable, Route: Decodable>(
    _ type: NavigationState<Tab, Route>.Type, from decoder: any Decoder
  ) throws -> NavigationState<Tab, Route> {
    try type.init(restoringFrom: decoder, noting: self)
  }

  package func reportMissingRegistry() {
    lacksRegistry = true
  }
}
