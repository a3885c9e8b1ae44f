import NavStore
import Testing

/// One transaction is one step.
@Suite struct UndoTransactionTests {
  struct App: Equatable, Sendable {
    var left = NumberHistory(0)
    var right = NumberHistory(0)
    var other = 0
  }

  enum AppAction: Sendable {
    case left(NumberUndoAction)
    case right(NumberUndoAction)
    case leftTwice
    case other
  }

  /// The reducer of an app with undo in two parts of its state. It does not know about transactions.
  struct AppReducer: Reducer {
    let undo = NumberEditing().undoable(limit: 3)

    func reduce(into state: inout App, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .left(let action): return undo.reduce(into: &state.left, action: action).map(AppAction.left)
      case .right(let action): return undo.reduce(into: &state.right, action: action).map(AppAction.right)
      case .leftTwice:
        _ = undo.reduce(into: &state.left, action: .add(1))
        return undo.reduce(into: &state.left, action: .add(1)).map(AppAction.left)
      case .other:
        state.other += 1
        return .none
      }
    }
  }

  let store = Store(initialState: App(), reducer: AppReducer())

  @Test func `several actions of one transaction are one step in every history of the store`() {
    store.send([.left(.add(1)), .right(.add(10)), .left(.add(1)), .right(.add(10))])
    #expect(store.state.left == NumberHistory(past: [0], present: 2))
    #expect(store.state.right == NumberHistory(past: [0], present: 20))
  }

  @Test func `actions that are sent separately are separate steps`() {
    store.send(.left(.add(1)))
    store.send(.left(.add(1)))
    #expect(store.state.left == NumberHistory(past: [0, 1], present: 2))
  }

  @Test func `a transaction whose first action changes another part does not continue the previous step`() {
    store.send([.left(.add(1)), .left(.add(1))])
    store.send([.other, .left(.add(1)), .left(.add(1))])
    #expect(store.state.left == NumberHistory(past: [0, 2], present: 4))
  }

  @Test func `an action with two changes by the app's reducer is one step`() {
    store.send(.leftTwice)
    #expect(store.state.left == NumberHistory(past: [0], present: 2))
  }

  @Test
  func `a transaction that results in an equal state is no step and keeps the future and the oldest step`() {
    for _ in 1...4 { store.send(.left(.add(1))) }
    store.send(.left(.undo))
    let before = store.state.left
    #expect(before == NumberHistory(past: [1, 2], present: 3, future: [4]))
    store.send([.left(.add(1)), .left(.add(-1))])
    #expect(store.state.left == before)
    store.send(.left(.redo))
    store.send([.left(.add(1)), .left(.add(-1))])
    #expect(store.state.left == NumberHistory(past: [1, 2, 3], present: 4))
  }

  @Test func `a transaction whose changes have cancelled each other out continues from its initial state`() {
    store.send([.left(.add(1)), .left(.add(-1)), .left(.add(7)), .left(.add(1))])
    #expect(store.state.left == NumberHistory(past: [0], present: 8))
  }

  @Test func `undo within a transaction is immediate, and later changes of the transaction are a separate step`() {
    store.send(.left(.add(1)))
    store.send([.left(.add(1)), .left(.undo), .left(.add(5))])
    #expect(store.state.left == NumberHistory(past: [0, 1], present: 6))
  }

  @Test func `a state that moves to another store does not continue a transaction of the first store`() {
    var state = App()
    for _ in 1...3 {
      let store = Store(initialState: state, reducer: AppReducer())
      store.send([.left(.add(1)), .left(.add(1))])
      state = store.state
    }
    #expect(state.left == NumberHistory(past: [0, 2, 4], present: 6))
  }

  @Test func `transactions of different threads and stores are separate`() async {
    let stores = (1...4).map { _ in Store(initialState: App(), reducer: AppReducer()) }
    await withTaskGroup { group in
      for store in stores {
        group.addTask {
          for _ in 1...50 { store.send([.left(.add(1)), .left(.add(1))]) }
        }
      }
    }
    for store in stores { #expect(store.state.left == NumberHistory(past: [94, 96, 98], present: 100)) }
  }

  @Test func `a state that moves to another thread does not continue a transaction of the first thread`() {
    let reducer = NumberEditing().undoable()
    let state = Locked(NumberHistory(0))
    // Each transaction is the first one of its thread.
    for _ in 1...3 {
      onThreads(1) { _ in
        state.withLock { _ = reducer.reduce(into: &$0, actions: [.add(1), .add(1)]) }
      }
    }
    #expect(state.withLock { $0 } == NumberHistory(past: [0, 2, 4], present: 6))
  }

  @Test func `a list that is reduced without a store is one transaction, even within another list`() {
    let reducer = NumberEditing().undoable()
    var state = NumberHistory(0)
    _ = reducer.reduce(into: &state, actions: [.add(1), .add(1)])
    _ = reducer.reduce(into: &state, action: .add(1))
    _ = reducer.reduce(into: &state, action: .add(1))
    #expect(state == NumberHistory(past: [0, 2, 3], present: 4))
    let nested = Reduce<NumberHistory, Int> { state, number in
      _ = reducer.reduce(into: &state, actions: [.add(number), .add(number)])
      return .none
    }
    _ = nested.reduce(into: &state, actions: [1, 1])
    #expect(state == NumberHistory(past: [0, 2, 3, 4], present: 8))
  }

  @Test func `the effects of a list of actions run in order`() async {
    let reducer = Counting(effects: ["a": .send(.add(1)), "b": .send(.add(2))])
    let store = Store(
      initialState: 0,
      reducer: Reduce<Int, Counting.Action> { state, action in
        if case .cancel = action { return reducer.reduce(into: &state, actions: [.run("a"), .run("b")]) }
        return reducer.reduce(into: &state, action: action)
      })
    await store.send(.cancel("")).finish()
    #expect(store.state == 3)
  }
}
