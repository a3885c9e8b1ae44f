/// A screen that a reducer has opened. An effect can wait for the result of the opened screen.
///
/// ```swift
/// case (.colorTapped, .product):
///   let picker = screen.open(.present(.colors))
///   return .run { context throws(CancellationError) in
///     guard case .colorPicked(let color)? = try await picker.result() else { return }
///     context.send(.colorSaved(await save(color)))
///   }
/// ```
///
/// The result is also reduced as an action of the screen that opened this one. After a restart of the app, the effect no
/// longer runs, but the action still arrives.
public final class ScreenResult<Result: Sendable>: Sendable {
  private struct Shared {
    var isClosed = false
    var result: Result?
    var waiters = WaiterList()
    var lastID = 0
  }

  private let shared = Locked(Shared())
  /// Passes the result on to another object.
  private let forward: (@Sendable (Result?) -> Void)?

  init(forwardingTo forward: (@Sendable (Result?) -> Void)? = nil) {
    self.forward = forward
  }

  /// Waits until the screen has left its stack.
  ///
  /// - Returns: The result with which the screen has finished, or `nil` if the screen has left without a result, if no
  ///   screen was opened, if the app has replaced the whole navigation, or if the app has sent
  ///   ``ScreenNavigationAction/start``.
  /// - Throws: `CancellationError` if the effect that waits is cancelled, for example because the effect's screen
  ///   leaves.
  public func result() async throws(CancellationError) -> Result? {
    while true {
      if Task.isCancelled { throw CancellationError() }
      let (isClosed, result, id) = shared.withLock { shared in
        shared.lastID += 1
        return (shared.isClosed, shared.result, shared.lastID)
      }
      if isClosed { return result }
      await withTaskCancellationHandler {
        await withUnsafeContinuation { continuation in
          let waits = shared.withLock { shared in
            guard !shared.isClosed, !Task.isCancelled else { return false }
            shared.waiters.append(continuation, id: id)
            return true
          }
          if !waits { continuation.resume() }
        }
      } onCancel: {
        var woken = shared.withLock { $0.waiters.remove(id: id) }
        woken.wake()
      }
    }
  }

  func close(with result: Result?) {
    var woken = shared.withLock { shared in
      guard !shared.isClosed else { return WaiterList() }
      shared.isClosed = true
      shared.result = result
      defer { shared.waiters = WaiterList() }
      return shared.waiters
    }
    woken.wake()
    forward?(result)
  }
}
