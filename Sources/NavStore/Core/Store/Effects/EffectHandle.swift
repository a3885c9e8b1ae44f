/// A handle to the effects that one `send` has started, including the effects that are started by the actions of these
/// effects.
///
/// ```swift
/// await store.send(.refresh).finish()  // returns when the new data is loaded
/// ```
///
/// Releasing a handle does not cancel the effects.
public struct EffectHandle: Sendable {
  /// The effects; `nil` if the `send` has started no effect.
  private let group: EffectGroup?

  @usableFromInline
  init(_ group: EffectGroup? = nil) {
    self.group = group
  }

  /// Waits until none of the effects runs. Returns immediately if no effect runs.
  ///
  /// If the waiting task is cancelled, the method returns early, and the effects continue.
  public func finish() async {
    if let group { await group.core.waitForEffects(of: group) }
  }

  /// Cancels all of the effects. After this method returns, no action of these effects is reduced.
  public func cancel() {
    if let group { group.core.cancelEffects(of: group) }
  }
}

/// The core of a store, for an ``EffectHandle``, which does not depend on the types of the store.
protocol EffectCore: AnyObject, Sendable {
  func waitForEffects(of group: EffectGroup) async
  func cancelEffects(of group: EffectGroup)
}
