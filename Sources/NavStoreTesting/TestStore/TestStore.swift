public import NavStore
internal import NavStoreInspection

/// A store for tests that asserts every change of the state, every received action and the end of every effect.
///
/// ```swift
/// @Test func `a search finds what was typed`() async {
///   let clock = TestClock()
///   let store = TestStore(initialState: Search.State(), reducer: Search(find: { [$0 + "!"] }), clock: clock)
///   store.send(.typed("Bach")) { $0.text = "Bach" }
///   clock.advance(by: .milliseconds(300))  // the search waits until the query has not changed for 300 ms
///   await store.receive(.found(["Bach!"])) { $0.results = ["Bach!"] }
/// }
/// ```
///
/// The closure that the test passes to ``send(_:origin:_:fileID:filePath:line:column:)-(Action,_,_,_,_,_,_)`` receives
/// the state before the action and turns that state into the expected state after the action. The test fails if
/// anything else happens:
///
/// - The action does not make exactly the change that the closure describes.
/// - An effect sends an action that the test does not receive.
/// - A reducer requests something that never happens, such as an effect of a screen that finishes in the same action.
/// - An effect is running when the test store is released.
///
/// ``Exhaustivity`` describes how to assert less.
///
/// A test store runs the tasks of its effects itself. When `send` returns, each effect has ended, sleeps on the clock,
/// or waits for an external event. The same is true when ``TestClock/advance(by:)`` returns, if the test store was
/// created with that clock. Therefore, the test does not have to wait until an effect has begun to sleep.
///
/// Running the effects' tasks requires macOS 15, iOS 18, tvOS 18, watchOS 11 or visionOS 2. On older systems, and for
/// effects that work on another actor, the test waits by calling `receive`, `finish` or `sleepers(atLeast:)`.
///
/// The first failure of a test store has a ``SessionReport`` as attachment, if the state contains a navigation: a page
/// with at least the last 1,000 actions and their states. These stay in memory until the test store is released, unless
/// ``attachesReport`` is `false`.
///
/// A test store may be used from any thread or actor. Tests with separate test stores can run in parallel. Failures are
/// reported to the test framework that was running when the test store was created: Swift Testing or XCTest.
public final class TestStore<State: Equatable & Sendable, Action: Sendable>: Sendable {
  /// The underlying store, to pass to other code under test: a persistence, a scope or an observer. If an action is
  /// sent to `base` directly, the test must receive that action, as if an effect had sent it.
  public let base: Store<State, Action>

  let inspection: StoreInspection<State, Action>
  let progress: GuardedProgress<State, Action>
  let effects = EffectTaskRunner()
  let owner = WeakEffectOwner()
  let clock: any Clock<Duration>
  /// A Boolean value that indicates whether the test store created its own clock, because the test passed none. The
  /// time of that clock does not move.
  let hasOwnClock: Bool
  let testTimeout: TestTimeout
  let areEqual: @Sendable (State, State) -> Bool
  let reporter: FailureReporter
  let site: CallSite

  /// Creates a test store for the current test.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first action.
  ///   - reducer: The reducer under test.
  ///   - clock: The clock that effects sleep on. Without a clock, time does not move.
  ///   - timeout: The longest time that `receive` and `finish` wait, in real time. They wait in real time only if the
  ///     test fails, or if an effect works on another actor.
  ///   - fileID: The file that a failure is shown in. The default is the caller's file.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  @inlinable
  public convenience init<R: Reducer<State, Action>>(
    initialState: State, reducer: R, clock: (any Clock<Duration>)? = nil, timeout: Duration = .seconds(5),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    // This initializer is inlinable so that the reducer and the comparison are specialized for the types of the test.
    // See ``Store``.
    let time = clock ?? TestClock()
    self.init(
      Store(initialState: initialState, reducer: reducer, clock: time), initialState: initialState, clock: time,
      hasOwnClock: clock == nil, timeout: timeout, areEqual: { $0 == $1 }, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  @usableFromInline
  convenience init(
    _ store: Store<State, Action>, initialState: State, clock: any Clock<Duration>, hasOwnClock: Bool,
    timeout: Duration, areEqual: @escaping @Sendable (State, State) -> Bool, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    self.init(
      store, initialState: initialState, clock: clock, hasOwnClock: hasOwnClock,
      testTimeout: TestTimeout(limit: timeout), areEqual: areEqual,
      reporter: FailureReporter(), site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Creates a test store around a store that has not reduced any action.
  package init(
    _ store: Store<State, Action>, initialState: State, clock: any Clock<Duration>, hasOwnClock: Bool = false,
    testTimeout: TestTimeout, areEqual: @escaping @Sendable (State, State) -> Bool = { $0 == $1 },
    reporter: FailureReporter, site: CallSite
  ) {
    self.areEqual = areEqual
    base = store
    self.clock = clock
    self.hasOwnClock = hasOwnClock
    self.testTimeout = testTimeout
    self.site = site
    inspection = StoreInspection(of: store, startTask: effects.start)
    let progress = GuardedProgress(TestProgress<State, Action>(state: initialState), of: inspection)
    self.progress = progress
    // The reporter does not need the test store, which may fail while it is released.
    self.reporter = reporter.attaching { progress.report(of: $0, at: $1) }
    owner.store = self
    (clock as? TestClock)?.followers.add(self)
    // XCTest releases its test cases only after all of them have run, so a test store in a property outlives its test.
    reporter.whenTestCaseEnds { [weak self] in
      guard let self else { return }
      expectNothingLeft(at: site)
    }
  }

  deinit {
    expectNothingLeft(at: site)
  }

  // MARK: State

  /// The state after the last action that the test has asserted or skipped. With ``Exhaustivity/off``, the state after
  /// the last action.
  ///
  /// While the closure of a `send` or `receive` runs, this property is the state before the asserted action, with every
  /// ``Exhaustivity`` and on every thread. Therefore, `store.send(action) { $0 = store.state }` fails if the action
  /// changes the state. The state of ``base`` and of its scopes is always the state after the last action.
  public var state: State {
    catchUp(at: site)
    return visibleState
  }

  private var visibleState: State {
    let thread = StoreInspection<State, Action>.thread
    return progress.withLock { $0.visibleState(on: thread) }
  }

  /// Asserts the current ``state`` without sending or receiving an action. The test fails if the closure changes the
  /// state that it receives.
  ///
  /// ```swift
  /// store.assert { $0.results = [] }
  /// ```
  public func assert(
    _ expected: (inout State) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    catchUp(at: site)
    let state = visibleState
    let thread = StoreInspection<State, Action>.thread
    progress.beginChange(from: state, on: thread)
    let failure = StateAssertion(before: state, after: state).failure(of: expected)
    progress.endChange(on: thread)
    guard let failure else { return }
    progress.withLock { $0.reportsLatestState = !$0.exhaustivity.isOn }
    reporter.fail(failure, at: site)
  }

  // MARK: Sending

  /// Sends an action and asserts the change that the action makes.
  ///
  /// When this function returns, the effects of the action have ended or are suspended, except on systems older than
  /// macOS 15 or iOS 18. For each action that the effects have sent, the test must call
  /// ``receive(_:timeout:_:fileID:filePath:line:column:)-(Action,_,_,_,_,_,_)``. This includes actions that
  /// `Effect.send` adds synchronously.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - origin: The origin of the action in the records of the store.
  ///   - change: A closure that turns the state before the action into the expected state after it. Pass `nil` if the
  ///     state must not change.
  ///   - fileID: The file that a failure is shown in. The default is the caller's file.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  /// - Returns: A handle for the effects that the action started.
  @discardableResult
  public func send(
    _ action: Action, origin: ActionOrigin = .user, _ change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> TestEffectHandle {
    send(
      transaction: [action], origin: origin, change,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Sends actions as one transaction and asserts the change that all of them make together. See
  /// ``send(_:origin:_:fileID:filePath:line:column:)-(Action,_,_,_,_,_,_)``.
  @discardableResult
  public func send(
    _ actions: [Action], origin: ActionOrigin = .user, _ change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> TestEffectHandle {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard !actions.isEmpty else {
      fail(
        "send([]) sends nothing, because an empty list is not a transaction. Pass an action, or remove the line.",
        at: site)
      return TestEffectHandle(of: owner)
    }
    return send(transaction: actions, origin: origin, change, at: site)
  }

  private func send(
    transaction actions: [Action], origin: ActionOrigin, _ change: ((inout State) throws -> Void)?, at site: CallSite
  ) -> TestEffectHandle {
    if !effects.isIdle { catchUp(at: site) }
    let thread = effects.pause()
    // It also keeps the previous recording until no lock is held, because releasing a state can run code of the user.
    var handled: GuardedProgress<State, Action>.Handled?
    let sent = inspection.send(actions, origin: origin) { after in
      handled = progress.handle(actions, origin: origin, leadingTo: after, closureOn: change == nil ? nil : thread)
      return handled != nil
    }
    effects.resume(thread)
    if let (revision, following) = sent {
      checkSent(actions, revision: revision, change, at: site)
      return TestEffectHandle(following, of: owner)
    }
    // The actions may have woken effects, which run now.
    if !effects.isIdle { catchUp(at: site) }
    if let handled {
      check(
        from: handled.before, to: handled.after, by: { describe("send", actions) }, change,
        exhaustivity: handled.exhaustivity, at: site)
    }
    if change != nil { progress.endChange(on: thread) }
    return TestEffectHandle(of: owner)
  }

  /// Asserts the change that sent actions made. `send` calls this function if the store had to publish the transaction,
  /// for example because the transaction started effects, or if earlier transactions are unhandled.
  func checkSent(
    _ actions: [Action], revision: Int, _ change: ((inout State) throws -> Void)?, at site: CallSite
  ) {
    catchUp(at: site)
    let (taken, exhaustivity) = progress.withLock { ($0.take(revision, at: site), $0.exhaustivity) }
    guard let (skipped, step) = taken else { return }
    reportUnreceived(skipped, before: actions, exhaustivity: exhaustivity, at: site)
    check(step, as: "send", change, exhaustivity: exhaustivity, at: site)
  }

  // MARK: Shared by all assertions

  /// Waits until all effects have ended or are suspended, and adds the new transactions of the store to `progress`. If
  /// an effect still runs when the timeout of the test store ends, the test fails, and the function stops waiting.
  func catchUp(at site: CallSite) {
    if !effects.settle(within: testTimeout.limit) {
      reporter.fail(
        """
        An effect ran for \(testTimeout.limit) without waiting.

        A test store waits until its effects have ended, sleep, or wait for an event. An effect that blocks its \
        thread, or polls in a loop, does none of these. Sleep on the clock of the effect's context, or iterate over a \
        stream.\(
          site == self.site ? "\n\nThis is the line that created the test store." : "")
        """, at: site)
    }
    progress.catchUp()
    reportMistakes(at: site)
  }

  func check(
    _ step: TestProgress<State, Action>.Step, as verb: String, _ change: ((inout State) throws -> Void)?,
    exhaustivity: Exhaustivity, at site: CallSite
  ) {
    let thread = StoreInspection<State, Action>.thread
    if change != nil { progress.beginChange(from: step.before, on: thread) }
    check(
      from: step.before, to: step.after, by: { describe(verb, step.transaction.actions) }, change,
      exhaustivity: exhaustivity, at: site)
    if change != nil { progress.endChange(on: thread) }
  }

  func check(
    from before: State, to after: State, by subject: () -> String, _ change: ((inout State) throws -> Void)?,
    exhaustivity: Exhaustivity, at site: CallSite
  ) {
    guard exhaustivity.isOn else {
      return checkPartly(
        StateAssertion(before: before, after: after), by: subject, change, exhaustivity: exhaustivity, at: site)
    }
    if let failure = StateAssertion.exhaustiveFailure(
      from: before, to: after, change, areEqual: areEqual, of: subject)
    {
      fail(failure, at: site)
    }
  }

  func checkPartly(
    _ assertion: StateAssertion<State>, by subject: () -> String, _ change: ((inout State) throws -> Void)?,
    exhaustivity: Exhaustivity, at site: CallSite
  ) {
    let (failure, isComplete) = change.map { assertion.partialFailure($0, of: subject) } ?? (nil, true)
    if let failure {
      reporter.fail(failure, at: site)
    } else if isComplete, exhaustivity.showsSkipped, let skipped = assertion.skipped(change, of: subject) {
      reporter.note(skipped, at: site)
    }
  }

  func fail(_ message: String, at site: CallSite) {
    reporter.fail(message, at: site)
  }
}

extension TestStore: ClockFollower {
  func settle() {
    catchUp(at: site)
  }

  func pause(_ body: () -> Void) {
    let thread = effects.pause()
    body()
    effects.resume(thread)
  }
}

extension TestStore {
  /// Waits until all effects have ended, and fails the test if an effect is still running after the timeout.
  ///
  /// The test must also assert the actions that the effects have sent, or skip those actions with
  /// ``skipReceived(strict:fileID:filePath:line:column:)``.
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
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if inspection.hasRunningEffects {
      let deadline = testTimeout.begin(limit: timeout)
      await deadline.run { [inspection] in await inspection.waitForEffects() }
      if deadline.isOver, inspection.hasRunningEffects { reportRunning(after: deadline.limit, at: site) }
    }
    catchUp(at: site)
  }

  /// Skips all received actions that the test has not asserted, and continues with the state after these actions.
  ///
  /// - Parameters:
  ///   - strict: Whether the test fails if there are no actions to skip.
  ///   - fileID: The file that a failure is shown in. The default is the caller's file.
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
      reporter.fail("Nothing to skip: all received actions have been asserted. Remove skipReceived().", at: site)
    }
    noteSkipped(skipped, exhaustivity: exhaustivity, at: site)
  }

  /// Cancels all running effects, so that the test does not have to wait until they end.
  ///
  /// - Parameters:
  ///   - strict: Whether the test fails if no effect is running.
  ///   - fileID: The file that a failure is shown in. The default is the caller's file.
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
      reporter.fail("Nothing to skip: no effect is running. Remove skipInFlight().", at: site)
    }
    inspection.cancelEffects()
    catchUp(at: site)
  }

  /// Fails the test if received actions were not asserted or if effects are running, at the lines that caused these
  /// actions and effects. With ``Exhaustivity/off``, the test does not fail.
  ///
  /// A test store calls this function when it is released, and at the end of an `XCTestCase` that created it. Call this
  /// function yourself if the test store outlives its test, for example in a global variable. Do not assert anything
  /// after the call, because each test store reports unhandled actions and effects only once.
  public func expectNothingLeft(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    expectNothingLeft(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Whether the first failure has a ``SessionReport`` as attachment. The default is `true`.
  ///
  /// For the report, the test store keeps earlier actions and states in memory. Set the property to `false` in a test
  /// that expects the release of an object in a state or an action.
  public var attachesReport: Bool {
    get { progress.isRecording }
    set { progress.isRecording = newValue }
  }

  // MARK: Exhaustivity

  /// The setting for what the test must assert. A new value also applies to received actions that the test has not
  /// asserted yet.
  public var exhaustivity: Exhaustivity {
    get { progress.withLock { $0.exhaustivity } }
    set { progress.withLock { $0.exhaustivity = newValue } }
  }
}

/// A setting for what a test must assert.
public struct Exhaustivity: Sendable, Hashable {
  let isOn: Bool
  let showsSkipped: Bool

  /// The test must assert everything: each change of the state, each received action and the end of each effect. This
  /// is the default.
  public static let on = Exhaustivity(isOn: true, showsSkipped: false)

  /// The test does not have to assert everything. It may assert only some changes of the state, and may ignore received
  /// actions and running effects. The closure of `send` or `receive` receives the state *after* the action. The test
  /// fails if the closure changes that state.
  public static let off = Exhaustivity.off(showSkipped: false)

  /// Returns ``off`` or, if `showSkipped` is `true`, a setting with which notes in the test's output also show what the
  /// test did not assert. Notes are not failures.
  public static func off(showSkipped: Bool) -> Exhaustivity {
    Exhaustivity(isOn: false, showsSkipped: showSkipped)
  }
}
