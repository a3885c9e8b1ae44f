import NavStore

/// Prints what the store costs beside the bare reducer, on the same actions in the same run.
///
///     swift run -c release --package-path Benchmarks StoreRatios
@main
struct StoreRatios {
  static func main() async {
    let actions = workload(count: 200_000)
    let initial = State(tabs: AppTab.allCases)

    report(
      "200,000 actions, depth 0 to 20, called from another module",
      [
        bareReducer(initial, actions),
        store("store, no subscriber", initial, actions),
        store("store, 1 subscriber that does not read", initial, actions, stalled: 1),
        store("store, 100 subscribers that do not read", initial, actions, stalled: 100),
        store("store, observed once", initial, actions, observed: true),
        undoable(initial, actions),
        erasedReducer(initial, actions),
        app("app's store, part by a switch", initial, actions, AppReducer()),
        app("app's store, part by a Scope", initial, actions, scoped),
      ],
      operations: actions.count)

    // The part that grows with depth, if any: push and pop on a path that is already there, while a subscriber that has
    // taken one state is stalled.
    let depths = [10, 10_000]
    report(
      "200,000 pushes and pops with a stalled subscriber",
      depths.map { depth in
        let path = (0..<depth).map { Route.item($0) }
        let deep = State(tabs: AppTab.allCases, paths: [.home: path])
        let pairs = (0..<200_000).map { $0.isMultiple(of: 2) ? Action.push(.item($0)) : Action.pop() }
        return store("depth \(depth)", deep, pairs, stalled: 1) { _ in initial }
      },
      operations: 200_000)

    report("10,000 actions asserted by a test", assertions(initial), operations: 10_000)

    threads(initial)
  }

  static func bareReducer(_ initial: State, _ actions: [Action]) -> Contender {
    Contender(name: "bare reducer") {
      let reducer = NavigationReducer<AppTab, Route>()
      return {
        var state = initial
        for action in actions { _ = reducer.reduce(into: &state, action: action) }
        return state
      }
    }
  }

  /// A store whose navigation can be undone, 100 steps of it.
  static func undoable(_ initial: State, _ actions: [Action]) -> Contender {
    Contender(name: "store, undoable") {
      let store = Store(initialState: UndoState(initial), reducer: NavigationReducer().undoable())
      return {
        for action in actions { store.send(.action(action)) }
        return store.state.present
      }
    }
  }

  /// What every action would cost if the store kept its reducer as an existential: the witness of a generic type is not
  /// compiled for the caller's types.
  static func erasedReducer(_ initial: State, _ actions: [Action]) -> Contender {
    Contender(name: "store, reducer behind an existential") {
      let erased: any Reducer<State, Action> = NavigationReducer<AppTab, Route>()
      let store = Store(
        initialState: initial,
        reducer: Reduce<State, Action> { state, action in erased.reduce(into: &state, action: action) })
      return {
        for action in actions { store.send(action) }
        return store.state
      }
    }
  }

  static func store(
    _ name: String, _ initial: State, _ actions: [Action], stalled: Int = 0, observed: Bool = false,
    result: @escaping (State) -> State = { $0 }
  ) -> Contender {
    Contender(name: name) {
      let store = Store(initialState: initial, reducer: NavigationReducer())
      let streams = (0..<stalled).map { _ in store.changes.makeAsyncIterator() }
      if observed { _ = store.state }
      return {
        for action in actions { store.send(action) }
        return withExtendedLifetime(streams) { result(store.state) }
      }
    }
  }
}
