internal import NavStore

/// The effects that one `send` of a test store started, and those that follow from the actions these send.
///
/// Letting it go leaves the effects alone.
public struct TestEffectHandle: Sendable {
  private let waitForEnd: @Sendable (_ timeout: Duration?, _ site: CallSite) async -> Void
  private let cancelAll: @Sendable () -> Void

  init<State, Action>(effects: EffectHandle?, store: TestStore<State, Action>) {
    // The test store goes when the test lets it go, whatever becomes of its handles.
    waitForEnd = { [weak store] timeout, site in
      guard let store, let effects else { return }
      let deadline = store.backstop.begin(limit: timeout)
      await deadline.run { await effects.finish() }
      if deadline.isOver, store.inspection.hasRunningEffects { store.reportRunning(after: deadline.limit, at: site) }
      store.catchUp(at: site)
    }
    cancelAll = { [weak store] in
      effects?.cancel()
      if let store { store.catchUp(at: store.site) }
    }
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
    await waitForEnd(timeout, CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Cancels the effects. None of their actions is reduced after this returns.
  public func cancel() {
    cancelAll()
  }
}
