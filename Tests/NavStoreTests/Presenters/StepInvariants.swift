import NavStore

/// The invariants of a list of steps. They are checked by applying the steps one after the other, and do not depend on
/// the algorithm.
struct StepInvariants<Tab: Hashable & Sendable, Route: Hashable & Sendable> {
  typealias Shown = ShownNavigation<Tab, Route>
  typealias Step = NavigationStep<Tab, Route>

  let start: Shown
  let end: Shown
  let limits: StepLimits
  let steps: [Step]

  init(from start: Shown, to state: NavigationState<Tab, Route>, limits: StepLimits) {
    self.start = start
    end = Shown(state)
    self.limits = limits
    steps = start.steps(to: state, limits: limits)
  }

  /// Returns the number of modals that both show. These modals have the same identity, style and root, and so have all
  /// modals below them.
  static func kept(_ first: Shown, _ second: Shown) -> Int {
    var count = 0
    while count < min(first.modals.count, second.modals.count) {
      let (one, other) = (first.modals[count], second.modals[count])
      if one.id != other.id || one.style != other.style || one.root != other.root { break }
      count += 1
    }
    return count
  }

  /// The invariants that are violated.
  var violated: [String] {
    var violated: Set<String> = []
    func expect(_ holds: Bool, _ invariant: String) { if !holds { violated.insert(invariant) } }

    let kept = Self.kept(start, end)
    let keptTabs = start.tabs.filter(end.tabs.contains)
    var shown = start
    var lastRank = 0
    for step in steps {
      let before = shown
      shown.apply(step.change)
      expect(shown != before, "each step changes something")
      expect(keptTabs.allSatisfy(shown.tabs.contains), "a tab that is in both states stays")
      expect(Self.kept(start, shown) >= kept, "a modal that is in both states stays")
      let rank = rank(of: step, kept: kept)
      expect(rank >= lastRank, "the order is dismissals, tabs, paths, presentations")
      lastRank = max(rank, lastRank)
      expect(added(by: step, to: before) <= limits.pushes, "the limit of pushes")
      expect(before.modals.count - shown.modals.count <= limits.dismissals, "the limit of dismissals")
      expect(
        step.isAnimated == isSeen(step, before: before, after: shown), "a step is animated if the user sees it")
    }
    expect(shown == end, "the steps lead to the state")
    expect(steps.isEmpty == (start == end), "equal states need no step")
    expect(steps.count == shortest(kept: kept), "the list has no unnecessary step")
    return violated.sorted()
  }

  private func rank(of step: Step, kept: Int) -> Int {
    switch step.change {
    case .dismiss: 0
    case .setTabs, .selectTab: 1
    case .present: 3
    case .push(_, let stack), .pop(_, let stack), .setPath(_, let stack):
      if case .modal(let id) = stack, end.modals[kept...].contains(where: { $0.id == id }) { 3 } else { 2 }
    }
  }

  /// Returns the number of screens that a step adds.
  private func added(by step: Step, to shown: Shown) -> Int {
    switch step.change {
    case .push: 1
    case .setPath(let path, let stack): path.count - common(shown.path(of: stack) ?? [], path)
    case .present(let modal): 1 + modal.path.count
    case .pop, .selectTab, .setTabs, .dismiss: 0
    }
  }

  private func common(_ one: [Route], _ other: [Route]) -> Int {
    zip(one, other).prefix { $0 == $1 }.count
  }

  /// Returns whether the user sees the change of a step, and still sees it after the last step.
  private func isSeen(_ step: Step, before: Shown, after: Shown) -> Bool {
    guard start != Shown() else { return false }
    return switch step.change {
    case .dismiss: true
    case .selectTab, .setTabs: end.modals.isEmpty
    case .present(let modal): end.modals.last?.id == modal.id
    case .push(_, let stack), .pop(_, let stack), .setPath(_, let stack):
      before.focusedStack == stack && end.focusedStack == stack
    }
  }

  /// Returns the number of necessary steps, counted for each part.
  private func shortest(kept: Int) -> Int {
    func steps(_ count: Int, _ limit: Int) -> Int { count == 0 ? 0 : (count - 1) / limit + 1 }
    func steps(_ old: [Route], _ new: [Route]) -> Int {
      old == new ? 0 : max(1, steps(new.count - common(old, new), limits.pushes))
    }
    var count = steps(start.modals.count - kept, limits.dismissals)
    if start.tabs != end.tabs || start.selectedTab != end.selectedTab { count += 1 }
    for tab in end.tabs { count += steps(start.path(of: .tab(tab)) ?? [], end.path(of: .tab(tab)) ?? []) }
    for (old, new) in zip(start.modals, end.modals).prefix(kept) { count += steps(old.path, new.path) }
    for modal in end.modals[kept...] { count += steps(1 + modal.path.count, limits.pushes) }
    return count
  }
}
