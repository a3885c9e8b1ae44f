import NavStore

extension Suite {
  /// The cost of rules that are asked about each action.
  static var guards: Series {
    let actions = Workload.actions
    return Series(
      "send, guarded", [Point(operations: actions.count, floor: .workloadByHand, [.guarded(actions)])])
  }

  /// The cost of a stream of all transactions.
  static var transactions: Series {
    let actions = Workload.actions
    return Series(
      "send, with a stream of transactions", waits: true,
      [Point(operations: actions.count, floor: .workloadByHand, [.transactionsRead(actions)])])
  }
}

extension Contender {
  /// An app whose rules allow every action.
  fileprivate static func guarded(_ actions: [Action]) -> Contender {
    let actions = actions.map(GuardedApp.Action.navigation)
    return Contender("rules that allow each action", .allocations(6)) {
      let store = GuardedApp.makeStore()
      return Run {
        for action in actions { store.send(action) }
        return {
          try WorkNotDone.unless(store.state.guarded.refusal == nil, "The rules have refused an action.")
          return Place(store.state.navigation)
        }
      }
    }
  }

  /// A subscriber that takes each transaction before the next action is sent.
  fileprivate static func transactionsRead(_ actions: [Action]) -> Contender {
    Contender("each transaction is taken before the next action") {
      let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
      var transactions = store.transactions.makeAsyncIterator()
      return Run.waiting {
        var last: Navigation?
        for action in actions {
          store.send(action)
          last = await transactions.next()?.after
        }
        return { [last] in last.map(Place.init) }
      }
    }
  }
}
