public import NavStore
internal import NavStoreInspection

/// A store whose every change, received action and effect is asserted by a test.
///
/// ```swift
/// @Test func `a search finds what was typed`() async {
///   let clock = TestClock()
///   let store = TestStore(initialState: Search.State(), reducer: Search(find: { [$0 + "!"] }), clock: clock)
///   store.send(.typed("Bach")) { $0.text = "Bach" }
///   clock.advance(by: .milliseconds(300))  // the search waits until nothing was typed for that long
///   await store.receive(.found(["Bach!"])) { $0.results = ["Bach!"] }
/// }
/// ```
///
/// The closure of ``send(_:origin:_:fileID:filePath:line:column:)-(Action,_,_,_,_,_,_)`` gets the state before the
/// action and makes of it the state that is expected after it. Whatever else happens is a failure: a change that was
/// not described, an action that an effect sent and nobody received, an effect that still runs when the test store
/// goes. ``Exhaustivity`` tells less strict ways.
///
/// **It waits for what happens, and not for a while.** The test store runs the tasks of its effects itself. `send`, and
/// `advance` of a ``TestClock`` that it was made with, return when every effect has come as far as it can: it has ended,
/// sleeps on the clock, or waits for something outside. So an effect has begun its sleep when `send` returns, and a
/// test needs no waiting of its own. On systems before macOS 15, iOS 18, tvOS 18, watchOS 11 and visionOS 2, and for
/// effects that work on another actor, a test waits for what it expects by `receive`, `finish` or `sleepers(atLeast:)`.
///
/// It may be used from any thread or actor; tests with test stores of their own run in parallel. The failures reach
/// Swift Testing and XCTest alike, whichever ran when the test store was made.
public final class TestStore<State: Equatable & Sendable, Action: Sendable>: Sendable {
  /// The store, for what a test drives besides: a persistence, a scope, an observer. What is sent to it directly is
  /// received as if an effect had sent it.
  public let base: Store<State, Action>

  @usableFromInline let inspection: StoreInspection<State, Action>
  @usableFromInline let progress: GuardedProgress<State, Action>
  @usableFromInline let effects = EffectTaskRunner()
  @usableFromInline let owner = WeakEffectOwner()
  let clock: any Clock<Duration>
  /// Whether the test has named no clock, so that it cannot move the time.
  let hasOwnClock: Bool
  let testTimeout: TestTimeout
  let reporter: FailureReporter
  let site: CallSite

  /// A test store with an initial state, for the test that runs now.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first action.
  ///   - reducer: What is tested.
  ///   - clock: The time that effects wait on. Without one, time stands still for ever.
  ///   - timeout: How long `receive` and `finish` wait at most, in real time. Only a test that fails, or an effect that
  ///     works on another actor, ever waits.
  ///   - fileID: The file that a failure is shown in, by default the caller's.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  @inlinable
  public convenience init<R: Reducer<State, Action>>(
    initialState: State, reducer: R, clock: (any Clock<Duration>)? = nil, timeout: Duration = .seconds(5),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    // Inlinable, so that the reducer is compiled for the test's types; see ``Store``.
    let time = clock ?? TestClock()
    self.init(
      Store(initialState: initialState, reducer: reducer, clock: time), initialState: initialState, clock: time,
      hasOwnClock: clock == nil, timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  @usableFromInline
  convenience init(
    _ store: Store<State, Action>, initialState: State, clock: any Clock<Duration>, hasOwnClock: Bool,
    timeout: Duration, fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    self.init(
      store, initialState: initialState, clock: clock, hasOwnClock: hasOwnClock,
      testTimeout: TestTimeout(limit: timeout),
      reporter: FailureReporter(), site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// A test store over a store that nobody has sent to yet.
  package init(
    _ store: Store<State, Action>, initialState: State, clock: any Clock<Duration>, hasOwnClock: Bool = false,
    testTimeout: TestTimeout, reporter: FailureReporter, site: CallSite
  ) {
    base = store
    self.clock = clock
    self.hasOwnClock = hasOwnClock
    self.testTimeout = testTimeout
    self.reporter = reporter
    self.site = site
    inspection = StoreInspection(of: store, startTask: effects.start)
    progress = GuardedProgress(TestProgress(state: initialState), of: inspection)
    owner.store = self
    (clock as? TestClock)?.followers.add(self)
    // XCTest keeps its test cases, and what they hold, until all have run.
    reporter.whenTestCaseEnds { [weak self] in
      guard let self else { return }
      expectNothingLeft(at: site)
    }
  }

  deinit {
    expectNothingLeft(at: site)
  }

  // MARK: State

  /// The state after what the test has asserted last; with ``Exhaustivity/off``, after all that has happened.
  ///
  /// While a change closure runs, it is the state before the action of that closure, with every ``Exhaustivity`` and on
  /// every thread. So `store.send(action) { $0 = store.state }` fails if the action changes the state. The state of
  /// ``base`` and of its scopes is always the state after the last action.
  public var state: State {
    catchUp(at: site)
    return visibleState
  }

  private var visibleState: State {
    let thread = StoreInspection<State, Action>.thread
    return progress.withLock { $0.visibleState(on: thread) }
  }

  /// Fails unless what the closure says of the ``state`` is true already: making it so must change nothing.
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
    if let failure { reporter.fail(failure, at: site) }
  }

  // MARK: Sending

  /// Sends an action and asserts the change that it makes.
  ///
  /// It returns when the effects that follow have come as far as they can. What they have sent by then is asserted by
  /// ``receive(_:timeout:_:fileID:filePath:line:column:)-(Action,_,_,_,_,_,_)``, as is an action that follows at once by
  /// `Effect.send`.
  ///
  /// - Parameters:
  ///   - action: What to send.
  ///   - origin: Where the action comes from, for the records.
  ///   - change: Makes the state after the action of the state before it. Nil when nothing must change.
  ///   - fileID: The file that a failure is shown in, by default the caller's.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  /// - Returns: The effects that were started.
  @inlinable
  @discardableResult
  public func send(
    _ action: Action, origin: ActionOrigin = .user, _ change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> TestEffectHandle {
    send(
      transaction: CollectionOfOne(action), origin: origin, change,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Sends actions as one transaction and asserts the change that they make together; see
  /// ``send(_:origin:_:fileID:filePath:line:column:)-(Action,_,_,_,_,_,_)``.
  @inlinable
  @discardableResult
  public func send(
    _ actions: [Action], origin: ActionOrigin = .user, _ change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> TestEffectHandle {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard !actions.isEmpty else {
      fail("send([]) sends nothing: an empty list is no transaction. Name an action, or remove the line.", at: site)
      return TestEffectHandle(of: owner)
    }
    return send(transaction: actions, origin: origin, change, at: site)
  }

  /// Inlinable, with all that it calls for an action from which nothing follows, so that it is compiled for the test's
  /// types, as a ``Store``'s reducer is: that is most of what tests do.
  @inlinable
  func send(
    transaction actions: some Collection<Action>, origin: ActionOrigin, _ change: ((inout State) throws -> Void)?,
    at site: CallSite
  ) -> TestEffectHandle {
    if !effects.isIdle { catchUp(at: site) }
    let thread = effects.pause()
    let transaction = inspection.lockAndReduce(actions, origin: origin)
    guard inspection.isOver(transaction), progress.unguarded.pending.isEmpty else {
      let (revision, following) = inspection.noteAndUnlock(transaction, actions, origin: origin)
      effects.resume(thread)
      checkSent(Array(actions), revision: revision, change, at: site)
      return TestEffectHandle(following, of: owner)
    }
    let exhaustivity = progress.unguarded.exhaustivity
    let (before, after) = (progress.unguarded.state, inspection.lockedState)
    progress.unguarded.state = after
    if change != nil {
      progress.unguarded.runningChanges.append(RunningChangeClosure(thread: thread, before: before))
    }
    inspection.unlock()
    effects.resume(thread)
    // Others may have been woken meanwhile.
    if !effects.isIdle { catchUp(at: site) }
    check(
      from: before, to: after, by: { describe("send", Array(actions)) }, change, exhaustivity: exhaustivity, at: site)
    if change != nil { progress.endChange(on: thread) }
    return TestEffectHandle(of: owner)
  }

  /// Asserts the change of what was sent, from which effects followed, or before which something was received.
  @usableFromInline
  func checkSent(
    _ actions: [Action], revision: Int, _ change: ((inout State) throws -> Void)?, at site: CallSite
  ) {
    catchUp(at: site)
    let (taken, exhaustivity) = progress.withLock { ($0.take(revision, at: site), $0.exhaustivity) }
    guard let (skipped, step) = taken else { return }
    reportUnreceived(skipped, before: actions, exhaustivity: exhaustivity, at: site)
    check(step, as: "send", change, exhaustivity: exhaustivity, at: site)
  }

  // MARK: What every assertion does

  /// Waits until the effects have come as far as they can, and notes what the store has done.
  @usableFromInline
  func catchUp(at site: CallSite) {
    if !effects.settle(within: testTimeout.limit) {
      reporter.fail(
        """
        An effect kept running for \(testTimeout.limit) without waiting for anything.

        Effects that wait by blocking their thread, or that ask again and again in a loop, keep a test store from knowing \
        when they have come as far as they can. Let them suspend: on the clock of their context, or on a stream.\(
          site == self.site ? "\n\nThis is the line where the test store was made." : "")
        """, at: site)
    }
    progress.catchUp()
  }

  /// Asserts the change of a transaction.
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

  @inlinable
  func check(
    from before: State, to after: State, by subject: () -> String, _ change: ((inout State) throws -> Void)?,
    exhaustivity: Exhaustivity, at site: CallSite
  ) {
    guard exhaustivity.isOn else {
      return checkPartly(
        StateAssertion(before: before, after: after), by: subject, change, exhaustivity: exhaustivity, at: site)
    }
    if let failure = StateAssertion.exhaustiveFailure(from: before, to: after, change, of: subject) {
      fail(failure, at: site)
    }
  }

  @usableFromInline
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

  @usableFromInline
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
      let deadline = testTimeout.begin(limit: timeout)
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

/// How much of what happens a test must assert.
public struct Exhaustivity: Sendable, Hashable {
  @usableFromInline let isOn: Bool
  let showsSkipped: Bool

  /// Everything: each change of the state, each received action, the end of each effect. The default.
  public static let on = Exhaustivity(isOn: true, showsSkipped: false)

  /// Only what the test says. A closure is applied to the state *after* the action and must not change it; received
  /// actions and running effects may be left alone.
  public static let off = Exhaustivity.off(showSkipped: false)

  /// As ``off``; with `showSkipped`, what was not asserted is shown, and the test passes all the same.
  public static func off(showSkipped: Bool) -> Exhaustivity {
    Exhaustivity(isOn: false, showsSkipped: showSkipped)
  }
}
