import NavStore
import NavStoreTesting
import Testing

/// The lifetime of effects, the points in the life of a screen, and its results.
@Suite(.hangLimit) struct ScreenEffectTests {
  /// A reducer whose screens record the points of their lives, and load for ten seconds when they appear.
  struct Recording: Sendable {
    let events = Locked<[String]>([])
    let diagnostics = Locked<[NavigationDiagnostic]>([])

    var reducer: NumberScreensReducer {
      NumberScreensReducer(reportingTo: { diagnostic in diagnostics.withLock { $0.append(diagnostic) } }) {
        screen, action in
        switch action {
        case .add(0): return .cancel(id: "load")
        case .add(let number) where number < 0:
          return .run(id: "load", cancelInFlight: true) { context throws(CancellationError) in
            try await context.sleep(for: .seconds(-number))
            context.send(.add(-number))
          }
        case .add(let number): screen.state.sum += number
        case .navigate(let action): screen.navigate(action)
        case .finish(let result): screen.finish(with: result.map { .add($0) })
        }
        return .none
      } lifecycle: { screen, phase in
        let route = screen.route.map { "\($0)" } ?? "root"
        events.withLock { $0.append("\(phase) \(screen.id.rawValue)/\(route)") }
        guard phase == .appeared, (screen.route ?? 100) < 100 else { return .none }
        return .run(id: "load") { context throws(CancellationError) in
          try await context.sleep(for: .seconds(10))
          context.send(.add(1))
        }
      }
    }

    func take() -> [String] {
      events.withLock { events in
        defer { events = [] }
        return events
      }
    }
  }

  private let clock = TestClock()
  private let recording = Recording()

  private func store(_ paths: [Int: [Int]] = [:]) -> Store<NumberScreens, NumberScreensAction> {
    Store(
      initialState: NumberScreens(NumberState(tabs: [1, 2], paths: paths)), reducer: recording.reducer, clock: clock)
  }

  private static func id(_ number: Int) -> ScreenID { ScreenID(rawValue: number) }

  @Test func `a screen appears, becomes visible, is hidden and leaves`() {
    let store = store()
    store.send(.navigation(.push(101)))
    #expect(recording.take() == ["appeared 1/101", "becameVisible 1/101"])
    store.send(.navigation(.push(102)))
    #expect(recording.take() == ["becameHidden 1/101", "appeared 2/102", "becameVisible 2/102"])
    store.send(.navigation(.push(106, in: .tab(2))))
    #expect(recording.take() == ["appeared 3/106"])
    store.send(.navigation(.setPath([], in: .tab(2))))
    #expect(recording.take() == ["left 3/106"])
    store.send(.navigation(.selectTab(2)))
    #expect(recording.take() == ["becameHidden 2/102"])
    store.send(.navigation(.selectTab(1)))
    #expect(recording.take() == ["becameVisible 2/102"])
    store.send(.navigation(.present(103)))
    #expect(recording.take() == ["becameHidden 2/102", "appeared 4/103", "becameVisible 4/103"])
    store.send(.navigation(.dismiss))
    #expect(recording.take() == ["left 4/103", "becameVisible 2/102"])
    store.send(.navigation(.pop(2)))
    #expect(recording.take() == ["left 2/102", "left 1/101"])
  }

  @Test func `start reports restored screens, and any action does`() {
    let store = store([1: [101, 102], 2: [103]])
    store.send(.start)
    let all = ["appeared 1/101", "appeared 2/102", "appeared 3/103", "becameVisible 2/102"]
    #expect(recording.take() == all)
    store.send(.start)
    #expect(recording.take() == all)
    let other = self.store([1: [101, 102], 2: [103]])
    other.send(.navigation(.selectTab(1)))
    #expect(recording.take() == all)
  }

  @Test func `a screen without a state has no life`() {
    let store = store()
    store.send(.navigation(.push(4)))
    store.send(.navigation(.pop()))
    #expect(recording.take() == [])
    store.send(.navigation(.push(4)))
    store.send(.screen(Self.id(2), .add(1)))
    #expect(recording.diagnostics.withLock(\.self) == [.noState(Self.id(2), "add(1)")])
  }

  @Test func `a screen whose new route has a state appears, and can be loaded`() {
    let store = store()
    store.send(.navigation(.push(104)))
    #expect(recording.take() == [])
    store.send(.navigation(.replaceOrDrop(104, at: 0, in: .focused, with: 106)))
    #expect(recording.take() == ["appeared 1/106", "becameVisible 1/106"])
    store.send(.screen(Self.id(1), .add(1)))
    #expect(store.state.notation == "1: 1/106=106001 | 2:")
    store.send(.navigation(.pop()))
    #expect(recording.take() == ["left 1/106"])
  }

  @Test func `an action that a screen sends is not reduced after the screen has left`() async {
    let reduced = Locked<[String]>([])
    let diagnostics = Locked<[NavigationDiagnostic]>([])
    let screens = NumberScreensReducer(reportingTo: { diagnostic in diagnostics.withLock { $0.append(diagnostic) } }) {
      screen, action in
      switch action {
      case .add(0): return .merge(.send(.finish(nil)), .send(.add(2)))
      case .add(let number): screen.state.sum += number
      case .finish: screen.finish()
      case .navigate: break
      }
      return .none
    } lifecycle: { _, phase in
      phase == .appeared ? .send(.add(1)) : .none
    }
    let reducer = Reduce<NumberScreens, NumberScreensAction> { state, action in
      reduced.withLock { $0.append("\(action)") }
      return screens.reduce(into: &state, action: action)
    }
    let store = Store(initialState: NumberScreens(NumberState(tabs: [1])), reducer: reducer, clock: clock)
    store.send([.navigation(.push(1)), .navigation(.pop())])
    #expect(reduced.withLock { $0.count } == 2)
    store.send(.navigation(.push(2)))
    #expect(store.state.notation == "1: 2/2=2001")
    await store.send(.screen(Self.id(2), .add(0))).finish()
    #expect(store.state.notation == "1:")
    // The two actions of the list, the push with the first action of the screen, the action 0, and the end.
    #expect(reduced.withLock { $0.count } == 6)
    #expect(diagnostics.withLock(\.self) == [])
  }

  @Test func `the effects of a screen end when it leaves, and no action of theirs is reduced`() async {
    let store = store()
    store.send(.navigation(.push(1)))
    let second = store.send(.navigation(.push(1)))
    await clock.sleepers(atLeast: 2)
    store.send(.navigation(.pop()))
    await second.finish()
    let changes = store.changes(of: \.notation)
    clock.advance(by: .seconds(10))
    _ = await changes.first { _ in true }
    #expect(store.state.notation == "1: 1/1=1001 | 2:")
    #expect(recording.diagnostics.withLock(\.self) == [])
  }

  @Test func `equal ids of two screens are different effects`() async {
    let store = store([1: [101, 102]])
    let first = store.send(.screen(Self.id(1), .add(-5)))
    let second = store.send(.screen(Self.id(2), .add(-5)))
    await clock.sleepers(atLeast: 2)
    let third = store.send(.screen(Self.id(2), .add(-7)))  // cancels the work of screen 2 only
    await second.finish()
    await clock.sleepers(atLeast: 2)
    clock.advance(by: .seconds(7))
    await first.finish()
    await third.finish()
    #expect(store.state.notation == "1: 1/101=101005 2/102=102007 | 2:")
  }

  @Test func `a screen that cancels an id cancels only its own effect`() async {
    let store = store([1: [101, 102]])
    let first = store.send(.screen(Self.id(1), .add(-5)))
    let second = store.send(.screen(Self.id(2), .add(-5)))
    await clock.sleepers(atLeast: 2)
    store.send(.screen(Self.id(2), .add(0)))
    await second.finish()
    clock.advance(by: .seconds(5))
    await first.finish()
    #expect(store.state.notation == "1: 1/101=101005 2/102=102000 | 2:")
  }

  @Test func `an effect that begins when a screen becomes visible or hidden ends with the screen`() async {
    let reducer = NumberScreensReducer { screen, action in
      if case .add(let number) = action { screen.state.sum += number }
      return .none
    } lifecycle: { _, phase in
      guard phase == .becameVisible || phase == .becameHidden else { return .none }
      return .run(id: phase) { context throws(CancellationError) in
        try await context.sleep(for: .seconds(10))
        context.send(.add(phase == .becameVisible ? 1 : 10))
      }
    }
    let store = TestStore(
      initialState: NumberScreens(NumberState(tabs: [1, 2], paths: [1: [1]])), reducer: reducer, clock: clock)
    store.exhaustivity = .off
    store.send(.start)
    store.send(.navigation(.push(2)))
    store.send(.navigation(.push(3, in: .tab(2))))  // is never visible, so it has no effect
    clock.advance(by: .seconds(10))
    #expect(store.state.notation == "1: 1/1=1011 2/2=2001 | 2: 3/3=3000")
    store.send(.navigation(.selectTab(2)))  // starts the effects of screens 2 and 3
    store.send(.navigation(.reset))
    await store.finish()  // fails if an effect of a screen that has left still runs
  }

  @Test func `the last effects of two screens do not cancel each other, and a start does not cancel them`() async {
    let saved = Locked<[Int]>([])
    let reducer = NumberScreensReducer { _, _ in
      .none
    } lifecycle: { screen, phase in
      guard phase == .left else { return .none }
      return .run(id: "save", cancelInFlight: true) { context throws(CancellationError) in
        try await context.sleep(for: .seconds(1))
        saved.withLock { $0.append(screen.id.rawValue) }
      }
    }
    let store = Store(
      initialState: NumberScreens(NumberState(tabs: [1], paths: [1: [101, 102]])), reducer: reducer, clock: clock)
    store.send(.start)
    let leaving = store.send(.navigation(.pop(2)))
    await clock.sleepers(atLeast: 2)
    store.send(.start)
    clock.advance(by: .seconds(1))
    await leaving.finish()
    #expect(saved.withLock(\.self).sorted() == [1, 2])
  }

  @Test func `two navigations in one store do not cancel the effects of each other`() async {
    struct Both: Sendable {
      var first = NumberScreens(NumberState(tabs: [1], paths: [1: [101]]))
      var second = NumberScreens(NumberState(tabs: [1], paths: [1: [101]]))
    }
    enum BothAction: Sendable { case first(NumberScreensAction), second(NumberScreensAction) }
    let loads = Locked(0)
    typealias Scope = ScreenScope<Int, Int, NumberScreen, NumberScreenAction>
    let loading: @Sendable (inout Scope, NumberScreenAction) -> Effect<NumberScreenAction> = { _, _ in
      .run(id: "load", cancelInFlight: true) { context throws(CancellationError) in
        try await context.sleep(for: .seconds(1))
        loads.withLock { $0 += 1 }
      }
    }
    let first = NumberScreensReducer(reduce: loading)
    let second = NumberScreensReducer(reduce: loading)
    let store = Store(
      initialState: Both(),
      reducer: Reduce<Both, BothAction> { state, action in
        switch action {
        case .first(let action): first.reduce(into: &state.first, action: action).map(BothAction.first)
        case .second(let action): second.reduce(into: &state.second, action: action).map(BothAction.second)
        }
      }, clock: clock)
    let ended = store.send(.first(.screen(Self.id(1), .add(1))))
    let continued = store.send(.second(.screen(Self.id(1), .add(1))))
    await clock.sleepers(atLeast: 2)
    store.send(.first(.start))
    await ended.finish()
    clock.advance(by: .seconds(1))
    await continued.finish()
    #expect(loads.withLock(\.self) == 1)
  }

  @Test func `the effects of many screens are cancelled by one cancellation`() async {
    let store = store([1: Array(repeating: 1, count: 50)])
    let loading = store.send(.start)
    await clock.sleepers(atLeast: 50)
    store.send(.navigation(.popToRoot))
    await loading.finish()

    var state = NumberScreens(NumberState(tabs: [1], paths: [1: Array(repeating: 1, count: 50)]))
    _ = recording.reducer.reduce(into: &state, action: .start)
    let end = recording.reducer.reduce(into: &state, action: .navigation(.popToRoot))
    #expect(end.sentActions.others == 1)
  }

  @Test func `a change without an action cancels effects by update`() async {
    let reducer = recording.reducer
    let store = Store(
      initialState: NumberScreens(NumberState(tabs: [1])),
      reducer: Reduce<NumberScreens, NumberScreensAction> { state, action in
        guard case .screen(Self.id(99), _) = action else { return reducer.reduce(into: &state, action: action) }
        state.navigation.reset()
        return reducer.update(&state)
      }, clock: clock)
    let loading = store.send(.navigation(.push(1)))
    await clock.sleepers(atLeast: 1)
    store.send(.screen(Self.id(99), .add(0)))
    await loading.finish()
    #expect(recording.take().last == "left 1/1")
  }

  @Test func `a state that replaces another one ends the effects of its screens`() async {
    let reducer = recording.reducer
    let store = Store(
      initialState: NumberScreens(NumberState(tabs: [1])),
      reducer: Reduce<NumberScreens, NumberScreensAction> { state, action in
        guard case .screen(Self.id(99), _) = action else { return reducer.reduce(into: &state, action: action) }
        state = NumberScreens(NumberState(tabs: [1], paths: [1: [101]]))
        return reducer.update(&state)
      }, clock: clock)
    let loading = store.send(.navigation(.push(1)))
    await clock.sleepers(atLeast: 1)
    _ = recording.take()
    store.send(.screen(Self.id(99), .add(0)))
    await loading.finish()
    #expect(recording.take() == ["appeared 1/101", "becameVisible 1/101"])
  }

  // MARK: - Results

  @Test func `the screen that opened another one receives its result, once`() {
    let store = store([1: [101]])
    store.send(.screen(Self.id(1), .navigate(.push(102))))
    store.send(.screen(Self.id(2), .finish(7)))
    #expect(store.state.notation == "1: 1/101=101007 | 2:")
    store.send(.screen(Self.id(2), .finish(7)))
    #expect(store.state.notation == "1: 1/101=101007 | 2:")
    #expect(recording.diagnostics.withLock(\.self) == [.unknownScreen(Self.id(2), "finish(7)")])
  }

  @Test func `the presenter of a modal receives its result`() {
    let store = store([1: [101]])
    store.send(.navigation(.present(102)))
    store.send(.navigation(.push(103)))
    store.send(.finish(Self.id(2), with: .add(5)))
    #expect(store.state.notation == "1: 1/101=101005 | 2:")
  }

  @Test func `a covered screen that requests an action receives the result, and without a state nobody does`() {
    let store = store([1: [101, 102, 4]])
    store.send(.screen(Self.id(1), .navigate(.push(103))))
    #expect(store.state.opener(of: Self.id(4)) == Self.id(1))
    store.send(.screen(Self.id(4), .finish(5)))
    #expect(store.state.notation == "1: 1/101=101005 2/102=102000 3/4 | 2:")

    store.send(.navigation(.push(103)))
    store.send(.screen(Self.id(5), .finish(5)))
    #expect(store.state.notation == "1: 1/101=101005 2/102=102000 3/4 | 2:")
    #expect(
      recording.diagnostics.withLock(\.self) == [.resultWithoutState(of: Self.id(5), for: Self.id(3), "add(5)")])
  }

  @Test func `a screen that replaces itself is not the opener of its successor`() {
    let store = store([1: [101, 102]])
    store.send(.screen(Self.id(2), .navigate(.replaceTop(103))))
    store.send(.screen(Self.id(3), .finish(5)))
    #expect(store.state.notation == "1: 1/101=101005 | 2:")
  }

  @Test func `a result for a screen that has gone is dropped and reported`() {
    let store = store([1: [101, 102]])
    store.send(.navigation(.present(103)))
    store.send(.navigation(.setPath([101, 104], in: .tab(1))))
    store.send(.finish(Self.id(3), with: .add(5)))
    #expect(store.state.notation == "1: 1/101=101000 4/104 | 2:")
    #expect(recording.diagnostics.withLock(\.self) == [.droppedResult(of: Self.id(3), "add(5)")])
  }

  @Test func `the root of a tab receives the result of a screen that it opened`() {
    let store = Store(initialState: NumberScreens(NumberState(tabs: [10, 11])), reducer: recording.reducer)
    store.send(.navigation(.push(101, in: .tab(11))))
    store.send(.finish(Self.id(1), with: .add(5)))
    #expect(store.state.notation == "10(-1=10): | 11(-2=16):")
    store.send(.navigation(.present(102)))
    store.send(.finish(Self.id(2), with: nil))
    #expect(store.state.notation == "10(-1=10): | 11(-2=16):")
    #expect(recording.diagnostics.withLock(\.self) == [])
  }

  @Test func `a modal returns its result to the root over which it was presented, also after a restart`() throws {
    let reducer = recording.reducer
    let store = Store(initialState: NumberScreens(NumberState(tabs: [10, 11])), reducer: reducer)
    store.send(.navigation(.present(102)))
    store.send(.navigation(.selectTab(11)))
    let restored = Persistence.restored(
      NumberScreens(NumberState(tabs: [10, 11])), from: try Persistence.encoded(store.state))
    let second = Store(initialState: restored.state, reducer: reducer)
    for store in [store, second] { store.send(.finish(Self.id(1), with: .add(5))) }
    #expect(store.state.notation == "10(-1=15): | 11(-2=11):")
    #expect(second.state.notation == "10(-1=15): | 11(-2=11):")
  }

  @Test func `a result for a root without a state is dropped and reported`() {
    let store = store([1: [101]])
    store.send(.finish(Self.id(1), with: .add(5)))
    let root = ScreenID(rawValue: -1)
    #expect(recording.diagnostics.withLock(\.self) == [.resultWithoutState(of: Self.id(1), for: root, "add(5)")])
  }

  @Test func `the root of a tab cannot finish`() {
    let store = Store(initialState: NumberScreens(NumberState(tabs: [10])), reducer: recording.reducer)
    let root = ScreenID(rawValue: -1)
    store.send(.finish(root, with: .add(5)))
    store.send(.screen(root, .finish(5)))
    #expect(store.state.notation == "10(-1=10):")
    #expect(recording.diagnostics.withLock(\.self) == [.rootCannotFinish(root), .rootCannotFinish(root)])
  }

  @Test func `a result can pass through many screens on a small stack`() async throws {
    let count = 600
    let screens = NumberScreensReducer { screen, action in
      screen.finish(with: action)
      return .none
    }
    let depth = try await onThread(stackSize: 128 * 1_024) {
      var state = NumberScreens(NumberState(tabs: [1], paths: [1: Array(repeating: 1, count: count)]))
      _ = screens.reduce(into: &state, action: .finish(Self.id(count), with: .add(1)))
      return state.navigation.depth
    }
    #expect(depth == 0)
  }

  @Test func `requests are performed in order, also those of a screen that receives a result`() {
    let screens = NumberScreensReducer { screen, action in
      guard case .finish = action else {
        screen.navigate(.push(105))
        screen.navigate(.push(106))
        return .none
      }
      screen.finish(with: .add(0))
      screen.navigate(.push(107))
      return .none
    }
    var state = NumberScreens(NumberState(tabs: [1, 2], paths: [1: [101, 102]]))
    _ = screens.reduce(into: &state, action: .screen(Self.id(2), .finish(nil)))
    #expect(state.navigation.path(of: 1) == [101, 105, 106, 107])
    #expect((3...5).map { state.opener(of: Self.id($0)) } == [Self.id(1), Self.id(1), Self.id(4)])
  }

  @Test func `the effect of the opener for a result runs, and ends with the opener`() async {
    let screens = NumberScreensReducer { screen, action in
      switch action {
      case .add(let number) where screen.route == 101:
        return .run { context throws(CancellationError) in
          try await context.sleep(for: .seconds(1))
          context.send(.navigate(.push(number)))
        }
      case .navigate(let action): screen.navigate(action)
      case .finish: screen.finish(with: .add(105))
      case .add: break
      }
      return .none
    }
    let store = TestStore(
      initialState: NumberScreens(NumberState(tabs: [1], paths: [1: [101, 102]])), reducer: screens, clock: clock)
    store.exhaustivity = .off
    store.send(.screen(Self.id(2), .finish(nil)))
    clock.advance(by: .seconds(1))
    #expect(store.state.navigation.path(of: 1) == [101, 105])
    store.send(.screen(Self.id(3), .finish(nil)))
    store.send(.navigation(.popToRoot))
    await store.finish()
    clock.advance(by: .seconds(1))
    #expect(store.state.navigation.path(of: 1) == [])
  }

  @Test func `the end of a screen that has left is reported`() {
    let store = store([1: [101]])
    store.send(.navigation(.pop()))
    store.send(.finish(Self.id(1), with: .add(5)))
    store.send(.finish(Self.id(9), with: nil))
    #expect(
      recording.diagnostics.withLock(\.self) == [
        .unknownScreen(Self.id(1), "finish with add(5)"), .unknownScreen(Self.id(9), "finish"),
      ])
    #expect(store.state.notation == "1: | 2:")
  }

  // MARK: - Dropped effects

  /// The effects that a screen returns when it reduces `.finish(number)`.
  static let returned: [(name: String, effect: Effect<NumberScreenAction>, isMistake: Bool)] = [
    ("none", .none, false),
    ("an action", .send(.add(1)), true),
    ("work", .run { $0.send(.add(1)) }, true),
    ("a cancellation", .cancel(id: "load"), false),
    ("a cancellation and work", .merge(.cancel(id: "load"), .run { _ in }), true),
    ("work in order", .concatenate(.run { _ in }, .send(.add(2))), true),
    ("work with an id", .run(id: "load", cancelInFlight: true) { _ in }, true),
    ("two actions", .merge(.send(.add(1)), .send(.add(2))), true),
  ]

  @Test(arguments: returned.indices, ["finish", "pop", "replaceTop", "setPath", "reset", "result"])
  func `an effect that a screen returns while it leaves is reported`(index: Int, way: String) async {
    let (_, effect, isMistake) = Self.returned[index]
    let diagnostics = Locked<[NavigationDiagnostic]>([])
    let screens = NumberScreensReducer(reportingTo: { diagnostic in diagnostics.withLock { $0.append(diagnostic) } }) {
      screen, action in
      guard case .finish(let number) = action else { return .none }
      switch way {
      case "pop": screen.navigate(.pop())
      case "replaceTop": screen.navigate(.replaceTop(105))
      case "setPath": screen.navigate(.setPath([101], in: .tab(1)))
      case "reset": screen.navigate(.reset)
      case "result" where screen.route == 103:
        // The screen below receives the result, returns the effect and leaves.
        screen.finish(with: .finish(number))
        return .none
      default: screen.finish()
      }
      return effect
    }
    let path = way == "result" ? [101, 102, 103] : [101, 102]
    let store = Store(initialState: NumberScreens(NumberState(tabs: [1], paths: [1: path])), reducer: screens)
    await store.send(.screen(Self.id(path.count), .finish(7))).finish()
    #expect(store.state.route(of: Self.id(2)) == nil)
    #expect(
      diagnostics.withLock(\.self) == (isMistake ? [.droppedEffect(of: Self.id(2), "finish(7)")] : []))
  }

  @Test func `an effect of a screen that stays is not reported, nor one that is cancelled later`() async {
    let store = store([1: [101]])
    store.send(.screen(Self.id(1), .add(-5)))
    store.send(.screen(Self.id(1), .navigate(.push(102))))
    store.send(.screen(Self.id(1), .navigate(.popToRoot)))
    #expect(recording.diagnostics.withLock(\.self) == [])
  }

  @Test func `work of the phase left runs, its actions are dropped, and an action of the phase is reported`() async {
    let (diagnostics, runs) = (Locked<[NavigationDiagnostic]>([]), Locked(0))
    let reducer = NumberScreensReducer(reportingTo: { diagnostic in diagnostics.withLock { $0.append(diagnostic) } }) {
      _, _ in
      .none
    } lifecycle: { screen, phase in
      guard phase == .left else { return .none }
      let work = Effect<NumberScreenAction>.run { context in
        runs.withLock { $0 += 1 }
        context.send(.add(4))
      }
      switch screen.route {
      case 101: return work
      case 102: return .merge(.send(.add(3)), work)
      case 103: return .concatenate(work, .send(.add(3)))
      default: return .concatenate(.merge(work, .concatenate(.send(.add(3)), work)), work)
      }
    }
    let store = Store(
      initialState: NumberScreens(NumberState(tabs: [1], paths: [1: [101, 102, 103, 105]])), reducer: reducer)
    store.send(.start)
    await store.send(.navigation(.popToRoot)).finish()
    #expect(runs.withLock(\.self) == 6)
    #expect(diagnostics.withLock(\.self) == [4, 3, 2].map { .droppedEffect(of: Self.id($0), "left") })
  }

  @Test func `a result is received after a restart in between`() throws {
    let first = store([1: [101]])
    first.send(.navigation(.push(102)))
    let restored = Persistence.restored(
      NumberScreens(NumberState(tabs: [1, 2])), from: try Persistence.encoded(first.state))
    let second = Store(initialState: restored.state, reducer: recording.reducer, clock: clock)
    second.send(.finish(Self.id(2), with: .add(5)))
    #expect(second.state.notation == "1: 1/101=101005 | 2:")
  }
}
