extension NavigationState: Fingerprinted where Tab: Encodable, Route: Encodable {
  /// "navigation".
  @inlinable
  public static var fingerprintName: String { "navigation" }

  /// Adds what is saved of a navigation, so everything but the scroll-to-top counters.
  ///
  /// The cost grows with the number of routes, but a route that the state before had in the same place is only
  /// compared.
  @inlinable
  public func combine(into fingerprint: inout FingerprintBuilder) throws {
    try fingerprint.combine(self)
  }
}

extension FingerprintBuilder {
  /// Adds a navigation, compiled for the caller's types. Throws what the encoding of a tab or route throws.
  @inlinable
  public mutating func combine<Tab: Encodable, Route: Encodable>(_ navigation: NavigationState<Tab, Route>) throws {
    try parts.memory { NavigationHashCache<Tab, Route>() }.combine(navigation, into: &self)
  }
}

/// The words of the last state's parts, so that those of the next one need not be encoded again.
@usableFromInline
final class NavigationHashCache<Tab: Hashable & Sendable & Encodable, Route: Hashable & Sendable & Encodable> {
  // One thread at a time uses it: see `StateReplayTarget`.
  @exclusivity(unchecked) @usableFromInline var tabs = ValueHashCache<Tab>(count: 16)
  @exclusivity(unchecked) @usableFromInline var routes = ValueHashCache<Route>(count: 4_096)
  /// By the place of the tab, then of the modal.
  @exclusivity(unchecked) @usableFromInline var paths: [PathHashCache<Route>] = []

  @inlinable
  init() {}

  @inlinable
  func combine(_ state: NavigationState<Tab, Route>, into fingerprint: inout FingerprintBuilder) throws {
    let parts = fingerprint.parts
    let places = state.entries.count + state.presented.count
    while paths.count < places { paths.append(PathHashCache()) }
    fingerprint.combine(state.entries.count)
    for place in state.entries.indices {
      fingerprint.combine(word: try tabs.word(of: state.entries[place].tab, parts))
      try combine(state.entries[place].path, at: place, into: &fingerprint)
    }
    fingerprint.combine(state.selectedIndex)
    fingerprint.combine(state.visited.count)
    for tab in state.visited { fingerprint.combine(word: try tabs.word(of: tab, parts)) }
    fingerprint.combine(word: try tabs.word(of: state.initialTab, parts))
    fingerprint.combine(state.lastModalID)
    fingerprint.combine(state.presented.count)
    for place in state.presented.indices {
      let modal = state.presented[place]
      fingerprint.combine(modal.id.rawValue)
      fingerprint.combine(modal.style == .sheet ? 0 : 1)
      fingerprint.combine(word: try routes.word(of: modal.root, parts))
      try combine(modal.routes, at: state.entries.count + place, into: &fingerprint)
    }
  }

  /// Adds how many routes a path has and, if there are any, the word they come to.
  @inlinable
  func combine(_ path: [Route], at place: Int, into fingerprint: inout FingerprintBuilder) throws {
    fingerprint.combine(path.count)
    guard !path.isEmpty else { return }
    if Route.self == JSONText.self {
      // Each knows its word, and to remember the path would have it copied at the next change.
      var builder = FingerprintBuilder(parts: fingerprint.parts)
      for route in path { builder.combine(word: unsafeBitCast(route, to: JSONText.self).sum) }
      return fingerprint.combine(word: builder.word)
    }
    fingerprint.combine(word: try paths[place].word(of: path, fingerprint.parts, &routes))
  }
}
