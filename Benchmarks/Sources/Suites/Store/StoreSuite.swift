import NavStore

extension Suite {
  /// The cost of a store compared with the navigation by hand, and its growth with the number of subscribers.
  static var store: Suite {
    let actions = Workload.actions
    return Suite(
      "store",
      [
        Series(
          "send",
          [
            Point(
              operations: actions.count, floor: .workloadByHand,
              [
                .reducer(actions),
                .send("send", actions, [.atMost(3.2), .noAllocations]),
                .transactions(of: 10, actions),
                .part("send, a part by a switch", actions, AppReducer()),
                .part("send, a part by a Scope", actions, scoped),
                .erasedReducer(actions),
              ])
          ]),
        subscribers, liveSubscribers, depth, threads, guards, transactions, views, observation, effects,
        cancelledEffects,
      ])
  }

  /// Subscribers that do not read: they have requested no state, or have received only one.
  private static var subscribers: Series {
    let actions = Workload.actions
    return Series(
      "send, with subscribers that do not read", over: "subscribers",
      [0, 1, 10, 100].map { count in
        let limits: [Limit] = count == 100 ? [.atMost(3.5), .noAllocations] : [.noAllocations]
        return Point(
          count, operations: actions.count, floor: .workloadByHand,
          [
            .send("idle", actions, limits, idle: count),
            .send("stalled", actions, limits, stalled: count),
          ])
      })
  }

  /// The growth with the depth: pushes and pops on an existing path, while a subscriber that has received a state does
  /// not request another.
  private static var depth: Series {
    let actions = Workload.pushesAndPops(count: 200_000)
    let byHand = actions.map(HandAction.init)
    return Series(
      "send, with a stalled subscriber", over: "depth",
      [10, 100, 1_000, 10_000].map { depth in
        let limits: [Limit] = depth == 10_000 ? [.times(1.2, at: 10), .noAllocations] : [.noAllocations]
        return Point(
          depth, operations: actions.count, floor: .byHand(byHand, depth: depth),
          [.send("push, pop", actions, limits, depth: depth, stalled: 1)])
      })
  }
}

extension Contender {
  /// The library's reducer, without a store.
  fileprivate static func reducer(_ actions: [Action]) -> Contender {
    Contender("NavigationReducer, no store", .noAllocations) {
      let reducer = NavigationReducer<AppTab, Route>()
      return Run {
        var state = Navigation.initial
        for action in actions { _ = reducer.reduce(into: &state, action: action) }
        return { [state] in Place(state) }
      }
    }
  }

  fileprivate static func send(
    _ name: String, _ actions: [Action], _ limits: [Limit], depth: Int = 0, idle: Int = 0, stalled: Int = 0
  ) -> Contender {
    Contender(name, limits: limits) {
      let store = Store(initialState: Navigation.deep(depth), reducer: NavigationReducer())
      var iterators = (0..<idle).map { _ in store.changes.makeAsyncIterator() }
      for _ in 0..<stalled {
        var iterator = store.states(of: \.self).makeAsyncIterator()
        _ = await iterator.next()
        iterators.append(iterator)
      }
      return Run { [iterators] in
        for action in actions { store.send(action) }
        return { withExtendedLifetime(iterators) { Place(store.state) } }
      }
    }
  }

  fileprivate static func transactions(of size: Int, _ actions: [Action]) -> Contender {
    let transactions = stride(from: 0, to: actions.count, by: size).map {
      Array(actions[$0..<min($0 + size, actions.count)])
    }
    return Contender("send, in transactions of \(size)", .noAllocations) {
      let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
      return Run {
        for actions in transactions { store.send(actions) }
        return { Place(store.state) }
      }
    }
  }

  /// The cost of an action if the store kept its reducer as an existential, whose witness is not specialised for the
  /// caller's types.
  fileprivate static func erasedReducer(_ actions: [Action]) -> Contender {
    Contender("send, reducer behind an existential") {
      let erased: any Reducer<Navigation, Action> = NavigationReducer<AppTab, Route>()
      let store = Store(
        initialState: .initial,
        reducer: Reduce<Navigation, Action> { state, action in erased.reduce(into: &state, action: action) })
      return Run {
        for action in actions { store.send(action) }
        return { Place(store.state) }
      }
    }
  }

  fileprivate static func part(
    _ name: String, _ actions: [Action], _ reducer: some Reducer<AppState, AppAction>
  ) -> Contender {
    let appActions = actions.map(AppAction.navigation)
    return Contender(name, .noAllocations) {
      let store = Store(initialState: AppState(), reducer: reducer)
      return Run {
        for action in appActions { store.send(action) }
        return { Place(store.state.navigation) }
      }
    }
  }
}
