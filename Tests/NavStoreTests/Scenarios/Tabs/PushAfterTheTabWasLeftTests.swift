import NavStore
import NavStoreTesting
import Testing

/// How do I push the result of a request when the user may have selected another tab before it arrives?
///
/// Name the tab in the push. The result is then pushed where the user requested it, and the visible tab does not
/// change. Cancel the request if it is expensive and its result is not needed. If it cannot be cancelled, ignore a
/// late result.
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
    enum LateResult { case pushedOnFocusedPath, pushedOnItsTab, cancelled, ignored }
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
        case .pushedOnFocusedPath: state.push(.order(id))  // as most tutorials do
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

  /// The app after the user has requested an order and has selected another tab.
  func makeAppAfterLeavingTheTab(_ late: AppReducer.LateResult) -> TestStore<AppNavigation, AppAction> {
    let start = AppNavigation(tabs: AppTab.allCases, selectedTab: .orders)
    let store = TestStore(initialState: start, reducer: AppReducer(late: late), clock: clock)
    store.send(.orderTapped(3))
    clock.advance(by: .seconds(1))
    store.send(.navigation(.tabTapped(.home))) { $0.tabTapped(.home) }
    clock.advance(by: .seconds(1))
    return store
  }

  @Test func `a push without a tab changes the selected tab, which is the wrong one by then`() async {
    let store = makeAppAfterLeavingTheTab(.pushedOnFocusedPath)
    await store.receive(.orderLoaded(3)) { $0.push(.order(3), in: .tab(.home)) }
  }

  @Test func `a push that names a tab is visible when the user returns to that tab`() async {
    let store = makeAppAfterLeavingTheTab(.pushedOnItsTab)
    await store.receive(.orderLoaded(3)) { $0.push(.order(3), in: .tab(.orders)) }
    #expect(store.state.top == nil)  // the path of the home tab has not changed
    store.send(.navigation(.tabTapped(.orders))) { $0.tabTapped(.orders) }
    #expect(store.state.top == .order(3))
  }

  @Test func `a request that is cancelled when the user leaves the tab sends nothing`() {
    let store = makeAppAfterLeavingTheTab(.cancelled)
    clock.advance(by: .seconds(60))
    store.expectNothingLeft()
    #expect(store.state.path(of: .orders) == [])
  }

  @Test func `a late result is received and changes nothing`() async {
    let store = makeAppAfterLeavingTheTab(.ignored)
    await store.receive(.orderLoaded(3))
  }

  @Test func `a user who stays on the tab sees the order, whatever the strategy`() async {
    for late in [AppReducer.LateResult.pushedOnFocusedPath, .pushedOnItsTab, .cancelled, .ignored] {
      let start = AppNavigation(tabs: AppTab.allCases, selectedTab: .orders)
      let store = TestStore(initialState: start, reducer: AppReducer(late: late), clock: clock)
      store.send(.orderTapped(3))
      clock.advance(by: .seconds(2))
      await store.receive(.orderLoaded(3)) { $0.push(.order(3)) }
    }
  }
}
