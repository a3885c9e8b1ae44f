import NavStore
import Observation

/// A reducer of a number that actions add to, with the effects that a test provides.
struct Counting: Reducer {
  enum Action: Sendable, Equatable {
    case add(Int)
    case run(String)
    case cancel(String)
  }

  var effects: [String: Effect<Action>] = [:]

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .add(let number):
      state += number
      return .none
    case .run(let name):
      return effects[name] ?? .none
    case .cancel(let id):
      return .cancel(id: id)
    }
  }
}

typealias Counter = Store<Int, Counting.Action>

func makeCounter(
  from start: Int = 0, clock: any Clock<Duration> = ContinuousClock(),
  _ effects: [String: Effect<Counting.Action>] = [:]
) -> Counter {
  Store(initialState: start, reducer: Counting(effects: effects), clock: clock)
}

/// A gate that a test opens once. Tasks wait until then, and do not wait afterwards.
final class Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func open() {
    continuation.finish()
  }

  func wait() async {
    for await _ in stream {}
  }
}

/// A container for the last reference to a store, which any thread may release.
final class StoreKeeper: Sendable {
  private let kept: Locked<Counter?>

  init(_ store: Counter? = nil) {
    kept = Locked(store)
  }

  var store: Counter? { kept.withLock { $0 } }

  func keep(_ store: Counter) {
    kept.withLock { $0 = store }
  }

  /// Removes and returns the store, so that it is released with the caller's reference.
  @discardableResult
  func release() -> Counter? {
    kept.withLock { store in
      defer { store = nil }
      return store
    }
  }
}

/// Sends an action to a store, and releases the store after the action is reduced and before its effects are performed.
///
/// An observer of the change releases the store. The function returns when the work of the store has ended.
///
/// - Parameters:
///   - name: The name of the effect that the action returns.
///   - effects: The effects of the store by their names.
/// - Returns: Whether the store was deallocated.
func releaseStore(beforeEffect name: String, of effects: [String: Effect<Counting.Action>]) async -> Bool {
  let keeper = StoreKeeper()
  let mayContinue = Gate()
  var effects = effects
  effects["releasing"] = .run { context in
    await mayContinue.wait()
    withObservationTracking {
      _ = keeper.store?.state
    } onChange: {
      keeper.release()
    }
    context.send(.run(name))
  }
  let handle: EffectHandle
  do {
    let store = makeCounter(effects)
    keeper.keep(store)
    handle = store.send(.run("releasing"))
  }
  mayContinue.open()
  await handle.finish()
  return keeper.store == nil
}

extension Result {
  /// The screen of a route, or `nil` if the route has none.
  var output: Success? { try? get() }
}
