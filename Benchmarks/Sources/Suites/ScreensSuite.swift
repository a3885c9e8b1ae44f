import NavStore

extension Suite {
  /// The cost of screens: of an action of the navigation, compared with the navigation by hand, and of an action of a
  /// screen.
  static var screens: Suite {
    let actions = Workload.actions
    return Suite(
      "screens",
      [
        Series(
          "send, with screens",
          [
            Point(
              operations: actions.count, floor: .workloadByHand,
              [
                Contender("without screens", .noAllocations) {
                  let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
                  return Run {
                    for action in actions { store.send(action) }
                    return { Place(store.state) }
                  }
                },
                Contender("with screens", .times(1.4, of: "without screens"), .noAllocations) {
                  let actions = actions.map { ScreensAction.navigation($0) }
                  let store = makeStore(depth: 0)
                  return Run {
                    for action in actions { store.send(action) }
                    return { Place(store.state.navigation) }
                  }
                },
                Contender("with screens and a lifecycle") {
                  let actions = actions.map { ScreensAction.navigation($0) }
                  let store = makeStore(depth: 0) { _, _ in .none }
                  return Run {
                    for action in actions { store.send(action) }
                    return { Place(store.state.navigation) }
                  }
                },
                Contender("by hand, ids and states on the paths") {
                  Run {
                    var state = HandScreens()
                    for action in Workload.byHand { state.reduce(action) }
                    return { [state] in Place(state.withoutScreens) }
                  }
                },
              ])
          ]),
        Series(
          "an action to a screen", over: "depth",
          [10, 100, 1_000, 10_000].map { depth in
            let count = 200_000
            let limits: [Limit] = depth == 10_000 ? [.times(1.2, at: 10), .noAllocations] : [.noAllocations]
            return Point(
              depth, operations: count,
              floor: Contender("the element of a path by hand") {
                let initial = HandScreens(depth: depth)
                let id = depth / 2 + 1
                return Run {
                  var state = initial
                  for _ in 0..<count { state.add(1, to: id) }
                  return { [state] in state.sum(of: id) }
                }
              },
              [
                Contender("send", limits: limits) {
                  let store = makeStore(depth: depth)
                  let id = ScreenID(rawValue: depth / 2 + 1)
                  return Run {
                    for _ in 0..<count { store.send(.screen(id, 1)) }
                    return { store.state[id]?.sum }
                  }
                }
              ])
          }),
      ])
  }
}

private typealias ScreensAction = ScreenNavigationAction<AppTab, Route, Int>

/// The state of a measured screen.
private struct CountingScreen: ScreenContent {
  typealias Tab = AppTab

  var sum = 0

  init?(route: Route) {}
}

private typealias ScreensReducer = ScreenNavigationReducer<CountingScreen, Int>

private func makeStore(
  depth: Int,
  lifecycle: (@Sendable (ScreenScope<AppTab, Route, CountingScreen, Int>, ScreenPhase) -> Effect<Int>)? = nil
) -> Store<ScreenNavigation<CountingScreen>, ScreensAction> {
  let reducer = ScreensReducer(
    reduce: { screen, number in
      screen.state.sum += number
      return .none
    }, lifecycle: lifecycle)
  return Store(initialState: ScreenNavigation(Navigation.deep(depth)), reducer: reducer)
}

/// The navigation by hand with an id and a state in each element of a path.
private struct HandScreens {
  struct Element {
    let id: Int
    var route: Route
    var sum = 0
  }

  var selected = AppTab.home
  var paths: [[Element]] = [[], [], []]
  var scrolls = [0, 0, 0]
  var lastID = 0

  init(depth: Int = 0) {
    for number in 0..<depth { paths[0].append(element(.item(number))) }
  }

  var withoutScreens: HandState {
    var state = HandState()
    state.selected = selected
    (state.home, state.search, state.library) =
      (paths[0].map(\.route), paths[1].map(\.route), paths[2].map(\.route))
    (state.homeScrolls, state.searchScrolls, state.libraryScrolls) = (scrolls[0], scrolls[1], scrolls[2])
    return state
  }

  func sum(of id: Int) -> Int? {
    paths.joined().first { $0.id == id }?.sum
  }

  // Not inlined, because the compiler would add the numbers of a loop once.
  @inline(never)
  mutating func add(_ number: Int, to id: Int) {
    for path in paths.indices {
      guard let index = paths[path].firstIndex(where: { $0.id == id }) else { continue }
      paths[path][index].sum += number
      return
    }
  }

  mutating func reduce(_ action: HandAction) {
    switch action {
    case .tabTapped(let tab):
      guard tab == selected else {
        selected = tab
        return
      }
      if paths[index].isEmpty { scrolls[index] += 1 } else { paths[index].removeAll(keepingCapacity: true) }
    case .push(let route):
      paths[index].append(element(route))
    case .pop:
      _ = paths[index].popLast()
    case .popToRoot:
      paths[index].removeAll(keepingCapacity: true)
    case .open(let tab, let path):
      selected = tab
      var common = 0
      while common < path.count, common < paths[index].count, paths[index][common].route == path[common] { common += 1 }
      paths[index].removeLast(paths[index].count - common)
      for route in path[common...] { paths[index].append(element(route)) }
    }
  }

  private var index: Int {
    switch selected {
    case .home: 0
    case .search: 1
    case .library: 2
    }
  }

  private mutating func element(_ route: Route) -> Element {
    lastID += 1
    return Element(id: lastID, route: route)
  }
}
