extension NavigationState {
  /// What a tap on a tab of the tab bar does.
  ///
  /// Another tab is selected and keeps its path; the one that is left follows its ``NavigationRules/onLeave`` policy.
  /// The selected tab is popped to its root; at its root its scroll-to-top counter is raised, and the state is
  /// otherwise the same. This is what iOS's tab bar and Material's bottom navigation do.
  @inlinable
  @discardableResult
  public mutating func tabTapped(
    _ tab: Tab, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    if entries[selectedIndex].tab == tab {
      guard !entries[selectedIndex].path.isEmpty else {
        entries[selectedIndex].scrollSignal &+= 1
        return .unchanged(.scrolledToTop)
      }
      entries[selectedIndex].path.empty()
      return .changed
    }
    guard let index = index(of: tab) else { return .unchanged(.unknownTab) }
    if !rules.onLeave.isEmpty, rules.onLeave[entries[selectedIndex].tab] == .popToRoot {
      entries[selectedIndex].path.empty()
    }
    selectedIndex = index
    revisit(rules: rules)
    return .changed
  }

  /// Selects a tab. No path is touched, whatever tab is left or selected, and nothing scrolls.
  @inlinable
  @discardableResult
  public mutating func selectTab(
    _ tab: Tab, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    guard let index = index(of: tab) else { return .unchanged(.unknownTab) }
    return select(index, rules: rules) ? .changed : .unchanged(.alreadySelected)
  }

  /// Changes which tabs there are, and their order.
  ///
  /// A tab that stays keeps its path, a new one starts at its root, and what belonged to one that goes is dropped. If
  /// the selected tab goes, the latest visited one that is left is selected, else the first. A tab that stands in the
  /// list twice counts where it stands first; an empty list changes nothing. The cost grows with the number of tabs, and of
  /// those before.
  @inlinable
  @discardableResult
  public mutating func setTabs(
    _ tabs: [Tab], rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    guard !tabs.isEmpty else { return .unchanged(.noTabs) }
    // Looked through and not hashed while they are few: a set of a few tabs takes longer to make than all of this. A
    // log from outside may have a million.
    let areFew = tabs.count <= 32 && entries.count <= 32
    var seen: Set<Tab> = []
    var places: [Tab: Int] = [:]
    if !areFew { for (index, entry) in entries.enumerated() { places[entry.tab] = index } }
    var wanted: [Entry] = []
    wanted.reserveCapacity(tabs.count)
    for tab in tabs {
      let isNew = areFew ? !wanted.contains { $0.tab == tab } : seen.insert(tab).inserted
      guard isNew else { continue }
      let place = areFew ? index(of: tab) : places[tab]
      wanted.append(place.map { entries[$0] } ?? Entry(tab: tab))
    }
    if wanted.elementsEqual(entries, by: { $0.tab == $1.tab }) { return .unchanged(.sameAsBefore) }

    entries = wanted
    visited.removeAll { visit in areFew ? !wanted.contains { $0.tab == visit } : !seen.contains(visit) }
    // The selected tab is the last visit, if it is still there.
    selectedIndex = visited.last.flatMap { index(of: $0) } ?? 0
    revisit(rules: rules)
    return .changed
  }

  /// Returns to ``NavigationRules/initialState``, or without one to every tab's root with the initial tab selected.
  ///
  /// Scroll-to-top counters go on counting, and no modal's identity is given out again: a modal of the initial state
  /// that is still presented keeps the identity it has, one that was dismissed gets a new one.
  @inlinable
  @discardableResult
  public mutating func reset(rules: NavigationRules<Tab, Route> = NavigationRules()) -> NavigationOutcome {
    var initial: NavigationState
    if let state = rules.initialState {
      initial = state
      for index in initial.entries.indices {
        initial.entries[index].scrollSignal = scrollSignal(of: initial.entries[index].tab)
      }
      initial.lastModalID = max(initial.lastModalID, lastModalID)
      initial.identifyModals(by: presented)
    } else {
      initial = self
      for index in initial.entries.indices { initial.entries[index].path.empty() }
      initial.presented = []
      initial.selectedIndex = index(of: initialTab) ?? 0
      initial.visited = []
      initial.revisit(rules: rules)
    }
    guard initial != self else { return .unchanged(.sameAsBefore) }
    self = initial
    return .changed
  }

  /// Returns one tab to the path it has in ``NavigationRules/initialState``, or without one to its root.
  @inlinable
  @discardableResult
  public mutating func reset(
    _ tab: Tab, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    guard let index = index(of: tab) else { return .unchanged(.unknownTab) }
    let path = rules.initialState?.path(of: tab) ?? []
    guard entries[index].path != path else { return .unchanged(.sameAsBefore) }
    entries[index].path.assign(path)
    return .changed
  }

  /// Selects a tab that exists and says whether it was another one than before.
  @inlinable
  mutating func select(_ index: Int, rules: NavigationRules<Tab, Route>) -> Bool {
    guard index != selectedIndex else { return false }
    selectedIndex = index
    revisit(rules: rules)
    return true
  }

  /// Makes the visits what the back rule says they are after the selected tab was selected.
  @inlinable
  package mutating func revisit(rules: NavigationRules<Tab, Route>) {
    let tab = entries[selectedIndex].tab
    switch rules.backRule {
    case .none:
      setVisits(to: tab, after: tab)
    case .firstTab:
      setVisits(to: tab, after: entries[0].tab)
    case .initialTab:
      // A tab that was visited exists.
      let exists = visited.first == initialTab || index(of: initialTab) != nil
      setVisits(to: tab, after: exists ? initialTab : entries[0].tab)
    case .order:
      visited.removeAll(keepingCapacity: true)
      for entry in entries[...selectedIndex] { visited.append(entry.tab) }
    case .history:
      visited.removeAll { $0 == tab }
      visited.append(tab)
      collapseRepeatedVisits()
    case .fullHistory:
      collapseRepeatedVisits()
      if visited.last != tab { visited.append(tab) }
      if visited.count > rules.maxVisits { visited.removeFirst(visited.count - max(rules.maxVisits, 1)) }
    }
  }

  /// Makes the visits two tabs, or one if they are the same: in place, since there are two at most nearly always.
  @inlinable
  mutating func setVisits(to tab: Tab, after base: Tab) {
    let count = base == tab ? 1 : 2
    while visited.count > count { visited.removeLast() }
    while visited.count < count { visited.append(tab) }
    if visited[0] != base { visited[0] = base }
    visited[count - 1] = tab
  }

  /// A tab that went may have stood between two visits of another, and a way back that leads nowhere is none.
  @inlinable
  mutating func collapseRepeatedVisits() {
    var kept = 0
    for index in visited.indices where index == 0 || visited[index] != visited[kept - 1] {
      visited.swapAt(kept, index)
      kept += 1
    }
    visited.removeLast(visited.count - kept)
  }
}
