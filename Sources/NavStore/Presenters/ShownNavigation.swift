/// The navigation that a user interface shows: its tabs, their paths, the selected tab, and the modals.
///
/// Unlike a `NavigationState`, a shown navigation does not contain the visits and the initial tab, and can be empty.
///
/// ```swift
/// var shown = ShownNavigation(old)
/// for step in shown.steps(to: new) { shown.apply(step.change) }
/// print(shown == ShownNavigation(new))  // true
/// ```
public struct ShownNavigation<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Hashable, Sendable {
  /// The tabs in the order of the tab bar. If nothing is shown, the array is empty.
  public private(set) var tabs: [Tab]
  /// The selected tab. If nothing is shown, the value is `nil`.
  public private(set) var selectedTab: Tab?
  /// The modals. The top modal is last.
  public private(set) var modals: [Modal<Route>]
  private var paths: [Tab: [Route]]

  /// Creates the navigation of an interface that shows nothing.
  public init() {
    tabs = []
    modals = []
    paths = [:]
  }

  /// Creates the navigation of an interface that shows a state.
  public init(_ state: NavigationState<Tab, Route>) {
    tabs = state.tabs
    selectedTab = state.selectedTab
    modals = state.modals
    paths = Dictionary(state.tabs.map { ($0, state.path(of: $0)) }) { first, _ in first }
  }

  /// Returns the routes above the root of a stack, or `nil` if the stack does not exist.
  public func path(of stack: StackID<Tab>) -> [Route]? {
    switch stack {
    case .tab(let tab): paths[tab]
    case .modal(let id): modals.first { $0.id == id }?.path
    }
  }

  package var focusedStack: StackID<Tab>? { modals.last.map { .modal($0.id) } ?? selectedTab.map { .tab($0) } }

  /// Applies the change of a step.
  ///
  /// A change that does not apply, for example to a stack that does not exist, is ignored. A pop of more routes than
  /// the path contains removes all routes.
  ///
  /// - Complexity: O(*n* + *m*), where *n* is the number of tabs and modals, and *m* is the length of the new path if
  ///   the change sets a path.
  public mutating func apply(_ change: NavigationStep<Tab, Route>.Change) {
    switch change {
    case .push(let route, let stack): update(stack) { $0.append(route) }
    case .pop(let count, let stack): update(stack) { $0.removeLast(max(0, min(count, $0.count))) }
    case .setPath(let path, let stack): update(stack) { $0 = path }
    case .selectTab(let tab): if paths[tab] != nil { selectedTab = tab }
    case .setTabs(let newTabs, let selected): setTabs(newTabs, selecting: selected)
    case .present(let modal): if !modals.contains(where: { $0.id == modal.id }) { modals.append(modal) }
    case .dismiss(let id):
      if let index = modals.firstIndex(where: { $0.id == id }) { modals.removeSubrange(index...) }
    }
  }

  private mutating func update(_ stack: StackID<Tab>, _ body: (inout [Route]) -> Void) {
    switch stack {
    case .tab(let tab):
      if let index = paths.index(forKey: tab) { body(&paths.values[index]) }
    case .modal(let id):
      if let index = modals.firstIndex(where: { $0.id == id }) { body(&modals[index].path) }
    }
  }

  private mutating func setTabs(_ newTabs: [Tab], selecting selected: Tab) {
    let newPaths = Dictionary(newTabs.map { ($0, paths[$0] ?? []) }) { first, _ in first }
    guard newPaths.count == newTabs.count, newPaths[selected] != nil else { return }
    tabs = newTabs
    paths = newPaths
    selectedTab = selected
  }
}

extension ShownNavigation: CustomStringConvertible {
  /// One line for a log or a debugger, in the same format as the description of a `NavigationState`.
  public var description: String {
    let stacks = tabs.map { tab in
      let name = tab == selectedTab ? "[\(ValueText.text(of: tab))]" : ValueText.text(of: tab)
      return name + " /" + (paths[tab] ?? []).map(ValueText.text).joined(separator: "/")
    }
    let modals = modals.map { modal in
      "\(modal.style) \(modal.id.rawValue): " + ([modal.root] + modal.path).map(ValueText.text).joined(separator: "/")
    }
    return (stacks + modals).joined(separator: " | ")
  }
}

extension ShownNavigation {
  /// Returns the shortest list of steps that leads to a state.
  ///
  /// The steps dismiss modals first. Then they change the tabs, then the paths of the remaining stacks, and then they
  /// present modals. A tab that is shown and is in the state stays. A modal stays if its identity, style and root are
  /// the same and all modals below it stay. Without limits, there is at most one step for each path, one for each new
  /// modal, one for all dismissals, and one for the tabs and the selection. The limits may require more steps.
  ///
  /// If something was shown before, a dismissal is animated, and any other step is animated if the user sees its result
  /// after the last step. The user sees a change of a stack if the stack is focused after the last step, and a change
  /// of the tabs or of the selected tab if no modal is presented after the last step. If nothing was shown before, no
  /// step is animated.
  ///
  /// - Complexity: O(*n*), where *n* is the total length of all paths.
  public func steps(
    to state: NavigationState<Tab, Route>, limits: StepLimits = StepLimits()
  ) -> [NavigationStep<Tab, Route>] {
    StepList(from: self, to: state, limits: limits).steps
  }
}

/// Operations that create the steps between two states.
extension NavigationState {
  /// Returns the shortest list of steps from another state to this state. See ``ShownNavigation/steps(to:limits:)``.
  public func steps(
    from old: NavigationState, limits: StepLimits = StepLimits()
  ) -> [NavigationStep<Tab, Route>] {
    ShownNavigation(old).steps(to: self, limits: limits)
  }
}

private struct StepList<Tab: Hashable & Sendable, Route: Hashable & Sendable> {
  private(set) var steps: [NavigationStep<Tab, Route>] = []
  private let limits: StepLimits
  private let isFirst: Bool
  /// The stack that the user sees after the last step.
  private let focus: StackID<Tab>

  init(from shown: ShownNavigation<Tab, Route>, to state: NavigationState<Tab, Route>, limits: StepLimits) {
    self.limits = limits
    isFirst = shown.selectedTab == nil
    focus = state.modals.last.map { .modal($0.id) } ?? .tab(state.selectedTab)
    let kept = zip(shown.modals, state.modals).prefix { $0.id == $1.id && $0.style == $1.style && $0.root == $1.root }
      .count

    dismiss(shown.modals[kept...])
    changeTabs(from: shown, to: state)
    for tab in state.tabs { changePath(of: .tab(tab), from: shown.path(of: .tab(tab)) ?? [], to: state.path(of: tab)) }
    for (old, new) in zip(shown.modals, state.modals).prefix(kept) {
      changePath(of: .modal(new.id), from: old.path, to: new.path)
    }
    for modal in state.modals[kept...] { present(modal) }
  }

  private mutating func add(_ change: NavigationStep<Tab, Route>.Change, isSeen: Bool) {
    steps.append(NavigationStep(change, isAnimated: isSeen && !isFirst))
  }

  private mutating func dismiss(_ modals: ArraySlice<Modal<Route>>) {
    var rest = modals
    while !rest.isEmpty {
      let top = rest.suffix(limits.dismissals)
      add(.dismiss(top[top.startIndex].id), isSeen: true)
      rest.removeLast(top.count)
    }
  }

  private mutating func changeTabs(from shown: ShownNavigation<Tab, Route>, to state: NavigationState<Tab, Route>) {
    let isSeen = focus == .tab(state.selectedTab)
    if shown.tabs != state.tabs {
      add(.setTabs(state.tabs, selecting: state.selectedTab), isSeen: isSeen)
    } else if shown.selectedTab != state.selectedTab {
      add(.selectTab(state.selectedTab), isSeen: isSeen)
    }
  }

  private mutating func changePath(of stack: StackID<Tab>, from old: [Route], to new: [Route]) {
    let isSeen = stack == focus
    switch PathChange(from: old, to: new) {
    case nil: break
    case .popped(let count): add(.pop(count, in: stack), isSeen: isSeen)
    case .pushed(let added):
      grow(stack, from: new.count - added, to: new, isSeen: isSeen)
    case .replaced(_, let added):
      let depth = new.count - added + min(added, limits.pushes)
      add(.setPath(Array(new[..<depth]), in: stack), isSeen: isSeen)
      grow(stack, from: depth, to: new, isSeen: isSeen)
    }
  }

  private mutating func grow(_ stack: StackID<Tab>, from depth: Int, to path: [Route], isSeen: Bool) {
    var depth = depth
    while depth < path.count {
      let added = min(path.count - depth, limits.pushes)
      depth += added
      add(added == 1 ? .push(path[depth - 1], in: stack) : .setPath(Array(path[..<depth]), in: stack), isSeen: isSeen)
    }
  }

  private mutating func present(_ modal: Modal<Route>) {
    let stack = StackID<Tab>.modal(modal.id)
    var first = modal
    first.path = Array(modal.path.prefix(limits.pushes - 1))
    add(.present(first), isSeen: stack == focus)
    grow(stack, from: first.path.count, to: modal.path, isSeen: stack == focus)
  }
}
