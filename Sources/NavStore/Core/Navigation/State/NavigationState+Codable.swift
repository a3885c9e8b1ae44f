// Tabs are encoded as an ordered list and not as a dictionary. Swift encodes a dictionary whose key is an enum as an
// array whose order depends on hash values. Hash values differ in each process.

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
  /// Encodes all values except the scroll-to-top counters, in an order that is the same in each process.
  ///
  /// If the encoder sorts keys, two equal states whose next modal has the same number are encoded to equal bytes.
  ///
  /// An encoded path omits the first ``AnyRoute`` whose type is not registered and all routes above it. A modal whose
  /// root is such a route is omitted together with the modals above it. When a `Persistence` saves the state, a route
  /// of any type that cannot be encoded is omitted in the same way. The status of the persistence describes the
  /// omissions.
  ///
  /// - Throws: The error that a tab or a route throws when it cannot be encoded.
  /// - Complexity: O(*n*), where *n* is the number of routes.
  public func encode(to encoder: any Encoder) throws {
    _ = try encodeCountingRoutes(to: encoder)
  }

  /// Encodes the state, and returns the number of encoded routes of each tab's path, and then of each encoded modal,
  /// including its root.
  package func encodeCountingRoutes(to encoder: any Encoder) throws -> [Int] {
    var counts: [Int] = []
    var container = encoder.container(keyedBy: NavigationStateKey.self)
    var tabs = container.nestedUnkeyedContainer(forKey: .tabs)
    for entry in entries {
      var nested = tabs.nestedContainer(keyedBy: NavigationEntryKey.self)
      try nested.encode(entry.tab, forKey: .tab)
      let path = entry.path.encodablePrefix(
        with: encoder, inside: 4, of: "the path of \(ValueOutline.text(of: entry.tab))")
      try nested.encode(path, forKey: .path)
      counts.append(path.count)
    }
    try container.encode(selectedTab, forKey: .selected)
    try container.encode(visited, forKey: .visits)
    try container.encode(initialTab, forKey: .initial)
    if lastModalID > 0 { try container.encode(lastModalID, forKey: .lastModal) }
    let modals = presented.map(\.root).encodablePrefix(with: encoder, inside: 3, of: "the modals", noun: "modal").count
    guard modals > 0 else { return counts }
    var list = container.nestedUnkeyedContainer(forKey: .modals)
    for modal in presented.prefix(modals) {
      var nested = list.nestedContainer(keyedBy: NavigationModalKey.self)
      try nested.encode(modal.id, forKey: .id)
      try nested.encode(modal.style, forKey: .style)
      try nested.encode(modal.root, forKey: .root)
      let path = modal.routes.encodablePrefix(
        with: encoder, inside: 4, of: "the path of modal \(modal.id.rawValue)")
      try nested.encode(path, forKey: .path)
      counts.append(path.count + 1)
    }
    return counts
  }
}

extension NavigationState: Decodable where Tab: Decodable, Route: Decodable {
  /// Decodes a state.
  ///
  /// Visits to tabs that do not exist are removed, and the selected tab becomes the last visit. When a `Persistence`
  /// restores the state, it keeps the values that can be used, and its report describes all other values.
  ///
  /// - Throws: A `DecodingError` if the data contains no tab, contains a tab or a modal twice, or selects a tab that
  ///   does not exist; if the number of a modal is too large; or if a value cannot be decoded.
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
    let names = Set(entries.map { $0.tab })
    guard !entries.isEmpty, names.count == entries.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .tabs, in: container,
        debugDescription: "A navigation needs at least one tab, and no tab may occur twice.")
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
    guard Set(modals.map({ $0.id })).count == modals.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .modals, in: container, debugDescription: "Two modals have the same id.")
    }
    let ids = modals.map { $0.id.rawValue } + [try container.decodeIfPresent(Int.self, forKey: .lastModal) ?? 0]
    let highestID = max(ids.max() ?? 0, 0)
    // The next modal gets the number after the highest one, so that number must exist.
    guard highestID < Self.modalIDLimit else {
      throw DecodingError.dataCorruptedError(
        forKey: .modals, in: container, debugDescription: "The modal number \(highestID) is too large.")
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

/// A type that restores a saved navigation from data that may be damaged, and keeps the values that can be used.
///
/// A value of this type is stored in the `userInfo` of a decoder under ``CodingUserInfoKey/restoring``.
/// `NavigationState` calls that value and therefore does not depend on the rules for restoring, which are part of the
/// persistence.
package protocol NavigationRestoring: MissingRegistryReporting {
  func restore<Tab: Decodable, Route: Decodable>(
    _ type: NavigationState<Tab, Route>.Type, from decoder: any Decoder
  ) throws -> NavigationState<Tab, Route>
}

extension NavigationState {
  /// The upper limit for the number of a modal in saved data. A number below the limit leaves enough numbers for new
  /// modals.
  package static var modalIDLimit: Int { Int.max / 2 }
}
