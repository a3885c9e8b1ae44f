import NavStore
import NavStoreTesting
import Testing

/// Time travel in a live store.
@MainActor @Suite(.hangLimit) struct TimeTravelTests {
  typealias Navigation = NavigationState<Tab, Route>
  typealias Action = NavigationAction<Tab, Route>

  enum Tab: String, CaseIterable, Codable, Sendable { case home, search }
  enum Route: Hashable, Codable, Sendable { case item(Int) }

  let store = Store(initialState: Navigation(tabs: Tab.allCases), reducer: NavigationReducer<Tab, Route>())
  let timeTravel: TimeTravel<Navigation, Action>

  init() {
    timeTravel = TimeTravel(in: store, reducer: NavigationReducer<Tab, Route>())
  }

  private func push(_ numbers: Int...) {
    for number in numbers { store.send(.push(.item(number))) }
  }

  private var path: [Int] { store.state.path(of: .home).map { if case .item(let number) = $0 { number } else { 0 } } }

  @Test func `the store shows the state that the timeline views`() {
    push(1, 2, 3)
    timeTravel.timeline.stepBack()
    #expect(path == [1, 2])
    timeTravel.timeline.view(at: 0)
    #expect(path == [])
    timeTravel.timeline.stepForward()
    #expect(path == [1])
    timeTravel.timeline.viewPresent()
    #expect(path == [1, 2, 3])
  }

  @Test func `actions are applied to the present state, and the earlier state stays visible`() {
    push(1, 2)
    timeTravel.timeline.stepBack()
    push(3)
    #expect(path == [1])
    #expect(timeTravel.timeline.entries.count == 3)
    timeTravel.timeline.viewPresent()
    #expect(path == [1, 2, 3])
  }

  @Test func `without an action, the store shows what the other actions lead to, also of new ones`() {
    push(1, 2)
    timeTravel.timeline.exclude(1)
    #expect(path == [2])
    push(3)
    #expect(timeTravel.timeline.entries.count == 3)
    #expect(path == [2, 3])
    timeTravel.timeline.include(1)
    #expect(path == [1, 2, 3])
    push(4)
    #expect(path == [1, 2, 3, 4])
  }

  @Test func `after each transaction, the store's state is updated without a read of the timeline`() async {
    push(1)
    timeTravel.timeline.exclude(1)
    push(2)
    let states = store.states
    for await state in states where state.path(of: .home) == [.item(2)] { break }
    #expect(path == [2])
  }

  @Test func `a replaced state is an entry`() {
    push(1)
    let undone = store.state
    push(2)
    store.core.replace(undone, origin: .restore)
    #expect(timeTravel.timeline.entries.count == 3)
    #expect(path == [1])
    timeTravel.timeline.stepBack()
    #expect(path == [1, 2])
  }

  @Test func `restart forgets the actions and shows the present state`() {
    push(1, 2)
    timeTravel.timeline.exclude(1)
    timeTravel.restart()
    #expect(path == [1, 2])
    #expect(timeTravel.timeline.entries.isEmpty)
    push(3)
    timeTravel.timeline.stepBack()
    #expect(path == [1, 2])
  }

  @Test func `another timeline, and an older copy, are shown until a restart`() {
    push(1)
    let older = timeTravel.timeline
    push(2)
    var imported = ActionTimeline(
      start: Navigation(tabs: Tab.allCases), reducer: NavigationReducer<Tab, Route>())
    imported.append(.push(.item(7)))
    timeTravel.timeline = imported
    #expect(path == [7])
    push(3)
    #expect(timeTravel.timeline.entries.count == 2)
    #expect(path == [7, 3])
    timeTravel.timeline = older
    #expect(path == [1])
    timeTravel.timeline = older
    push(4)
    #expect(timeTravel.timeline.entries.count == 2)
    #expect(path == [1, 4])
    timeTravel.timeline = older
    timeTravel.timeline.append(.push(.item(8)))
    #expect(path == [1, 8])
    timeTravel.restart()
    #expect(path == [1, 2, 3, 4])
  }

  @Test(arguments: ["paused", "locked", "extended"])
  func `a copy that lacks a transaction of the store is shown as it is`(_ kind: String) {
    push(1)
    timeTravel.timeline.isPaused = kind == "paused"
    push(2)
    var copy = timeTravel.timeline
    timeTravel.timeline.isLocked = kind == "locked"
    if kind == "extended" { copy.append(.push(.item(7))) }
    push(3)
    _ = timeTravel.timeline
    timeTravel.timeline = copy
    #expect(path == (kind == "extended" ? [1, 2, 7] : [1, 2]))
    #expect(timeTravel.timeline.isEdited)
  }

  @Test func `an action that is added to the timeline only is shown, and the store does not reduce it`() {
    push(1)
    timeTravel.timeline.append(.push(.item(2)))
    #expect(path == [1, 2])
    #expect(store.revision == 1)
    timeTravel.restart()
    #expect(path == [1])
  }

  @Test(arguments: ["rollBack", "commit", "sweep", "locked"])
  func `after an edit that loses actions, the store shows the timeline until it is restarted`(_ edit: String) {
    push(1, 2, 3)
    switch edit {
    case "rollBack": timeTravel.timeline.rollBack()
    case "commit":
      timeTravel.timeline.stepBack()
      timeTravel.timeline.commit()
    case "sweep":
      timeTravel.timeline.exclude(2)
      timeTravel.timeline.sweep()
    default:
      timeTravel.timeline.isLocked = true
      push(4)
      _ = timeTravel.timeline
    }
    #expect(path == ["rollBack": [], "commit": [1, 2], "sweep": [1, 3], "locked": [1, 2, 3]][edit])
    timeTravel.restart()
    #expect(path == (edit == "locked" ? [1, 2, 3, 4] : [1, 2, 3]))
  }

  @Test func `an edit of actions that have become part of the start is still an edit`() {
    var timeline = ActionTimeline(
      start: Navigation(tabs: Tab.allCases), reducer: NavigationReducer<Tab, Route>(), maximumCount: 3)
    for number in 1...4 { timeline.append(.push(.item(number))) }
    #expect(!timeline.isEdited)
    var moved = timeline
    moved.move(2, before: 4)  // 3, 2, 4
    moved.append(.push(.item(5)))  // 3 is in the start
    #expect(moved.isEdited)
    moved.append(.push(.item(6)))  // so is 2
    #expect(moved.isEdited && moved.entries.map(\.id) == [4, 5, 6])

    timeline.exclude(2)
    timeline.append(.push(.item(5)))
    #expect(timeline.isEdited && !timeline.entries.contains(where: \.isExcluded))
  }

  @Test func `when the time travel is released, the store shows the present state`() {
    var second: TimeTravel? = TimeTravel(in: store, reducer: NavigationReducer<Tab, Route>())
    push(1, 2)
    second?.timeline.view(at: 0)
    #expect(path == [])
    second = nil
    #expect(path == [1, 2])
  }

  // MARK: Readers that see earlier states

  @Test func `streams, navigators and scoped stores see the earlier state`() async {
    push(1, 2)
    let navigator = Navigator(store)
    let part = store.scope(state: { $0.path(of: .home).count }, action: { $0 })
    let changes = store.changes
    timeTravel.timeline.stepBack()
    #expect(navigator.focusedPath == [.item(1)])
    #expect(part.state == 1)
    for await state in changes {
      #expect(state.path(of: .home) == [.item(1)])
      break
    }
  }

  @Test func `observers of a part are notified of a step if the part differs`() {
    push(1)
    store.send(.selectTab(.search))
    push(2)
    let whole = ObservingReader { [store] in _ = store.state }
    let tab = ObservingReader { [store] in _ = store.value(of: \.selectedTab) }
    timeTravel.timeline.stepBack()
    #expect((whole.notificationCount, tab.notificationCount) == (1, 0))
    timeTravel.timeline.stepBack()
    #expect((whole.notificationCount, tab.notificationCount) == (2, 1))
    timeTravel.timeline.viewPresent()
    #expect((whole.notificationCount, tab.notificationCount) == (3, 2))
  }

  @Test func `a presenter shows the steps to an earlier state and back`() async throws {
    push(1, 2)
    let presenter = NavigationPresenter(of: store, state: \.self, action: { $0 })
    var shown: [[Route]] = []
    let run = Task { @MainActor in
      await presenter.run { _ in
        shown.append(presenter.shown.path(of: .tab(.home)) ?? [])
        if shown.count == 1 { timeTravel.timeline.view(at: 1) }
        if shown.count == 2 { timeTravel.timeline.viewPresent() }
        if shown.count == 3 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await run.value
    // The first step adds the tabs to an empty interface.
    #expect(shown == [[], [.item(1)], [.item(1), .item(2)]])
  }

  // MARK: Readers that do not see earlier states

  @Test func `the persistence saves the present state, and a step does not save`() async throws {
    let storage = InMemoryStorage()
    let persistence = Persistence(of: store, to: storage)
    push(1, 2)
    try await persistence.flush()
    let writes = persistence.status.writes
    timeTravel.timeline.view(at: 0)
    try await persistence.flush()
    #expect(persistence.status.writes == writes)
    push(3)
    try await persistence.flush()
    timeTravel.timeline.viewPresent()
    let saved = Persistence.load(Navigation(tabs: Tab.allCases), from: storage)
    #expect(saved.state == store.state)
    #expect(path == [1, 2, 3])
  }

  @Test func `transactions and visits of screens contain no step`() async throws {
    var transactions = store.transactions.makeAsyncIterator()
    var visits = store.screenVisits(of: { $0 }).makeAsyncIterator()
    #expect(await visits.next()?.screen.route == nil)
    push(1, 2)
    timeTravel.timeline.view(at: 0)
    push(3)
    timeTravel.timeline.viewPresent()
    push(4)
    for number in 1...4 {
      #expect(await transactions.next()?.actions == [.push(.item(number))])
      #expect(await visits.next()?.screen.route == .item(number))
    }
    #expect(store.revision == 4)
  }

  @Test func `a recorder records the actions and no step`() async throws {
    let directory = try TemporaryDirectory()
    let schema = ActionLogSchema<Navigation, Action>()
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: directory.path("session.navlog"))
    push(1, 2)
    timeTravel.timeline.view(at: 0)
    push(3)
    try await recorder.close()
    let report = try ActionLog(path: recorder.status.files[0]).replay(schema, reducer: NavigationReducer())
    timeTravel.timeline.viewPresent()
    #expect(report.isFaithful)
    #expect(report.state == store.state)
    #expect(path == [1, 2, 3])
  }

  @Test func `an effect changes the present state`() async {
    let store = Store(
      initialState: [Int](),
      reducer: Reduce<[Int], Int> { state, number in
        state.append(number)
        return number == 1 ? .run { $0.send(2) } : .none
      })
    let timeTravel = TimeTravel(
      in: store,
      reducer: Reduce<[Int], Int> { state, number in
        state.append(number)
        return .none
      })
    let handle = store.send(1)
    timeTravel.timeline.view(at: 0)
    await handle.finish()
    #expect(timeTravel.timeline.entries.map(\.actions) == [[1], [2]])
    #expect(store.state == [])
    timeTravel.timeline.viewPresent()
    #expect(store.state == [1, 2])
  }

  @Test func `a check of routes removes them from the present state`() async throws {
    push(1, 2)
    timeTravel.timeline.view(at: 1)
    let validation = try await Navigator(store).validate { $0 == .item(2) ? .drop : .keep }
    #expect(path == [1])
    timeTravel.timeline.viewPresent()
    #expect(path == [1], "\(validation)")
    #expect(timeTravel.timeline.entries.count == 3)
  }
}
