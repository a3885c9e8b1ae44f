extension NavigationState: Fingerprinted where Tab: Encodable, Route: Encodable {
  /// "navigation".
  public static var fingerprintName: String { "navigation" }

  /// Adds what is saved of a navigation, so everything but the scroll-to-top counters.
  ///
  /// The cost grows with the number of routes, but a route that the state before had in the same place is only compared, and
  /// a path that was not touched costs nothing.
  public func combine(into fingerprint: inout FingerprintBuilder) throws {
    let memory = fingerprint.parts.memory { NavigationFingerprintMemory<Tab, Route>() }
    try memory.combine(self, into: &fingerprint)
  }
}

/// The words of the last state's parts, so that those of the next one need not be encoded again.
private final class NavigationFingerprintMemory<Tab: Hashable & Sendable & Encodable, Route: Hashable & Sendable & Encodable> {
  private var tabs = EncodedWords<Tab>(count: 16)
  private var routes = EncodedWords<Route>(count: 1_024)
  /// By the place of the tab, then of the modal.
  private var paths: [PathWords<Route>] = []

  func combine(_ state: NavigationState<Tab, Route>, into fingerprint: inout FingerprintBuilder) throws {
    let parts = fingerprint.parts
    let places = state.entries.count + state.presented.count
    while paths.count < places { paths.append(PathWords()) }
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
    for (place, modal) in state.presented.enumerated() {
      fingerprint.combine(modal.id.rawValue)
      fingerprint.combine(word: try parts.encodedWord(of: modal.style.rawValue))
      fingerprint.combine(word: try routes.word(of: modal.root, parts))
      try combine(modal.routes, at: state.entries.count + place, into: &fingerprint)
    }
  }

  /// Adds how many routes a path has and, if there are any, the word they come to.
  private func combine(_ path: [Route], at place: Int, into fingerprint: inout FingerprintBuilder) throws {
    fingerprint.combine(path.count)
    guard !path.isEmpty else { return }
    fingerprint.combine(word: try paths[place].word(of: path, fingerprint.parts, &routes))
  }
}
