import NavStore
import NavStoreTesting
import Testing

/// How do I push the result of a request, when the user may have gone to another tab before it comes?
///
/// Name the tab in the push: the result lies where it was asked for and disturbs nobody. Cancel the request when it
/// costs something and nobody would look for its result; ignore what comes late where it cannot be cancelled.
@Suite struct PushAfterTheTabWasLeftTests {
  enum AppTab: String, Codable, CaseIterable { case home, orders }
  enum Route: Hashable, Codable { case order(Int) }

  typealias AppNavigation = NavigationState<AppTab, Route>

  enum AppAction: Equatable {
    case orderTapped(Int)
    case orderLoaded(Int)
    case navigation(NavigationAction<AppTab, Route>)
  }

  struct AppReducer: Reducer {
    enum LateResult { case pushedOnWhatIsShown, pushedOnItsTab, cancelled, ignored }
    enum Request { case order }

    let late: LateResult

    func reduce(into state: inout AppNavigation, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .orderTapped(let id):
        return .run(id: Request.order, cancelInFlight: true) { context throws(CancellationError) in
          try await context.sleep(for: .seconds(2))  // the request
          context.send(.orderLoaded(id))
        }
      case .orderLoaded(let id):
        switch late {
        case .pushedOnWhatIsShown: state.push(.order(id))  // the tutorial's way
        case .pushedOnItsTab, .cancelled: state.push(.order(id), in: .tab(.orders))
        case .ignored: if state.selectedTab == .orders { state.push(.order(id), in: .tab(.orders)) }
        }
        return .none
      case .navigation(let action):
        state.apply(action)
        return late == .cancelled && state.selectedTab != .orders ? .cancel(id: Request.order) : .none
      }
    }
  }

  let clock = TestClock()

  /// The app after the user has asked for an order and has gone to another tab.
  func appThatWasLeft(_ late: AppReducer.LateResult) -> TestStore<AppNavigation, AppAction> {
    let start = AppNavigation(tabs: AppTab.allCases, selectedTab: .orders)
    let store = TestStore(initialState: start, reducer: AppReducer(late: late), clock: clock)
    store.send(.orderTapped(3))
    clock.advance(by: .seconds(1))
    store.send(.navigation(.tabTapped(.home))) { $0.tabTapped(.home) }
    clock.advance(by: .seconds(1))
    return store
  }

  @Test func `a push that names no tab lands on the tab that is shown by then, which is the wrong one`() async {
    let store = appThatWasLeft(.pushedOnWhatIsShown)
    await store.receive(.orderLoaded(3)) { $0.push(.order(3), in: .tab(.home)) }
  }

  @Test func `a push that names its tab waits there until the user returns`() async {
    let store = appThatWasLeft(.pushedOnItsTab)
    await store.receive(.orderLoaded(3)) { $0.push(.order(3), in: .tab(.orders)) }
    #expect(store.state.top == nil)  // at home nothing has moved
    store.send(.navigation(.tabTapped(.orders))) { $0.tabTapped(.orders) }
    #expect(store.state.top == .order(3))
  }

  @Test func `a request that is cancelled when the tab is left sends nothing`() {
    let store = appThatWasLeft(.cancelled)
    clock.advance(by: .seconds(60))
    store.expectNothingLeft()
    #expect(store.state.path(of: .orders) == [])
  }

  @Test func `what comes late is received and changes nothing`() async {
    let store = appThatWasLeft(.ignored)
    await store.receive(.orderLoaded(3))
  }

  @Test func `who stays on the tab gets the order, whichever way`() async {
    for late in [AppReducer.LateResult.pushedOnWhatIsShown, .pushedOnItsTab, .cancelled, .ignored] {
      let start = AppNavigation(tabs: AppTab.allCases, selectedTab: .orders)
      let store = TestStore(initialState: start, reducer: AppReducer(late: late), clock: clock)
      store.send(.orderTapped(3))
      clock.advance(by: .seconds(2))
      await store.receive(.orderLoaded(3)) { $0.push(.order(3)) }
    }
  }
}
