import NavStore
import Synchronization

extension Suite {
  /// Effects that end with an action, one after another.
  static var effects: Series {
    let count = 20_000
    return Series(
      "effects", waits: true,
      [
        Point(
          operations: count,
          floor: Contender("a call") {
            Run {
              var state = 0
              for _ in 0..<count { Self.call(&state) }
              return { [state] in state }
            }
          },
          [.following(count)]),
        Point(
          operations: count,
          floor: Contender("a Task that is awaited") {
            Run.waiting {
              let shared = SharedCount()
              for _ in 0..<count { await Task { shared.increment() }.value }
              return { shared.value }
            }
          },
          [.running(count)]),
      ])
  }

  /// Effects that the next one cancels, as in a debounce.
  static var cancelledEffects: Series {
    let count = 5_000
    return Series(
      "effects that cancel the one before", waits: true,
      [
        Point(
          operations: count,
          floor: Contender("a Task that is cancelled") {
            Run {
              var last: Task<Void, any Error>?
              for _ in 0..<count {
                last?.cancel()
                last = Task { try await ContinuousClock().sleep(for: .seconds(1_000)) }
              }
              last?.cancel()
              return { [last] in
                _ = await last?.result
                return 0
              }
            }
          },
          [
            Contender("Effect.run with cancelInFlight") {
              let store = Store(initialState: 0, reducer: Counter())
              return Run {
                var last = EffectHandle?.none
                for _ in 0..<count { last = store.send(.debounce) }
                last?.cancel()
                return { [last] in
                  await last?.finish()
                  return store.state
                }
              }
            }
          ])
      ])
  }

  // Not inlined, because the compiler would remove the calls.
  @inline(never)
  private static func call(_ state: inout Int) {
    state += 1
  }
}

extension Contender {
  fileprivate static func following(_ count: Int) -> Contender {
    Contender("send, with Effect.send") {
      let store = Store(initialState: 0, reducer: Counter())
      return Run {
        for _ in 0..<count { store.send(.follow) }
        return { store.state }
      }
    }
  }

  fileprivate static func running(_ count: Int) -> Contender {
    Contender("send, with Effect.run, and finish()") {
      let store = Store(initialState: 0, reducer: Counter())
      return Run.waiting {
        for _ in 0..<count { await store.send(.run).finish() }
        return { store.state }
      }
    }
  }
}

/// A reducer that counts, with each way in which an action can follow from an effect.
private struct Counter: Reducer {
  enum Action: Sendable {
    case count, follow, run, debounce
  }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .count:
      state += 1
      return .none
    case .follow:
      return .send(.count)
    case .run:
      return .run { $0.send(.count) }
    case .debounce:
      return .run(id: "debounce", cancelInFlight: true) { context throws(CancellationError) in
        try await context.sleep(for: .seconds(1_000))
        context.send(.count)
      }
    }
  }
}

/// A counter that tasks share.
private final class SharedCount: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  func increment() {
    count.withLock { $0 += 1 }
  }
}
