import NavStore

extension Suite {
  /// Subscribers on other threads that receive as many states as possible.
  ///
  /// Their number depends on the machine. Sending is faster than waking a task, so most sends find no waiting
  /// subscriber, and on a machine without a free core nearly all of them.
  static var liveSubscribers: Series {
    let actions = Workload.actions
    return Series(
      "send, with subscribers that read on other threads", over: "subscribers", waits: true,
      [1, 10, 100].map { count in
        var contenders: [Contender] = [.live(count, actions, count == 1 ? [.atMost(8)] : [])]
        if count == 1 { contenders.append(.yielding) }
        return Point(count, operations: actions.count, floor: .workloadByHand, contenders)
      })
  }
}

extension Contender {
  fileprivate static func live(_ count: Int, _ actions: [Action], _ limits: [Limit]) -> Contender {
    Contender("send", limits: limits) {
      let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
      let (begun, begin) = AsyncStream.makeStream(of: Void.self)
      let subscribers = subscribe(count, to: store) { begin.yield() }
      var beginnings = begun.makeAsyncIterator()
      for _ in subscribers { await beginnings.next() }
      let handover = Handover(store)
      return Run {
        let store = try handover.take()
        for action in actions { store.send(action) }
        let end = store.state
        // The store is released here, which ends the streams.
        return {
          for subscriber in subscribers {
            let last = await subscriber.value
            try WorkNotDone.unless(last == end, "A subscriber ended on another state than the store.")
          }
          return Place(end)
        }
      }
    }
  }

  /// The navigation by hand with a signal to one task: the least cost of an `AsyncStream` for the sender.
  fileprivate static var yielding: Contender {
    Contender("by hand, an AsyncStream told of each") {
      let (changes, told) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
      let reader = Task {
        var count = 0
        for await _ in changes { count += 1 }
        return count
      }
      return Run {
        var state = HandState()
        for action in Workload.byHand {
          state.reduce(action)
          told.yield()
        }
        told.finish()
        return { [state] in
          try WorkNotDone.unless(await reader.value > 0, "Nobody was told.")
          return Place(state)
        }
      }
    }
  }
}

/// Tasks that receive states until the stream ends, and return the last. `begin` is called when each has received one.
private func subscribe(
  _ count: Int, to store: Store<Navigation, Action>, begin: @escaping @Sendable () -> Void
) -> [Task<Navigation?, Never>] {
  (0..<count).map { _ in
    let states = store.states(of: \.self)
    return Task {
      var last: Navigation?
      for await state in states {
        if last == nil { begin() }
        last = state
      }
      return last
    }
  }
}
