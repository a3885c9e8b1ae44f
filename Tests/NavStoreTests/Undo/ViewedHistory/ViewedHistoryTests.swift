import NavStore
import NavStoreTesting
import Testing

@Suite struct ViewedHistoryTests {
  typealias Navigation = NavigationState<AppTab, Route>
  typealias Viewed = ViewedHistory<AppTab, Route>
  typealias State = ViewedHistoryState<Navigation, AppTab, Route>
  typealias Action = ViewedHistoryAction<NavigationAction<AppTab, Route>, AppTab, Route>

  private func makeStore(
    limit: Int = 50, sameRoute: (@Sendable (Route, Route) -> Bool)? = nil
  ) -> Store<State, Action> {
    Store(
      initialState: State(Navigation(tabs: AppTab.allCases)),
      reducer: ViewedHistoryReducer(
        NavigationReducer(), navigation: { $0 }, action: { $0 }, limit: limit, sameRoute: sameRoute))
  }

  let home: (Int) -> Viewed.Entry = { Viewed.Entry(.song($0), in: .home) }

  @Test func `each route that became visible has one entry with its last tab, the newest first`() {
    let store = makeStore()
    store.send(.action(.push(.song(1))))
    store.send(.action(.push(.song(2))))
    #expect(store.state.viewed.entries == [home(2), home(1)])
    store.send(.action(.pop()))
    #expect(store.state.viewed.entries == [home(1), home(2)], "Song 1 is visible again.")
    store.send(.action(.selectTab(.library)))
    #expect(store.state.viewed.entries == [home(1), home(2)], "A root screen is no route.")
    store.send(.action(.push(.song(2))))
    #expect(store.state.viewed.entries == [Viewed.Entry(.song(2), in: .library), home(1)])
    store.send(.action(.present(.settings)))
    #expect(store.state.viewed.entries.first == Viewed.Entry(.settings, in: .library))
  }

  @Test func `a route below the top, or on top within a transaction only, has no entry`() {
    let store = makeStore()
    store.send(.action(.push(.song(9), in: .tab(.library))))
    store.send([.action(.push(.song(1))), .action(.push(.song(2)))])
    #expect(store.state.viewed.entries == [home(2)])
    store.send([.action(.pop()), .action(.push(.song(2)))])
    #expect(store.state.viewed.entries == [home(2)], "The visible route is the same.")
    store.send([.action(.selectTab(.search)), .action(.push(.song(3))), .action(.selectTab(.home))])
    #expect(store.state.viewed.entries == [home(2)])
  }

  @Test func `a route that is visible before and after a transaction gets no new entry`() {
    let store = makeStore()
    store.send(.action(.push(.song(1))))
    store.send(.remove(.song(1)))
    store.send([.action(.push(.song(2))), .action(.pop())])
    #expect(store.state.viewed.entries.isEmpty)
  }

  @Test func `an entry that is removed within a transaction is not restored by the same transaction`() {
    let store = makeStore()
    store.send(.action(.push(.song(1))))
    store.send([.action(.push(.song(2))), .clear, .action(.push(.song(3)))])
    #expect(store.state.viewed.entries == [home(3)])
  }

  @Test func `the number of entries does not exceed the limit`() {
    let store = makeStore(limit: 2)
    for song in 1...4 { store.send(.action(.push(.song(song)))) }
    #expect(store.state.viewed.entries == [home(4), home(3)])
    let none = makeStore(limit: 0)
    none.send(.action(.push(.song(1))))
    #expect(none.state.viewed.entries.isEmpty)
  }

  @Test func `routes that are the same by the app's rule have one entry, with the newest contents`() {
    let store = makeStore(sameRoute: { first, second in
      if case .song(let first) = first, case .song(let second) = second { first % 10 == second % 10 } else { false }
    })
    store.send(.action(.push(.song(1))))
    store.send(.action(.push(.song(2))))
    store.send(.action(.push(.song(11))))
    #expect(store.state.viewed.entries == [home(11), home(2)])
    store.send(.remove(.song(1)))
    #expect(store.state.viewed.entries == [home(2)])
  }

  @Test func `selecting an entry dismisses the modals, selects the tab and goes to the route`() {
    let store = makeStore()
    store.send(.action(.push(.song(1))))
    store.send(.action(.push(.song(2))))
    store.send(.action(.selectTab(.library)))
    store.send(.action(.present(.settings)))
    let revision = store.revision
    store.send(.select(home(1)))
    #expect(store.revision == revision + 1)
    #expect(store.state.base.selectedTab == .home)
    #expect(store.state.base.modals.isEmpty)
    #expect(store.state.base.focusedPath == [.song(1)], "The action goes back to the route in the path.")
    #expect(store.state.viewed.entries == [home(1), Viewed.Entry(.settings, in: .library), home(2)])
    store.send(.select(home(7)))
    #expect(store.state.base.focusedPath == [.song(1), .song(7)], "A route that is not in the path is added.")
  }

  @Test func `selecting an entry whose tab has been removed changes nothing`() {
    let store = makeStore()
    store.send(.action(.push(.song(1), in: .tab(.library))))
    store.send(.action(.setTabs([.home, .search])))
    let before = store.state
    store.send(.select(Viewed.Entry(.song(1), in: .library)))
    #expect(store.state == before)
  }

  @Test func `removed entries return only after the user sees the route again`() {
    let store = makeStore()
    for song in 1...3 { store.send(.action(.push(.song(song)))) }
    store.send(.remove(.song(3)))
    #expect(store.state.viewed.entries == [home(2), home(1)])
    store.send(.action(.tabTapped(.search)))
    store.send(.clear)
    #expect(store.state.viewed.entries.isEmpty)
    store.send([.action(.tabTapped(.home)), .clear, .action(.pop())])
    #expect(store.state.viewed.entries == [home(2)])
  }

  @Test func `the removal of a route says whether the route had an entry`() {
    var viewed = Viewed([home(1), home(2), home(3)])
    let removals = [viewed.remove(.song(4)), viewed.remove(.song(2)), viewed.remove(.song(2))]
    #expect(removals == [false, true, false])
    let isRemoved = viewed.remove(.settings) { first, _ in first == .song(3) }
    #expect(isRemoved)
    #expect(viewed.entries == [home(1)])
    viewed.clear()
    let isRemovedAgain = viewed.remove(.song(1))
    #expect(!isRemovedAgain)
  }

  @Test func `an app may save the history, and a duplicate route has one entry`() async throws {
    let store = makeStore()
    let storage = InMemoryStorage()
    let persistence = Persistence(of: store, to: storage, saving: \.viewed)
    store.send(.action(.push(.song(1))))
    try await persistence.flush()
    let restored = Persistence.load(
      State(Navigation(tabs: AppTab.allCases)), from: storage, saving: \.viewed)
    #expect(restored.state.viewed.entries == [home(1)])
    #expect(restored.state.base.depth == 0)
    #expect(Viewed([home(1), home(2), Viewed.Entry(.song(1), in: .search)]).entries == [home(1), home(2)])
    let whole = try JSON.value(State.self, try JSON.text(store.state))
    #expect(whole == store.state)
  }

  @Test func `a saved history omits routes whose type has no name`() throws {
    let routes = RouteRegistry(.route(Route.self, named: "route"))
    let viewed = ViewedHistory<AppTab, AnyRoute>([
      .init(AnyRoute("text"), in: .home), .init(AnyRoute(Route.song(7)), in: .search),
    ])
    let text = try JSON.text(viewed, routes: routes)
    let decoded = try JSON.value(ViewedHistory<AppTab, AnyRoute>.self, text, routes: routes)
    #expect(decoded.entries == [.init(AnyRoute(Route.song(7)), in: .search)])
  }

  @Test func `each action has one encoded form, which decodes to the same action`() throws {
    let forms: [(Action, String)] = [
      (.action(.back), #"{"do":[{"back":[]}]}"#),
      (.select(Viewed.Entry(.settings, in: .home)), #"{"select":[{"settings":{}},"home"]}"#),
      (.remove(.settings), #"{"remove":[{"settings":{}}]}"#),
      (.clear, #"{"clear":[]}"#),
    ]
    for (action, form) in forms {
      #expect(try JSON.text(action) == form)
      #expect(try JSON.value(Action.self, form) == action)
    }
    #expect(JSON.refusal(of: #"{"clear":[1]}"#, as: Action.self) != nil)
    #expect(JSON.refusal(of: #"{"select":[{"settings":{}}]}"#, as: Action.self) != nil)
  }

  @Test func `inside an undo reducer, no sheet has the identity of another one`() {
    let reducer = ViewedHistoryReducer<NavigationReducer, AppTab, Route>(
      NavigationReducer(), navigation: { $0 }, action: { $0 })
    let store = Store(
      initialState: UndoState(State(Navigation(tabs: AppTab.allCases))), reducer: reducer.undoable())
    store.send(.action(.action(.present(.settings))))
    let first = store.state.present.base.modals.map(\.id)
    store.send(.undo)
    store.send(.redo)
    #expect(store.state.present.base.modals.map(\.id) == first, "Redo presents the same sheet.")
    store.send(.undo)
    store.send(.action(.action(.tabTapped(.home))))
    store.send(.action(.action(.present(.song(1)))))
    #expect(store.state.present.base.modals.count == 1)
    #expect(store.state.present.base.modals.map(\.id) != first)
    store.send(.undo)
    #expect(store.state.present.base.scrollSignal(of: .home) == 1)
  }

  @Test func `around an undo reducer, selecting is one step, and undo shows the route that was visible before`() {
    let undoable = NavigationReducer<AppTab, Route>().undoable()
    let store = Store(
      initialState: ViewedHistoryState<UndoState<Navigation>, AppTab, Route>(
        UndoState(Navigation(tabs: AppTab.allCases))),
      reducer: ViewedHistoryReducer(undoable, navigation: \.present, action: UndoAction.action))
    store.send(.action(.action(.push(.song(1)))))
    store.send(.action(.action(.present(.settings))))
    store.send(.select(Viewed.Entry(.song(7), in: .library)))
    #expect(store.state.base.past.count == 3)
    store.send(.action(.undo))
    #expect(store.state.viewed.entries.map(\.route) == [.settings, .song(7), .song(1)])
  }
}
