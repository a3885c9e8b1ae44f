import NavStore
import NavStoreCore
import NavStoreTesting
import Testing

/// Undo of a navigation with screens: identities, states, and the effects of the screens that undo removes or returns.
@Suite(.hangLimit) struct ScreenUndoTests {
  private let clock = TestClock()
  private let recording = ScreenEffectTests.Recording()

  private func undoableStore() -> Store<UndoState<NumberScreens>, UndoAction<NumberScreensAction>> {
    Store(
      initialState: UndoState(NumberScreens(NumberState(tabs: [1]))), reducer: recording.reducer.undoable(),
      clock: clock)
  }

  @Test func `undo of a push cancels the effects of the screen, and redo starts them again`() async {
    let store = undoableStore()
    let loading = store.send(.action(.navigation(.push(1))))
    await clock.sleepers(atLeast: 1)
    store.send(.undo)
    await loading.finish()
    #expect(recording.take() == ["appeared 1/1", "becameVisible 1/1", "left 1/1"])

    let again = store.send(.redo)
    #expect(recording.take() == ["appeared 1/1", "becameVisible 1/1"])
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(10))
    await again.finish()
    #expect(store.state.present.notation == "1: 1/1=1001")
  }

  @Test func `undo of a route that gave a screen a state ends the life of the screen, and redo begins another one`() {
    let store = undoableStore()
    store.send(.action(.navigation(.push(104))))
    store.send(.action(.navigation(.replaceOrDrop(104, at: 0, in: .focused, with: 106))))
    #expect(recording.take() == ["appeared 1/106", "becameVisible 1/106"])
    store.send(.undo)
    #expect(recording.take() == ["left 1/106"])
    store.send(.redo)
    #expect(recording.take().contains("appeared 1/106"))
    store.send(.action(.navigation(.pop())))
    #expect(recording.take() == ["left 1/106"])
  }

  @Test func `undo keeps the effects of a screen that stays`() async {
    let store = undoableStore()
    let loading = store.send(.action(.navigation(.push(1))))
    await clock.sleepers(atLeast: 1)
    store.send(.action(.navigation(.push(101))))
    store.send(.undo)
    #expect(store.state.present.notation == "1: 1/1=1000")
    clock.advance(by: .seconds(10))
    await loading.finish()
    #expect(store.state.present.notation == "1: 1/1=1001")
  }

  @Test func `undo of a pop returns the screen with its identity and state`() {
    let store = undoableStore()
    store.send(.action(.navigation(.push(101))))
    store.send(.action(.screen(ScreenID(rawValue: 1), .add(5))))
    store.send(.action(.navigation(.pop())))
    _ = recording.take()
    store.send(.undo)
    #expect(store.state.present.notation == "1: 1/101=101005")
    #expect(recording.take() == ["appeared 1/101", "becameVisible 1/101"])
    store.send(.action(.navigation(.push(102))))
    #expect(store.state.present.notation == "1: 1/101=101005 2/102=102000")
  }

  @Test func `after undo, a new screen never has the identity of one that was undone`() {
    let store = undoableStore()
    store.send(.action(.navigation(.push(101))))
    store.send(.undo)
    store.send(.action(.navigation(.push(101))))
    #expect(store.state.present.notation == "1: 2/101=101000")
  }

  @Test func `without a lifecycle, a change after an undo that is followed by an update is no mistake`() {
    let reports = Locked<[String]>([])
    let reducer = NumberScreensReducer(reportingTo: { report in reports.withLock { $0.append("\(report)") } }) { _, _ in
      .none
    }
    var state = UndoState(NumberScreens(NumberState(tabs: [1, 2])))
    let undoable = reducer.undoable()
    let actions: [UndoAction<NumberScreensAction>] = [.action(.navigation(.push(1))), .undo]
    for action in actions { _ = undoable.reduce(into: &state, action: action) }
    var present = state.present
    ThreadContext.current.withTransaction {
      present.navigation.push(2)
      _ = reducer.update(&present)
    }
    ThreadContext.current.withTransaction { _ = reducer.reduce(into: &present, action: .navigation(.push(3))) }
    #expect(reports.withLock(\.self) == [])
  }

  @Test func `combined reducers pass an undo on to the reducer of the screens`() {
    struct App: Equatable, Sendable, UndoPreserving {
      var screens = NumberScreens(NumberState(tabs: [1]))

      mutating func preserve(from current: App) { screens.preserve(from: current.screens) }
    }
    let (screens, hasFirst) = (recording.reducer, true)
    let reducer = CombineReducers<App, NumberScreensAction, _> {
      Reduce<App, NumberScreensAction> { _, _ in .none }
      if hasFirst {
        Scope(state: \App.screens, extract: { $0 }, embed: { $0 }) { screens }
      } else {
        Reduce<App, NumberScreensAction> { _, _ in .none }
      }
      if !hasFirst { Reduce<App, NumberScreensAction> { _, _ in .none } }
    }
    let viewed = ViewedHistoryReducer(reducer, navigation: { $0.screens.navigation }, action: { .navigation($0) })
    let store = Store(
      initialState: UndoState(ViewedHistoryState(App(), viewed: ViewedHistory<Int, Int>())), reducer: viewed.undoable())
    store.send(.action(.action(.navigation(.push(101)))))
    _ = recording.take()
    store.send(.undo)
    #expect(recording.take() == ["left 1/101"])
  }
}
