extension NavigationState {
  /// Handles a tap on a tab of the tab bar.
  ///
  /// A tap on another tab selects that tab. The newly selected tab keeps its path. The `onLeave`
  /// policy of the previous tab determines whether the path of the previous tab is popped. A tap on the selected tab
  /// pops its path to the root. At the root, the tap increases the scroll-to-top counter of the tab, and the state is
  /// otherwise unchanged. The tab bar of iOS and the bottom navigation of Material Design behave in the same way.
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

  /// Selects a tab. No path changes, and no screen scrolls.
  @inlinable
  @discardableResult
  public mutating func selectTab(
    _ tab: Tab, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    guard let index = index(of: tab) else { return .unchanged(.unknownTab) }
    return select(index, rules: rules) ? .changed : .unchanged(.alreadySelected)
  }

  /// Changes the tabs and their order.
  ///
  /// A tab that stays keeps its path. A new tab starts at its root. The path of a removed tab is dropped. If the
  /// selected tab is removed, the tab of the latest remaining visit is selected. If no visit remains, the first tab is
  /// selected. If the list contains a tab twice, the first occurrence is used. An empty list does not change the state.
  ///
  /// - Complexity: O(*n* + *m*), where *n* is the number of new tabs and *m* is the number of current tabs.
  @discardableResult
  public mutating func setTabs(
    _ tabs: [Tab], rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    guard !tabs.isEmpty else { return .unchanged(.noTabs) }
    // A few tabs are compared one by one, because creating a set takes longer than the whole operation. For many tabs,
    // a set is faster: an action log from outside the app may contain a million tabs.
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
    // If the selected tab still exists, it is the last visit.
    selectedIndex = visited.last.flatMap { index(of: $0) } ?? 0
    revisit(rules: rules)
    return .changed
  }

  /// Restores `initialState`. Without an initial state, dismisses all modals, pops each tab to its
  /// root, and selects ``initialTab``.
  ///
  /// The scroll-to-top counters keep their values. In a `ScreenNavigation`, the roots of the tabs are new screens, even
  /// if the outcome is that nothing has changed. If the lowest modals of the initial state are still presented, they
  /// keep their identities. All other modals of the initial state get new identities, because no identity is used
  /// twice.
  @inlinable
  @discardableResult
  public mutating func reset(rules: NavigationRules<Tab, Route> = NavigationRules()) -> NavigationOutcome {
    for index in entries.indices { entries[index].resetCount &+= 1 }
    var initial: NavigationState
    if let state = rules.initialState {
      initial = state
      for index in initial.entries.indices {
        let old = self.index(of: initial.entries[index].tab)
        initial.entries[index].scrollSignal = old.map { entries[$0].scrollSignal } ?? 0
        initial.entries[index].resetCount = old.map { entries[$0].resetCount } ?? 0
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

  /// Sets the path of a tab to the path that the tab has in `initialState`. Without an initial state,
  /// pops the tab to its root. In a `ScreenNavigation`, the root is a new screen, even if the outcome is that nothing has
  /// changed.
  @discardableResult
  public mutating func reset(
    _ tab: Tab, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    guard let index = index(of: tab) else { return .unchanged(.unknownTab) }
    entries[index].resetCount &+= 1
    let path = rules.initialState?.path(of: tab) ?? []
    guard entries[index].path != path else { return .unchanged(.sameAsBefore) }
    entries[index].path.assign(path)
    return .changed
  }

  /// Selects the tab at an index, and returns whether another tab was selected before.
  @inlinable
  mutating func select(_ index: Int, rules: NavigationRules<Tab, Route>) -> Bool {
    guard index != selectedIndex else { return false }
    selectedIndex = index
    revisit(rules: rules)
    return true
  }

  @inlinable
  package mutating func revisit(rules: NavigationRules<Tab, Route>) {
    let tab = entries[selectedIndex].tab
    switch rules.backRule {
    case .none:
      setVisits(to: tab, after: tab)
    case .firstTab:
      setVisits(to: tab, after: entries[0].tab)
    case .initialTab:
      // All visited tabs exist, so the search is needed only if the first visit is another tab.
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

  /// Sets the visits to `base` and `tab`. The array is changed in place, because it nearly always contains two visits
  /// at most.
  @inlinable
  mutating func setVisits(to tab: Tab, after base: Tab) {
    let count = base == tab ? 1 : 2
    while visited.count > count { visited.removeLast() }
    while visited.count < count { visited.append(tab) }
    if visited[0] != base { visited[0] = base }
    visited[count - 1] = tab
  }

  /// Removes repeated visits. They occur when the tab between them has been removed. Without this step, `back` would
  /// return to the tab that is already selected.
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
