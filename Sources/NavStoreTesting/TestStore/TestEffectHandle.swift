public import NavStore

/// The effects that one `send` of a test store started, and those that follow from the actions these send.
///
/// Letting it go leaves the effects alone.
public struct TestEffectHandle: Sendable {
  private let effects: EffectHandle?
  // The test store goes when the test lets it go, whatever becomes of its handles.
  private let owner: WeakEffectOwner

  /// The effects of one `send`; nil when it started none.
  @usableFromInline
  init(_ effects: EffectHandle? = nil, of owner: WeakEffectOwner) {
    self.effects = effects
    self.owner = owner
  }

  /// Waits until none of the effects runs any more, and fails after the timeout.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most, in real time; nil for the test store's.
  ///   - fileID: The file that a failure is shown in, by default the caller's.
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

  /// Cancels the effects. None of their actions is reduced after this returns.
  public func cancel() {
    effects?.cancel()
    owner.store?.wasCancelled()
  }
}

/// A test store, as the handles of its effects see it.
protocol EffectOwner: AnyObject, Sendable {
  /// Waits until the effects have ended, and fails after the timeout.
  func finish(_ effects: EffectHandle?, timeout: Duration?, at site: CallSite) async
  /// Effects were cancelled.
  func wasCancelled()
}

/// A test store for all of its handles, which do not keep it: one weak reference, because each costs an allocation.
@usableFromInline
final class WeakEffectOwner: @unchecked Sendable {
  // Unchecked because it is set once, before the test store can be reached from anywhere.
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
