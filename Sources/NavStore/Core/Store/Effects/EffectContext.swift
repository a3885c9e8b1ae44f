/// A value with which the work of an effect sends actions to the store and waits on the store's clock.
public struct EffectContext<Action: Sendable>: Sendable {
  /// The clock of the store.
  public let clock: any Clock<Duration>

  private let deliver: @Sendable (_ actions: any Sendable, _ isAnimated: Bool) -> Void

  init(_ output: EffectOutput) {
    clock = output.clock
    deliver = output.deliver
  }

  /// Sends an action to the store, and returns after the action is reduced. This method can be called from any thread.
  ///
  /// The action is dropped if the effect was cancelled, its work has returned, or the store was released. If the work
  /// passes its context to a callback, the work must not return before the callback has used the context.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - isAnimated: Whether views animate what the action changes; see ``ActionOrigin/withoutAnimation``.
  public func send(_ action: Action, isAnimated: Bool = true) {
    deliver([action], isAnimated)
  }

  /// Sends actions to the store as one transaction, and returns after the actions are reduced. This method can be
  /// called from any thread.
  ///
  /// The actions are dropped if the effect was cancelled, its work has returned, or the store was released.
  public func send(_ actions: [Action], isAnimated: Bool = true) {
    deliver(actions, isAnimated)
  }

  /// Waits on the store's clock.
  ///
  /// - Parameter duration: The time to wait. A negative duration is treated as zero, and a duration of more than a
  ///   hundred years as a hundred years.
  /// - Throws: `CancellationError` if the effect is cancelled before the time has passed.
  public func sleep(for duration: Duration) async throws(CancellationError) {
    do {
      try await clock.sleep(for: duration.boundedWait)
    } catch {
      throw CancellationError()
    }
  }
}
