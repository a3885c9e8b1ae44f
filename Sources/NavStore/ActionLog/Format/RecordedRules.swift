package struct RecordedRules<Tab: Hashable & Sendable & Codable, Route: Hashable & Sendable & Codable>: Sendable {
  private struct Leave: Codable {
    let tab: Tab
    let policy: LeavePolicy
  }

  private enum Key: String, CodingKey {
    case back, maxDepth, maxVisits, onLeave, sameRoute, initial
  }

  /// The rules. Decoded rules do not contain the function `sameRoute`.
  package let rules: NavigationRules<Tab, Route>
  package let comparesRoutes: Bool

  package init(_ rules: NavigationRules<Tab, Route>) {
    self.rules = rules
    comparesRoutes = rules.sameRoute != nil
  }
}

extension RecordedRules: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let defaults = NavigationRules<Tab, Route>()
    let leaves = try container.decodeIfPresent([Leave].self, forKey: .onLeave) ?? []
    // `Int` has 32 bits on a watch, and a log from a phone may have a larger limit.
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
    // The encoded tabs are sorted, because the order of a dictionary differs between processes.
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
