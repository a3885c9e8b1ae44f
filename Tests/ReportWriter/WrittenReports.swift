#if os(macOS) || os(Linux)
  import NavStore
  import NavStoreTesting

  /// The reports that the library makes, for `.ci/report`.
  enum WrittenReports {
    enum Tab: String, Hashable, Codable, CaseIterable { case home, search, library }

    enum Route: Hashable, Codable {
      case song(Int)
      case text(String)
    }

    struct State: Hashable, Codable {
      var isSignedIn = true
      var navigation = NavigationState<Tab, Route>(tabs: Tab.allCases, backRule: .history)
    }

    enum Action: Codable {
      case navigation(NavigationAction<Tab, Route>)
      case signOut
    }

    struct App: Reducer {
      /// Whether the reducer forgets pushes of even songs, and leaves the library open when the user signs out.
      var isBroken = false

      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .navigation(.push(.song(let number), _)) where isBroken && number.isMultiple(of: 2): break
        case .navigation(let action): state.navigation.apply(action, rules: NavigationRules(backRule: .history))
        case .signOut:
          state.isSignedIn = false
          if !isBroken || state.navigation.selectedTab != .library { state.navigation.reset() }
        }
        return .none
      }
    }

    /// Writes `replay.html`, `exploration.html` and `screens.html`, and prints the states of a failing test, one in each
    /// line. The report of the failing test is stored in the folder of `NAVSTORE_REPORTS`.
    static func write(to folder: String) async throws {
      try await replay(to: folder)
      try explore(to: folder)
      try listScreens(to: folder)
      try fail()
    }

    private static let hostile = [
      "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\u{202E}txt.exe\u{2066}\u{0}\u{1B}[2J",
    ]

    private static func fail() throws {
      let store = TestStore(initialState: State(), reducer: App())
      store.exhaustivity = .off
      var states = [store.state.navigation]
      func send(_ actions: [Action]) {
        store.send(actions)
        states.append(store.state.navigation)
      }
      for number in 1...20 {
        send([.navigation(.push(.song(number)))])
        if number.isMultiple(of: 5) { send([.navigation(.tabTapped(.library)), .navigation(.back)]) }
      }
      for text in hostile { send([.navigation(.present(.text(text))), .navigation(.push(.text(text)))]) }
      store.exhaustivity = .on
      store.send(.navigation(.dismissAll)) { $0.navigation.dismiss() }
      states.append(store.state.navigation)
      for state in states { print(String(decoding: try CanonicalJSONEncoder().encode(state), as: UTF8.self)) }
    }

    private static func replay(to folder: String) async throws {
      let schema = ActionLogSchema<State, Action>()
      let log = ActionLog(path: folder + "/app.navlog")
      let store = Store(initialState: State(), reducer: App())
      let recorder = try ActionLogRecorder(
        of: store, schema: schema, to: log.paths[0], options: ActionLogOptions(stateInterval: 1))
      for number in 1...10 { store.send(.navigation(.push(.song(number)))) }
      for text in hostile { store.send(.navigation(.push(.text(text)))) }
      try await recorder.close()
      try SessionReport(replaying: log, schema, reducer: App(isBroken: true)).write(to: folder + "/replay.html")
    }

    private static func explore(to folder: String) throws {
      let actions: [Action] =
        Tab.allCases.map { .navigation(.tabTapped($0)) }
        + [.navigation(.push(.song(1))), .navigation(.push(.text(hostile[0]))), .navigation(.back), .signOut]
      let exploration = StateExplorer(initialState: State(), reducer: App(isBroken: true), actions: actions)
        .invariant("signed out, the library is closed") { state in
          state.isSignedIn || state.navigation.selectedTab != .library
        }
        .explore(maxDepth: 4)
      try SessionReport(of: exploration, expectedScreens: ["/home", "song(2)", hostile[0]])
        .write(to: folder + "/exploration.html")
    }

    /// One screen was never visited, and one visited screen was not reached.
    private static func listScreens(to folder: String) throws {
      let actions: [Action] =
        Tab.allCases.map { .navigation(.tabTapped($0)) }
        + [1, 2].map { .navigation(.push(.song($0))) } + [.navigation(.present(.text(hostile[0]))), .navigation(.back)]
      let exploration = StateExplorer(initialState: State(), reducer: App(), actions: actions).explore(maxDepth: 4)
      let links = DeepLinkTable<Tab, Route> {
        LinkPattern(
          "songs/:id", .int, in: .home, make: Route.song, match: { if case .song(let id) = $0 { id } else { nil } })
      }
      let screens = ReachableScreens(
        of: exploration, in: \.navigation, links: links, expectedScreens: ["song(3)"],
        title: { "\($0.navigation.selectedTab)" })
      try SessionReport(of: screens, visits: ["/home": 1_204, "/search": 310, "song(1)": 87, "song(9)": 3])
        .write(to: folder + "/screens.html")
    }
  }
#endif
