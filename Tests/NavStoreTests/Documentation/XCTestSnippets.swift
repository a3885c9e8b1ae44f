import NavStore
import NavStoreTesting
import XCTest

// snippet: xctest
nonisolated final class TabTests: XCTestCase {
  private let clock = TestClock()

  func testSecondTapPopsToRoot() {
    let store = TestStore(
      initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases), reducer: NavigationReducer())
    store.send(.push(.song(7))) { $0.push(.song(7)) }
    store.send(.tabTapped(.home)) { $0.popToRoot() }
  }

  func testSearchWaits() async {
    let store = TestStore(
      initialState: AppState(), reducer: AppReducer(search: { [$0.count] }), clock: clock)
    store.send(.queryChanged("tide")) { $0.query = "tide" }
    clock.advance(by: .milliseconds(300))
    await store.receive(.found([4])) { $0.results = [4] }
  }
}
// end
