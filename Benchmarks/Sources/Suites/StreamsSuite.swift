import NavStore

extension Suite {
  /// The cost of delivering a state: a send, and its state received by the same task.
  static var streams: Suite {
    let actions = Array(Workload.actions.prefix(20_000))
    return Suite(
      "streams",
      [
        Series(
          "send, and take what it led to", waits: true,
          [
            Point(
              operations: actions.count, floor: .ownStream(actions),
              [
                .taking("changes", actions) { store in
                  var changes = store.changes.makeAsyncIterator()
                  return { await changes.next() }
                },
                .taking("changes of a scope", actions) { store in
                  let scope = store.scope(state: \.self, action: { (action: Action) in action })
                  var changes = scope.changes.makeAsyncIterator()
                  return { await changes.next() }
                },
                .takingParts(actions),
              ])
          ]),
        records,
      ])
  }

  /// Each action for a recorder, received in bursts.
  private static var records: Series {
    Series(
      "every action, taken in bursts", over: "actions a burst", waits: true,
      [1, 100, 10_000].map { burst in
        let actions = Array(Workload.actions.prefix(20_000))
        return Point(
          burst, operations: actions.count, floor: .unboundedStream(actions, burst),
          [
            Contender("transactions") {
              let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
              return Run.waiting {
                var transactions = store.transactions.makeAsyncIterator()
                var seen = RouteCount()
                for start in stride(from: 0, to: actions.count, by: burst) {
                  for action in actions[start..<start + burst] { store.send(action) }
                  for _ in 0..<burst { seen.add(await transactions.next()?.actions.first) }
                }
                return { [seen] in [AnyHashable(Place(store.state)), seen] }
              }
            }
          ])
      })
  }
}

extension Contender {
  /// The navigation by hand, yielded to a stream of the newest state.
  fileprivate static func ownStream(_ actions: [Action]) -> Contender {
    let actions = actions.map(HandAction.init)
    return Contender("by hand, yielded to an AsyncStream") {
      let (states, yielded) = AsyncStream.makeStream(of: HandState.self, bufferingPolicy: .bufferingNewest(1))
      return Run.waiting {
        var iterator = states.makeAsyncIterator()
        var state = HandState()
        var last: HandState?
        for action in actions {
          state.reduce(action)
          yielded.yield(state)
          last = await iterator.next()
        }
        return { [last] in last.map(Place.init) }
      }
    }
  }

  fileprivate static func taking(
    _ name: String, _ actions: [Action],
    iterator: @escaping @Sendable (Store<Navigation, Action>) -> () async -> Navigation?
  ) -> Contender {
    Contender(name) {
      let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
      let next = iterator(store)
      return Run.waiting {
        var last: Navigation?
        for action in actions {
          store.send(action)
          last = await next()
        }
        return { [last] in last.map(Place.init) }
      }
    }
  }

  /// A stream of a substate. Most actions do not select a tab.
  fileprivate static func takingParts(_ actions: [Action]) -> Contender {
    Contender("changes of the selected tab") {
      let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
      return Run.waiting {
        var tabs = store.changes(of: \.selectedTab).makeAsyncIterator()
        var (tab, last) = (AppTab.home, AppTab.home)
        for action in actions {
          store.send(action)
          switch action {
          case .tabTapped(let new): tab = new
          case .deepLink(let link): tab = link.tab
          default: break
          }
          if tab != last, let next = await tabs.next() { last = next }
        }
        return { [last] in
          try WorkNotDone.unless(last == store.state.selectedTab, "The last tab was not taken.")
          return Place(store.state)
        }
      }
    }
  }

  fileprivate static func unboundedStream(_ actions: [Action], _ burst: Int) -> Contender {
    let known = actions.map(HandAction.init)
    return Contender("by hand, yielded to an AsyncStream") {
      let (records, yielded) = AsyncStream.makeStream(of: Action.self)
      return Run.waiting {
        var iterator = records.makeAsyncIterator()
        var state = HandState()
        var seen = RouteCount()
        for start in stride(from: 0, to: actions.count, by: burst) {
          for index in start..<start + burst {
            state.reduce(known[index])
            yielded.yield(actions[index])
          }
          for _ in 0..<burst { seen.add(await iterator.next()) }
        }
        return { [state, seen] in [AnyHashable(Place(state)), seen] }
      }
    }
  }
}

/// The actions that a subscriber has received.
private struct RouteCount: Hashable {
  private var pushes = 0
  private var others = 0

  mutating func add(_ action: Action?) {
    switch action {
    case .push: pushes += 1
    case .some: others += 1
    case nil: break
    }
  }
}
