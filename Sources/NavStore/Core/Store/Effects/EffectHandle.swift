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
  private let group: (any EffectGroup)?

  @usableFromInline
  init(_ group: (any EffectGroup)? = nil) {
    self.group = group
  }

  /// Waits until none of the effects runs. Returns immediately if no effect runs.
  ///
  /// If the waiting task is cancelled, the method returns early, and the effects continue.
  public func finish() async {
    await group?.finish()
  }

  /// Cancels all of the effects. After this method returns, no action of these effects is reduced.
  public func cancel() {
    group?.cancel()
  }
}

/// The effects of one `send`, for an ``EffectHandle``, which does not depend on the types of the store.
@usableFromInline
protocol EffectGroup: AnyObject, Sendable {
  func finish() async
  func cancel()
}
