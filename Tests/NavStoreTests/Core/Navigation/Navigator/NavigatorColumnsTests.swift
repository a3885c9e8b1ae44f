import NavStore
import NavStoreInspection
import Testing

/// The columns of a split view, as its lists and stacks read and write them.
@Suite struct NavigatorColumnsTests {
  typealias Screens = Navigator<Int, StackEntry<Int>>

  private static func plain(_ path: [Int]) -> Navigator<Int, Int> {
    Navigator(NumberState(tabs: [1, 2], paths: [1: path]))
  }

  private static func identified(_ path: [Int]) -> (store: Store<NumberScreens, NumberScreensAction>, Screens) {
    let store = Store(
      initialState: NumberScreens(NumberState(tabs: [1, 2], paths: [1: path])), reducer: NumberScreensReducer.adding())
    return (store, Navigator(store.scope(state: \.identified, action: NumberScreensAction.identified)))
  }

  @Test func `a list selects the first route of the next column`() {
    let navigator = Self.plain([1, 2, 3])
    #expect(navigator[selectionOf: 1, column: .sidebar] == nil)
    #expect(navigator[selectionOf: 1, column: .content] == 1)
    #expect(navigator[selectionOf: 1, column: .detail] == 2)
    #expect(navigator[selectionOf: 1, column: .detail, hasContent: false] == 1)
    navigator[selectionOf: 1, column: .detail] = 7
    #expect(navigator[pathOf: 1] == [1, 7])
    navigator[selectionOf: 1, column: .content] = 8
    #expect(navigator[pathOf: 1] == [8])
    #expect(navigator[selectionOf: 1, column: .detail] == nil)
    navigator[selectionOf: 2, column: .detail, hasContent: false] = 9
    #expect(navigator[pathOf: 2] == [9])
  }

  @Test func `a selection of nil, and the current one, change nothing`() {
    let navigator = Self.plain([1, 2, 3])
    let revision = navigator.store.revision
    navigator[selectionOf: 1, column: .sidebar] = 9  // the root of the tab cannot be replaced
    navigator[selectionOf: 1, column: .content] = nil
    navigator[selectionOf: 1, column: .content] = 1
    navigator[selectionOf: 1, column: .detail] = nil
    navigator[selectionOf: 1, column: .detail] = 2
    #expect(navigator[pathOf: 1] == [1, 2, 3])
    #expect(navigator.store.revision == revision)
  }

  @Test func `the stack of the detail has the routes above its root`() {
    let navigator = Self.plain([1, 2, 3])
    #expect(navigator[pathOf: 1, column: .detail] == [3])
    #expect(navigator[pathOf: 1, column: .content] == [])
    #expect(navigator[pathOf: 1, column: .detail, hasContent: false] == [2, 3])
    navigator[pathOf: 1, column: .detail] = [3, 4]
    #expect(navigator[pathOf: 1] == [1, 2, 3, 4])
    navigator[pathOf: 1, column: .detail] = []
    #expect(navigator[pathOf: 1] == [1, 2])
    navigator[pathOf: 2, column: .detail] = [5]  // no root is selected
    #expect(navigator[pathOf: 2] == [])
  }

  @Test func `with screens, a selection is a route, and the screens of the other columns stay`() throws {
    let (store, navigator) = Self.identified([1, 2, 3])
    let ids = store.state.screens(of: 1).map(\.id)
    let selected: Int? = navigator[selectionOf: 1, column: .detail]
    #expect(selected == 2)
    navigator[pathOf: 1, column: .detail].removeLast()
    #expect(store.state.screens(of: 1).map(\.id) == Array(ids[..<2]))
    navigator[selectionOf: 1, column: .detail] = 2
    #expect(store.state.screens(of: 1).map(\.id) == Array(ids[..<2]))
    navigator[selectionOf: 1, column: .detail] = 7
    #expect(store.state.screens(of: 1).map(\.id.rawValue) == [1, 4])
    #expect(store.state.navigation.path(of: 1) == [1, 7])
    navigator[selectionOf: 1, column: .content] = 9
    #expect(store.state.screens(of: 1).map(\.id.rawValue) == [5])
  }

  @Test func `writes of a split view are those of the naive model`() {
    var random = SplitMix64(seed: TestEnvironment.seed)
    for _ in 0..<(TestEnvironment.isLong ? 100_000 : 1_000) {
      let path = random.list(below: 5) { $0.below(3) }
      let (hasContent, route) = (random.once(in: 2), random.once(in: 4) ? nil : random.below(3))
      let column = NavigationColumns<Int>.Column.allCases[random.below(3)]
      let list = random.list(below: 3) { $0.below(3) }
      // The positions of the columns in the path. A column before them has no routes.
      let first = column == .detail && hasContent ? min(1, path.count) : 0
      let (plain, (store, screens)) = (Self.plain(path), Self.identified(path))
      var expected = path
      if random.once(in: 2) {
        plain[selectionOf: 1, column: column, hasContent: hasContent] = route
        screens[selectionOf: 1, column: column.of(), hasContent: hasContent] = route
        let isSelected = path.dropFirst(first).first == route
        if let route, column != .sidebar, !isSelected { expected = path[..<first] + [route] }
      } else {
        plain[pathOf: 1, column: column, hasContent: hasContent] = list
        screens[pathOf: 1, column: column.of(), hasContent: hasContent] = list.map {
          StackEntry(id: ScreenID(rawValue: 0), route: $0)
        }
        let rest = column == .content && hasContent ? path.dropFirst(1).prefix(0) : path.dropFirst(first + 1)
        let isChanged = column != .sidebar && path.count > first && Array(rest) != list
        if isChanged { expected = path[...first] + list }
      }
      let text = "\(column), \(hasContent), \(String(describing: route)), \(list) of \(path)"
      #expect(plain[pathOf: 1] == expected, "\(text)")
      #expect(store.state.navigation.path(of: 1) == expected, "\(text)")
    }
  }
}

extension NavigationColumns.Column {
  fileprivate func of<Other>() -> NavigationColumns<Other>.Column where Other: Hashable & Sendable {
    NavigationColumns<Other>.Column(rawValue: rawValue) ?? .sidebar
  }
}
