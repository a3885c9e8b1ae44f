import NavStore

/// The floor of the store: the navigation of one app, written by hand.
///
/// Three stored arrays and a `switch`, without the library, for the five actions of the workload with the same rules:
/// the fastest code that a developer would still write. It has no way back through tabs, no modals, and one form of
/// each action.
struct HandState {
  var selected = AppTab.home
  var home: [Route] = []
  var search: [Route] = []
  var library: [Route] = []
  var homeScrolls = 0
  var searchScrolls = 0
  var libraryScrolls = 0

  /// Creates a state whose first tab has a number of routes.
  init(depth: Int = 0) {
    home = (0..<depth).map { .item($0) }
  }

  mutating func reduce(_ action: HandAction) {
    switch action {
    case .tabTapped(let tab):
      guard tab == selected else {
        selected = tab
        return
      }
      switch tab {
      case .home: Self.tapAgain(&home, &homeScrolls)
      case .search: Self.tapAgain(&search, &searchScrolls)
      case .library: Self.tapAgain(&library, &libraryScrolls)
      }
    case .push(let route):
      switch selected {
      case .home: home.append(route)
      case .search: search.append(route)
      case .library: library.append(route)
      }
    case .pop:
      switch selected {
      case .home: _ = home.popLast()
      case .search: _ = search.popLast()
      case .library: _ = library.popLast()
      }
    case .popToRoot:
      switch selected {
      case .home: home.removeAll(keepingCapacity: true)
      case .search: search.removeAll(keepingCapacity: true)
      case .library: library.removeAll(keepingCapacity: true)
      }
    case .open(let tab, let path):
      selected = tab
      // Copied into the existing memory, because the next push would copy a shared array.
      switch tab {
      case .home: home.replaceSubrange(home.indices, with: path)
      case .search: search.replaceSubrange(search.indices, with: path)
      case .library: library.replaceSubrange(library.indices, with: path)
      }
    }
  }

  @inline(__always)
  private static func tapAgain(_ path: inout [Route], _ scrolls: inout Int) {
    if path.isEmpty { scrolls += 1 } else { path.removeAll(keepingCapacity: true) }
  }
}

/// The actions of the floor.
enum HandAction: Sendable {
  case tabTapped(AppTab)
  case push(Route)
  case pop
  case popToRoot
  case open(AppTab, [Route])

  /// Creates the same action. Stops the program at an action that no workload contains.
  init(_ action: Action) {
    switch action {
    case .tabTapped(let tab): self = .tabTapped(tab)
    case .push(let route, in: .focused): self = .push(route)
    case .pop(1): self = .pop
    case .popToRoot: self = .popToRoot
    case .deepLink(let link) where link.modals.isEmpty && link.placement == .replace: self = .open(link.tab, link.path)
    default: fatalError("The floor does not know \(action). Add it to HandAction, or leave it out of the workload.")
    }
  }
}

/// The visible part of a navigation, which the results of the store's contenders must share.
struct Place: Hashable {
  let selected: AppTab
  let paths: [[Route]]
  let scrolls: [Int]

  init(selected: AppTab, paths: [[Route]], scrolls: [Int]) {
    self.selected = selected
    self.paths = paths
    self.scrolls = scrolls
  }

  init(_ state: HandState) {
    self.init(
      selected: state.selected, paths: [state.home, state.search, state.library],
      scrolls: [state.homeScrolls, state.searchScrolls, state.libraryScrolls])
  }

  init(_ state: Navigation) {
    selected = state.selectedTab
    paths = AppTab.allCases.map { state.path(of: $0) }
    scrolls = AppTab.allCases.map { state.scrollSignal(of: $0) }
  }
}

extension Contender {
  /// The floor of the store's series.
  static func byHand(_ actions: [HandAction], depth: Int = 0) -> Contender {
    Contender("three arrays by hand") {
      let initial = HandState(depth: depth)
      return Run {
        var state = initial
        for action in actions { state.reduce(action) }
        return { [state] in Place(state) }
      }
    }
  }

  /// The floor of the store's series that share the workload. It uses the same memory, because addresses affect time.
  static var workloadByHand: Contender { .byHand(Workload.byHand) }
}
