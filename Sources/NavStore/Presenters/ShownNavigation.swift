/// What a shell shows of a navigation: its tabs, which one is selected, their paths, and the modals over them.
///
/// It is less than a ``NavigationState``, which knows the way back and where it began, and it may show nothing at all.
///
/// ```swift
/// var shown = ShownNavigation(old)
/// for step in shown.steps(to: new) { shown.apply(step.change) }
/// print(shown == ShownNavigation(new))  // true
/// ```
public struct ShownNavigation<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Hashable, Sendable {
  /// The tabs in order; empty when nothing is shown.
  public private(set) var tabs: [Tab]
  /// The selected tab; nil when there is none.
  public private(set) var selectedTab: Tab?
  /// The modals, the one on top last.
  public private(set) var modals: [Modal<Route>]
  /// One for each tab.
  private var paths: [Tab: [Route]]

  /// What a shell shows that has not begun: nothing.
  public init() {
    tabs = []
    modals = []
    paths = [:]
  }

  /// What a shell shows when it shows a state.
  public init(_ state: NavigationState<Tab, Route>) {
    tabs = state.tabs
    selectedTab = state.selectedTab
    modals = state.modals
    paths = Dictionary(state.tabs.map { ($0, state.path(of: $0)) }) { first, _ in first }
  }

  /// The routes above the root of a stack; nil if there is no such stack.
  public func path(of stack: StackID<Tab>) -> [Route]? {
    switch stack {
    case .tab(let tab): paths[tab]
    case .modal(let id): modals.first { $0.id == id }?.path
    }
  }

  /// The stack that the user sees: the top modal's, or else the selected tab's; nil when nothing is shown.
  public var focusedStack: StackID<Tab>? { modals.last.map { .modal($0.id) } ?? selectedTab.map { .tab($0) } }

  /// Does what a step does. What makes no sense changes nothing, and to pop more than there is pops what there is.
  ///
  /// The cost grows with the number of tabs and modals, and with the path of a step that sets one.
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
  /// One line for a log or a debugger, as that of ``NavigationState``.
  public var description: String {
    let stacks = tabs.map { tab in
      (tab == selectedTab ? "[\(tab)] /" : "\(tab) /") + (paths[tab] ?? []).map { "\($0)" }.joined(separator: "/")
    }
    let modals = modals.map { modal in
      "\(modal.style) \(modal.id.rawValue): " + ([modal.root] + modal.path).map { "\($0)" }.joined(separator: "/")
    }
    return (stacks + modals).joined(separator: " | ")
  }
}
