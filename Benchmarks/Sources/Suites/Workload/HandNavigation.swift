import NavStore

/// A navigation by hand with any number of tabs.
struct HandNavigation: Hashable {
  var selected = 0
  var paths: [[Route]]
  var modals: [Route] = []
  var scrolls: [Int]

  /// The path before it is popped.
  static let twenty = (0..<20).map { Route.item($0) }

  init(tabs: Int, depth: Int) {
    paths = Array(repeating: [], count: tabs)
    paths[0] = (0..<depth).map { .item($0) }
    scrolls = Array(repeating: 0, count: tabs)
  }

  init(_ state: NavigationState<Int, Route>) {
    selected = state.selectedTab
    paths = state.tabs.map { state.path(of: $0) }
    modals = state.modals.map(\.root)
    scrolls = state.tabs.map { state.scrollSignal(of: $0) }
  }

  // Not inlined, like the next function, because the compiler would do the work of a loop once.
  @inline(never)
  mutating func select(_ tab: Int) {
    guard tab == selected else {
      selected = tab
      return
    }
    if paths[tab].isEmpty { scrolls[tab] += 1 } else { paths[tab].removeAll(keepingCapacity: true) }
  }

  @inline(never)
  mutating func pushUnlessTop(_ route: Route) {
    if paths[selected].last != route { paths[selected].append(route) }
  }

  mutating func atEnd(push route: Route) {
    paths[selected].append(route)
    paths[selected].removeLast()
  }

  mutating func replaceTop(_ route: Route) {
    let last = paths[selected].count - 1
    if paths[selected][last] != route { paths[selected][last] = route }
  }

  /// Performs the actions of the same name in the series over tabs.
  mutating func repeatUsersActions(_ name: String) {
    for number in 0..<60 {
      switch name {
      case "tabTapped":
        select(number % paths.count)
      case "push":
        if number % 20 == 19 {
          paths[selected].removeAll(keepingCapacity: true)
        } else {
          paths[selected].append(.item(number))
        }
      default:
        if number % 20 == 0 {
          paths[selected].replaceSubrange(paths[selected].indices, with: Self.twenty)
        } else {
          paths[selected].removeLast()
        }
      }
    }
  }
}
