import NavStore
import NavStoreTesting
import Observation
import Testing

// snippet: app reducer
enum AppTab: String, Codable, CaseIterable, Sendable {
  case home, search, library
}

enum Route: Hashable, Codable, Sendable {
  case song(Int)
  case settings
}

struct AppState: Codable, Equatable, Sendable {
  var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
  var query = ""
  var results: [Int] = []
}

enum AppAction: Equatable, Sendable {
  case navigation(NavigationAction<AppTab, Route>)
  case queryChanged(String)
  case found([Int])
}

struct AppReducer: Reducer {
  let navigation = NavigationReducer<AppTab, Route>(rules: NavigationRules(backRule: .history))
  var search: @Sendable (String) async -> [Int] = { _ in [] }

  func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
    switch action {
    case .navigation(let action):
      return navigation.reduce(into: &state.navigation, action: action).map(AppAction.navigation)
    case .queryChanged(let query):
      state.query = query
      return .run(id: "search", cancelInFlight: true) { [search] context throws(CancellationError) in
        try await context.sleep(for: .milliseconds(300))
        context.send(.found(await search(query)))
      }
    case .found(let results):
      state.results = results
      return .none
    }
  }
}
// end

// snippet: terminal
@MainActor final class Terminal {
  private let screen: AsyncStream<String>.Continuation

  nonisolated init(screen: AsyncStream<String>.Continuation) { self.screen = screen }

  func perform(_ step: NavigationStep<AppTab, Route>) async {
    switch step.change {
    case .setTabs(let tabs, let selected): screen.yield("tabs \(tabs), \(selected) in front")
    case .selectTab(let tab): screen.yield("\(tab) in front")
    case .push(let route, let stack): screen.yield("\(route) slides in on \(stack)")
    case .pop(let count, let stack): screen.yield("\(count) slide out of \(stack)")
    case .setPath(let path, let stack): screen.yield("\(path.count) screens on \(stack)")
    case .present(let modal): screen.yield("\(modal.root) comes up")
    case .dismiss(let modal): screen.yield("modal \(modal.rawValue) goes down")
    }
    if step.isAnimated { await animation() }
  }

  private func animation() async {}
}
// end

@Suite struct ConceptsSnippets {
  @Test func `reducers are composed from values`() {
    // snippet: composed reducers
    let reducer: some Reducer<AppState, AppAction> = CombineReducers {
      Scope(
        state: \.navigation, extract: { if case .navigation(let action) = $0 { action } else { nil } },
        embed: AppAction.navigation
      ) {
        NavigationReducer()
      }
      Reduce { state, action in
        if case .found(let results) = action { state.results = results }
        return .none
      }
    }
    // end
    let store = Store(initialState: AppState(), reducer: reducer)
    store.send([.navigation(.push(.song(7))), .found([7])])
    #expect(store.state.navigation.top == .song(7))
    #expect(store.state.results == [7])
  }

  @Test func `a reducer composes the navigation's and debounces a search`() async {
    let clock = TestClock()
    let store = Store(
      initialState: AppState(), reducer: AppReducer(search: { [$0.count] }), clock: clock)
    store.send(.queryChanged("tid"))
    await clock.sleepers(atLeast: 1)
    let last = store.send(.queryChanged("tide"))
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(300))
    await last.finish()
    #expect(store.state.results == [4])
  }

  @Test func `streams, scopes and transactions`() async {
    let store = Store(initialState: AppState(), reducer: AppReducer())
    // snippet: watching
    let tabs = store.changes(of: \.navigation.selectedTab)
    let navigation = store.scope(state: \.navigation, action: AppAction.navigation)

    navigation.send([.selectTab(.library), .push(.song(7))])  // one transaction, one publication
    for await tab in tabs {
      print(tab)  // library
      break
    }
    // end
    #expect(navigation.state.top == .song(7))
    #expect(store.revision == 1)
  }

  @Test func `a presenter performs the steps of a store, and reports the changes of the user`() async {
    let store = Store(initialState: AppState(), reducer: AppReducer())
    let (screen, continuation) = AsyncStream.makeStream(of: String.self)
    let terminal = Terminal(screen: continuation)
    // snippet: presenter
    let presenter = NavigationPresenter(of: store, state: \.navigation, action: AppAction.navigation)
    store.send(.navigation(.push(.song(7))))
    let presenting = Task { @MainActor in
      await presenter.run { step in
        await terminal.perform(step)
      }
    }
    // end
    var steps = screen.makeAsyncIterator()
    #expect(await steps.next()?.hasSuffix("home in front") == true)
    #expect(await steps.next() == "song(7) slides in on home")
    // snippet: change by the user
    // Later, the user leaves the song's screen:
    presenter.userSetPath([], of: .tab(.home))
    // The state of the store has no song any more, and the presenter adds no step for this change.
    // end
    #expect(store.state.navigation.top == nil)
    store.send(.navigation(.selectTab(.search)))
    #expect(await steps.next() == "search in front")
    presenting.cancel()
    await presenting.value
  }

  @Test func `the outcome of an operation`() {
    // snippet: outcomes
    var state = NavigationState<AppTab, Route>(tabs: AppTab.allCases, backRule: .none)
    state.push(.song(7))  // .changed
    state.pushUnlessTop(.song(7))  // .unchanged(.alreadyOnTop)
    state.setPath([], in: .tab(.home))  // .pathChanged(.popped(1))
    state.back()  // .exit
    // end
    #expect(state.depth == 0)
    #expect(state.push(.song(7)) == .changed)
    #expect(state.pushUnlessTop(.song(7)) == .unchanged(.alreadyOnTop))
    #expect(state.setPath([], in: .tab(.home)) == .pathChanged(.popped(1)))
    #expect(state.back() == .exit)
  }

  @Test func `mistakes are reported`() {
    let messages = Locked<[String]>([])
    let log: @Sendable (String) -> Void = { message in messages.withLock { $0.append(message) } }
    // snippet: diagnostics
    let navigation = NavigationReducer<AppTab, Route>(
      rules: NavigationRules(maxDepth: 50),
      reportingTo: { diagnostic in
        log("\(diagnostic)")  // or, in a test: Issue.record("\(diagnostic)")
      })
    // end
    let store = Store(initialState: NavigationState<AppTab, Route>(tabs: [.home]), reducer: navigation)
    store.send(.selectTab(.search))
    #expect(
      messages.withLock(\.self) == [
        "selectTab(search) names a tab that does not exist, and has changed nothing. The tabs are [home]. "
          + "Add the tab by setTabs first."
      ])
  }

  @Test func `mixed routes have registered names`() throws {
    // snippet: mixed routes
    struct Book: Hashable, Codable { var id: Int }
    struct Settings: Hashable, Codable {}

    let routes = RouteRegistry(
      .route(Book.self, named: "book"),
      .route(Settings.self, named: "settings", formerly: ["preferences"]))

    var state = NavigationState<AppTab, AnyRoute>(tabs: AppTab.allCases)
    state.push(Book(id: 1))
    state.push(Settings())
    // end
    #expect(state.top?.as(Settings.self) == Settings())
    #expect(state.focusedPath.allSatisfy(routes.contains))
    let bytes = try Persistence.encoded(state, schema: StateSchema(routes: routes))
    #expect(
      Persistence.restored(NavigationState(tabs: AppTab.allCases), from: bytes, schema: StateSchema(routes: routes))
        .state == state)
  }
}
