/// The effects that one `send` started, and those that follow from the actions these send.
///
/// ```swift
/// await store.send(.refresh).finish()  // until the new data is there
/// ```
///
/// Letting it go leaves the effects alone.
public struct EffectHandle: Sendable {
  /// Nil when the send started no effect.
  private let group: (any EffectGroup)?

  @usableFromInline
  init(_ group: (any EffectGroup)? = nil) {
    self.group = group
  }

  /// Waits until none of the effects runs any more. Returns at once when none does.
  ///
  /// When the waiting task is cancelled, it stops waiting and the effects go on.
  public func finish() async {
    await group?.finish()
  }

  /// Cancels all of the effects. None of their actions is reduced after this returns.
  public func cancel() {
    group?.cancel()
  }
}

@usableFromInline
protocol EffectGroup: AnyObject, Sendable {
  func finish() async
  func cancel()
}
