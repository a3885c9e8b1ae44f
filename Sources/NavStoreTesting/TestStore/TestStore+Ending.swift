internal import NavStore

extension TestStore {
  /// Waits until no effect runs any more, and fails after the timeout.
  ///
  /// What the effects have sent is still to be asserted, or skipped by
  /// ``skipReceived(strict:fileID:filePath:line:column:)``.
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
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if inspection.hasRunningEffects {
      let deadline = backstop.begin(limit: timeout)
      await deadline.run { [inspection] in await inspection.waitForEffects() }
      if deadline.isOver, inspection.hasRunningEffects { reportRunning(after: deadline.limit, at: site) }
    }
    catchUp(at: site)
  }

  /// Leaves the actions that were received so far unasserted, and goes on with the state after them.
  ///
  /// - Parameters:
  ///   - strict: Whether it fails when there are none.
  ///   - fileID: The file that a failure is shown in, by default the caller's.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  public func skipReceived(
    strict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    catchUp(at: site)
    let (skipped, exhaustivity) = progress.withLock { progress in
      var skipped: [TestProgress<State, Action>.Step] = []
      while let step = progress.takeFirst(at: site) { skipped.append(step) }
      return (skipped, progress.exhaustivity)
    }
    if skipped.isEmpty, strict {
      reporter.fail("Nothing to skip: no action was received that is not asserted. Remove skipReceived().", at: site)
    }
    noteSkipped(skipped, exhaustivity: exhaustivity, at: site)
  }

  /// Cancels the effects that run, which then need no end.
  ///
  /// - Parameters:
  ///   - strict: Whether it fails when none runs.
  ///   - fileID: The file that a failure is shown in, by default the caller's.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  public func skipInFlight(
    strict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    catchUp(at: site)
    if inspection.liveEffects.isEmpty, strict {
      reporter.fail("Nothing to skip: no effect runs. Remove skipInFlight().", at: site)
    }
    inspection.cancelEffects()
    catchUp(at: site)
  }

  /// Fails if a received action was not asserted or an effect still runs, each at the line that caused it.
  ///
  /// It is what the end of a test store does. Call it where a test store outlives its test, for instance in a variable
  /// that is never released, and then assert nothing more: what is left over is told once. In a property of an
  /// `XCTestCase` the end of the test case does it.
  public func expectNothingLeft(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    expectNothingLeft(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  // MARK: Exhaustivity

  /// How much the test must assert from now on.
  public var exhaustivity: Exhaustivity {
    get { progress.withLock { $0.exhaustivity } }
    set { progress.withLock { $0.exhaustivity = newValue } }
  }

  /// Asserts as much as `exhaustivity` says while the operation runs. What was received meanwhile and neither asserted
  /// nor skipped is left to what follows; what was received before must be asserted as strictly as before.
  @discardableResult
  public func withExhaustivity<Result, Failure: Error>(
    _ exhaustivity: Exhaustivity, _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = exchange(exhaustivity)
    defer { self.exhaustivity = outer }
    return try operation()
  }

  /// Asserts as much as `exhaustivity` says while the operation runs, on the caller's actor.
  @discardableResult
  public func withExhaustivity<Result, Failure: Error>(
    _ exhaustivity: Exhaustivity, _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let outer = exchange(exhaustivity)
    defer { self.exhaustivity = outer }
    return try await operation()
  }

  private func exchange(_ exhaustivity: Exhaustivity) -> Exhaustivity {
    catchUp(at: site)
    return progress.withLock { $0.enter(exhaustivity) }
  }
}
