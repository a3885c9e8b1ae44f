import Foundation
import NavStore
import NavStoreTesting
import Testing

// The code of the comments in NavStoreTesting. Tests in the comments are tests here.

// snippet: comment of TestClock
final class Hint<C: Clock<Duration>>: Sendable {
  let clock: C
  init(clock: C) { self.clock = clock }
  func text() async throws -> String {
    try await clock.sleep(for: .seconds(2))
    return "Try a shorter word."
  }
}
// end

private actor Player {
  let clock: TestClock
  var position = 0

  init(clock: TestClock) { self.clock = clock }

  func play() async {
    while (try? await clock.sleep(for: .seconds(1))) != nil { position += 1 }
  }
}

@Suite struct ClockComments {
  // snippet: comment of TestClock test
  @Test func `the hint comes after two seconds`() async throws {
    let clock = TestClock()
    async let text = Hint(clock: clock).text()
    await clock.sleepers(atLeast: 1)  // the feature sleeps
    clock.advance(by: .seconds(1))
    await clock.sleepers(atLeast: 1)  // the feature still sleeps after one second
    clock.advance(by: .seconds(1))
    #expect(try await text == "Try a shorter word.")
  }
  // end

  // snippet: comment of advance
  @Test func `the position is shown every second`() async {
    let clock = TestClock()
    let player = Player(clock: clock)
    let playing = Task { await player.play() }  // sleeps for a second, counts, sleeps …
    await clock.advance(by: .seconds(3), sleepers: 1)
    #expect(await player.position == 3)
    playing.cancel()
  }
  // end

  // snippet: comment of run
  @Test func `the third attempt succeeds, after three seconds`() async throws {
    let clock = TestClock()
    let server = Server(failures: 2)
    let answer = try await clock.run { try await retrying(on: clock) { try await server.answer() } }
    #expect(answer == "hello")
    #expect(clock.now.offset == .seconds(3))  // pauses of one second and of two seconds
  }
  // end

  // snippet: comment of ImmediateClock
  @Test func `the fifth attempt succeeds`() async throws {
    let clock = ImmediateClock()
    let server = Server(failures: 4)
    let answer = try await retrying(on: clock) { try await server.answer() }
    #expect(answer == "hello")
    #expect(clock.now.offset == .seconds(1 + 2 + 4 + 8))
  }
  // end

  private enum Saving { case saveWithRetries }

  @Test func `all attempts are made`() {
    let clock = TestClock()
    let store = TestStore(
      initialState: 0,
      reducer: Reduce<Int, Saving> { _, _ in .run { context in try? await context.sleep(for: .seconds(9)) } },
      clock: clock)
    // snippet: comment of runAll
    store.send(.saveWithRetries)
    clock.runAll()  // every attempt is made, however long the pauses between them
    // end
    #expect(clock.now.offset == .seconds(9))
  }
}

@Suite struct TestStoreComments {
  private struct Search: Reducer {
    struct State: Equatable {
      var text = ""
      var results: [String] = []
    }
    enum Action: Equatable { case typed(String), found([String]) }
    var find: @Sendable (String) async -> [String]

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .typed(let text):
        state.text = text
        return .run(id: "search", cancelInFlight: true) { [find] context throws(CancellationError) in
          try await context.sleep(for: .milliseconds(300))
          context.send(.found(await find(text)))
        }
      case .found(let results):
        state.results = results
        return .none
      }
    }
  }

  // snippet: comment of TestStore
  @Test func `a search finds what was typed`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Search.State(), reducer: Search(find: { [$0 + "!"] }), clock: clock)
    store.send(.typed("Bach")) { $0.text = "Bach" }
    clock.advance(by: .milliseconds(300))  // the search waits until the query has not changed for 300 ms
    await store.receive(.found(["Bach!"])) { $0.results = ["Bach!"] }
  }
  // end

  private enum Loading: Equatable {
    case load, progress, found([String])
    var isProgress: Bool { self == .progress }
  }

  private struct Loaded: Equatable { var results: [String] = [] }

  @Test func `what is received`() async {
    let store = TestStore(
      initialState: Loaded(),
      reducer: Reduce<Loaded, Loading> { state, action in
        switch action {
        case .load: return .merge(.send(.progress), .send(.found(["Bach"])))
        case .progress: return .none
        case .found(let results):
          state.results = results
          return .none
        }
      })
    // snippet: comment of assert
    store.assert { $0.results = [] }
    // end
    store.send(.load)
    // snippet: comment of receive where
    await store.receive(where: { $0.isProgress })
    // end
    // snippet: comment of receive case
    await store.receive(case: { if case .found(let items) = $0 { items } else { nil } }) { state, items in
      state.results = items
    }
    // end
  }

  @Test func `values that do not differ`() {
    let store = Store(
      initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases), reducer: NavigationReducer())
    store.send([.push(.song(3)), .push(.song(7))])
    // snippet: comment of expectNoDifference
    expectNoDifference(store.state.path(of: .home), [.song(3), .song(7)])
    // end
  }

  @Test func `graphs`() {
    let report = StateExplorer(
      initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases), reducer: NavigationReducer(),
      actions: [.push(.settings), .back]
    ).explore(maxDepth: 2)
    // snippet: comment of mermaid
    print(report.mermaid { state in state.top.map { "\($0)" } ?? "\(state.selectedTab)" })
    // end
  }
}

@Suite struct ExplorationComments {
  private struct AppState: Hashable {
    var isSignedIn = true
    var path: [Route] = []
  }

  private enum AppAction: Equatable { case push(Route), back, signOut, signIn }

  private struct AppReducer: Reducer {
    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .push(let route): if state.isSignedIn { state.path.append(route) }
      case .back: _ = state.path.popLast()
      case .signOut: state = AppState(isSignedIn: false)
      case .signIn: state.isSignedIn = true
      }
      return .none
    }
  }

  // snippet: comment of StateExplorer
  @Test func `whatever the user does, a signed-out app shows nothing of the user`() {
    StateExplorer(
      initialState: AppState(),
      reducer: AppReducer(),
      actions: [.push(.song(7)), .push(.settings), .back, .signOut, .signIn]
    )
    .invariant("signed out, no settings are shown") { $0.isSignedIn || !$0.path.contains(.settings) }
    .transitionInvariant("signing in changes no path") { before, action, after in
      action != .signIn || before.path == after.path
    }
    .alwaysReachable("the root") { $0.path.isEmpty }
    .explore(maxDepth: 8)
    .expectNoViolations()
  }
  // end
}

@Suite(.disabled("they need files of an app")) struct FileTestComments {
  private enum AppAction: Codable, Equatable { case navigation(NavigationAction<AppTab, Route>) }

  private struct AppReducer: Reducer {
    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .navigation(let action):
        NavigationReducer().reduce(into: &state.navigation, action: action).map(AppAction.navigation)
      }
    }
  }

  private let schema = ActionLogSchema<AppState, AppAction>()
  private let savedState = StateSchema(version: 1)
  private let folder = URL(filePath: "/")

  // snippet: comment of replaying
  @Test func `the session of the bug report`() throws {
    let log = ActionLog(path: "…/session.navlog")
    let store = try TestStore(replaying: log, schema, reducer: AppReducer())
    store.send(.navigation(.back)) { $0.navigation.pop() }
  }
  // end

  // snippet: comment of expectRestores
  @Test func `what any version has saved is restored`() throws {
    let states = expectRestores(AppState(), fromFilesIn: folder, schema: savedState)
    #expect(states["1.2.state"]?.navigation.top == .song(7))
  }
  // end
}

@Suite(.disabled("they need files of an app")) struct ContractComments {
  private struct AppState: Hashable, Codable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
  }

  private typealias AppAction = NavigationAction<AppTab, Route>

  private struct AppReducer: Reducer {
    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      NavigationReducer().reduce(into: &state.navigation, action: action)
    }
  }

  private let savedState = StateSchema(version: 1)
  private let recordedActions = ActionLogSchema<AppState, AppAction>()
  private let contracts = URL(filePath: "/")
  private let exploration = StateExplorer(
    initialState: AppState(), reducer: AppReducer(), actions: [.push(.song(7))]
  ).explore(maxDepth: 1)
  private let links = DeepLinkTable<AppTab, Route>(schemes: ["myapp"]) {
    LinkPattern("home", in: .home)
    LinkPattern(
      "song/:id", .int, in: .home, make: Route.song, match: { if case .song(let id) = $0 { id } else { nil } })
  }

  @Test func `the contract of a release`() throws {
    // snippet: comment of Contract
    let contract = Contract(initialState: AppState(), schema: savedState)
      .states(exploration.samples { $0.navigation.top.map { "\($0)" } ?? "\($0.navigation.selectedTab)" })
      .links(links, urls: ["myapp://home", "myapp://song/7"]) { $0.navigation.deepLink($1) }
      .sessions(["a song, then back": [.push(.song(7)), .back]], schema: recordedActions, reducer: AppReducer())

    try contract.record("1.0", in: contracts)
    contract.check(contracts).expectKept()
    // end
  }
}

@Suite struct StorageComments {
  private struct AppState: Codable, Equatable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
  }

  private struct AppReducer: Reducer {
    func reduce(
      into state: inout AppState, action: NavigationAction<AppTab, Route>
    ) -> Effect<NavigationAction<AppTab, Route>> {
      NavigationReducer().reduce(into: &state.navigation, action: action)
    }
  }

  // snippet: comment of FaultInjectingStorage
  @Test func `while a disk is full the state stays unsaved, and it is saved once there is space`() async throws {
    let clock = TestClock()
    let storage = FaultInjectingStorage(wrapping: InMemoryStorage())
    let store = Store(initialState: AppState(), reducer: AppReducer())
    let persistence = Persistence(of: store, to: storage, clock: clock)
    storage.inject(.outOfSpace(), at: .writes)
    store.send(.push(.song(7)))
    await #expect(throws: PersistenceError.self) { try await persistence.flush() }
    #expect(persistence.status.phase == .retrying(at: .seconds(1)))
    storage.removeFaults()
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    await storage.base.writes(atLeast: 1)
    #expect(try storage.base.state(as: AppState.self) == store.state)
  }
  // end

  @Test func `a write is held`() async throws {
    let storage = FaultInjectingStorage(wrapping: InMemoryStorage())
    let store = Store(initialState: AppState(), reducer: AppReducer())
    let persistence = Persistence(of: store, to: storage)
    store.send(.push(.song(7)))
    // snippet: comment of hold
    storage.inject(.hold, at: .write(1))
    async let flushed: Void = persistence.flush()
    await storage.heldOperations(atLeast: 1)  // the write has begun …
    store.send(.push(.song(8)))  // … and the state changes during the write
    storage.release()
    try await flushed
    // end
  }

  // snippet: comment of InMemoryStorage
  @Test func `changes that follow one another are saved once`() async throws {
    let clock = TestClock()
    let storage = InMemoryStorage()
    let store = Store(initialState: AppState(), reducer: AppReducer())
    let persistence = Persistence(of: store, to: storage, clock: clock)
    persistence.start()
    store.send(.push(.song(7)))
    store.send(.push(.song(8)))
    for await status in persistence.statuses where status.seenRevision == 2 { break }
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(500))
    await storage.writes(atLeast: 1)
    #expect(try storage.states(as: AppState.self) == [store.state])
  }
  // end
}

@Suite struct ReportComments {
  private typealias State = NavigationState<AppTab, Route>
  private typealias Action = NavigationAction<AppTab, Route>

  @Test func reports() async throws {
    let directory = try TemporaryDirectory()
    let schema = ActionLogSchema<State, Action>()
    let log = ActionLog(path: directory.path("session.navlog"))
    let store = Store(initialState: State(tabs: AppTab.allCases), reducer: AppReducer())
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: log.paths[0])
    store.send(.push(.song(7)))
    try await recorder.close()
    let file = directory.path("session.html")
    // snippet: comment of SessionReport
    let report = try SessionReport(replaying: log, schema, reducer: AppReducer())
    try report.write(to: file)
    // end
    #expect(directory.text("session.html") == report.html)
  }

  @Test func explorations() throws {
    let directory = try TemporaryDirectory()
    let explorer = StateExplorer(
      initialState: State(tabs: AppTab.allCases), reducer: AppReducer(), actions: [.push(.song(7)), .back])
    let file = directory.path("exploration.html")
    // snippet: comment of SessionReport of an exploration
    let exploration = explorer.explore(maxDepth: 6)
    try SessionReport(of: exploration, expectedScreens: ["/home", "settings"]).write(to: file)
    // end
    #expect(directory.text("exploration.html")?.contains("settings") == true)
  }

  @Test func visitsOfScreens() async throws {
    let directory = try TemporaryDirectory()
    let schema = ActionLogSchema<State, Action>()
    let log = ActionLog(path: directory.path("session.navlog"))
    let store = Store(initialState: State(tabs: AppTab.allCases), reducer: AppReducer())
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: log.paths[0])
    for action in [Action.push(.song(7)), .back, .push(.song(7)), .push(.settings)] { store.send(action) }
    try await recorder.close()
    let logs = [log, log]
    // snippet: comment of ActionLog.screenVisits
    var visits: [String: Int] = [:]
    for log in logs { visits.merge(try log.screenVisits(schema, reducer: AppReducer()), uniquingKeysWith: +) }
    // end
    #expect(visits == ["/home": 4, "song(7)": 4, "settings": 2])
    let explorer = StateExplorer(
      initialState: State(tabs: AppTab.allCases), reducer: AppReducer(), actions: [.push(.song(7)), .back])
    let screens = ReachableScreens(of: explorer.explore(maxDepth: 2), in: \.self)
    try pageOfScreens(screens, log, schema, to: directory.path("screens.html"))
    let report = try ReportData(directory.read("screens.html"))
    #expect(report.data["graph"]?["nodes"]?.list.map { $0[1] } == [.integer(2), .integer(2)])
    #expect(
      report.data["cut"] == .string("The exploration did not reach \"settings\", which recorded sessions show."))
  }

  private func pageOfScreens(
    _ screens: ReachableScreens<State, Action>, _ log: ActionLog, _ schema: ActionLogSchema<State, Action>,
    to file: String
  ) throws {
    // snippet: comment of SessionReport of screens
    let visits = try log.screenVisits(schema, reducer: AppReducer())
    try SessionReport(of: screens, visits: visits).write(to: file)
    // end
  }

  @Suite struct Screens {
    let links = musicLinks
    let explorer = StateExplorer(
      initialState: NavigationState<MusicTab, MusicRoute>(tabs: MusicTab.allCases), reducer: NavigationReducer()
    ) { state in
      state.top == nil ? [.push(.settings)] : [.back]
    }

    // snippet: comment of ReachableScreens
    @Test func `the user can leave every screen, and a link opens it`() {
      ReachableScreens(of: explorer.explore(), in: \.self, links: links)
        .expectNoFindings(except: [.noLink("/home")])
    }
    // end
  }

  private struct AppReducer: Reducer {
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      NavigationReducer().reduce(into: &state, action: action)
    }
  }
}
