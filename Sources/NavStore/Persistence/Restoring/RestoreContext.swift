/// The context of a decoder that restores a state as far as possible: the navigations that the app starts with, the
/// rules, and the repairs that were made.
final class RestoreContext: Sendable {
  private let initial: [any Sendable]
  let rules: RestoreOptions
  private let found = Locked(RestoreRepairs())
  private let isWithoutRegistry = Locked(false)

  init(initial: Any, rules: RestoreOptions) {
    self.initial = Self.navigations(in: initial)
    self.rules = rules
  }

  /// Whether an ``AnyRoute`` was found although the schema has no registry. In that case, the saved state may be
  /// intact.
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

  func template<Tab, Route>(_ type: NavigationState<Tab, Route>.Type) -> NavigationState<Tab, Route>? {
    let states = initial.compactMap { $0 as? NavigationState<Tab, Route> }
    guard let first = states.first, states.allSatisfy({ $0.tabs == first.tabs }) else { return nil }
    return first
  }

  private static func navigations(in value: Any, depth: Int = 0) -> [any Sendable] {
    if let navigation = value as? any InitialNavigation { return [navigation] }
    // Four levels are enough for the states of features in the state of an app. Collections are not searched.
    guard depth < 4 else { return [] }
    let mirror = Mirror(reflecting: value)
    guard
      mirror.displayStyle == .struct || mirror.displayStyle == .optional || mirror.displayStyle == .enum
        || mirror.displayStyle == .tuple
    else { return [] }
    return mirror.children.flatMap { navigations(in: $0.value, depth: depth + 1) }
  }
}

/// A navigation state with any types of tabs and routes.
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
