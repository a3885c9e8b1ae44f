@testable import NavStore
@testable import NavStoreCore
import NavStoreInspection
import Testing

/// A stack that the user cannot see, and that writes late, brings no screen back that an action has removed.
@Suite struct LateWriteTests {
  private typealias Navigation = NavigationState<AppTab, Route>

  /// An event of the home tab's stack, or of the app.
  enum Event: Sendable {
    /// Views read the path.
    case read
    /// The stack writes the path.
    case write([Route])
    /// The user taps a tab.
    case tap(AppTab)
    case send(NavigationAction<AppTab, Route>)
    /// The turn of the main loop ends.
    case turn
  }

  struct Sequence: CustomTestStringConvertible, Sendable {
    let behavior: ReportedBehavior
    let name: String
    /// The path of the home tab before the events. The home tab is selected.
    let start: [Route]
    var leave: LeavePolicy = .keepPath
    let events: [Event]
    /// The path of the home tab at the end.
    let path: [Route]

    var testDescription: String { "\(behavior): \(name)" }
  }

  private static let one = Route.song(1)
  private static let two = Route.song(2)
  private static let three = Route.song(3)
  private static let clear = Event.send(.setPath([], in: .tab(.home)))

  static let sequences = [
    // The user pushes a screen and taps another tab during the animation, and the app clears the path that is left.
    Sequence(
      behavior: .clearedPathsStay, name: "the path that is cleared by the rule of the tab is written back", start: [],
      leave: .popToRoot, events: [.read, .write([one]), .read, .tap(.library), .write([one])], path: []),
    Sequence(
      behavior: .clearedPathsStay, name: "the stack reads the cleared path first", start: [], leave: .popToRoot,
      events: [.read, .write([one]), .read, .tap(.library), .read, .turn, .write([one])], path: []),
    Sequence(
      behavior: .clearedPathsStay, name: "the app clears the path when the selection has changed", start: [one],
      events: [.read, .send(.push(two, in: .focused)), .read, .tap(.library), clear, .write([one, two])], path: []),
    Sequence(
      behavior: .clearedPathsStay, name: "only the lower screen is written back", start: [one, two],
      leave: .popToRoot, events: [.read, .tap(.library), .write([one])], path: []),
    Sequence(
      behavior: .clearedPathsStay, name: "the path is written twice", start: [one, two], leave: .popToRoot,
      events: [.read, .tap(.library), .write([one, two]), .turn, .read, .write([one, two]), .write([one])], path: []),
    Sequence(
      behavior: .clearedPathsStay, name: "a part of the path was removed", start: [one, two, three],
      events: [.read, .tap(.library), .send(.setPath([one], in: .tab(.home))), .read, .write([one, two, three])],
      path: [one]),
    Sequence(
      behavior: .clearedPathsStay, name: "the app is reset in another tab", start: [one],
      events: [.read, .send(.selectTab(.library)), .send(.resetTab(.home)), .read, .write([one])], path: []),
    Sequence(
      behavior: .clearedPathsStay, name: "a cover hides the stack", start: [one, two],
      events: [
        .read, .send(.present(three, style: .cover)), clear, .read, .write([one, two]),
      ], path: []),
    // A path is set before the stack is on the screen. The stack does not show it, and writes what it shows.
    Sequence(
      behavior: .hiddenPathsAreNotShown, name: "a link is removed again, and the stack writes it late", start: [],
      events: [
        .read, .tap(.library), .send(.push(one, in: .tab(.home))), .read, clear, .read, .write([one]),
      ], path: []),
    Sequence(
      behavior: .hiddenPathsAreNotShown, name: "a link replaces a path, and the stack writes the old one",
      start: [one, two],
      events: [.read, .tap(.library), .send(.setPath([three], in: .tab(.home))), .read, .write([one])],
      path: [three]),

    // What the user does, and what the app sets, stays as it was.
    Sequence(
      behavior: .clearedPathsStay, name: "a swipe back ends after the tap on another tab", start: [one, two],
      events: [.read, .tap(.library), .write([one])], path: [one]),
    Sequence(
      behavior: .clearedPathsStay, name: "a swipe back ends, and the app pushes the same screen again",
      start: [one, two],
      events: [.read, .tap(.library), .write([one]), .read, .write([one, two])], path: [one, two]),
    Sequence(
      behavior: .clearedPathsStay, name: "the app clears the path of another tab by its binding", start: [one],
      events: [.read, .tap(.library), .send(.push(two, in: .tab(.home))), .read, .write([])], path: []),
    Sequence(
      behavior: .clearedPathsStay, name: "the app sets a new path of another tab", start: [one], leave: .popToRoot,
      events: [.read, .tap(.library), .read, .write([three])], path: [three]),
    Sequence(
      behavior: .clearedPathsStay, name: "the user opens the same screen in the visible tab", start: [one],
      events: [.read, clear, .read, .write([one])], path: [one]),
    Sequence(
      behavior: .clearedPathsStay, name: "the user returns and opens the same screen", start: [one],
      leave: .popToRoot,
      events: [.read, .tap(.library), .read, .tap(.home), .read, .write([one])], path: [one]),
    Sequence(
      behavior: .clearedPathsStay, name: "the app opens the same screen after the tab was visible again",
      start: [one], leave: .popToRoot,
      events: [.read, .tap(.library), .read, .tap(.home), .read, .tap(.library), .write([one])], path: [one]),
    Sequence(
      behavior: .clearedPathsStay, name: "the user opens the same screen below a sheet", start: [one],
      events: [.read, .send(.present(three, style: .sheet)), clear, .read, .write([one])], path: [one]),
  ]

  @Test(arguments: sequences)
  func `a hidden stack brings no removed screen back`(_ sequence: Sequence) {
    let mainLoop = TestMainLoop()
    let start = Navigation(tabs: AppTab.allCases, paths: [.home: sequence.start])
    let store = mainLoop.withStores {
      Store(
        initialState: start,
        reducer: NavigationReducer(rules: NavigationRules(onLeave: [.home: sequence.leave])))
    }
    let navigator = Navigator(store)
    mainLoop.showTabBar(of: navigator)
    for event in sequence.events {
      switch event {
      case .read: _ = navigator[pathOf: .home]
      case .write(let path): navigator[pathOf: .home] = path
      case .tap(let tab): navigator.selectedTab = tab
      case .send(let action): store.send(action)
      case .turn: mainLoop.runTurn()
      }
    }
    #expect(store.state.path(of: .home) == sequence.path)
  }

  /// The rule of the tab clears the path in the store, and no step has cleared it in the views yet.
  @Test func `a late write before the step that clears the path does not bring it back`() {
    let mainLoop = TestMainLoop()
    let store = mainLoop.withStores {
      Store(
        initialState: Navigation(tabs: AppTab.allCases, paths: [.home: [.song(1), .song(2)]]),
        reducer: NavigationReducer(rules: NavigationRules(onLeave: [.home: .popToRoot])))
    }
    let navigator = mainLoop.withStores { SteppedNavigation(of: store) }.navigator
    mainLoop.showTabBar(of: navigator)
    navigator.selectedTab = .library
    navigator[pathOf: .home] = [.song(1)]
    #expect(store.state.path(of: .home) == [])
  }

  @Test func `the stack reads the path again after a late write`() {
    let mainLoop = TestMainLoop()
    let navigator = Navigator(makeStore(Navigation(tabs: AppTab.allCases, paths: [.home: [.song(1)]]), on: mainLoop))
    mainLoop.showTabBar(of: navigator)
    _ = navigator[pathOf: .home]
    navigator.selectedTab = .library
    navigator.send(.resetTab(.home))
    let home = ObservingReader { _ = navigator[pathOf: .home] }
    navigator[pathOf: .home] = [.song(1)]
    #expect(home.notificationCount == 0)
    mainLoop.runTurn()
    #expect(home.notificationCount == 1)
  }

  /// A stack writes prefixes of the paths that it had, in any order. The model is the rule in one line.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `random writes of a hidden stack only remove screens`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let mainLoop = TestMainLoop()
    let store = makeStore(Navigation(tabs: AppTab.allCases, paths: [.home: [.song(0)]]), on: mainLoop)
    let navigator = Navigator(store)
    mainLoop.showTabBar(of: navigator)
    _ = navigator[pathOf: .home]
    navigator.selectedTab = .library
    var paths = [store.state.path(of: .home)]
    for _ in 0..<30 {
      let before = store.state.path(of: .home)
      if Bool.random(using: &random) {
        let path = (0..<Int.random(in: 0...3, using: &random)).map { _ in Route.song(.random(in: 0...2, using: &random))
        }
        store.send(.setPath(path, in: .tab(.home)))
        paths.append(navigator[pathOf: .home])
      } else if let path = paths.randomElement(using: &random) {
        navigator[pathOf: .home] = Array(path.prefix(.random(in: 0...3, using: &random)))
        #expect(before.starts(with: store.state.path(of: .home)))
        if store.state.path(of: .home) != before { paths = [store.state.path(of: .home)] }
      }
    }
  }
}
