import NavStore

/// A second, naive implementation of screens: a list of screens for each stack, which every action compares with the
/// whole navigation.
struct NaiveScreens {
  struct Entry {
    var id: Int
    var route: Int
    var sum: Int?
    var opener: Int?
  }

  var navigation: NumberState
  var rules: NumberRules
  var stacks: [(name: StackID<Int>, entries: [Entry])] = []
  /// The roots of the tabs. Their routes are the tabs.
  var roots: [Entry] = []
  var lastID = 0
  var lastRoot = 0
  /// Whether a root has, or had, a state.
  private var hadRootState = false
  /// The tabs that the last change of the navigation has added.
  var newTabs: [Int] = []

  init(_ navigation: NumberState, rules: NumberRules) {
    self.navigation = navigation
    self.rules = rules
    align { $0 == $1 }
  }

  /// The same text as ``NumberScreens/notation``.
  var notation: String {
    stacks.map { stack in
      let root = root(of: stack.name).flatMap { root in root.sum.map { "(\(root.id)=\($0))" } } ?? ""
      return "\(stack.name)\(root):"
        + stack.entries.map { " \($0.id)/\($0.route)" + ($0.sum.map { "=\($0)" } ?? "") }.joined()
    }.joined(separator: " | ")
  }

  var ids: [Int] { stacks.flatMap { $0.entries.map(\.id) } + roots.map(\.id) }

  mutating func apply(_ action: NumberScreensAction) {
    switch action {
    case .navigation(let action): navigate(action)
    case .screen(let id, let action): screen(id.rawValue, action)
    case .finish(let id, let result): finish(id.rawValue, result)
    case .start, .setVisible, .setColumnCount: break
    }
  }

  /// Applies an action without the reducer, as an app that changes the state directly.
  mutating func applyDirectly(_ action: NumberAction) {
    let last = lastID
    navigation.apply(action, rules: rules)
    align { $0 == $1 }
    resetRoots(action, newAfter: last)
  }

  /// Replaces the navigation, as an app that sets the property.
  mutating func replace(_ navigation: NumberState) {
    let (old, last) = (self.navigation, lastID)
    self.navigation = navigation
    align { $0 == $1 }
    // A navigation that was reset more often.
    for entry in navigation.entries {
      let count = old.entries.first { $0.tab == entry.tab }?.resetCount
      if let count, entry.resetCount > count { resetRoots(.resetTab(entry.tab), newAfter: last) }
    }
  }

  /// Continues after a restart, which numbers the roots again if none had a state.
  mutating func restart() {
    if hadRootState { return }
    // A root that has left is not saved. The screen below becomes the opener, or the root of the selected tab.
    let selected = root(of: .tab(navigation.selectedTab))?.id
    for stack in stacks.indices {
      for entry in stacks[stack].entries.indices {
        guard let opener = stacks[stack].entries[entry].opener, opener < 0, !roots.contains(where: { $0.id == opener })
        else { continue }
        let isRootOfModal = entry == 0 && root(of: stacks[stack].name) == nil
        let below = entry > 0 ? stacks[stack].entries[entry - 1].id : root(of: stacks[stack].name)?.id
        stacks[stack].entries[entry].opener = isRootOfModal ? selected : below
      }
    }
    lastRoot = 0
    var numbers: [Int: Int] = [:]
    for index in roots.indices {
      let old = roots[index]
      roots[index] = makeRoot(of: old.route)
      numbers[old.id] = roots[index].id
    }
    for stack in stacks.indices {
      for entry in stacks[stack].entries.indices {
        guard let opener = stacks[stack].entries[entry].opener, let new = numbers[opener] else { continue }
        stacks[stack].entries[entry].opener = new
      }
    }
  }

  /// Continues after another value that this earlier one replaces by undo.
  mutating func preserve(from current: NaiveScreens) {
    navigation.preserve(from: current.navigation)
    lastID = max(lastID, current.lastID)
    lastRoot = max(lastRoot, current.lastRoot)
    hadRootState = hadRootState || current.hadRootState
  }

  private mutating func navigate(_ action: NumberAction) {
    let same = { [rules] (one: Int, other: Int) in rules.sameRoute.map { $0(one, other) } ?? (one == other) }
    let focused = focusedStack
    let before = navigation
    newTabs = []
    let last = lastID
    navigation.apply(action, rules: rules)
    defer { resetRoots(action, newAfter: last) }
    if navigation == before { return }
    switch action {
    case .bringToFront(let route):
      // The root of a modal is not in its path.
      let first = navigation.modals.isEmpty ? 0 : 1
      if let index = stacks[focused].entries[first...].lastIndex(where: { same($0.route, route) }) {
        let entry = stacks[focused].entries.remove(at: index)
        stacks[focused].entries.append(entry)
      }
      align(same)
    case .remove(_, let position, let target) where navigation.modals.count == before.modals.count:
      let stack =
        switch target {
        case .focused: focused
        case .tab(let tab): stacks.firstIndex { $0.name == .tab(tab) } ?? 0
        case .modal(let id): stacks.firstIndex { $0.name == .modal(id) } ?? 0
        }
      let first = if case .tab = stacks[stack].name { 0 } else { 1 }
      stacks[stack].entries.remove(at: (position ?? -1) + first)
      align(same)
    case .replaceOrDrop(_, _, _, .some):
      // A route was replaced at its position.
      align { _, _ in true }
    default:
      align(same)
    }
  }

  private mutating func screen(_ id: Int, _ action: NumberScreenAction) {
    if let root = roots.firstIndex(where: { $0.id == id }) {
      if roots[root].sum == nil { return }
      if case .add(let number) = action { roots[root].sum? += number }
    } else {
      guard let (stack, index) = place(of: id), stacks[stack].entries[index].sum != nil else { return }
      if case .add(let number) = action { stacks[stack].entries[index].sum? += number }
    }
    switch action {
    case .add: break
    case .navigate(let action):
      let last = lastID
      navigate(action)
      if ids.contains(id), let (stack, index) = place(of: last + 1) { stacks[stack].entries[index].opener = id }
    case .finish(let result): finish(id, result.map { .add($0) })
    }
  }

  private mutating func finish(_ id: Int, _ result: NumberScreenAction?) {
    guard let (stack, index) = place(of: id) else { return }
    let opener = stacks[stack].entries[index].opener
    switch stacks[stack].name {
    case .tab(let tab): navigation.setPath(Array(navigation.path(of: tab).prefix(index)), in: .tab(tab))
    case .modal(let modal):
      if index == 0 {
        navigation.dismiss(modal)
      } else {
        navigation.setPath(Array((navigation.path(of: modal) ?? []).prefix(index - 1)), in: .modal(modal))
      }
    }
    align { $0 == $1 }
    if let opener, let result { screen(opener, result) }
  }

  // MARK: - Roots

  private func root(of stack: StackID<Int>) -> Entry? { roots.first { .tab($0.route) == stack } }

  private mutating func makeRoot(of tab: Int) -> Entry {
    lastRoot += 1
    if tab >= 5 { hadRootState = true }
    return Entry(id: -lastRoot, route: tab, sum: tab < 5 ? nil : tab)
  }

  /// Replaces the roots of the tabs that an action has reset. New tabs have new roots already.
  private mutating func resetRoots(_ action: NumberAction, newAfter last: Int) {
    for index in roots.indices where !newTabs.contains(roots[index].route) {
      switch action {
      case .reset, .resetTab(roots[index].route): break
      default: continue
      }
      let old = roots[index]
      roots[index] = makeRoot(of: old.route)
      // A new modal is opened by the new root, and a screen of the tab that stays is now opened by it.
      for stack in stacks.indices {
        for entry in stacks[stack].entries.indices where stacks[stack].entries[entry].opener == old.id {
          let isNew = stacks[stack].entries[entry].id > last
          if isNew || stacks[stack].name == .tab(old.route) { stacks[stack].entries[entry].opener = roots[index].id }
        }
      }
    }
  }

  // MARK: - Stacks

  private var focusedStack: Int {
    stacks.lastIndex { if case .modal = $0.name { true } else { false } }
      ?? stacks.firstIndex { $0.name == .tab(navigation.selectedTab) } ?? 0
  }

  private func place(of id: Int) -> (stack: Int, index: Int)? {
    for (stack, entries) in stacks.enumerated() {
      if let index = entries.entries.firstIndex(where: { $0.id == id }) { return (stack, index) }
    }
    return nil
  }

  /// Creates the stacks anew from the navigation. The common prefix of each path keeps its entries.
  private mutating func align(_ same: (Int, Int) -> Bool) {
    let old = stacks
    stacks = []
    newTabs = navigation.tabs.filter { root(of: .tab($0)) == nil }
    var known = roots
    roots = []
    for tab in navigation.tabs {
      if let place = known.firstIndex(where: { $0.route == tab }) {
        roots.append(known.remove(at: place))
      } else {
        roots.append(makeRoot(of: tab))
      }
    }
    for tab in navigation.tabs { align(.tab(tab), navigation.path(of: tab), hasRoot: false, old, same) }
    for modal in navigation.modals {
      align(.modal(modal.id), [modal.root] + modal.path, hasRoot: true, old, same)
    }
  }

  private mutating func align(
    _ name: StackID<Int>, _ routes: [Int], hasRoot: Bool, _ all: [(name: StackID<Int>, entries: [Entry])],
    _ same: (Int, Int) -> Bool
  ) {
    let old = all.first { $0.name == name }?.entries ?? []
    var kept = 0
    while kept < min(old.count, routes.count), same(old[kept].route, routes[kept]) { kept += 1 }
    var entries = Array(old.prefix(kept))
    for index in 0..<kept {
      entries[index].route = routes[index]
      // A refreshed route may have a state although the old route had none.
      entries[index].sum = entries[index].sum ?? Self.initialSum(of: routes[index])
    }
    for route in routes.dropFirst(kept) {
      lastID += 1
      let below = entries.last?.id ?? (hasRoot ? topBelowModals : root(of: name)?.id)
      entries.append(
        Entry(id: lastID, route: route, sum: Self.initialSum(of: route), opener: below))
    }
    stacks.append((name, entries))
  }

  private static func initialSum(of route: Int) -> Int? { route % 5 == 4 ? nil : route * 1_000 }

  /// The top screen of the stacks so far, below a new modal.
  private var topBelowModals: Int? {
    if case .modal = stacks.last?.name { return stacks.last?.entries.last?.id }
    return stacks.first { $0.name == .tab(navigation.selectedTab) }?.entries.last?.id
      ?? root(of: .tab(navigation.selectedTab))?.id
  }
}
