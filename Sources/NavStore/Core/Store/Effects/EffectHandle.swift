/// A handle of the effects that one `send` has started, and of the effects that their actions have started.
///
/// ```swift
/// await store.send(.refresh).finish()  // returns when the new data is loaded
/// ```
///
/// The release of a handle does not cancel the effects.
public struct EffectHandle: Sendable {
  /// The effects; `nil` if the send has started none.
  private let group: (any EffectGroup)?

  @usableFromInline
  init(_ group: (any EffectGroup)? = nil) {
    self.group = group
  }

  /// Waits until none of the effects runs. Returns immediately if none runs.
  ///
  /// If the waiting task is cancelled, it stops waiting, and the effects continue.
  public func finish() async {
    await group?.finish()
  }

  /// Cancels all of the effects. After it returns, none of their actions is reduced.
  public func cancel() {
    group?.cancel()
  }
}

/// The effects of one `send`, without the types of their store.
@usableFromInline
protocol EffectGroup: AnyObject, Sendable {
  func finish() async
  func cancel()
}
