internal import NavStore
internal import NavStoreInspection

extension TestStore {
  /// Asserts the next received action and the change that the action made.
  ///
  /// A test store receives the actions that effects send, the actions that `Effect.send` adds synchronously, and the
  /// actions that are sent to ``base`` directly. The function waits until an action has been received, no running
  /// effect could send an action, the timeout has ended, or the calling task is cancelled. With ``Exhaustivity/off``,
  /// the function waits for the expected action, and skips the actions before that action.
  ///
  /// - Parameters:
  ///   - action: The expected action.
  ///   - timeout: The longest time to wait, in real time. The default is the timeout of the test store.
  ///   - change: A closure that turns the state before the action into the expected state after it. Pass `nil` if the
  ///     state must not change.
  ///   - fileID: The file that a failure is shown in. The default is the caller's file.
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

  /// Asserts the actions of the next received transaction and the change that all of them made together.
  ///
  /// Actions that an effect sends as a list are received as one transaction. See
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
          // Compares two single actions, or two lists if either side has several actions.
          actions.count == 1 && received.count == 1
            ? indentedDifference(expected: actions[0], actual: received[0])
            : indentedDifference(expected: actions, actual: received)
        }
      ))
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let (step, exhaustivity) = await next(expected, timeout: timeout, at: site) else { return }
    check(step, as: "receive", change, exhaustivity: exhaustivity, at: site)
  }

  /// Asserts that the next received action satisfies a condition, and asserts the change that the action made.
  ///
  /// ```swift
  /// await store.receive(where: { $0.isProgress })
  /// ```
  ///
  /// - Parameters:
  ///   - condition: A closure that returns whether the action is expected.
  ///   - timeout: The longest time to wait, in real time. The default is the timeout of the test store.
  ///   - change: A closure that turns the state before the action into the expected state after it. Pass `nil` if the
  ///     state must not change.
  ///   - fileID: The file that a failure is shown in. The default is the caller's file.
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

  /// Asserts that the next received action has the expected enum case, and asserts the change that the action made. The
  /// expected change may depend on the payload of the case.
  ///
  /// ```swift
  /// await store.receive(case: { if case .found(let items) = $0 { items } else { nil } }) { state, items in
  ///   state.results = items
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - payload: A closure that returns the payload of the case, or `nil` for an action of another case. If the action
  ///     type has a property for the payload, pass the key path of that property, for example `\.found`.
  ///   - timeout: The longest time to wait, in real time. The default is the timeout of the test store.
  ///   - change: A closure that turns the state before the action into the expected state after it. Pass `nil` if the
  ///     state must not change.
  ///   - fileID: The file that a failure is shown in. The default is the caller's file.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  /// - Returns: The payload, or `nil` if the next action does not have this case or no action is received.
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

  /// Asserts the enum case and the payload of the next received action, and the change that the action made. The action
  /// type need not be `Equatable`.
  ///
  /// - Parameters:
  ///   - payload: A closure that returns the payload of the case, or `nil` for an action of another case.
  ///   - expected: The expected payload.
  ///   - timeout: The longest time to wait, in real time. The default is the timeout of the test store.
  ///   - change: A closure that turns the state before the action into the expected state after it. Pass `nil` if the
  ///     state must not change.
  ///   - fileID: The file that a failure is shown in. The default is the caller's file.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  public func receive<Payload: Equatable>(
    case payload: @escaping (Action) -> Payload?, _ expected: Payload, timeout: Duration? = nil,
    _ change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let changeOfPayload = change.map { change in { (state: inout State, _: Payload) in try change(&state) } }
    let received = await receive(
      case: payload, timeout: timeout, changeOfPayload, fileID: fileID, filePath: filePath, line: line, column: column)
    guard let received,
      let failure = failureOfEquality(received, expected, { "Not as expected: the payload of the received action." })
    else { return }
    fail(failure, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private func next(
    _ expected: ExpectedActions<Action>, timeout: Duration?, at site: CallSite
  ) async -> (TestProgress<State, Action>.Step, Exhaustivity)? {
    // The deadline is created when the function has to wait.
    var begun: Deadline?
    while true {
      catchUp(at: site)
      let (pending, exhaustivity) = progress.withLock { ($0.pending, $0.exhaustivity) }
      // The filter is lazy, because the first transaction is the expected one in most tests. `matches` is called
      // without the lock, because it can run code of the user.
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
        // An action may have been received after `catchUp` and before the last effect ended.
        if progress.catchUp() { continue }
        reportNothing(for: expected, pending: Array(received), deadline: deadline, at: site)
        return nil
      }
      await deadline.run { [inspection] in await inspection.waitForTransaction() }
    }
  }
}

struct ExpectedActions<Action> {
  let description: () -> String
  let matches: ([Action]) -> Bool
  /// The expected actions, and a function that returns the difference between them and other actions. `nil` if the test
  /// passed a condition or a case instead of actions.
  var known: (actions: [Action], difference: ([Action]) -> String)?
}
