// An ordered list of tabs, never a dictionary by tab: Swift encodes a dictionary whose key is an enum as an array in
// the order of a hash that differs in every process.

package enum NavigationStateKey: String, CodingKey {
  case tabs, selected, visits, modals
  case initial
  case lastModal
}

package enum NavigationEntryKey: String, CodingKey {
  case tab, path
}

package enum NavigationModalKey: String, CodingKey {
  case id, style, root, path
}

extension NavigationState: Encodable where Tab: Encodable, Route: Encodable {
  /// Encodes everything but the scroll-to-top counters, in an order that is the same in every process.
  ///
  /// With an encoder that sorts keys, equal states whose next modal has the same number encode to equal bytes. A path
  /// ends beneath the first ``AnyRoute`` whose type is not registered. Throws what a route or a tab throws. Where a
  /// ``Persistence`` saves the state, a path ends beneath a route that throws, a modal whose root throws is left out with
  /// those above it, and the status of the persistence says so. The cost grows with the number of routes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NavigationStateKey.self)
    var tabs = container.nestedUnkeyedContainer(forKey: .tabs)
    for entry in entries {
      var nested = tabs.nestedContainer(keyedBy: NavigationEntryKey.self)
      try nested.encode(entry.tab, forKey: .tab)
      try nested.encode(
        entry.path.encodablePrefix(with: encoder, inside: 4, of: "the path of \(entry.tab)"), forKey: .path)
    }
    try container.encode(selectedTab, forKey: .selected)
    try container.encode(visited, forKey: .visits)
    try container.encode(initialTab, forKey: .initial)
    if lastModalID > 0 { try container.encode(lastModalID, forKey: .lastModal) }
    let modals = presented.map(\.root).encodablePrefix(with: encoder, inside: 3, of: "the modals").count
    guard modals > 0 else { return }
    var list = container.nestedUnkeyedContainer(forKey: .modals)
    for modal in presented.prefix(modals) {
      var nested = list.nestedContainer(keyedBy: NavigationModalKey.self)
      try nested.encode(modal.id, forKey: .id)
      try nested.encode(modal.style, forKey: .style)
      try nested.encode(modal.root, forKey: .root)
      try nested.encode(
        modal.routes.encodablePrefix(with: encoder, inside: 4, of: "the path of modal \(modal.id.rawValue)"),
        forKey: .path)
    }
  }
}

extension NavigationState: Decodable where Tab: Decodable, Route: Decodable {
  /// Decodes what was encoded.
  ///
  /// Throws a `DecodingError` when the data names no tab, a tab or a modal twice, or selects a tab that is not there,
  /// and when a tab or a route does not decode. Visits that make no sense are repaired. Where a ``Persistence``
  /// restores it, what can be used is used instead, and the rest told in its report.
  public init(from decoder: any Decoder) throws {
    if let restoring = decoder.userInfo[.restoring] as? any NavigationRestoring {
      self = try restoring.restore(Self.self, from: decoder)
      return
    }
    let container = try decoder.container(keyedBy: NavigationStateKey.self)
    var entries: [Entry] = []
    var tabs = try container.nestedUnkeyedContainer(forKey: .tabs)
    while !tabs.isAtEnd {
      let nested = try tabs.nestedContainer(keyedBy: NavigationEntryKey.self)
      let entry = Entry(
        tab: try nested.decode(Tab.self, forKey: .tab), path: try nested.decode([Route].self, forKey: .path))
      entries.append(entry)
    }
    let names = Set(entries.map(\.tab))
    guard !entries.isEmpty, names.count == entries.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .tabs, in: container, debugDescription: "A navigation has at least one tab, and no tab twice.")
    }
    let selected = try container.decode(Tab.self, forKey: .selected)
    guard let selectedIndex = entries.firstIndex(where: { $0.tab == selected }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .selected, in: container, debugDescription: "The selected tab is not among the tabs.")
    }
    var modals: [Modal<Route>] = []
    if container.contains(.modals) {
      var list = try container.nestedUnkeyedContainer(forKey: .modals)
      while !list.isAtEnd {
        let nested = try list.nestedContainer(keyedBy: NavigationModalKey.self)
        modals.append(
          Modal(
            id: try nested.decode(ModalID.self, forKey: .id),
            style: try nested.decode(ModalStyle.self, forKey: .style),
            root: try nested.decode(Route.self, forKey: .root),
            path: try nested.decode([Route].self, forKey: .path)))
      }
    }
    guard Set(modals.map(\.id)).count == modals.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .modals, in: container, debugDescription: "Two modals have the same id.")
    }
    let ids = modals.map(\.id.rawValue) + [try container.decodeIfPresent(Int.self, forKey: .lastModal) ?? 0]
    let highestID = max(ids.max() ?? 0, 0)
    // The next one is given the next number, as often as there is a next one.
    guard highestID < Self.modalIDLimit else {
      throw DecodingError.dataCorruptedError(
        forKey: .modals, in: container, debugDescription: "The id \(highestID) of a modal was never given out.")
    }
    self.init(
      entries: entries,
      selectedIndex: selectedIndex,
      initialTab: try container.decodeIfPresent(Tab.self, forKey: .initial) ?? entries[0].tab,
      presented: modals,
      lastModalID: highestID)
    visited = (try container.decodeIfPresent([Tab].self, forKey: .visits) ?? []).filter(names.contains)
    collapseRepeatedVisits()
    if visited.last != selected { visited.append(selected) }
  }
}

/// Who restores a saved navigation, and asks for less than a decoder does: what can be used of it is used.
///
/// A decoder has it in its `userInfo`, under ``CodingUserInfoKey/restoring``. The states decode by it without knowing the
/// rules of restoring, which lie with the saved files.
package protocol NavigationRestoring: MissingRegistryReporting {
  /// The navigation that is made of what can be used. Throws what a decoder throws when nothing can.
  func restore<Tab: Decodable, Route: Decodable>(
    _ type: NavigationState<Tab, Route>.Type, from decoder: any Decoder
  ) throws -> NavigationState<Tab, Route>
}

extension NavigationState {
  /// Below it there is always a next number for the next modal.
  package static var modalIDLimit: Int { Int.max / 2 }
}
