internal import NavStore

/// A handle for the effects that one `send` of a test store started, and for the effects that the actions of those
/// effects start in turn.
///
/// Releasing the handle does not cancel the effects.
public struct TestEffectHandle: Sendable {
  private let effects: EffectHandle?
  // Weak, so that handles do not keep the test store alive.
  private let owner: WeakEffectOwner

  init(_ effects: EffectHandle? = nil, of owner: WeakEffectOwner) {
    self.effects = effects
    self.owner = owner
  }

  /// Waits until all effects of the handle have ended, and fails the test if an effect is still running after the
  /// timeout.
  ///
  /// - Parameters:
  ///   - timeout: The longest time to wait, in real time. The default is the timeout of the test store.
  ///   - fileID: The file that a failure is shown in. The default is the caller's file.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await owner.store?.finish(
      effects, timeout: timeout, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Cancels the effects. None of their actions is reduced after this function returns.
  public func cancel() {
    effects?.cancel()
    owner.store?.wasCancelled()
  }
}

/// The part of a test store that effect handles use. The protocol hides the types of the state and the action.
protocol EffectOwner: AnyObject, Sendable {
  /// Waits until the effects have ended, and fails the test if an effect is still running after the timeout.
  func finish(_ effects: EffectHandle?, timeout: Duration?, at site: CallSite) async
  func wasCancelled()
}

/// A weak reference to a test store. All handles of the test store share this object, so that a handle needs no
/// allocation.
final class WeakEffectOwner: @unchecked Sendable {
  // Unchecked because the reference is set once, before other code can reach the test store.
  weak var store: (any EffectOwner)?
}

extension TestStore: EffectOwner {
  func finish(_ effects: EffectHandle?, timeout: Duration?, at site: CallSite) async {
    if let effects {
      let deadline = testTimeout.begin(limit: timeout)
      await deadline.run { await effects.finish() }
      if deadline.isOver, inspection.hasRunningEffects { reportRunning(after: deadline.limit, at: site) }
    }
    catchUp(at: site)
  }

  func wasCancelled() {
    catchUp(at: site)
  }
}
