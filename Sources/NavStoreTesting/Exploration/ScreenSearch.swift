internal import NavStore
internal import NavStoreInspection

/// The search for the screens in the states of an exploration, and for findings about them.
struct ScreenSearch<State: Hashable & Sendable, Action: Sendable, Tab: Hashable & Sendable, Route: Hashable & Sendable>
{
  typealias Screen = ReachableScreens<State, Action>.Screen

  private let states: ExploredStates<State, Action>
  private let navigation: (State) -> NavigationState<Tab, Route>
  private let ways: ExploredStates<State, Action>.Ways
  /// The ways that contain links too.
  private let allWays: ExploredStates<State, Action>.Ways
  private var names = ScreenNames<Tab, Route>()

  private(set) var screens: [Screen] = []
  private(set) var findings: [ScreenFinding] = []
  private(set) var details: [ScreenFinding: String] = [:]
  /// The number of screens that are reached without a link. They are the first ones.
  private var withoutLinks = 0

  init(states: ExploredStates<State, Action>, navigation: @escaping (State) -> NavigationState<Tab, Route>) {
    self.states = states
    self.navigation = navigation
    ways = states.ways(usesLinks: false)
    allWays = states.ways(usesLinks: true)
  }

  mutating func findScreens(links: DeepLinkTable<Tab, Route>?, title: (State) -> String?) {
    var known: Set<String> = []
    for (order, ways) in [(ways.order, ways), (allWays.order, allWays)] {
      for number in order {
        let state = states.states[number]
        let navigation = navigation(state)
        let name = names.name(of: navigation)
        guard known.insert(name).inserted else { continue }
        var link: String?
        do throws(LinkPrintError) {
          link = try links?.print(DeepLink(visibleIn: navigation))
        } catch {
          if case .noPattern = error.reason {} else { details[.noLink(name)] = "\(error)" }
        }
        screens.append(
          Screen(
            name: name, state: state, actions: states.actions(to: number, by: ways), link: link, title: title(state)))
      }
      if withoutLinks == 0 { withoutLinks = screens.count }
    }
  }

  mutating func findMissingScreens(of expected: [String]) {
    let found = screens.map(\.name)
    for name in expected where !found.contains(name) {
      add(.notReached(name), ClosestName.to(name, among: found).map { "Did you mean \($0)?" })
    }
  }

  mutating func findStatesWithoutWayOut() {
    let reversed = states.reversedWithoutLinks()
    var isUndecided = states.isUndecided
    reversed.spread(&isUndecided)
    var (isAtRoot, modals) = (states.states.map { _ in false }, states.states.map { _ in 0 })
    for (number, state) in states.states.enumerated() {
      let navigation = navigation(state)
      isAtRoot[number] = navigation.top == nil
      modals[number] = navigation.presented.count
    }
    var isTrapped = isAtRoot.map { _ in false }
    for count in stride(from: 1, through: modals.max() ?? 0, by: 1) {
      var leads = modals.map { $0 < count }
      reversed.spread(&leads)
      for number in modals.indices where modals[number] == count && !leads[number] && !isUndecided[number] {
        isTrapped[number] = true
      }
    }
    reversed.spread(&isAtRoot)
    let isLost = isAtRoot.indices.map { !isAtRoot[$0] && !isUndecided[$0] && !isTrapped[$0] }
    addFirst(where: isLost) { search, state in .noWayBack(search.names.name(of: search.navigation(state))) }
    addFirst(where: isTrapped) { search, state in
      .notDismissible(search.navigation(state).presented.last.map { search.names.name(of: $0.root) } ?? "")
    }
  }

  mutating func findRemarkableScreens(hasLinks: Bool, maxActions: Int?) {
    if hasLinks {
      for screen in screens where screen.link == nil { add(.noLink(screen.name), details[.noLink(screen.name)]) }
    }
    for screen in screens[withoutLinks...] { add(.onlyByLink(screen.name), way(screen.actions)) }
    if let maxActions {
      for screen in screens where screen.actions.count > maxActions {
        add(
          .tooFar(screen.name),
          "\(maxActions.counting("action")) are permitted, and the shortest way has \(screen.actions.count). "
            + way(screen.actions))
      }
    }
    var named: [String: String] = [:]
    for screen in screens {
      guard let title = screen.title else { continue }
      if let first = named[title] {
        add(.equalTitles(first, screen.name), "The title is “\(title)”.")
      } else {
        named[title] = screen.name
      }
    }
  }

  /// Adds the finding of each marked state, with the way to the nearest of these states.
  private mutating func addFirst(
    where isMarked: [Bool], _ finding: (inout ScreenSearch, State) -> ScreenFinding
  ) {
    guard isMarked.contains(true) else { return }
    for (order, ways) in [(ways.order, ways), (allWays.order, allWays)] {
      for number in order where isMarked[number] {
        let found = finding(&self, states.states[number])
        if details[found] == nil { add(found, way(states.actions(to: number, by: ways))) }
      }
    }
  }

  private mutating func add(_ finding: ScreenFinding, _ detail: String?) {
    findings.append(finding)
    details[finding] = detail
  }

  private func way(_ actions: [Action]) -> String {
    actions.isEmpty
      ? "This is the initial state."
      : "The shortest way: \(actions.map { swiftSource($0) }.joined(separator: ", "))"
  }
}

/// The names of screens, as the report of an exploration shows them.
struct ScreenNames<Tab: Hashable & Sendable, Route: Hashable & Sendable> {
  private let values = AppValues()
  private var routes: [Route: String] = [:]

  mutating func name(of navigation: NavigationState<Tab, Route>) -> String {
    navigation.top.map { name(of: $0) } ?? "/" + values.text(of: navigation.selectedTab).fullText
  }

  mutating func name(of route: Route) -> String {
    if let name = routes[route] { return name }
    let name = values.text(of: route).fullText
    routes[route] = name
    return name
  }
}
