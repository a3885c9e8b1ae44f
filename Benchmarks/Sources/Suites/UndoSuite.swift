import NavStore

extension Suite {
  /// The cost of a history of 100 steps and its growth with the depth: an action copies the path that it changes once,
  /// because the history keeps the old path.
  static var undo: Suite {
    let actions = Workload.actions
    return Suite(
      "undo",
      [
        Series(
          "send, undoable",
          [
            Point(
              operations: actions.count, floor: .history(actions, depth: 0),
              [.undoable(actions, depth: 0)])
          ]),
        Series(
          "push, pop, undoable", over: "depth",
          [10, 100, 1_000, 10_000].map { depth in
            let actions = Workload.pushesAndPops(count: depth > 1_000 ? 2_000 : 20_000)
            return Point(
              depth, operations: actions.count, floor: .history(actions, depth: depth),
              [.undoable(actions, depth: depth)])
          }),
        Series(
          "undo, redo", over: "depth",
          [10, 10_000].map { depth in
            let count = 50_000
            return Point(
              depth, operations: 2 * count,
              floor: Contender("two states by hand, swapped") {
                var (present, other) = (HandState(depth: depth), HandState(depth: depth))
                present.reduce(.push(.settings))
                return Run { [present, other] in
                  var (present, hidden) = (present, other)
                  for _ in 0..<(2 * count) { exchange(&present, &hidden) }
                  return { [present] in Place(present) }
                }
              },
              [
                Contender("send") {
                  let store = Store(
                    initialState: UndoState(Navigation.deep(depth)), reducer: NavigationReducer().undoable())
                  store.send(.action(.push(.settings)))
                  return Run {
                    for _ in 0..<count {
                      store.send(.undo)
                      store.send(.redo)
                    }
                    return { Place(store.state.present) }
                  }
                }
              ])
          }),
      ])
  }
}

// Not inlined, because the compiler would see that two toggles cancel each other.
@inline(never)
private func exchange(_ first: inout HandState, _ second: inout HandState) {
  swap(&first, &second)
}

extension Contender {
  /// The navigation by hand with a list of the last 100 states.
  fileprivate static func history(_ actions: [Action], depth: Int) -> Contender {
    let actions = actions.map(HandAction.init)
    return Contender("by hand, the last 100 states kept") {
      Run {
        var state = HandState(depth: depth)
        var past: [HandState] = []
        var oldest = 0
        for action in actions {
          let before = state
          state.reduce(action)
          if past.count < 100 {
            past.append(before)
          } else {
            past[oldest] = before
            oldest = (oldest + 1) % 100
          }
        }
        return { [state, past] in
          try WorkNotDone.unless(past.count == 100, "There is no history.")
          return Place(state)
        }
      }
    }
  }

  fileprivate static func undoable(_ actions: [Action], depth: Int) -> Contender {
    let actions = actions.map { UndoAction.action($0) }
    return Contender("store with undoable()") {
      let store = Store(initialState: UndoState(Navigation.deep(depth)), reducer: NavigationReducer().undoable())
      return Run {
        for action in actions { store.send(action) }
        return {
          try WorkNotDone.unless(store.state.past.count == 100, "There is no history.")
          return Place(store.state.present)
        }
      }
    }
  }
}
