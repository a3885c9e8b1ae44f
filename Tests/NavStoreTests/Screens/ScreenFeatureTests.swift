import NavStore
import NavStoreTesting
import Observation
import Testing

/// Screens that are declared as features with types of their own.
@Suite(.hangLimit) struct ScreenFeatureTests {
  // MARK: - An app with three kinds of screens

  enum Tab: Hashable, Codable { case inbox, settings }
  enum Route: Hashable, Codable { case note(Int), colors, about }

  enum Screen: ScreenContent, Hashable, Codable {
    case list(List.State)
    case note(Note.State)
    case colors

    init?(root tab: Tab) {
      guard tab == .inbox else { return nil }
      self = .list(List.State())
    }

    init?(route: Route) {
      switch route {
      case .note: self = .note(Note.State())
      case .colors: self = .colors
      case .about: return nil
      }
    }
  }

  enum Action: Hashable, Codable, Sendable {
    case list(List.Action)
    case note(Note.Action)
    case colors(Colors.Action)
  }

  typealias Screens = ScreenNavigation<Screen>
  typealias ScreensAction = ScreenNavigationAction<Tab, Route, Action>
  typealias Scope<State: Sendable, Action: Sendable> = ScreenScope<Tab, Route, State, Action>

  struct List: ScreenFeature {
    struct State: Hashable, Codable { var finished: [Int] = [] }
    enum Action: Hashable, Codable { case opened(Int), finished(Int) }

    func reduce(_ screen: inout Scope<State, Action>, action: Action) -> Effect<Action> {
      switch action {
      case .opened(let id): screen.navigate(.push(.note(id)))
      case .finished(let id): screen.state.finished.append(id)
      }
      return .none
    }
  }

  struct Note: ScreenFeature {
    struct State: Hashable, Codable {
      var lines: [Int] = []
      var color: String?
    }
    enum Action: Hashable, Codable {
      case loaded([Int]), added(Int), colorTapped, colorPicked(String), awaited(String), doneTapped
    }

    var load: @Sendable (Int) async throws -> [Int] = { [$0] }
    /// The address of the buffer of the lines when an action was reduced.
    var address = Locked<[Int]>([])

    func reduce(_ screen: inout Scope<State, Action>, action: Action) -> Effect<Action> {
      switch action {
      case .loaded(let lines): screen.state.lines = lines
      case .added(let line):
        screen.state.lines.append(line)
        let place = screen.state.lines.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
        address.withLock { $0.append(place) }
      case .colorTapped:
        let picker = screen.open(.present(.colors))
        return .run { context throws(CancellationError) in
          guard case .colorPicked(let color)? = try await picker.result() else { return }
          context.send(.awaited(color))
        }
      case .colorPicked(let color): screen.state.color = color
      case .awaited(let color): screen.state.color = color + "!"
      case .doneTapped: screen.finish(with: .doneTapped)
      }
      return .none
    }

    func lifecycle(_ screen: Scope<State, Action>, phase: ScreenPhase) -> Effect<Action> {
      guard phase == .appeared, case .note(let id) = screen.route, screen.state.lines.isEmpty else { return .none }
      return .run { context in
        context.send(.loaded(try await load(id)))
      } catch: { _ in
        .loaded([])
      }
    }
  }

  struct Colors: ScreenFeature {
    enum Action: Hashable, Codable { case picked(String) }

    func reduce(_ screen: inout Scope<Void, Action>, action: Action) -> Effect<Action> {
      screen.finish(with: action)
      return .none
    }
  }

  enum Cases {
    static let list = ScreenCase<Screen, ScreenFeatureTests.Action, List.State, List.Action>(
      state: { if case .list(let state) = $0 { state } else { nil } }, embedState: Screen.list,
      extract: {
        switch $0 {
        case .list(let action): action
        case .note(.doneTapped): .finished(0)
        default: nil
        }
      }, embed: ScreenFeatureTests.Action.list)
    static let note = ScreenCase<Screen, ScreenFeatureTests.Action, Note.State, Note.Action>(
      state: { if case .note(let state) = $0 { state } else { nil } }, embedState: Screen.note,
      extract: {
        switch $0 {
        case .note(let action): action
        case .colors(.picked(let color)): .colorPicked(color)
        default: nil
        }
      }, embed: ScreenFeatureTests.Action.note)
    static let colors = ScreenCase<Screen, ScreenFeatureTests.Action, Void, Colors.Action>(
      state: { if case .colors = $0 { () } else { nil } }, embedState: { .colors },
      extract: { if case .colors(let action) = $0 { action } else { nil } }, embed: ScreenFeatureTests.Action.colors)
  }

  private let reports = Locked<[NavigationDiagnostic]>([])

  private func reducer(_ note: Note = Note()) -> ScreenNavigationReducer<Screen, Action> {
    ScreenNavigationReducer(reportingTo: { [reports] report in reports.withLock { $0.append(report) } })
      .screen(Cases.list, reducedBy: List())
      .screen(Cases.note, reducedBy: note)
      .screen(Cases.colors, reducedBy: Colors())
  }

  private static let start = Screens(NavigationState(tabs: [.inbox, .settings]))

  // MARK: - Reducing

  @Test func `each kind of screen reduces its own actions and runs its own lifecycle`() async {
    let store = TestStore(initialState: Self.start, reducer: reducer())
    let screens = TestScreens(store)
    screens.send(.opened(7), toRootOf: .inbox, as: Cases.list) { _ in
    } navigation: {
      $0.push(.note(7))
    }
    await screens.receive(.loaded([7]), at: .note(7), as: Cases.note) { $0.lines = [7] }
    screens.send(.added(8), to: .note(7), as: Cases.note) { $0.lines = [7, 8] }
    await store.finish()
  }

  @Test func `the state of a screen is changed in place`() throws {
    let note = Note()
    let store = Store(initialState: Self.start, reducer: reducer(note))
    store.send(.navigation(.push(.note(7))))
    let id = try #require(store.state.id(of: .note(7)))
    store.send(.screen(id, .note(.loaded(Array(0..<1_000)))))
    for line in 0..<200 { store.send(.screen(id, .note(.added(line)))) }
    // An array that is copied for each change has another address each time.
    let addresses = note.address.withLock(\.self)
    #expect(addresses.count == 200)
    #expect(zip(addresses, addresses.dropFirst()).count { $0 != $1 } <= 2)
  }

  @Test func `an action that no feature accepts changes nothing and is reported`() throws {
    let store = Store(initialState: Self.start, reducer: reducer())
    store.send(.navigation(.push(.colors)))
    let (root, picker) = (store.state.rootID(of: .inbox), store.state.visibleID)
    let before = store.state
    store.send(.screen(picker, .list(.opened(1))))
    store.send(.screen(try #require(root), .colors(.picked("red"))))
    #expect(store.state == before)
    let expected: [NavigationDiagnostic] = [
      .unhandled(picker, "list(opened(1))"), .unhandled(try #require(root), #"colors(picked("red"))"#),
    ]
    #expect(reports.withLock { $0.map(\.description) } == expected.map(\.description))
  }

  @Test func `a result reaches the opener as an action of its kind, and the effect that waits`() async throws {
    let store = Store(initialState: Self.start, reducer: reducer(Note(load: { _ in [] })))
    store.send(.navigation(.push(.note(7))))
    let note = try #require(store.state.id(of: .note(7)))
    let waiting = store.send(.screen(note, .note(.colorTapped)))
    store.send(.screen(store.state.visibleID, .colors(.picked("red"))))
    await waiting.finish()
    #expect(store.state[note] == .note(Note.State(color: "red!")))
    #expect(store.state.navigation.modals.isEmpty)

    store.send(.screen(note, .note(.doneTapped)))
    let root = try #require(store.state.rootID(of: .inbox))
    #expect(store.state[root] == .list(List.State(finished: [0])))
    #expect(reports.withLock(\.self) == [])
  }

  /// A case for the list, which accepts no result of a note.
  private static let listWithoutResults = ScreenCase<Screen, ScreenFeatureTests.Action, List.State, List.Action>(
    state: Cases.list.extractState, embedState: Cases.list.embedState,
    extract: { if case .list(let action) = $0 { action } else { nil } }, embed: Cases.list.embed)

  @Test(arguments: [true, false])
  func `a result that the opener does not accept is reported, unless an effect waits for it`(isAwaited: Bool) {
    let reducer = ScreenNavigationReducer<Screen, Action>(
      reportingTo: { [reports] report in reports.withLock { $0.append(report) } }
    ).screen(Self.listWithoutResults, reducedBy: List()).screen(Cases.note, reducedBy: Note())
    var state = Self.start
    _ = reducer.reduce(into: &state, action: .start)
    var opened: ScreenResult<Action>?
    if isAwaited {
      opened = reducer.open(.push(.note(7)), in: &state)
    } else {
      _ = reducer.reduce(into: &state, action: .navigation(.push(.note(7))))
    }
    _ = reducer.update(&state)
    _ = reducer.reduce(into: &state, action: .finish(state.visibleID, with: .note(.doneTapped)))
    #expect(state.visibleScreen == nil)
    let message =
      "The result note(doneTapped) of screen 1 was dropped, because no feature reduces it for root 1, which opened "
      + "screen 1. Return an action for this result in `extract` of the ScreenCase of root 1."
    #expect(reports.withLock { $0.map(\.description) } == (isAwaited ? [] : [message]))
    withExtendedLifetime(opened) {}
  }

  @Test func `a lost result fails a test that asserts everything`() async {
    let reducer = ScreenNavigationReducer<Screen, Action>(reportingTo: nil)
      .screen(Self.listWithoutResults, reducedBy: List()).screen(Cases.note, reducedBy: Note())
    let store = TestStore(initialState: Self.start, reducer: reducer)
    store.send(.navigation(.push(.note(7)))) { $0.navigation.push(.note(7)) }
    await TestScreens(store).receive(.loaded([7]), at: .note(7), as: Cases.note) { $0.lines = [7] }
    withKnownIssue {
      store.send(.finish(store.state.visibleID, with: .note(.doneTapped))) { $0.navigation.pop() }
    } matching: {
      $0.comments.contains { $0.rawValue.contains("was dropped, because no feature reduces it") }
    }
  }

  @Test func `two cases with equal types have stores of their own`() {
    let store = Store(initialState: Self.start, reducer: reducer())
    store.send(.start)
    let stores = ScreenStores(store)
    let never = ScreenCase<Screen, Action, List.State, List.Action>(
      state: { _ in nil }, embedState: Cases.list.embedState, extract: { _ in nil }, embed: Cases.list.embed)
    let list = stores[root: .inbox, as: Cases.list]
    #expect(list != nil)
    #expect(stores[root: .inbox, as: Cases.list] === list)
    #expect(stores[root: .inbox, as: never] == nil)
  }

  @Test func `an effect that waits for a screen that is dismissed receives nothing`() async throws {
    let store = Store(initialState: Self.start, reducer: reducer(Note(load: { _ in [] })))
    store.send(.navigation(.push(.note(7))))
    let note = try #require(store.state.id(of: .note(7)))
    let waiting = store.send(.screen(note, .note(.colorTapped)))
    store.send(.navigation(.dismiss))
    await waiting.finish()
    #expect(store.state[note] == .note(Note.State()))
  }

  @Test func `one feature is tested alone`() async {
    let store = TestStore(
      initialState: Screens(NavigationState(tabs: [.inbox], paths: [.inbox: [.note(1)]])),
      reducer: ScreenNavigationReducer<Screen, Action>().screen(Cases.note, reducedBy: Note(load: { [$0, $0] })))
    store.send(.start)
    await TestScreens(store).receive(.loaded([1, 1]), at: .note(1), as: Cases.note) { $0.lines = [1, 1] }
  }

  /// A feature that could be in a module of its own, which does not know the tabs and the routes of the app.
  struct Counter<Tab: Hashable & Sendable, Route: Hashable & Sendable>: ScreenFeature {
    let next: @Sendable (Int) -> Route

    func reduce(_ screen: inout ScreenScope<Tab, Route, Note.State, Note.Action>, action: Note.Action) -> Effect<
      Note.Action
    > {
      guard case .added(let line) = action else { return .none }
      screen.state.lines.append(line)
      screen.navigate(.push(next(line)))
      return .none
    }
  }

  @Test func `a feature that does not know the app's routes is generic over them`() {
    let store = TestStore(
      initialState: Screens(NavigationState(tabs: [.inbox], paths: [.inbox: [.note(1)]])),
      reducer: ScreenNavigationReducer<Screen, Action>().screen(
        Cases.note, reducedBy: Counter(next: { Route.note($0) })))
    TestScreens(store).send(.added(2), to: .note(1), as: Cases.note) {
      $0.lines = [2]
    } navigation: {
      $0.push(.note(2))
    }
  }

  // MARK: - Views

  @Test func `the store of a screen of one kind shows its state and sends its actions`() throws {
    let store = Store(initialState: Self.start, reducer: reducer(Note(load: { _ in [] })))
    let screens = ScreenStores(store)
    store.send(.navigation(.push(.note(7))))
    let id = store.state.visibleID
    let note = try #require(screens[id, as: Cases.note])
    #expect(screens[id, as: Cases.note] === note)
    #expect(screens[id, as: Cases.list] == nil)
    note.send(.added(1))
    #expect(note.state.lines == [1])
    note.finish(with: .doneTapped)
    #expect(note.state.lines == [1], "The view is still visible during the transition.")
    #expect(try #require(screens[root: .inbox, as: Cases.list]).state.finished == [0])
    #expect(screens[root: .settings] == nil)
  }

  @Test func `the view of a root is notified when a reset replaces the root`() throws {
    let store = Store(initialState: Self.start, reducer: reducer())
    let screens = ScreenStores(store)
    let changes = Locked(0)
    let first = withObservationTracking {
      screens[root: .inbox, as: Cases.list]
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    try #require(first).send(.finished(1))
    #expect(try #require(first).state.finished == [1])
    #expect(changes.withLock(\.self) == 0)
    store.send(.navigation(.reset))
    #expect(changes.withLock(\.self) == 1)
    #expect(try #require(screens[root: .inbox, as: Cases.list]).state.finished == [])
    #expect(try #require(first).state.finished == [1])
  }

  // MARK: - The test store

  @Test func `a test that names a screen that has left fails with a sentence about it`() {
    let store = TestStore(initialState: Self.start, reducer: reducer())
    let screens = TestScreens(store)
    withKnownIssue {
      screens.send(.added(1), to: .note(7), as: Cases.note) { $0.lines = [1] }
    } matching: {
      "\($0)".contains("added(1) is for the screen note(7), which has left or was never opened")
    }
  }

  @Test func `a test that expects another change of a screen fails`() {
    let store = TestStore(initialState: Self.start, reducer: reducer())
    withKnownIssue {
      TestScreens(store).send(.finished(1), toRootOf: .inbox, as: Cases.list) { $0.finished = [2] }
    } matching: {
      "\($0)".contains("finished")
    }
    withKnownIssue {
      TestScreens(store).send(.added(1), toRootOf: .inbox, as: Cases.note) { $0.lines = [2] }
    } matching: {
      "\($0)".contains("another kind") || "\($0)".contains("No feature reduces")
    }
  }
}
