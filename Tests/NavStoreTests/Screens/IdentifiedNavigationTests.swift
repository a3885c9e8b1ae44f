@testable import NavStore
@testable import NavStoreCore
import NavStoreInspection
import NavStoreTesting
import Testing

/// The navigation of screens in place of routes, as view frameworks show it.
@Suite(.hangLimit) struct IdentifiedNavigationTests {
  typealias IdentifiedAction = NavigationAction<Int, StackEntry<Int>>

  private static func makeStore(_ paths: [Int: [Int]]) -> Store<NumberScreens, NumberScreensAction> {
    Store(initialState: NumberScreens(NumberState(tabs: [1, 2], paths: paths)), reducer: NumberScreensReducer.adding())
  }

  private static func navigator(
    _ store: Store<NumberScreens, NumberScreensAction>
  ) -> Navigator<Int, StackEntry<Int>> {
    Navigator(store.scope(state: \.identified, action: NumberScreensAction.identified))
  }

  private static func ids(_ path: [StackEntry<Int>]) -> [Int] { path.map(\.id.rawValue) }

  @Test func `two screens with equal routes are different elements of the path`() {
    let store = Self.makeStore([1: [7, 7]])
    let navigator = Self.navigator(store)
    #expect(Self.ids(navigator[pathOf: 1]) == [1, 2])
    #expect(navigator[pathOf: 1][0] != navigator[pathOf: 1][1])
    #expect(navigator.top?.id.rawValue == 2)
  }

  @Test func `a swipe back removes the screen, and the others stay`() {
    let store = Self.makeStore([1: [7, 7, 7]])
    store.send(.screen(ScreenID(rawValue: 2), .add(5)))
    let navigator = Self.navigator(store)
    navigator[pathOf: 1].removeLast()
    #expect(store.state.notation == "1: 1/7=7000 2/7=7005 | 2:")
  }

  @Test func `a navigator returns to the screen with the identity, and not to another one with an equal route`() {
    let store = Self.makeStore([1: [7, 8, 7, 8]])
    let navigator = Self.navigator(store)
    navigator.popTo(StackEntry(id: ScreenID(rawValue: 2), route: 8))
    #expect(Self.ids(navigator[pathOf: 1]) == [1, 2])
    // An identity that has left is not replaced by an equal route.
    navigator.popTo(StackEntry(id: ScreenID(rawValue: 3), route: 7))
    #expect(Self.ids(navigator[pathOf: 1]) == [1, 2])
    navigator.popTo(StackEntry(id: ScreenID(rawValue: 1), route: 7))
    #expect(Self.ids(navigator[pathOf: 1]) == [1])
  }

  @Test func `a screen that is taken out from below others is not another one with an equal route`() {
    let store = Self.makeStore([1: [7, 7, 7]])
    let navigator = Self.navigator(store)
    navigator[pathOf: 1].removeFirst()
    #expect(Self.ids(navigator[pathOf: 1]) == [2, 3])
    navigator[pathOf: 1] = Array(navigator[pathOf: 1].dropLast()) + [StackEntry(id: ScreenID(rawValue: 0), route: 8)]
    #expect(Self.ids(navigator[pathOf: 1]) == [2, 4])
    store.send(.navigation(.deepLink(DeepLink(tab: 1, modals: [.init(6, path: [7, 7])]))))
    let modal = navigator.modals[0].id
    navigator[pathOf: modal].removeFirst()
    #expect(Self.ids(navigator[pathOf: modal]) == [7])
  }

  @Test func `a pop and a push of an equal route notify the readers of the path`() {
    let store = Self.makeStore([1: [7]])
    let navigator = Self.navigator(store)
    let reader = ObservingReader { _ = navigator[pathOf: 1] }
    store.send([.navigation(.pop()), .navigation(.push(7))])
    #expect(reader.notificationCount == 1)
    #expect(Self.ids(navigator[pathOf: 1]) == [2])
    store.send(.screen(ScreenID(rawValue: 2), .add(1)))
    #expect(reader.notificationCount == 1)
  }

  @Test func `a navigator of screens takes plain routes for new screens`() {
    let store = Self.makeStore([:])
    let navigator = Self.navigator(store)
    navigator.push(7)
    navigator.push(8, in: .tab(2))
    navigator.present(9, style: .cover)
    navigator.push(10)
    #expect(store.state.notation == "1: 1/7=7000 | 2: 2/8=8000 | modal 1: 3/9 4/10=10000")
    #expect(navigator.modals.map(\.root.id.rawValue) == [3])
    #expect(Self.ids(navigator[pathOf: ModalID(rawValue: 1)]) == [4])
    navigator.dismiss()
    #expect(store.state.notation == "1: 1/7=7000 | 2: 2/8=8000")
  }

  @Test func `a presenter passes identities to the interface`() async {
    let store = Self.makeStore([1: [7]])
    let presenter = NavigationPresenter(of: store, state: \.identified, action: NumberScreensAction.identified)
    let steps = Locked<[String]>([])
    let run = Task {
      await presenter.run { step in
        switch step.change {
        case .push(let screen, let stack):
          steps.withLock { $0.append("push \(screen.id.rawValue)/\(screen.route) in \(stack)") }
        case .present(let modal):
          steps.withLock { $0.append("present \(modal.root.id.rawValue)/\(modal.root.route)") }
          store.send([.navigation(.dismiss), .navigation(.pop()), .navigation(.push(7))])
        case .dismiss: steps.withLock { $0.append("dismiss") }
        case .setPath(let path, _):
          steps.withLock { $0.append("set \(path.map(\.id.rawValue))") }
          presenter.userSetPath([], of: .tab(1))
        default: break
        }
      }
    }
    store.send(.navigation(.present(9)))
    for await notation in store.states(of: \.notation) where notation == "1: | 2:" { break }
    run.cancel()
    await run.value
    #expect(steps.withLock(\.self) == ["push 1/7 in 1", "present 2/9", "dismiss", "set [3]"])
    #expect(store.state.notation == "1: | 2:")
  }

  @Test func `a stepped navigation shows screens`() async {
    let store = Self.makeStore([1: [7, 7]])
    let stepped = SteppedNavigation(of: store.scope(state: \.identified, action: NumberScreensAction.identified))
    stepped.navigator[pathOf: 1].removeLast()
    #expect(store.state.notation == "1: 1/7=7000 | 2:")
    #expect(Self.ids(stepped.navigator[pathOf: 1]) == [1])
  }

  @Test(arguments: 0..<100)
  func `the identified navigation agrees with the navigation after any action`(seed: UInt64) {
    var generator = RandomNavigation(random: SplitMix64(seed: seed))
    let rules = generator.rules()
    let reducer = NumberScreensReducer.adding(rules: rules)
    var screens = NumberScreens(generator.start(rules: rules))
    var other = screens
    for _ in 0..<30 {
      let action = generator.action(in: screens.navigation)
      _ = reducer.reduce(into: &screens, action: .navigation(action))
      let ofScreens: IdentifiedAction = action.mapRoutes { StackEntry(id: ScreenID(rawValue: 0), route: $0) }
      _ = reducer.reduce(into: &other, action: .identified(ofScreens))
      #expect(other.notation == screens.notation, "\(action)")
      #expect(action.mapRoutes { $0 } == action)

      let (identified, navigation) = (screens.identified, screens.navigation)
      #expect(identified.tabs.map { identified.path(of: $0) } == navigation.tabs.map { screens.screens(of: $0) })
      #expect(identified.modals.map { [$0.root] + $0.path } == navigation.modals.map { screens.screens(of: $0.id) })
      #expect(identified.modals.map(\.id) == navigation.modals.map(\.id))
      #expect(identified.modals.map(\.style) == navigation.modals.map(\.style))
      #expect(identified.selectedTab == navigation.selectedTab && identified.initialTab == navigation.initialTab)
      #expect(identified.canGoBack == navigation.canGoBack && identified.visits == navigation.visits)
      #expect(
        navigation.tabs.map { identified.scrollSignal(of: $0) }
          == navigation.tabs.map { navigation.scrollSignal(of: $0) })
    }
  }
}
