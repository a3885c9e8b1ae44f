/// The position of the user in the app: the selected tab, one path for each tab, and the modals over the tabs.
///
/// A path holds the routes above the root screen of a tab or of a modal. The root screen itself is not in the path. The
/// *focused* path is the path of the top modal. If there is no modal, it is the path of the selected tab.
///
/// ```swift
/// var state = NavigationState<AppTab, Route>(tabs: [.home, .library])
/// state.push(.song(7))
/// state.selectTab(.library)
/// print(state.path(of: .home) == [.song(7)])  // true
/// ```
///
/// Each operation is a mutating method that returns a ``NavigationOutcome``. No operation stops the program. An
/// operation whose arguments do not fit the state leaves the state unchanged, and its outcome contains the reason.
///
/// Two states are equal if all of their values are equal except the scroll-to-top counters and the number of the next
/// modal.
///
/// - Complexity: Unless its documentation says otherwise, an operation is O(*n* + *m*), where *n* is the number of
///   tabs, and *m* is the number of routes that the operation removes or compares.
public struct NavigationState<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  @usableFromInline
  package struct Entry: Sendable {
    @usableFromInline package let tab: Tab
    @usableFromInline package var path: [Route]
    @usableFromInline package var scrollSignal = 0
    /// The number of times that a reset has replaced the root. Like the scroll-to-top counter, it is not saved, and a
    /// comparison ignores it.
    @usableFromInline package var resetCount = 0

    package init(tab: Tab, path: [Route] = []) {
      self.tab = tab
      self.path = path
    }
  }

  /// The tabs with their paths. The array is never empty and contains each tab once.
  @usableFromInline package var entries: [Entry]
  @usableFromInline package var selectedIndex: Int
  /// The tabs in ``visits``. The array is never empty and contains only tabs that exist. The selected tab is last, and
  /// no tab occurs twice in a row.
  @usableFromInline package var visited: [Tab]
  @usableFromInline package var presented: [Modal<Route>]
  @usableFromInline package var lastModalID: Int

  /// The tab that was selected when the navigation was created. With the rule ``BackRule/initialTab``, `back` returns
  /// to this tab. If the rules have no initial state, `reset` selects this tab. If this tab was removed, both select
  /// the first tab.
  public var initialTab: Tab { boxedInitialTab.value }
  // In a box, so that the size of a navigation does not depend on the type of its tabs.
  package let boxedInitialTab: Boxed<Tab>

  /// Creates a navigation without modals from tabs that are written in source code.
  ///
  /// This initializer stops the program if there is no tab, or if the selected tab or the tab of a path is not in the
  /// list. If the tabs come from outside the source code, for example from the user's settings, use
  /// ``init(validating:selectedTab:paths:backRule:)``.
  ///
  /// - Parameters:
  ///   - tabs: The tabs in the order of the tab bar, at least one. If the list contains a tab twice, the first
  ///     occurrence is used, as in ``setTabs(_:rules:)``.
  ///   - selectedTab: The tab that is selected at the start. If it is `nil`, the first tab is selected.
  ///   - paths: The routes above the root of each tab. A tab without a path in the dictionary starts at its root.
  ///   - backRule: The back rule of the app's reducer. It determines the visits of the new state.
  public init(
    tabs: [Tab],
    selectedTab: Tab? = nil,
    paths: [Tab: [Route]] = [:],
    backRule: BackRule = .platformDefault
  ) {
    do {
      try self.init(validating: tabs, selectedTab: selectedTab, paths: paths, backRule: backRule)
    } catch {
      fatalError("\(error)")
    }
  }

  /// Creates a navigation whose tabs come from outside the source code, for example from the user's settings.
  ///
  /// ```swift
  /// let start =
  ///   (try? NavigationState<AppTab, Route>(validating: settings.tabs)) ?? NavigationState(tabs: AppTab.allCases)
  /// ```
  ///
  /// - Parameters:
  ///   - tabs: The tabs in the order of the tab bar, at least one. If the list contains a tab twice, the first
  ///     occurrence is used, as in ``setTabs(_:rules:)``.
  ///   - selectedTab: The tab that is selected at the start. If it is `nil`, the first tab is selected.
  ///   - paths: The routes above the root of each tab. A tab without a path in the dictionary starts at its root.
  ///   - backRule: The back rule of the app's reducer. It determines the visits of the new state.
  /// - Throws: ``DeclarationError`` if there is no tab, or if the selected tab or the tab of a path is not in the list.
  public init(
    validating tabs: [Tab],
    selectedTab: Tab? = nil,
    paths: [Tab: [Route]] = [:],
    backRule: BackRule = .platformDefault
  ) throws(DeclarationError) {
    var seen: Set<Tab> = []
    let tabs = tabs.filter { seen.insert($0).inserted }
    guard let first = tabs.first else {
      throw DeclarationError("NavigationState(tabs:) received no tab. Pass at least one, for example AppTab.allCases.")
    }
    let selectedTab = selectedTab ?? first
    guard let selectedIndex = tabs.firstIndex(of: selectedTab) else {
      throw DeclarationError(
        "NavigationState(tabs:selectedTab:): the selected tab \(selectedTab) is not among the tabs \(tabs). Add it to "
          + "the tabs.")
    }
    if let tab = paths.keys.first(where: { !seen.contains($0) }) {
      throw DeclarationError(
        "NavigationState(tabs:paths:) received a path for \(tab), which is not among the tabs \(tabs). Add the tab or "
          + "remove the path.")
    }
    self.init(
      entries: tabs.map { Entry(tab: $0, path: paths[$0] ?? []) },
      selectedIndex: selectedIndex,
      initialTab: selectedTab)
    revisit(rules: NavigationRules(backRule: backRule))
  }

  /// Creates a navigation from its parts, which must be consistent with each other.
  package init(
    entries: [Entry], selectedIndex: Int, visited: [Tab], boxedInitialTab: Boxed<Tab>, presented: [Modal<Route>],
    lastModalID: Int
  ) {
    self.entries = entries
    self.selectedIndex = selectedIndex
    self.visited = visited
    self.presented = presented
    self.lastModalID = lastModalID
    self.boxedInitialTab = boxedInitialTab
  }

  package init(
    entries: [Entry], selectedIndex: Int, initialTab: Tab, presented: [Modal<Route>] = [], lastModalID: Int = 0
  ) {
    self.entries = entries
    self.selectedIndex = selectedIndex
    self.visited = [entries[selectedIndex].tab]
    self.presented = presented
    self.lastModalID = lastModalID
    boxedInitialTab = Boxed(initialTab)
  }
}

// MARK: - Reading

extension NavigationState {
  /// The tabs in the order of the tab bar.
  @inlinable
  public var tabs: [Tab] { entries.map { $0.tab } }

  /// The selected tab.
  @inlinable
  public var selectedTab: Tab { entries[selectedIndex].tab }

  /// The tabs to which `back` returns from the root of a tab, followed by the selected tab. `back` removes the last
  /// element and selects the tab before it. See ``BackRule``.
  public var visits: [Tab] { visited }

  /// The modals. The top modal is last.
  public var modals: [Modal<Route>] { presented }

  /// Returns the routes above the root of a tab. The visible route is last. If the tab does not exist, the result is
  /// empty.
  @inlinable
  public func path(of tab: Tab) -> [Route] {
    guard let index = index(of: tab) else { return [] }
    return entries[index].path
  }

  /// Returns the routes above the root of a modal. The visible route is last. If the modal is not presented, the result
  /// is `nil`.
  public func path(of modal: ModalID) -> [Route]? {
    presented.first { $0.id == modal }?.routes
  }

  /// The path of a tab, for key paths.
  @usableFromInline package subscript(pathOf tab: Tab) -> [Route] { path(of: tab) }

  package subscript(pathOf modal: ModalID) -> [Route]? { path(of: modal) }

  /// The path of the top modal. If there is no modal, the path of the selected tab.
  public var focusedPath: [Route] { presented.last?.routes ?? entries[selectedIndex].path }

  /// The visible route: the last route of the focused path or, if that path is empty, the root of the top modal. At the
  /// root of a tab, the value is `nil`.
  @inlinable
  public var top: Route? { presented.last?.top ?? entries[selectedIndex].path.last }

  /// The number of routes in the focused path. At a root, it is 0.
  public var depth: Int { presented.last?.routes.count ?? entries[selectedIndex].path.count }

  /// A Boolean value that indicates whether `back` changes the state. If it is `false`, the outcome of `back` is
  /// ``NavigationOutcome/exit``.
  public var canGoBack: Bool {
    !presented.isEmpty || !entries[selectedIndex].path.isEmpty || visited.count > 1
  }

  /// Returns the number of scroll-to-top requests that the root screen of a tab has received. If the tab does not
  /// exist, the result is 0.
  ///
  /// A view scrolls when the number differs from the number that the view read before. The number is not saved, and a
  /// comparison of two states ignores it.
  public func scrollSignal(of tab: Tab) -> Int {
    guard let index = index(of: tab) else { return 0 }
    return entries[index].scrollSignal
  }

  package subscript(scrollSignalOf tab: Tab) -> Int { scrollSignal(of: tab) }

  @inlinable
  func index(of tab: Tab) -> Int? {
    entries.firstIndex { $0.tab == tab }
  }
}

extension NavigationState {
  /// A screen that is open above the root of a tab.
  public struct ScreenPosition: Hashable, Sendable {
    /// The route of the screen.
    public let route: Route
    /// The stack of the screen.
    public let stack: StackID<Tab>
    /// The index of the route in the path. For the root of a modal, the value is `nil`.
    public let position: Int?
    /// A Boolean value that indicates whether the screen is visible: no other screen or modal covers it, and if it is
    /// in a tab, the tab is selected.
    @usableFromInline package let isVisible: Bool

    @usableFromInline
    init(route: Route, stack: StackID<Tab>, position: Int?, isVisible: Bool) {
      (self.route, self.stack, self.position, self.isVisible) = (route, stack, position, isVisible)
    }
  }

  /// All open screens: the routes of each tab in order, and then the roots and routes of the modals, from the lowest
  /// modal to the top one.
  ///
  /// ```swift
  /// let showsSettings = state.screens.contains { $0.route == .settings }
  /// ```
  ///
  /// - Complexity: O(*n*), where *n* is the number of routes.
  public var screens: [ScreenPosition] {
    entries.flatMap { screens(of: .tab($0.tab), $0.path) }
      + presented.flatMap { screens(of: .modal($0.id), [$0.root] + $0.routes) }
  }

  /// The visible screen, or `nil` at the root of a tab.
  @inlinable package var visibleScreen: ScreenPosition? {
    if let modal = presented.last {
      return ScreenPosition(
        route: modal.routes.last ?? modal.root, stack: .modal(modal.id),
        position: modal.routes.isEmpty ? nil : modal.routes.count - 1, isVisible: true)
    }
    let entry = entries[selectedIndex]
    guard let top = entry.path.last else { return nil }
    return ScreenPosition(route: top, stack: .tab(entry.tab), position: entry.path.count - 1, isVisible: true)
  }

  package var stacks: [StackID<Tab>] { entries.map { .tab($0.tab) } + presented.map { .modal($0.id) } }

  /// Calls a closure for each stack whose routes differ from those of an earlier state: tabs before modals, and the
  /// stacks of the earlier state before new ones.
  ///
  /// - Parameters:
  ///   - old: The earlier state.
  ///   - body: A closure that receives the stack, the number of equal routes at the bottom, and whether the earlier and
  ///     the later state have more routes than these. The root of a modal counts as a route.
  @inlinable
  package func forEachChangedStack(
    since old: NavigationState, _ body: (StackID<Tab>, _ common: Int, _ hasLeft: Bool, _ hasEntered: Bool) -> Void
  ) {
    func compare(_ stack: StackID<Tab>, _ old: [Route], _ new: [Route], below: Int = 0) {
      if old == new { return }
      let common = zip(old, new).prefix { $0 == $1 }.count
      body(stack, below + common, common < old.count, common < new.count)
    }
    for entry in old.entries { compare(.tab(entry.tab), entry.path, path(of: entry.tab)) }
    for entry in entries where old.index(of: entry.tab) == nil { compare(.tab(entry.tab), [], entry.path) }
    for modal in old.presented {
      if let other = presented.first(where: { $0.id == modal.id }), other.root == modal.root {
        compare(.modal(modal.id), modal.routes, other.routes, below: 1)
      } else {
        body(.modal(modal.id), 0, true, presented.contains { $0.id == modal.id })
      }
    }
    for modal in presented where !old.presented.contains(where: { $0.id == modal.id }) {
      body(.modal(modal.id), 0, false, true)
    }
  }

  /// Returns the routes of a stack, the lowest first. The first route of a modal is its root. If the stack does not
  /// exist, the array is empty.
  @inlinable
  package func routes(of stack: StackID<Tab>) -> [Route] {
    switch stack {
    case .tab(let tab): path(of: tab)
    case .modal(let id): presented.first { $0.id == id }.map { [$0.root] + $0.routes } ?? []
    }
  }

  @inlinable
  package func screens(of stack: StackID<Tab>, from first: Int) -> [ScreenPosition] {
    screens(of: stack, routes(of: stack), from: first)
  }

  @inlinable
  func screens(of stack: StackID<Tab>, _ routes: [Route], from first: Int = 0) -> [ScreenPosition] {
    let (isFocused, root) =
      switch stack {
      case .tab(let tab): (presented.isEmpty && tab == selectedTab, 0)
      case .modal(let id): (id == presented.last?.id, 1)
      }
    var screens: [ScreenPosition] = []
    for index in min(first, routes.count)..<routes.count {
      screens.append(
        ScreenPosition(
          route: routes[index], stack: stack, position: index < root ? nil : index - root,
          isVisible: isFocused && index == routes.count - 1))
    }
    return screens
  }
}

extension NavigationState: Hashable {
  /// Returns whether two states are equal except for the scroll-to-top counters and the number of the next modal.
  ///
  /// - Complexity: O(*n*), where *n* is the number of routes.
  @inlinable
  public static func == (first: NavigationState, second: NavigationState) -> Bool {
    first.selectedIndex == second.selectedIndex
      && first.visited == second.visited
      && first.presented == second.presented
      && first.initialTab == second.initialTab
      && first.entries.elementsEqual(second.entries) { $0.tab == $1.tab && $0.path == $1.path }
  }

  /// Hashes the values that `==` compares.
  ///
  /// - Complexity: O(*n*), where *n* is the number of routes.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(selectedIndex)
    hasher.combine(visited)
    hasher.combine(presented)
    hasher.combine(initialTab)
    hasher.combine(entries.count)
    for entry in entries {
      hasher.combine(entry.tab)
      hasher.combine(entry.path)
    }
  }
}

extension NavigationState: CustomStringConvertible {
  /// One line for a log or a debugger: `[home] /song(7) | library /`. The selected tab is in brackets.
  public var description: String {
    let tabs = entries.indices.map { index in
      let tab = ValueText.text(of: entries[index].tab)
      let name = index == selectedIndex ? "[\(tab)]" : tab
      return name + " /" + entries[index].path.map(ValueText.text).joined(separator: "/")
    }
    let modals = presented.map { modal in
      "\(modal.style) \(modal.id.rawValue): " + ([modal.root] + modal.routes).map(ValueText.text).joined(separator: "/")
    }
    return (tabs + modals).joined(separator: " | ")
  }
}

extension NavigationState: CustomReflectable {
  /// A mirror of the values that `==` compares, such as the tabs, the paths and the modals.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "tabs": tabs,
        "selectedTab": selectedTab,
        "paths": Dictionary(entries.map { ($0.tab, $0.path) }) { first, _ in first },
        "visits": visits,
        "modals": modals,
        "initialTab": initialTab,
      ],
      displayStyle: .struct)
  }
}
