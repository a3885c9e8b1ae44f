import Foundation
import NavStore
import Testing

// snippet: mixed app
struct Album: Hashable, Codable { var id: Int }
struct Track: Hashable, Codable { var id: Int }

let savedRoutes = RouteRegistry(
  .route(Album.self, named: "album"),
  .route(Track.self, named: "track"))
// end

@Suite struct MixedPathSnippets {
  @Test func `a path of several types`() {
    // snippet: mixed store
    let store = Store(
      initialState: NavigationState<AppTab, AnyRoute>(tabs: AppTab.allCases),
      reducer: NavigationReducer(routes: savedRoutes))
    store.send(.push(Album(id: 3)))
    store.send(.push(Track(id: 7)))
    print(store.state.path(of: .home) == [Album(id: 3), Track(id: 7)])  // true

    let navigator = Navigator(store)
    navigator[pathOf: .home].removeLast()
    navigator[pathOf: .home].append(Track(id: 8))
    print(navigator[pathOf: .home, covering: .holding(Album.self)] == [Album(id: 3)])  // true
    // end
    #expect(store.state.path(of: .home) == [Album(id: 3), Track(id: 8)])
    #expect(navigator[pathOf: .home, covering: .holding(Album.self)] == [Album(id: 3)])
  }

  @Test func `a pushed route that cannot be saved is reported`() {
    let lines = Locked<[String]>([])
    @Sendable func log(_ line: String) { lines.withLock { $0.append(line) } }
    // snippet: mixed diagnostics
    let reducer = NavigationReducer<AppTab, AnyRoute>(
      routes: savedRoutes, reportingTo: { log("\($0)") })
    // end
    let store = Store(initialState: NavigationState(tabs: AppTab.allCases), reducer: reducer)
    store.send(.push("Help"))
    #expect(lines.withLock(\.count) == 1)
    #expect(lines.withLock(\.first)?.hasPrefix("Help was added to a path, but its type has no name") == true)
  }

  @Test func `a path is saved without a navigation state`() throws {
    // snippet: mixed codable
    var path: [AnyRoute] = []
    path.append(Album(id: 3))
    path.append("Help")  // has no name
    path.append(Track(id: 7))

    let saved = path.codable(savedRoutes)
    print(saved.omission ?? "")  // Help in the path, together with 1 route above it: its type has no name …
    let data = try JSONEncoder().encode(saved)

    let decoder = JSONDecoder()
    decoder.userInfo[.routeRegistry] = savedRoutes
    path = try decoder.decode(CodablePath.self, from: data).routes
    print(path == [Album(id: 3)])  // true
    // end
    #expect(path == [Album(id: 3)])
    #expect(saved.omission?.hasPrefix("Help in the path, together with 1 route above it") == true)
  }

  @Test func `each route type has a destination`() {
    // snippet: destinations
    let trackScreens = RouteDestinations<String> {
      RouteDestination(for: Track.self) { "Track \($0.id)" }
    }
    let screens = RouteDestinations<String> {
      RouteDestination(for: Album.self) { "Album \($0.id)" }
      trackScreens  // the screens of a feature
    }

    let path = [AnyRoute](holding: [Album(id: 3), Track(id: 7), "Help"])
    print(path.map { screens[$0] ?? "no screen" })  // ["Album 3", "Track 7", "no screen"]
    // end
    #expect(screens[AnyRoute(Track(id: 7))] == "Track 7")
    // snippet: destinations test
    #expect(screens.check(savedRoutes) == [])
    // end
  }

  @Test func `on the main actor`() async {
    let title = await MainActor.run { MainScreens.all[AnyRoute(Track(id: 7))]?.title }
    #expect(title == "Track 7")
  }
}

@MainActor final class TrackScreen {
  let title: String

  init(_ track: Track) { title = "Track \(track.id)" }
}

// snippet: destinations main actor
@MainActor enum MainScreens {
  static let all = RouteDestinations<TrackScreen> {
    RouteDestination(for: Track.self) { TrackScreen($0) }
  }
}
// end
