/// What the work of an effect may do: send actions back and wait on the store's clock.
public struct EffectContext<Action: Sendable>: Sendable {
  /// The clock that the store was made with.
  public let clock: any Clock<Duration>

  private let deliver: @Sendable ([Action]) -> Void

  init(clock: any Clock<Duration>, deliver: @escaping @Sendable ([Action]) -> Void) {
    self.clock = clock
    self.deliver = deliver
  }

  /// Sends an action to the store and returns when it is reduced; any thread.
  ///
  /// The action is dropped once the effect was cancelled, its work has returned or the store is gone: work that hands
  /// its context to a callback waits until the callback is done with it.
  public func send(_ action: Action) {
    deliver([action])
  }

  /// Sends actions to the store as one transaction and returns when they are reduced; any thread.
  ///
  /// They are dropped as a single one would be.
  public func send(_ actions: [Action]) {
    deliver(actions)
  }

  /// Waits on the store's clock. Throws `CancellationError` when the effect is cancelled meanwhile.
  ///
  /// A negative duration counts as zero, and more than a hundred years count as a hundred years.
  public func sleep(for duration: Duration) async throws(CancellationError) {
    do {
      try await clock.sleep(for: duration.boundedWait)
    } catch {
      throw CancellationError()
    }
  }

  func pullback<Child: Sendable>(_ embed: @escaping @Sendable (Child) -> Action) -> EffectContext<Child> {
    EffectContext<Child>(clock: clock) { [deliver] actions in deliver(actions.map(embed)) }
  }
}
