import NavStore
import NavStoreTesting
import Testing

@Suite struct UndoReducerTests {
  func makeStore(
    _ start: Int = 0, rules: NumberUndoRules = NumberUndoRules(), clock: TestClock? = nil
  ) -> TestStore<NumberHistory, NumberUndoAction> {
    TestStore(initialState: NumberHistory(start), reducer: UndoReducer(NumberEditing(), rules: rules), clock: clock)
  }

  @Test func `a change is a step: undo returns to the state before it, and redo to the state after it`() {
    let store = makeStore()
    store.send(.add(1)) { $0.record(1) }
    store.send(.add(1)) { $0.record(2) }
    store.send(.undo, origin: .undo) { $0 = NumberHistory(past: [0], present: 1, future: [2]) }
    store.send(.redo, origin: .undo) { $0 = NumberHistory(past: [0, 1], present: 2) }
  }

  @Test func `undo followed by redo, and a jump in both directions, return to every state of a history`() {
    var history = NumberHistory(0)
    for number in 1...6 { history.record(number) }
    for steps in -6...0 {
      var state = history
      state.jump(by: steps)
      let here = state
      for jump in -8...8 {
        let isThere = state.jump(by: jump)
        #expect(isThere == (jump != 0 && (0...6).contains(here.present + jump)))
        if isThere { state.jump(by: -jump) }
        #expect(state == here)
      }
    }
  }

  @Test func `a change after undo removes the future`() {
    let store = makeStore()
    store.send(.add(1)) { $0.record(1) }
    store.send(.undo) { $0.undo() }
    store.send(.add(5)) { $0 = NumberHistory(past: [0], present: 5) }
    store.send(.redo)
  }

  @Test func `a step that does not exist changes nothing, whatever its number`() {
    let start = NumberHistory(past: [1, 2], present: 3, future: [4])
    let reducer = NumberEditing().undoable()
    let steps: [NumberUndoAction] = [
      .jump(0), .jump(-3), .jump(2), .jump(.min), .jump(.max), .recordedJump(index: 2, isFuture: false),
      .recordedJump(index: .max, isFuture: false), .recordedJump(index: -1, isFuture: false),
      .recordedJump(index: 1, isFuture: true), .recordedJump(index: .max, isFuture: true),
      .recordedJump(index: .min, isFuture: true),
    ]
    for step in steps {
      var state = start
      _ = reducer.reduce(into: &state, action: step)
      #expect(state == start, "\(step)")
    }
  }

  @Test func `a jump to an index returns to the state at the index`() {
    let start = NumberHistory(past: [1, 2, 3], present: 4, future: [5, 6])
    for index in start.past.indices {
      var state = start
      state.jump(to: index, isFuture: false)
      #expect(state.present == start.past[index])
      #expect(state.past.count + state.future.count == 5)
    }
    for index in start.future.indices {
      var state = start
      state.jump(to: index, isFuture: true)
      #expect(state.present == start.future[index])
    }
  }

  @Test func `the number of steps does not exceed the limit, and the oldest steps are removed`() {
    let store = makeStore(rules: NumberUndoRules(limit: 2))
    store.send(.add(1)) { $0 = NumberHistory(past: [0], present: 1) }
    store.send(.add(1)) { $0 = NumberHistory(past: [0, 1], present: 2) }
    store.send(.add(1)) { $0 = NumberHistory(past: [1, 2], present: 3) }
    let none = makeStore(rules: NumberUndoRules(limit: 0))
    none.send(.add(1)) { $0 = NumberHistory(1) }
    none.send(.undo)
  }

  @Test func `a change that is not recorded changes the present, and undo discards it`() {
    let store = makeStore(rules: NumberUndoRules(excluding: ["cursor"]))
    store.send(.add(1)) { $0.record(1) }
    store.send(.add(100, kind: "cursor")) { $0.replacePresent(with: 101) }
    store.send(.add(1)) { $0 = NumberHistory(past: [0, 1], present: 102) }
    store.send(.undo) { $0 = NumberHistory(past: [0], present: 1, future: [102]) }
    store.send(.add(100, kind: "cursor")) {
      $0.replacePresent(with: 101)
    }
    #expect(Array(store.base.state.future) == [102])
  }

  @Test func `with syncing, the next step returns to a change that was not recorded`() {
    let store = makeStore(rules: NumberUndoRules(excluding: ["cursor"], syncsUnrecorded: true))
    store.send(.add(1)) { $0.record(1) }
    store.send(.add(100, kind: "cursor")) { $0.replacePresent(with: 101, syncing: true) }
    store.send(.add(1)) { $0 = NumberHistory(past: [0, 101], present: 102) }
  }

  @Test func `a recorded action without a change is no step, unlike in the conformance case LR17`() {
    var state = NumberHistory(0)
    let reducer = UndoReducer(NumberEditing(), rules: NumberUndoRules(including: ["edit"]))
    _ = reducer.reduce(into: &state, action: .add(1, kind: "cursor"))
    _ = reducer.reduce(into: &state, action: .set(1, kind: "edit"))
    #expect(!state.canUndo, "An action that changes nothing is no step.")
    _ = reducer.reduce(into: &state, action: .set(0, kind: "cursor"))
    #expect(state.present == 0, "A change that is not recorded changes the present.")
  }

  @Test func `consecutive changes of a group are one step until undo or another group`() {
    let store = makeStore(rules: NumberUndoRules(excluding: ["cursor"], isGrouping: true))
    store.send(.add(1, group: "a")) { $0.record(1) }
    store.send(.add(1, group: "a")) { $0 = NumberHistory(past: [0], present: 2) }
    store.send(.add(1, kind: "cursor")) { $0.replacePresent(with: 3) }
    store.send(.jump(9))
    store.send(.add(1, group: "a")) { $0 = NumberHistory(past: [0], present: 4) }
    store.send(.add(1, group: "b")) { $0 = NumberHistory(past: [0, 4], present: 5) }
    store.send(.add(1)) { $0 = NumberHistory(past: [0, 4, 5], present: 6) }
    store.send(.add(1)) { $0 = NumberHistory(past: [0, 4, 5, 6], present: 7) }
    store.send(.undo) { $0.undo() }
    store.send(.undo) { $0.undo() }
    store.send(.add(1, group: "b")) { $0 = NumberHistory(past: [0, 4, 5], present: 6) }
  }

  @Test func `typing with pauses below a second is one step, and a longer pause ends the step`() async {
    let clock = TestClock()
    var rules = NumberUndoRules(isGrouping: true)
    rules.groupPause = .seconds(1)
    let store = makeStore(rules: rules, clock: clock)
    store.send(.add(1, group: "typing")) { $0.record(1) }
    clock.advance(by: .milliseconds(999))
    store.send(.add(1, group: "typing")) { $0 = NumberHistory(past: [0], present: 2) }
    clock.advance(by: .seconds(1))
    await store.receive(.endGroup)
    store.send(.add(1, group: "typing")) { $0 = NumberHistory(past: [0, 2], present: 3) }
    store.send(.undo) { $0.undo() }  // ends the group, and with it the wait
    store.send(.add(1, group: "typing")) { $0 = NumberHistory(past: [0, 2], present: 3) }
    store.send(.add(1)) { $0.record(4) }  // so does a change of no group
    #expect(clock.sleeperCount == 0)
  }

  @Test func `clear removes past and future, and reset returns to the initial state`() {
    var rules = NumberUndoRules()
    rules.initialState = 7
    let store = makeStore(7, rules: rules)
    store.send(.add(1)) { $0.record(8) }
    store.send(.add(1)) { $0.record(9) }
    store.send(.undo) { $0.undo() }
    store.send(.clear) { $0 = NumberHistory(8) }
    store.send(.reset) { $0 = NumberHistory(7) }
    var state = NumberHistory(past: [3, 4], present: 5)
    state.reset()
    #expect(state == NumberHistory(3), "Without an initial state, reset returns to the oldest state.")
  }

  @Test func `the past can omit the initial state`() {
    let store = makeStore(rules: NumberUndoRules(ignoresInitialState: true))
    store.send(.add(1)) { $0 = NumberHistory(1) }
    store.send(.undo)
    store.send(.add(1)) { $0 = NumberHistory(past: [1], present: 2) }
  }

  @Test func `effects of the inner reducer send inner actions, and undo has no effects`() async {
    let reducer = Counting(effects: ["double": .send(.add(5))]).undoable()
    let store = TestStore(initialState: UndoState(0), reducer: reducer)
    store.send(.action(.run("double")))
    await store.receive(.action(.add(5))) { $0.record(5) }
    store.send(.undo) { $0.undo() }
  }

  @Test func `a negative limit stops the program with a message that says what to pass`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NumberUndoRules(limit: -1)
    }
    result?.expectMessage(
      "undoable(limit:) received the limit -1. Pass the number of steps that can be undone, or 0 for none.")
  }
}
