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
  /// list twice counts where it stands first; an empty list changes nothing.
  @discardableResult
  public mutating func setTabs(
    _ tabs: [Tab], rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    var seen: Set<Tab> = []
    let wanted = tabs.filter { seen.insert($0).inserted }
    guard let first = wanted.first else { return .unchanged(.noTabs) }
    let before = visited
    if wanted == self.tabs { return .unchanged(.sameAsBefore) }

    let selected = seen.contains(selectedTab) ? selectedTab : visited.last(where: seen.contains) ?? first
    visited = before.filter(seen.contains)
    entries = wanted.map { tab in index(of: tab).map { entries[$0] } ?? Entry(tab: tab) }
    selectedIndex = index(of: selected) ?? 0
    revisit(rules: rules)
    return .changed
  }

  /// Returns to ``NavigationRules/initialState``, or without one to every tab's root with the initial tab selected.
  ///
  /// Scroll-to-top counters go on counting, and no modal's identity is given out again: a modal of the initial state
  /// that is still presented keeps the identity it has, one that was dismissed gets a new one.
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
  @discardableResult
  public mutating func reset(
    _ tab: Tab, rules: NavigationRules<Tab, Route> = NavigationRules()
  ) -> NavigationOutcome {
    guard let index = index(of: tab) else { return .unchanged(.unknownTab) }
    let path = rules.initialState?.path(of: tab) ?? []
    guard entries[index].path != path else { return .unchanged(.sameAsBefore) }
    entries[index].path = path
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
  mutating func revisit(rules: NavigationRules<Tab, Route>) {
    let tab = entries[selectedIndex].tab
    switch rules.backRule {
    case .none:
      setVisits(to: tab, after: tab)
    case .firstTab:
      setVisits(to: tab, after: entries[0].tab)
    case .initialTab:
      setVisits(to: tab, after: index(of: initialTab) == nil ? entries[0].tab : initialTab)
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

  @inlinable
  mutating func setVisits(to tab: Tab, after base: Tab) {
    if visited.count == 1, tab == base {
      visited[0] = tab
      return
    }
    visited.removeAll(keepingCapacity: true)
    if base != tab { visited.append(base) }
    visited.append(tab)
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
