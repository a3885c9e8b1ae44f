// This file restores a navigation, even if another version of the app has saved it or its data is damaged. The result
// contains the tabs that the rules select, and the longest prefix of each stack that can be decoded. Everything else is
// noted as a repair.

extension NavigationState where Tab: Decodable, Route: Decodable {
  /// Decodes the parts of a saved navigation that the app can use.
  ///
  /// - Throws: `DecodingError` if the data is not a navigation, or if none of its tabs can be used and the app does not
  ///   start with a navigation of this type.
  init(restoringFrom decoder: any Decoder, noting context: RestoreContext) throws {
    let container = try decoder.container(keyedBy: NavigationStateKey.self)
    let template = context.template(Self.self)
    let limit = max(context.rules.maxTabs, template?.tabs.count ?? 0)
    let saved = try Self.savedEntries(in: container, limit: limit, noting: context)
    let entries: [Entry]
    if let template, !context.rules.keepsSavedTabs || saved.isEmpty {
      entries = template.entries.map { entry in saved.first { $0.tab == entry.tab } ?? entry }
      let (old, new) = (Set(saved.map(\.tab)), Set(template.tabs))
      for tab in saved.map(\.tab) where !new.contains(tab) { context.note(unknownTab: Self.name(of: tab)) }
      context.note { repairs in
        for tab in template.tabs where !old.contains(tab) { repairs.add(newTab: Self.name(of: tab)) }
      }
    } else {
      entries = saved
    }
    guard let first = entries.first else {
      throw DecodingError.dataCorruptedError(
        forKey: .tabs, in: container, debugDescription: "None of the saved tabs can be used.")
    }
    let tabs = Set(entries.map(\.tab))
    let visits = Self.savedVisits(to: tabs, in: container, noting: context)
    let selected = Self.savedTab(.selected, in: container).flatMap { tabs.contains($0) ? $0 : nil }
    let start = template?.initialTab ?? Self.savedTab(.initial, in: container)
    let initialTab = start.flatMap { tabs.contains($0) ? $0 : nil } ?? first.tab
    let shown = selected ?? visits.last ?? initialTab
    if selected == nil {
      context.note(.selectedTabGone(nowSelected: Self.name(of: shown)))
    }
    self.init(
      entries: entries, selectedIndex: entries.firstIndex { $0.tab == shown } ?? 0, initialTab: initialTab)
    visited = visits
    if visits.isEmpty {
      revisit(rules: NavigationRules(backRule: context.rules.backRule))
    } else {
      if visited.last != shown {
        if visited.count == context.rules.maxVisits { visited.removeFirst() }
        visited.append(shown)
      }
    }
    presented = Self.savedModals(in: container, noting: context)
    let lastID = (try? container.decode(Int.self, forKey: .lastModal)) ?? 0
    // The next modal receives the number after `lastModalID`. A saved number that is out of range is ignored.
    lastModalID = max(presented.map(\.id.rawValue).max() ?? 0, (0..<Self.modalIDLimit).contains(lastID) ? lastID : 0)
  }

  private static func savedTab(_ key: NavigationStateKey, in container: KeyedDecodingContainer<NavigationStateKey>)
    -> Tab?
  {
    try? container.decode(Tab.self, forKey: key)
  }

  /// Returns the newest saved visits to `tabs`, in which no two consecutive visits are to the same tab.
  private static func savedVisits(
    to tabs: Set<Tab>, in container: KeyedDecodingContainer<NavigationStateKey>, noting context: RestoreContext
  ) -> [Tab] {
    guard var list = try? container.nestedUnkeyedContainer(forKey: .visits) else { return [] }
    let limit = context.rules.maxVisits
    var visits: [Tab] = []
    var surplus = 0
    while !list.isAtEnd, let decoder = try? list.superDecoder() {
      guard let tab = try? decoder.singleValueContainer().decode(Tab.self), tabs.contains(tab), tab != visits.last
      else { continue }
      // Surplus visits are removed in large groups, because each removal moves all remaining visits.
      if visits.count / 2 >= limit {
        surplus += visits.count - limit
        visits.removeFirst(visits.count - limit)
      }
      visits.append(tab)
    }
    surplus += max(0, visits.count - limit)
    if surplus > 0 { context.note(.surplusVisits(surplus, limit: limit)) }
    return visits.suffix(limit)
  }

  private static func name(of tab: Tab) -> String {
    ValueOutline.text(of: tab).printable(limit: JSONValue.outlineLimit)
  }

  private static func name(ofSaved tab: JSONValue) -> String {
    switch tab {
    case .string(let name): name.printable(limit: JSONValue.outlineLimit)
    case .integer(let number): "\(number)"
    default: tab.outline
    }
  }

  /// Returns an entry for each tab that can be decoded. Its path is the longest prefix that can be decoded.
  private static func savedEntries(
    in container: KeyedDecodingContainer<NavigationStateKey>, limit: Int, noting context: RestoreContext
  ) throws -> [Entry] {
    var list = try container.nestedUnkeyedContainer(forKey: .tabs)
    var entries: [Entry] = []
    var seen: Set<Tab> = []
    while !list.isAtEnd, list.currentIndex < limit, let decoder = try? list.superDecoder() {
      guard let nested = try? decoder.container(keyedBy: NavigationEntryKey.self) else {
        context.note(unknownTab: "number \(list.currentIndex) of the list")
        continue
      }
      guard let tab = try? nested.decode(Tab.self, forKey: .tab) else {
        let name = (try? nested.decode(JSONValue.self, forKey: .tab)).map { Self.name(ofSaved: $0) }
        context.note(unknownTab: name ?? "number \(list.currentIndex) of the list")
        continue
      }
      guard seen.insert(tab).inserted else {
        context.note(.repeatedTab(name(of: tab)))
        continue
      }
      entries.append(Entry(tab: tab, path: path(in: nested, forKey: .path, of: name(of: tab), noting: context)))
    }
    if let count = list.count, count > limit { context.note(.surplusTabs(count - limit, limit: limit)) }
    return entries
  }

  /// Returns the modals below the first modal that cannot be used. That modal and those above it are dropped.
  private static func savedModals(
    in container: KeyedDecodingContainer<NavigationStateKey>, noting context: RestoreContext
  ) -> [Modal<Route>] {
    guard container.contains(.modals) else { return [] }
    guard var list = try? container.nestedUnkeyedContainer(forKey: .modals) else {
      context.note(.unreadableModals)
      return []
    }
    var modals: [Modal<Route>] = []
    while !list.isAtEnd, let decoder = try? list.superDecoder() {
      let above = max(0, (list.count ?? list.currentIndex) - list.currentIndex)
      do {
        guard modals.count < context.rules.maxModals else {
          throw Unusable("at most \(context.rules.maxModals.counting("modal")) can be restored")
        }
        let nested = try decoder.container(keyedBy: NavigationModalKey.self)
        let id = try nested.decode(ModalID.self, forKey: .id)
        guard (1..<modalIDLimit).contains(id.rawValue), !modals.contains(where: { $0.id == id }) else {
          throw Unusable("its number \(id.rawValue) is out of range, or another modal has it")
        }
        let style = try nested.decode(ModalStyle.self, forKey: .style)
        let root = try nested.decode(Route.self, forKey: .root)
        let path = path(in: nested, forKey: .path, of: "modal \(id.rawValue)", noting: context)
        modals.append(Modal(id: id, style: style, root: root, path: path))
      } catch {
        let nested = try? decoder.container(keyedBy: NavigationModalKey.self)
        let id = try? nested?.decode(ModalID.self, forKey: .id)
        let root = try? nested?.decode(JSONValue.self, forKey: .root).outline
        context.note(
          .init(
            stack: id.map { "modal \($0.rawValue)" } ?? "a modal without a number", position: nil, route: root,
            reason: error.decodingReason, above: above))
        break
      }
    }
    return modals
  }

  private static func path<Key>(
    in container: KeyedDecodingContainer<Key>, forKey key: Key, of stack: String, noting context: RestoreContext
  ) -> [Route] {
    var path: [Route] = []
    var rest: (any UnkeyedDecodingContainer)?
    do {
      guard container.contains(key) else { throw Unusable("its path is missing") }
      var list = try container.nestedUnkeyedContainer(forKey: key)
      defer { rest = list }
      while !list.isAtEnd {
        guard path.count < context.rules.maxDepth else {
          throw Unusable("at most \(context.rules.maxDepth.counting("route")) of a path can be restored")
        }
        path.append(try list.decode(Route.self))
      }
    } catch {
      let above = max(0, (rest?.count ?? 1) - path.count - 1)
      let route = try? rest?.decode(JSONValue.self).outline
      context.note(
        .init(stack: stack, position: path.count, route: route, reason: error.decodingReason, above: above))
    }
    return path
  }
}

/// The reason why a part of a saved navigation cannot be used although the decoder reports no error.
private struct Unusable: Error, CustomStringConvertible {
  let description: String

  init(_ reason: String) {
    description = reason
  }
}
