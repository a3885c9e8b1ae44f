internal import NavStore
internal import NavStoreInspection

extension TestStore {
  /// Asserts the next action that was received, and the change that it made.
  ///
  /// Received is what effects send, what follows at once from an action by `Effect.send`, and what is sent to ``base``
  /// directly. It waits until an action is there, or no effect is left that could send one.
  ///
  /// - Parameters:
  ///   - action: The action that is expected.
  ///   - timeout: How long to wait at most, in real time; nil for the test store's.
  ///   - change: Makes the state after the action of the state before it. Nil when nothing must change.
  ///   - fileID: The file that a failure is shown in, by default the caller's.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  public func receive(
    _ action: Action, timeout: Duration? = nil, _ change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async where Action: Equatable {
    await receive(
      [action], timeout: timeout, change, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Asserts the actions of the next transaction that was received, and the change that they made together.
  ///
  /// Actions that an effect sends as a list are received as one; see
  /// ``receive(_:timeout:_:fileID:filePath:line:column:)-(Action,_,_,_,_,_,_)``.
  public func receive(
    _ actions: [Action], timeout: Duration? = nil, _ change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async where Action: Equatable {
    let expected = ExpectedActions<Action>(
      description: { describe(actions) }, matches: { $0 == actions },
      known: (
        actions: actions,
        difference: { received in
          // One action beside one action; a list where either is one.
          actions.count == 1 && received.count == 1
            ? indentedDifference(expected: actions[0], actual: received[0])
            : indentedDifference(expected: actions, actual: received)
        }
      ))
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let (step, exhaustivity) = await next(expected, timeout: timeout, at: site) else { return }
    check(step, as: "receive", change, exhaustivity: exhaustivity, at: site)
  }

  /// Asserts that the next action that was received satisfies a condition, and the change that it made.
  ///
  /// ```swift
  /// await store.receive(where: { $0.isProgress })
  /// ```
  ///
  /// - Parameters:
  ///   - condition: What must be true of the action.
  ///   - timeout: How long to wait at most, in real time; nil for the test store's.
  ///   - change: Makes the state after the action of the state before it. Nil when nothing must change.
  ///   - fileID: The file that a failure is shown in, by default the caller's.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  public func receive(
    where condition: @escaping (Action) -> Bool, timeout: Duration? = nil,
    _ change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let expected = ExpectedActions<Action>(
      description: { "an action that satisfies the condition" }, matches: { $0.count == 1 && condition($0[0]) })
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let (step, exhaustivity) = await next(expected, timeout: timeout, at: site) else { return }
    check(step, as: "receive", change, exhaustivity: exhaustivity, at: site)
  }

  /// Asserts that the next action that was received is of a case, and the change that it made, which may depend on the
  /// payload.
  ///
  /// ```swift
  /// await store.receive(case: { if case .found(let items) = $0 { items } else { nil } }) { state, items in
  ///   state.results = items
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - payload: The payload of the case, or nil for an action of another case. Where actions have a property for it,
  ///     a key path, `\.found`, will do.
  ///   - timeout: How long to wait at most, in real time; nil for the test store's.
  ///   - change: Makes the state after the action of the state before it. Nil when nothing must change.
  ///   - fileID: The file that a failure is shown in, by default the caller's.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  /// - Returns: The payload; nil when it failed.
  @discardableResult
  public func receive<Payload>(
    case payload: @escaping (Action) -> Payload?, timeout: Duration? = nil,
    _ change: ((inout State, Payload) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Payload? {
    let expected = ExpectedActions<Action>(
      description: { "an action of a case with \(Payload.self)" }, matches: { $0.count == 1 && payload($0[0]) != nil })
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let (step, exhaustivity) = await next(expected, timeout: timeout, at: site),
      let payload = payload(step.transaction.actions[0])
    else { return nil }
    let changeOfPayload = change.map { change in { (state: inout State) in try change(&state, payload) } }
    check(step, as: "receive", changeOfPayload, exhaustivity: exhaustivity, at: site)
    return payload
  }

  /// The transaction that is expected next; nil when it did not come, which has been reported.
  private func next(
    _ expected: ExpectedActions<Action>, timeout: Duration?, at site: CallSite
  ) async -> (TestProgress<State, Action>.Step, Exhaustivity)? {
    // None until there is something to wait for.
    var begun: Deadline?
    while true {
      catchUp(at: site)
      let (pending, exhaustivity) = progress.withLock { ($0.pending, $0.exhaustivity) }
      // Lazy, because what is expected is first in most tests; and outside the lock, because the closure is the user's.
      let received = pending.lazy.filter { !$0.isSentByTest }
      if let match = received.first(where: { expected.matches($0.actions) }) {
        guard let (skipped, step) = progress.withLock({ $0.take(match.revision, at: site) }) else { continue }
        reportEarlier(skipped, than: expected, exhaustivity: exhaustivity, at: site)
        return (step, exhaustivity)
      }
      if exhaustivity.isOn, !received.isEmpty {
        _ = progress.withLock { $0.takeFirst(at: site) }
        reportOther(Array(received), than: expected, at: site)
        return nil
      }
      let deadline = begun ?? testTimeout.begin(limit: timeout)
      begun = deadline
      if deadline.isOver || Task.isCancelled || inspection.liveEffects.isEmpty {
        // What came between the look and the end of the last effect.
        if progress.catchUp() { continue }
        reportNothing(for: expected, pending: Array(received), deadline: deadline, at: site)
        return nil
      }
      await deadline.run { [inspection] in await inspection.waitForTransaction() }
    }
  }
}

/// What a test expects to be received.
struct ExpectedActions<Action> {
  let description: () -> String
  let matches: ([Action]) -> Bool
  /// The actions, and how others differ from them. Nil where a condition or a case is expected.
  var known: (actions: [Action], difference: ([Action]) -> String)?
}
