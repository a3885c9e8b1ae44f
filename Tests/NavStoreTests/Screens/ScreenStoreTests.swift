@testable import NavStore
@testable import NavStoreCore
import Observation
import Testing

/// The stores of single screens, as views use them.
@Suite(.hangLimit) struct ScreenStoreTests {
  private let store = Store(
    initialState: NumberScreens(NumberState(tabs: [1, 2], paths: [1: [1, 1], 2: [2]])),
    reducer: NumberScreensReducer.adding())
  private let screens: ScreenStores<NumberScreen, NumberScreenAction>

  init() { screens = ScreenStores(store) }

  private static func id(_ number: Int) -> ScreenID { ScreenID(rawValue: number) }

  @Test func `a screen's store reads its state and sends its actions`() throws {
    let screen = try #require(screens[Self.id(2)])
    screen.send(.add(7))
    #expect(screen.state.sum == 1_007)
    #expect(store.state.notation == "1: 1/1=1000 2/1=1007 | 2: 3/2=2000")
    screen.finish(with: .add(1))
    #expect(store.state.notation == "1: 1/1=1001 | 2: 3/2=2000")
  }

  @Test func `a screen that does not exist, or has no state, has no store`() {
    store.send(.navigation(.push(4)))
    #expect(screens[Self.id(0)] == nil)
    #expect(screens[Self.id(4)] == nil)
    #expect(store.state.route(of: Self.id(4)) == 4)
  }

  @Test func `a change in one screen does not notify another, nor does the navigation`() throws {
    let (first, second) = (try #require(screens[Self.id(1)]), try #require(screens[Self.id(2)]))
    let readers = [ObservingReader { _ = first.state }, ObservingReader { _ = second.state }]
    store.send(.screen(Self.id(2), .add(1)))
    #expect(readers.map(\.notificationCount) == [0, 1])
    store.send(.navigation(.push(7)))
    store.send(.screen(Self.id(3), .add(1)))
    #expect(readers.map(\.notificationCount) == [0, 1])
    store.send(.screen(Self.id(1), .add(1)))
    #expect(readers.map(\.notificationCount) == [1, 1])
  }

  @Test func `after the screen has left, its store returns the last state that was read`() throws {
    let screen = try #require(screens[Self.id(2)])
    screen.send(.add(7))
    let reader = ObservingReader { _ = screen.state }
    store.send(.navigation(.pop()))
    #expect(reader.notificationCount == 1)
    #expect(screen.state.sum == 1_007)
    screen.send(.add(1))
    #expect(screen.state.sum == 1_007)
    #expect(screens[Self.id(2)] === screen)
  }

  @Test func `running work is that of one screen of one navigation`() async throws {
    struct Windows: Sendable {
      var first = NumberScreens(NumberState(tabs: [1], paths: [1: [1, 1]]))
      var second = NumberScreens(NumberState(tabs: [1], paths: [1: [1, 1]]))
    }
    enum Action: Sendable { case first(NumberScreensReducer.Action), second(NumberScreensReducer.Action) }
    let gate = Gate()
    func reducer(_ id: String) -> NumberScreensReducer {
      NumberScreensReducer(id: id) { _, _ in .run(id: "load") { _ in await gate.wait() } }
    }
    let store = Store(
      initialState: Windows(),
      reducer: CombineReducers {
        Scope(
          state: \Windows.first, extract: { if case .first(let action) = $0 { action } else { nil } },
          embed: Action.first
        ) { reducer("first") }
        Scope(
          state: \Windows.second, extract: { if case .second(let action) = $0 { action } else { nil } },
          embed: Action.second
        ) { reducer("second") }
      })
    let first = ScreenStores(store.scope(state: \.first, action: Action.first))
    let second = ScreenStores(store.scope(state: \.second, action: Action.second))
    let stores = [
      try #require(first[Self.id(1)]), try #require(first[Self.id(2)]), try #require(second[Self.id(1)]),
    ]
    let reader = ObservingReader { _ = stores[0].isRunning(id: "load") }
    store.send(.second(.start))
    let handle = stores[0].send(.add(1))
    #expect(stores.map { $0.isRunning(id: "load") } == [true, false, false])
    #expect(store.isRunning(id: "load"))
    #expect(reader.notificationCount == 1)
    store.send(.first(.navigation(.popToRoot)))
    #expect(stores.map { $0.isRunning(id: "load") } == [false, false, false])
    #expect(reader.notificationCount == 2)
    gate.open()
    await handle.finish()
  }

  @Test func `every request for a screen returns the same store as long as one is used`() throws {
    let screen = try #require(screens[Self.id(2)])
    #expect(screens[Self.id(2)] === screen)
    #expect(screens[Self.id(1)] !== screen)
  }

  @Test func `threads that request a screen at the same time get the same store`() {
    for number in 0..<200 {
      let screens = ScreenStores(store)
      let found = Locked<[ScreenStore<NumberScreen, NumberScreenAction>]>([])
      onThreads(3) { _ in
        if let screen = screens[Self.id(1)] { found.withLock { $0.append(screen) } }
      }
      let all = found.withLock(\.self)
      #expect(all.count == 3 && all.allSatisfy { $0 === all[0] }, "round \(number)")
    }
  }

  @Test func `the observation of a screen ends with its store`() {
    for route in 10..<100 {
      store.send(.navigation(.push(route)))
      if let id = store.state.visibleScreen?.id { _ = screens[id]?.state }
    }
    #expect(store.core.observedValueCount == 0)
    var kept = screens[Self.id(1)]
    _ = kept?.state
    #expect(store.core.observedValueCount == 1)
    kept = nil
    #expect(store.core.observedValueCount == 0)
    // Without observed values, a transaction notifies nobody, and the next store is observed again.
    store.send(.screen(Self.id(1), .add(1)))
    let screen = screens[Self.id(1)]
    let reader = ObservingReader { _ = screen?.state }
    store.send(.screen(Self.id(1), .add(1)))
    #expect(reader.notificationCount == 1)
  }

  @Test func `an observer of a screen is released together with the store of the screen`() {
    final class Owner: Sendable {}
    var screen = screens[Self.id(1)]
    weak var observer: Owner?
    do {
      let owner = Owner()
      observer = owner
      withObservationTracking {
        _ = screen?.state
      } onChange: {
        withExtendedLifetime(owner) {}
      }
    }
    #expect(observer != nil)
    screen = nil
    #expect(observer == nil)
  }

  @Test func `a binding sends an action only for another value`() throws {
    let screen = try #require(screens[Self.id(1)])
    let binding = screen.binding(of: \.sum) { .add($0 - 1_000) }
    binding.value = 1_000
    #expect(store.revision == 0)
    binding.value = 1_005
    #expect(binding.value == 1_005)
    #expect(store.revision == 1)
  }

  @Test func `a scope by key path or by function works as the store does`() throws {
    struct App: Sendable {
      var screens = NumberScreens(NumberState(tabs: [1], paths: [1: [1, 1]]))
      var count = 0
    }
    let reducer = NumberScreensReducer.adding()
    let app = Store(
      initialState: App(),
      reducer: Reduce<App, NumberScreensAction> { app, action in
        app.count += 1
        return reducer.reduce(into: &app.screens, action: action)
      })
    for scope in [
      app.scope(state: \.screens, action: { $0 }), app.scope(state: { @Sendable in $0.screens }, action: { $0 }),
    ] {
      let screen = try #require(ScreenStores(scope)[Self.id(2)])
      let before = screen.state.sum
      let reader = ObservingReader { _ = screen.state }
      screen.send(.add(1))
      #expect(reader.notificationCount == 1)
      #expect(screen.state.sum == before + 1)
    }
  }

  @Test func `threads that read and leave screens end with the state of the store`() {
    onThreads(4) { thread in
      for round in 0..<200 {
        if thread == 0 {
          store.send([.navigation(.push(round)), .navigation(.pop())])
          store.send(.screen(Self.id(3), .add(1)))
        } else {
          _ = screens[Self.id(3)]?.state
          if let id = store.state.visibleScreen?.id { _ = screens[id]?.state }
        }
      }
    }
    #expect(screens[Self.id(3)]?.state.sum == 2_200)
    #expect(store.core.observedValueCount == 0)
  }
}
