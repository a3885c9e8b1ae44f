/// The rules of a navigation as the header of a log holds them.
package struct RecordedRules<Tab: Hashable & Sendable & Codable, Route: Hashable & Sendable & Codable>: Sendable {
  private struct Leave: Codable {
    let tab: Tab
    let policy: LeavePolicy
  }

  private enum Key: String, CodingKey {
    case back, maxDepth, maxVisits, onLeave, sameRoute, initial
  }

  /// The rules, but for the comparison of routes.
  package let rules: NavigationRules<Tab, Route>
  /// Whether the app compares routes in a way of its own, which no log can hold.
  package let comparesRoutes: Bool

  package init(_ rules: NavigationRules<Tab, Route>) {
    self.rules = rules
    comparesRoutes = rules.sameRoute != nil
  }
}

extension RecordedRules: Codable {
  /// Decodes what was encoded; what is missing has its default. Throws a `DecodingError` for what does not decode.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let defaults = NavigationRules<Tab, Route>()
    let leaves = try container.decodeIfPresent([Leave].self, forKey: .onLeave) ?? []
    // On a watch, `Int` has 32 bits, and a log of a phone may have a larger limit.
    func limit(_ key: Key) throws -> Int? {
      try container.decodeIfPresent(Int64.self, forKey: key).map { Int(clamping: $0) }
    }
    rules = NavigationRules(
      backRule: try container.decodeIfPresent(BackRule.self, forKey: .back) ?? defaults.backRule,
      maxDepth: try limit(.maxDepth) ?? defaults.maxDepth, maxVisits: try limit(.maxVisits) ?? defaults.maxVisits,
      onLeave: Dictionary(leaves.map { ($0.tab, $0.policy) }) { first, _ in first },
      initialState: try container.decodeIfPresent(NavigationState<Tab, Route>.self, forKey: .initial))
    comparesRoutes = try container.decodeIfPresent(Bool.self, forKey: .sameRoute) ?? false
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(rules.backRule, forKey: .back)
    if rules.maxDepth < .max { try container.encode(rules.maxDepth, forKey: .maxDepth) }
    try container.encode(rules.maxVisits, forKey: .maxVisits)
    // In an order that is the same in every process.
    let leaves = try rules.onLeave.map {
      (text: try CanonicalJSONEncoder(userInfo: encoder.userInfo).encode($0), $0, $1)
    }
    .sorted { $0.text.lexicographicallyPrecedes($1.text) }
    .map { Leave(tab: $1, policy: $2) }
    if !leaves.isEmpty { try container.encode(leaves, forKey: .onLeave) }
    if comparesRoutes { try container.encode(true, forKey: .sameRoute) }
    try container.encodeIfPresent(rules.initialState, forKey: .initial)
  }
}
