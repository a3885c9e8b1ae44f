// A navigation that was saved by another version of the app, or by nobody in his right mind. What can be used is used,
// and what cannot is noted: per stack the longest beginning that decodes, of the tabs those that there are.

extension NavigationState where Tab: Decodable, Route: Decodable {
  /// Decodes what of a saved navigation today's app can use.
  ///
  /// Throws a `DecodingError` only when the data is not a navigation at all, or has no tab that can be used where there
  /// is nothing to begin with instead.
  init(restoringFrom decoder: any Decoder, noting collector: RestoreCollector) throws {
    let container = try decoder.container(keyedBy: NavigationStateKey.self)
    let saved = try Self.savedEntries(in: container, noting: collector)
    let template = collector.template(Self.self)
    let entries: [Entry]
    if let template, collector.rules.tabs == .ofInitialState || saved.isEmpty {
      entries = template.entries.map { entry in saved.first { $0.tab == entry.tab } ?? entry }
      let (old, new) = (Set(saved.map(\.tab)), Set(template.tabs))
      collector.note { repairs in
        repairs.unknownTabs += saved.map(\.tab).filter { !new.contains($0) }.map { "\($0)" }
        repairs.newTabs += template.tabs.filter { !old.contains($0) }.map { "\($0)" }
      }
    } else {
      entries = saved
    }
    guard let first = entries.first else {
      throw DecodingError.dataCorruptedError(
        forKey: .tabs, in: container, debugDescription: "None of the saved tabs can be used.")
    }
    let tabs = Set(entries.map(\.tab))
    let visits = Self.savedTabs(.visits, in: container).filter(tabs.contains)
    let selected = Self.savedTab(.selected, in: container).flatMap { tabs.contains($0) ? $0 : nil }
    let start = template?.initialTab ?? Self.savedTab(.initial, in: container)
    let initialTab = start.flatMap { tabs.contains($0) ? $0 : nil } ?? first.tab
    let shown = selected ?? visits.last ?? initialTab
    if selected == nil {
      collector.note { $0.others.append("The selected tab is gone; \(shown) is selected instead.") }
    }
    self.init(
      entries: entries, selectedIndex: entries.firstIndex { $0.tab == shown } ?? 0, initialTab: initialTab)
    visited = visits
    if visits.isEmpty {
      revisit(rules: NavigationRules(backRule: collector.rules.backRule))
    } else {
      collapseRepeatedVisits()
      if visited.last != shown { visited.append(shown) }
    }
    presented = Self.savedModals(in: container, noting: collector)
    let lastID = (try? container.decode(Int.self, forKey: .lastModal)) ?? 0
    // The next one is given the next number, as often as there is a next one.
    lastModalID = max(presented.map(\.id.rawValue).max() ?? 0, (0..<Self.modalIDLimit).contains(lastID) ? lastID : 0)
  }

  private static func savedTab(_ key: NavigationStateKey, in container: KeyedDecodingContainer<NavigationStateKey>)
    -> Tab?
  {
    try? container.decode(Tab.self, forKey: key)
  }

  private static func savedTabs(_ key: NavigationStateKey, in container: KeyedDecodingContainer<NavigationStateKey>)
    -> [Tab]
  {
    guard var list = try? container.nestedUnkeyedContainer(forKey: key) else { return [] }
    var tabs: [Tab] = []
    while !list.isAtEnd, let decoder = try? list.superDecoder() {
      if let tab = try? decoder.singleValueContainer().decode(Tab.self) { tabs.append(tab) }
    }
    return tabs
  }

  /// The tabs that can be decoded, each once, with as much of their paths as can be.
  private static func savedEntries(
    in container: KeyedDecodingContainer<NavigationStateKey>, noting collector: RestoreCollector
  ) throws -> [Entry] {
    var list = try container.nestedUnkeyedContainer(forKey: .tabs)
    var entries: [Entry] = []
    var seen: Set<Tab> = []
    while !list.isAtEnd, let decoder = try? list.superDecoder() {
      guard let nested = try? decoder.container(keyedBy: NavigationEntryKey.self) else {
        collector.note { $0.unknownTabs.append("number \(list.currentIndex) of the list") }
        continue
      }
      guard let tab = try? nested.decode(Tab.self, forKey: .tab) else {
        let name = (try? nested.decode(JSONText.self, forKey: .tab)).map { RouteDiagnostic.shown($0) }
        collector.note { $0.unknownTabs.append(name ?? "number \(list.currentIndex) of the list") }
        continue
      }
      guard seen.insert(tab).inserted else {
        collector.note { $0.others.append("The tab \(tab) was saved twice; the first one counts.") }
        continue
      }
      entries.append(Entry(tab: tab, path: path(in: nested, forKey: .path, of: "\(tab)", noting: collector)))
    }
    return entries
  }

  /// The modals up to the first that cannot be used: what lies on that one has nothing to lie on.
  private static func savedModals(
    in container: KeyedDecodingContainer<NavigationStateKey>, noting collector: RestoreCollector
  ) -> [Modal<Route>] {
    guard container.contains(.modals) else { return [] }
    guard var list = try? container.nestedUnkeyedContainer(forKey: .modals) else {
      collector.note { $0.others.append("The saved modals are no list; there are none.") }
      return []
    }
    var modals: [Modal<Route>] = []
    while !list.isAtEnd, let decoder = try? list.superDecoder() {
      let above = max(0, (list.count ?? list.currentIndex) - list.currentIndex)
      do {
        guard modals.count < collector.rules.maxModals else {
          throw Unusable("no more than \(collector.rules.maxModals) modals are restored")
        }
        let nested = try decoder.container(keyedBy: NavigationModalKey.self)
        let id = try nested.decode(ModalID.self, forKey: .id)
        guard (1..<modalIDLimit).contains(id.rawValue), !modals.contains(where: { $0.id == id }) else {
          throw Unusable("its number \(id.rawValue) was never given out, or twice")
        }
        let style = try nested.decode(ModalStyle.self, forKey: .style)
        let root = try nested.decode(Route.self, forKey: .root)
        let path = path(in: nested, forKey: .path, of: "modal \(id.rawValue)", noting: collector)
        modals.append(Modal(id: id, style: style, root: root, path: path))
      } catch {
        let name = "modal number \(modals.count + 1)"
        collector.note {
          $0.droppedRoutes.append(.init(stack: name, position: nil, reason: error.decodingReason, above: above))
        }
        break
      }
    }
    return modals
  }

  /// The longest beginning of a path that can be decoded.
  private static func path<Key>(
    in container: KeyedDecodingContainer<Key>, forKey key: Key, of stack: String, noting collector: RestoreCollector
  ) -> [Route] {
    var path: [Route] = []
    var count = 1
    do {
      guard container.contains(key) else { throw Unusable("its path is missing") }
      var list = try container.nestedUnkeyedContainer(forKey: key)
      count = list.count ?? 1
      while !list.isAtEnd {
        guard path.count < collector.rules.maxDepth else {
          throw Unusable("no more than \(collector.rules.maxDepth) routes of a path are restored")
        }
        path.append(try list.decode(Route.self))
      }
    } catch {
      let (position, above) = (path.count, max(0, count - path.count - 1))
      collector.note {
        $0.droppedRoutes.append(.init(stack: stack, position: position, reason: error.decodingReason, above: above))
      }
    }
    return path
  }

  /// Below it there is always a next number for the next modal.
  static var modalIDLimit: Int { Int.max / 2 }
}

/// Why a part of a saved navigation is not used, other than that it does not decode.
private struct Unusable: Error, CustomStringConvertible {
  let description: String

  init(_ reason: String) {
    description = reason
  }
}
