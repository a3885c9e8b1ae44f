import Foundation
import NavStore
import NavStoreTesting
import XCTest

private let bach = PodcastApp.Episode(id: 1, title: "Bach")
private let tides = PodcastApp.Episode(id: 2, title: "Tides")

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

  func testBackPopsAPushedRouteAndClosesTheAppAtTheRoot() {
    let store = makeStore()
    store.send(.navigation(.pushUnlessTop(.episode(1)))) { $0.navigation.push(.episode(1)) }
    store.send(.navigation(.pushUnlessTop(.episode(1))))  // a double tap
    XCTAssertTrue(store.state.navigation.canGoBack)
    store.send(.navigation(.back)) { $0.navigation.popToRoot() }
    XCTAssertFalse(store.state.navigation.canGoBack)
    store.send(.navigation(.back)) { $0.isClosing = true }
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

  func testALinkToAnEpisodeOpensItInTheFeed() throws {
    let store = makeStore()
    store.send(.navigation(.selectTab(.library))) { $0.navigation.selectTab(.library) }
    store.send(.linkOpened(try XCTUnwrap(URL(string: "podcasts://episode/2"))), origin: .deepLink) {
      $0.navigation.selectTab(.feed)
      $0.navigation.setPath([.episode(2)], in: .tab(.feed))
    }
    store.send(.linkOpened(try XCTUnwrap(URL(string: "podcasts://episode/two"))))
    store.send(.linkOpened(try XCTUnwrap(URL(string: "podcasts://nowhere"))))
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

  func testClearingTheSearchCancelsIt() {
    let store = makeStore(PodcastApp(search: { _ in [bach] }))
    store.send(.queryChanged("bach")) { $0.query = "bach" }
    clock.advance(by: .milliseconds(299))
    store.send(.searchCleared) { $0.query = "" }
    clock.advance(by: .seconds(1))
  }

  func testAFeedThatFailsToLoadIsLoadedAgain() async {
    let store = makeStore(
      PodcastApp(loadFeed: { [clock] in
        guard clock.now.offset >= .seconds(8) else { throw Offline() }
        return [bach]
      }))
    store.send(.refresh) { $0.feed = .loading }
    for (attempt, seconds) in [(1, 1), (2, 3), (3, 7)] {
      await store.receive(.feedFailed(attempt: attempt)) { $0.feed = .retrying(attempt: attempt + 1) }
      clock.advanceToNextDeadline()
      XCTAssertEqual(clock.now.offset, .seconds(seconds))
    }
    await store.receive(.feedFailed(attempt: 4)) { $0.feed = .failed }

    store.send(.refresh) { $0.feed = .loading }
    await store.receive(.feedFailed(attempt: 1)) { $0.feed = .retrying(attempt: 2) }
    clock.advance(by: .seconds(1))
    await store.receive(.feedLoaded([bach])) { $0.feed = .loaded([bach]) }
  }

  func testThePlayerCountsTheSecondsUntilItIsStopped() async {
    let store = makeStore()
    store.send(.play(bach)) { $0.player = State.Player(episode: bach) }
    clock.advance(by: .seconds(3))
    for second in 1...3 {
      await store.receive(.secondPassed) { $0.player?.seconds = second }
    }
    store.send(.stop) { $0.player = nil }
    clock.advance(by: .seconds(3))
  }

  func testALinkThatNeedsAUserIsFollowedAfterSigningIn() async throws {
    let store = makeStore()
    let link = try XCTUnwrap(URL(string: "podcasts://downloads"))
    store.send(.linkOpened(link)) {
      $0.pendingLink = link
      $0.navigation.present(.signIn)
    }
    store.send(.signedIn(name: "Ada")) {
      $0.user = "Ada"
      $0.pendingLink = nil
    }
    await store.receive(.linkOpened(link)) {
      $0.navigation.dismiss()
      $0.navigation.selectTab(.library)
      $0.navigation.push(.downloads)
    }
  }

  func testAnEpisodePlaysAndItsPlayerIsShownInOneTransaction() {
    let store = makeStore()
    store.send([.play(tides), .navigation(.present(.player, style: .cover))]) {
      $0.player = State.Player(episode: tides)
      $0.navigation.present(.player, style: .cover)
    }
    XCTAssertEqual(store.base.revision, 1)
    store.send([.navigation(.dismiss), .stop]) {
      $0.navigation.dismiss()
      $0.player = nil
    }
  }

  func testASearchResultOpensItsEpisode() async throws {
    let store = makeStore(PodcastApp(search: { [PodcastApp.Episode(id: .random(in: 1...9), title: $0)] }))
    store.send(.navigation(.selectTab(.search))) { $0.navigation.selectTab(.search) }
    store.send(.queryChanged("tides")) { $0.query = "tides" }
    clock.advance(by: .milliseconds(300))
    let found = await store.receive(case: { if case .found(let episodes) = $0 { episodes } else { nil } }) {
      $0.results = $1
    }
    let id = try XCTUnwrap(found?.first).id
    store.send(.navigation(.push(.episode(id)))) { $0.navigation.push(.episode(id)) }
  }

  func testAVisitFromTheFeedToThePlayerAssertedInPart() async {
    let store = makeStore(PodcastApp(loadFeed: { [bach] }))
    store.exhaustivity = .off
    store.send(.refresh)
    await store.receive(.feedLoaded([bach]))
    store.send(.navigation(.push(.episode(1)))) { $0.navigation.setPath([.episode(1)], in: .tab(.feed)) }
    store.send(.play(bach))
    clock.advance(by: .seconds(60))
    XCTAssertEqual(store.state.player?.seconds, 60)
    store.send(.stop) { $0.player = nil }

    store.exhaustivity = .off(showSkipped: true)
    store.send(.signedIn(name: "Ada"))
    store.exhaustivity = .on
    store.assert { $0.user = "Ada" }
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

  func testAScreenThatKnowsOnlyTheNavigationControlsTheWholeApp() async {
    let store = makeStore()
    let navigation = store.base.scope(state: \.navigation, action: Action.navigation)
    navigation.send([.selectTab(.library), .push(.downloads)])
    await store.receive([.navigation(.selectTab(.library)), .navigation(.push(.downloads))]) {
      $0.navigation.selectTab(.library)
      $0.navigation.push(.downloads)
    }
    XCTAssertEqual(navigation.state.top, .downloads)
  }
}
