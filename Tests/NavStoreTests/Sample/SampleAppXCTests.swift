import Foundation
import NavStore
import NavStoreTesting
import XCTest

private let bach = PodcastApp.Episode(id: 1, title: "Bach")

final class SampleAppXCTests: XCTestCase {
  typealias State = PodcastApp.State
  typealias Action = PodcastApp.Action

  struct Offline: Error {}

  let clock = TestClock()

  func makeStore(_ app: PodcastApp = PodcastApp(), from state: State = State()) -> TestStore<State, Action> {
    TestStore(initialState: state, reducer: app, clock: clock)
  }

  func testATabKeepsItsPathAndPopsToItsRootWhenItIsTappedAgain() {
    let store = makeStore()
    store.send(.navigation(.push(.episode(1)))) { $0.navigation.push(.episode(1)) }
    store.send(.navigation(.tabTapped(.library))) { $0.navigation.selectTab(.library) }
    store.send(.navigation(.tabTapped(.feed))) { $0.navigation.selectTab(.feed) }
    XCTAssertEqual(store.state.navigation.path(of: .feed), [.episode(1)])
    store.send(.navigation(.tabTapped(.feed))) { $0.navigation.popToRoot() }
    store.send(.navigation(.tabTapped(.feed)))
    XCTAssertEqual(store.state.navigation.scrollSignal(of: .feed), 1)
  }

  func testTheSignInSheetStaysWhenSigningInFails() async {
    let store = makeStore(
      PodcastApp(signIn: { name in
        guard name == "Ada" else { throw Offline() }
        return name
      }))
    store.send(.navigation(.present(.signIn))) { $0.navigation.present(.signIn) }

    store.send(.signInSubmitted(name: "Eve"))
    await store.receive(.signInFailed("Offline()")) { $0.signInError = "Offline()" }
    XCTAssertEqual(store.state.navigation.top, .signIn)

    store.send(.signInSubmitted(name: "Ada")) { $0.signInError = nil }
    await store.receive([.signedIn(name: "Ada"), .navigation(.dismiss)]) {
      $0.user = "Ada"
      $0.navigation.dismiss()
    }
  }

  func testASearchStartsAfterTheLastKeyPress() async {
    let store = makeStore(PodcastApp(search: { [PodcastApp.Episode(id: 0, title: $0)] }))
    store.send(.queryChanged("ti")) { $0.query = "ti" }
    clock.advance(by: .milliseconds(299))
    store.send(.queryChanged("tide")) { $0.query = "tide" }
    clock.advance(by: .milliseconds(299))
    store.assert { $0.results = [] }
    clock.advance(by: .milliseconds(1))
    await store.receive(.found([PodcastApp.Episode(id: 0, title: "tide")])) {
      $0.results = [PodcastApp.Episode(id: 0, title: "tide")]
    }
  }

  func testTheNavigationIsSavedAfterAQuietPeriodAndRestored() async {
    let storage = InMemoryStorage()
    let store = makeStore()
    let persistence = Persistence(of: store.base, to: storage, saving: \.navigation, clock: clock)
    let run = Task { await persistence.run() }
    store.send([.navigation(.push(.episode(1))), .signedIn(name: "Ada")]) {
      $0.navigation.push(.episode(1))
      $0.user = "Ada"
    }
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(500))
    for await status in persistence.statuses where status.attempts == 1 { break }
    run.cancel()
    await run.value

    let restored = makeStore(from: Persistence.load(State(), from: storage, saving: \.navigation).state)
    XCTAssertEqual(restored.state.navigation, store.state.navigation)
    XCTAssertNil(restored.state.user)
    restored.send(.navigation(.back)) { $0.navigation.popToRoot() }
  }

  func testATestCanReceiveOrSkipTheActionsThatItDoesNotAssert() async {
    let store = makeStore(PodcastApp(loadFeed: { [bach] }))
    await store.send(.refresh) { $0.feed = .loading }.finish()
    store.skipReceived()
    store.assert { $0.feed = .loaded([bach]) }

    store.send(.queryChanged("bach")) { $0.query = "bach" }
    clock.advance(by: .milliseconds(300))
    await store.finish()
    await store.receive(.found([]))

    store.send(.play(bach)) { $0.player = State.Player(episode: bach) }
    store.skipInFlight()
  }
}
