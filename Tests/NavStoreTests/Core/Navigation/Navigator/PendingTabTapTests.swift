@testable import NavStore
@testable import NavStoreCore
import Testing

/// One tap on the selected tab is one action, whatever the system writes.
@Suite struct PendingTabTapTests {
  private typealias Navigation = NavigationState<AppTab, Route>

  /// A write of a framework to the path of the home tab or to the selected tab.
  enum Write: Sendable {
    case path([Route])
    case select(AppTab)
    /// The app pushes a route.
    case push(Route)
    /// The turn of the main loop ends.
    case turn
  }

  struct Sequence: CustomTestStringConvertible, Sendable {
    let behavior: ReportedBehavior
    let name: String
    /// The path of the home tab before the writes.
    let start: [Route]
    let writes: [Write]
    let selected: AppTab
    let path: [Route]
    let actions: Int
    let scrolls: Int

    var testDescription: String { "\(behavior): \(name)" }
  }

  static let sequences = [
    Sequence(
      behavior: .tabsDoNotPop, name: "a tap pops the stack", start: [.song(1), .song(2)],
      writes: [.select(.home)], selected: .home, path: [], actions: 1, scrolls: 0),
    Sequence(
      behavior: .tabsDoNotPop, name: "a tap at the root scrolls", start: [],
      writes: [.select(.home)], selected: .home, path: [], actions: 1, scrolls: 1),
    Sequence(
      behavior: .tabsScroll, name: "two taps in two turns pop, and then scroll", start: [.song(1)],
      writes: [.select(.home), .turn, .select(.home)], selected: .home, path: [], actions: 2, scrolls: 1),
    Sequence(
      behavior: .tabsPop, name: "the path is emptied, then the tab is selected", start: [.song(1), .song(2)],
      writes: [.path([]), .select(.home)], selected: .home, path: [], actions: 1, scrolls: 0),
    Sequence(
      behavior: .tabsPop, name: "the tab is selected, then the path is emptied", start: [.song(1), .song(2)],
      writes: [.select(.home), .path([])], selected: .home, path: [], actions: 1, scrolls: 0),
    Sequence(
      behavior: .tabsPop, name: "a tap in the next turn scrolls", start: [.song(1)],
      writes: [.path([]), .select(.home), .turn, .select(.home)], selected: .home, path: [], actions: 2, scrolls: 1),
    Sequence(
      behavior: .tabsPop, name: "the stack is popped a second time after another push", start: [.song(1)],
      writes: [.select(.home), .path([]), .turn, .path([.song(2)]), .turn, .path([]), .select(.home)],
      selected: .home, path: [], actions: 3, scrolls: 0),
    Sequence(
      behavior: .tabsPop, name: "a swipe back is no tap on another tab", start: [.song(1)],
      writes: [.path([]), .select(.library)], selected: .library, path: [], actions: 2, scrolls: 0),
    Sequence(
      behavior: .tabsPop, name: "a swipe back in an earlier turn is no tap", start: [.song(1)],
      writes: [.path([]), .turn, .select(.home)], selected: .home, path: [], actions: 2, scrolls: 1),
    Sequence(
      behavior: .tabsPop, name: "a pop by one is no tap", start: [.song(1), .song(2)],
      writes: [.path([.song(1)]), .select(.home)], selected: .home, path: [], actions: 2, scrolls: 0),
    Sequence(
      behavior: .tabsPop, name: "a push in between makes the path another one", start: [.song(1)],
      writes: [.select(.home), .push(.song(2)), .path([])], selected: .home, path: [], actions: 3, scrolls: 0),
    Sequence(
      behavior: .tabsPop, name: "a push in between makes the tap another one", start: [.song(1)],
      writes: [.path([]), .push(.song(2)), .select(.home)], selected: .home, path: [], actions: 3, scrolls: 0),
    Sequence(
      behavior: .tabsPop, name: "another tab is tapped, and the path of the tab that is left is emptied",
      start: [.song(1)], writes: [.select(.library), .path([])], selected: .library, path: [], actions: 2, scrolls: 0),
  ]

  @Test(arguments: sequences)
  func `one tap is one action`(_ sequence: Sequence) {
    let mainLoop = TestMainLoop()
    let store = makeStore(Navigation(tabs: AppTab.allCases, paths: [.home: sequence.start]), on: mainLoop)
    let navigator = Navigator(store)
    mainLoop.showTabBar(of: navigator)
    run(sequence, in: store, navigator, mainLoop)
    #expect(navigator[pathOf: .home] == sequence.path)
  }

  @Test(arguments: sequences)
  func `one tap is one action where views follow in steps`(_ sequence: Sequence) {
    let mainLoop = TestMainLoop()
    let store = makeStore(Navigation(tabs: AppTab.allCases, paths: [.home: sequence.start]), on: mainLoop)
    let stepped = mainLoop.withStores { SteppedNavigation(of: store) }
    mainLoop.showTabBar(of: stepped.navigator)
    run(sequence, in: store, stepped.navigator, mainLoop)
  }

  private func run(
    _ sequence: Sequence, in store: Store<Navigation, NavigationAction<AppTab, Route>>,
    _ navigator: Navigator<AppTab, Route>, _ mainLoop: TestMainLoop
  ) {
    for write in sequence.writes {
      switch write {
      case .path(let path): navigator[pathOf: .home] = path
      case .select(let tab): navigator.selectedTab = tab
      case .push(let route): navigator.push(route)
      case .turn: mainLoop.runTurn()
      }
    }
    #expect(store.state.selectedTab == sequence.selected)
    #expect(store.state.path(of: .home) == sequence.path)
    #expect(store.revision == sequence.actions)
    #expect(store.state.scrollSignal(of: .home) == sequence.scrolls)
    mainLoop.runTurn()
    #expect(mainLoop.scheduledCount == 0)
  }

  /// The framework already shows the root. So no step may restore the screens or pop them again.
  @Test func `views that follow in steps show the second write of a tap`() async {
    let mainLoop = TestMainLoop()
    let store = makeStore(Navigation(tabs: AppTab.allCases, paths: [.home: [.song(1), .song(2)]]), on: mainLoop)
    let stepped = mainLoop.withStores { SteppedNavigation(of: store) }
    mainLoop.showTabBar(of: stepped.navigator)
    stepped.navigator.selectedTab = .home
    stepped.navigator[pathOf: .home] = []
    #expect(stepped.navigator[pathOf: .home] == [])
    mainLoop.runTurn()
    #expect(stepped.navigator[pathOf: .home] == [])
    store.send(.selectTab(.library))
    await stepped.run { step in
      #expect(step.change == .selectTab(.library))
      withUnsafeCurrentTask { $0?.cancel() }
    }
  }

  /// A reducer that protects unsaved changes rejects the tap once. The second write of the tap must not succeed.
  @Test(arguments: [true, false])
  func `a rejected tap stays rejected`(isPathFirst: Bool) {
    let mainLoop = TestMainLoop()
    let store = makeStore(Navigation(tabs: AppTab.allCases, paths: [.home: [.song(1)]]), on: mainLoop) { action in
      // Each case rejects one of the writes and would accept the other.
      if isPathFirst, case .setPath = action { return true }
      if !isPathFirst, case .tabTapped = action { return true }
      return false
    }
    let navigator = Navigator(store)
    mainLoop.showTabBar(of: navigator)
    if isPathFirst {
      navigator[pathOf: .home] = []
      navigator.selectedTab = .home
    } else {
      navigator.selectedTab = .home
      navigator[pathOf: .home] = []
    }
    #expect(navigator[pathOf: .home] == [.song(1)])
    #expect(store.revision == 1)
  }

  @Test func `writes of another thread are separate actions`() {
    let store = makeStore(Navigation(tabs: AppTab.allCases, paths: [.home: [.song(1)]]), on: TestMainLoop())
    let navigator = Navigator(store)
    onThreads(1) { _ in
      navigator[pathOf: .home] = []
      navigator.selectedTab = .home
    }
    #expect(store.revision == 2)
    #expect(navigator.scrollSignal(of: .home) == 1)
  }

  @Test(.noMainLoop) func `without a main loop, each write is a separate action`() {
    let navigator = Navigator(Navigation(tabs: AppTab.allCases, paths: [.home: [.song(1)]]))
    navigator[pathOf: .home] = []
    navigator.selectedTab = .home
    #expect(navigator.scrollSignal(of: .home) == 1)
  }
}
