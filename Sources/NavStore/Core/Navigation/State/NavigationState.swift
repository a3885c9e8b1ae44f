/// Where the user is: the selected tab, one path per tab, and the modals over them.
///
/// A path holds the routes above a tab's root screen; the root itself is not in it. The *focused* path is the top
/// modal's if there is one, else the selected tab's.
///
/// ```swift
/// var state = NavigationState<AppTab, Route>(tabs: [.home, .library])
/// state.push(.song(7))
/// state.selectTab(.library)
/// print(state.path(of: .home) == [.song(7)])  // true
/// ```
///
/// Every operation is a mutating method that returns a ``NavigationOutcome`` and never stops the program: what makes no
/// sense leaves the state as it was and says why. The cost of an operation grows with the number of tabs, which is
/// small, and not with the depth of a path, except where a method's comment says so.
///
/// Two states are equal when a user could not tell them apart: the scroll-to-top counters and the number that the next
/// modal will get are not compared.
public struct NavigationState<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  @usableFromInline
  package struct Entry: Sendable {
    @usableFromInline package let tab: Tab
    @usableFromInline package var path: [Route]
    @usableFromInline package var scrollSignal = 0

    @inlinable
    package init(tab: Tab, path: [Route] = []) {
      self.tab = tab
      self.path = path
    }
  }

  /// Never empty, no tab twice.
  @usableFromInline package var entries: [Entry]
  @usableFromInline package var selectedIndex: Int
  /// Never empty, tabs that exist, the selected one last, no tab twice in a row.
  @usableFromInline package var visited: [Tab]
  @usableFromInline package var presented: [Modal<Route>]
  @usableFromInline package var lastModalID: Int

  /// The tab that was selected at the start, which `reset` and ``BackRule/initialTab`` return to.
  public let initialTab: Tab

  /// What is wrong with the tabs of a new state.
  public enum Mistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// The list of tabs is empty.
    case noTabs
    /// The selected tab is not in the list.
    case unknownSelectedTab(Tab, tabs: [Tab])
    /// A path is given for a tab that is not in the list.
    case pathOfUnknownTab(Tab, tabs: [Tab])

    /// What is wrong and what to do about it.
    public var description: String {
      switch self {
      case .noTabs:
        "NavigationState(tabs:) was given no tab. Pass at least one, for example AppTab.allCases."
      case .unknownSelectedTab(let tab, let tabs):
        "NavigationState(tabs:selectedTab:): the selected tab \(tab) is not among the tabs \(tabs). Add it."
      case .pathOfUnknownTab(let tab, let tabs):
        "NavigationState(tabs:paths:) has a path for \(tab), which is not among the tabs \(tabs)."
      }
    }
  }

  /// A navigation that is written in source: every tab at its root or at the path given for it, no modal.
  ///
  /// Stops the program with the ``Mistake`` if there is one. Tabs from the user's settings may be such a mistake: use
  /// ``init(validating:selectedTab:paths:backRule:)`` for them.
  ///
  /// - Parameters:
  ///   - tabs: The tabs in the order of the tab bar, at least one. A tab that is in the list twice counts where it is
  ///     first, as in ``setTabs(_:rules:)``.
  ///   - selectedTab: The tab that is selected at the start; the first one if it is nil.
  ///   - paths: The routes above the root of a tab, for tabs that do not start at their root.
  ///   - backRule: The rule that the reducer follows, so that the way back from the selected tab is right from the
  ///     start.
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

  /// A navigation whose tabs come from outside, for example from the user's settings.
  ///
  /// ```swift
  /// let start =
  ///   (try? NavigationState<AppTab, Route>(validating: settings.tabs)) ?? NavigationState(tabs: AppTab.allCases)
  /// ```
  ///
  /// Throws the ``Mistake`` where ``init(tabs:selectedTab:paths:backRule:)`` stops the program.
  ///
  /// - Parameters:
  ///   - tabs: The tabs in the order of the tab bar, at least one. A tab that is in the list twice counts where it is
  ///     first, as in ``setTabs(_:rules:)``.
  ///   - selectedTab: The tab that is selected at the start; the first one if it is nil.
  ///   - paths: The routes above the root of a tab, for tabs that do not start at their root.
  ///   - backRule: The rule that the reducer follows, so that the way back from the selected tab is right from the
  ///     start.
  public init(
    validating tabs: [Tab],
    selectedTab: Tab? = nil,
    paths: [Tab: [Route]] = [:],
    backRule: BackRule = .platformDefault
  ) throws(Mistake) {
    var seen: Set<Tab> = []
    let tabs = tabs.filter { seen.insert($0).inserted }
    guard let first = tabs.first else { throw .noTabs }
    let selectedTab = selectedTab ?? first
    guard let selectedIndex = tabs.firstIndex(of: selectedTab) else {
      throw .unknownSelectedTab(selectedTab, tabs: tabs)
    }
    if let tab = paths.keys.first(where: { !seen.contains($0) }) { throw .pathOfUnknownTab(tab, tabs: tabs) }
    self.init(
      entries: tabs.map { Entry(tab: $0, path: paths[$0] ?? []) },
      selectedIndex: selectedIndex,
      initialTab: selectedTab)
    revisit(rules: NavigationRules(backRule: backRule))
  }

  /// A navigation whose visits are the selected tab alone.
  @usableFromInline
  package init(
    entries: [Entry], selectedIndex: Int, initialTab: Tab, presented: [Modal<Route>] = [], lastModalID: Int = 0
  ) {
    self.entries = entries
    self.selectedIndex = selectedIndex
    self.visited = [entries[selectedIndex].tab]
    self.presented = presented
    self.lastModalID = lastModalID
    self.initialTab = initialTab
  }
}

// MARK: - What a view reads

extension NavigationState {
  /// The tabs in the order of the tab bar.
  @inlinable
  public var tabs: [Tab] { entries.map(\.tab) }

  /// The selected tab.
  @inlinable
  public var selectedTab: Tab { entries[selectedIndex].tab }

  /// The tabs that `back` returns through at the root of a tab, the selected one last; see ``BackRule``.
  @inlinable
  public var visits: [Tab] { visited }

  /// The modals, the one on top last.
  @inlinable
  public var modals: [Modal<Route>] { presented }

  /// The routes above the root of a tab, the shown one last; empty for a tab that does not exist.
  @inlinable
  public func path(of tab: Tab) -> [Route] {
    guard let index = index(of: tab) else { return [] }
    return entries[index].path
  }

  /// The routes above the root of a modal, the shown one last; nil when the modal is gone.
  @inlinable
  public func path(of modal: ModalID) -> [Route]? {
    presented.first { $0.id == modal }?.routes
  }

  /// The same as ``path(of:)-(Tab)``, for key paths: `store.value(of: \.navigation[pathOf: .home])`.
  @inlinable
  public subscript(pathOf tab: Tab) -> [Route] { path(of: tab) }

  /// The same as ``path(of:)-(ModalID)``, for key paths.
  @inlinable
  public subscript(pathOf modal: ModalID) -> [Route]? { path(of: modal) }

  /// The top modal's path, or else the selected tab's.
  @inlinable
  public var focusedPath: [Route] { presented.last?.routes ?? entries[selectedIndex].path }

  /// The route that is shown: the top of the focused path, else the root of the top modal. Nil at the root of a tab.
  @inlinable
  public var top: Route? { presented.last?.top ?? entries[selectedIndex].path.last }

  /// How many routes the focused path has; 0 at a root.
  @inlinable
  public var depth: Int { presented.last?.routes.count ?? entries[selectedIndex].path.count }

  /// Whether `back` would change anything: false when its outcome would be ``NavigationOutcome/exit``.
  @inlinable
  public var canGoBack: Bool {
    !presented.isEmpty || !entries[selectedIndex].path.isEmpty || visited.count > 1
  }

  /// How often a tap on a tab asked to scroll its root screen to the top; 0 for a tab that does not exist.
  ///
  /// A view scrolls whenever the number differs from the one it saw last. It is not saved and not compared.
  @inlinable
  public func scrollSignal(of tab: Tab) -> Int {
    guard let index = index(of: tab) else { return 0 }
    return entries[index].scrollSignal
  }

  /// The same as ``scrollSignal(of:)``, for key paths.
  @inlinable
  public subscript(scrollSignalOf tab: Tab) -> Int { scrollSignal(of: tab) }

  @inlinable
  func index(of tab: Tab) -> Int? {
    entries.firstIndex { $0.tab == tab }
  }
}

extension NavigationState: Hashable {
  /// Whether a user could not tell the two apart. The cost grows with the depth of the paths.
  @inlinable
  public static func == (first: NavigationState, second: NavigationState) -> Bool {
    first.selectedIndex == second.selectedIndex
      && first.visited == second.visited
      && first.presented == second.presented
      && first.initialTab == second.initialTab
      && first.entries.elementsEqual(second.entries) { $0.tab == $1.tab && $0.path == $1.path }
  }

  /// Hashes what `==` compares. The cost grows with the depth of the paths.
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
  /// One line for a log or a debugger: `[home] /song(7) | library /`, the selected tab in brackets.
  public var description: String {
    let tabs = entries.indices.map { index in
      let name = index == selectedIndex ? "[\(entries[index].tab)]" : "\(entries[index].tab)"
      return name + " /" + entries[index].path.map { "\($0)" }.joined(separator: "/")
    }
    let modals = presented.map { modal in
      "\(modal.style) \(modal.id.rawValue): " + ([modal.root] + modal.routes).map { "\($0)" }.joined(separator: "/")
    }
    return (tabs + modals).joined(separator: " | ")
  }
}

extension NavigationState: CustomReflectable {
  /// What a user of the state knows, and what `==` compares: tabs, paths, visits and modals.
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
