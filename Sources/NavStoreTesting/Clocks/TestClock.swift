internal import NavStore
internal import NavStoreInspection

/// A clock for tests, whose time moves only when the test moves it.
///
/// Say that a feature shows a hint when nothing was typed for two seconds:
///
/// ```swift
/// final class Hint<C: Clock<Duration>>: Sendable {
///   let clock: C
///   init(clock: C) { self.clock = clock }
///   func text() async throws -> String {
///     try await clock.sleep(for: .seconds(2))
///     return "Try a shorter word."
///   }
/// }
/// ```
///
/// Over a `ContinuousClock` its test takes two seconds, and a test that waits "a little longer than that" fails on a
/// busy machine. Over a `TestClock` it takes no time, and nothing depends on the speed of the machine:
///
/// ```swift
/// @Test func `the hint comes after two seconds`() async throws {
///   let clock = TestClock()
///   async let text = Hint(clock: clock).text()
///   await clock.sleepers(atLeast: 1)  // the feature has come to its sleep
///   clock.advance(by: .seconds(1))
///   #expect(clock.sleeperCount == 1)  // a second is not enough
///   clock.advance(by: .seconds(1))
///   #expect(try await text == "Try a shorter word.")
/// }
/// ```
///
/// The line with `sleepers(atLeast:)` is the one that makes it deterministic. Time that moves before the feature sleeps
/// does not count for it, as with any other clock, so a test waits until those it is about to wake are asleep.
///
/// ``advance(by:sleepers:timeout:fileID:filePath:line:column:)`` waits and moves in one, for work that sleeps again and
/// again.
/// ``run(sleepers:limit:fileID:filePath:line:column:_:)`` moves the time for as long as an operation needs it. Where
/// time is in the way and not under test, there is ``ImmediateClock``.
///
/// Who sleeps on a clock keeps it alive, so it cannot notice by itself that it is left with sleepers: a test that wants
/// to know ends with ``expectNoSleepers(fileID:filePath:line:column:)``.
///
/// All members may be used from any thread or actor. A sleep that is cancelled throws `CancellationError` at once.
public final class TestClock: Clock, Sendable {
  /// A point in the time of a ``TestClock`` or an ``ImmediateClock``: the time that has passed since the clock was
  /// made.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The time since the clock was made.
    public var offset: Duration

    /// Makes the instant that lies `offset` after the clock was made.
    public init(offset: Duration) {
      self.offset = offset
    }

    /// Returns the instant that is `duration` later. An offset ends at the greatest number of seconds of an `Int64`.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset.addingInBounds(duration)) }

    /// Returns the time from this instant to another.
    public func duration(to other: Instant) -> Duration { other.offset.addingInBounds(.zero - offset.inBounds) }

    /// Returns whether the first instant lies before the second.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }

    /// The offset in words, for instance `1.5 seconds`.
    public var description: String { "\(offset)" }
  }

  private let base = ManualClock()
  private let reporter: FailureReporter
  private let testTimeout: TestTimeout
  let followers = ClockFollowers()

  /// Makes a clock that stands at zero, and whose failures are those of the running test.
  public convenience init() {
    self.init(reporter: FailureReporter())
  }

  package init(reporter: FailureReporter, testTimeout: TestTimeout = TestTimeout(limit: TestTimeout.standardLimit)) {
    self.reporter = reporter
    self.testTimeout = testTimeout
  }

  /// The time of the clock, which is what the test has moved it to.
  public var now: Instant { Instant(offset: base.now.offset) }

  /// Zero: the clock tells any two instants apart.
  public var minimumResolution: Duration { .zero }

  /// The number of tasks that sleep on this clock now.
  public var sleeperCount: Int { base.sleeperCount }

  /// The instant at which the next sleeper wakes, or nil when nobody sleeps.
  public var nextDeadline: Instant? { base.nextDeadline.map { Instant(offset: $0.offset) } }

  /// Suspends until the clock has been moved to `deadline`, and returns at once if it is there already.
  ///
  /// Throws `CancellationError` as soon as the task is cancelled, whatever the time. The tolerance is ignored.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await base.sleep(until: ManualClock.Instant(offset: deadline.offset), tolerance: tolerance)
  }

  /// Suspends until at least `count` tasks sleep on this clock; returns early when the calling task is cancelled.
  ///
  /// It neither yields nor polls: the sleeper that completes the number resumes it. If it does not come within ten
  /// seconds of real time, the test fails at the line of the call.
  ///
  /// - Parameters:
  ///   - count: How many must sleep.
  ///   - timeout: How long to wait at most, in real time; nil for ten seconds. Only a test that fails waits so long.
  ///   - fileID: The file that a failure is shown in, by default the caller's.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  public func sleepers(
    atLeast count: Int, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await sleepers(
      atLeast: count, timeout: timeout,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Waits for sleepers, and fails if there are too few in the end.
  private func sleepers(atLeast count: Int, timeout: Duration?, at site: CallSite) async {
    await testTimeout.wait(
      until: { base.sleeperCount >= count }, by: { [base] in await base.sleepers(atLeast: count) }, limit: timeout,
      reporter, at: site
    ) { limit in
      """
      Nobody came: \(sleeperCount) of \(count) expected tasks \(sleeperCount == 1 ? "sleeps" : "sleep") on the test clock \
      after \(limit) of real time.

      Either what should sleep was not started, as a persistence is by `run()`, or has ended; or it sleeps on another clock: \
      pass it this one.
      """
    }
  }

  /// Moves the time forward and wakes every sleeper whose deadline has come: earliest first, ties in order of arrival.
  ///
  /// It goes from deadline to deadline. With a ``TestStore`` that was made with this clock, it waits at each until the
  /// store's effects have come as far as they can, and they go on in the order in which they woke: a timer that ticks
  /// every second ticks five times in five seconds.
  ///
  /// For other tasks it does not wait. In which order they run is for their executors to say, also on one actor. One
  /// that wakes and sleeps again counts from the new time: five sleeps of a second in a row need five advances, or one
  /// of ``advance(by:sleepers:timeout:fileID:filePath:line:column:)``. A negative duration stops the test. The time
  /// ends at the greatest number of seconds of an `Int64`, and stays there.
  public func advance(by duration: Duration) {
    followers.settle()
    var remaining = duration
    while let deadline = nextDeadline, now.duration(to: deadline) < remaining {
      let step = now.duration(to: deadline)
      followers.wake { base.advance(by: step) }
      remaining -= step
    }
    followers.wake { base.advance(by: remaining) }
  }

  /// Moves the time forward to `instant` and wakes every sleeper whose deadline has come, as ``advance(by:)`` does.
  ///
  /// An instant before `now` stops the test.
  public func advance(to instant: Instant) {
    advance(by: now.duration(to: instant))
  }

  /// Moves the time to the next deadline and wakes who sleeps until then; returns false when nobody sleeps.
  @discardableResult public func advanceToNextDeadline() -> Bool {
    followers.settle()
    var hasWoken = false
    followers.wake { hasWoken = base.advanceToNextDeadline() }
    return hasWoken
  }

  // MARK: - At the end of a test

  /// Fails the test, at the line of the call, if a task sleeps on this clock.
  ///
  /// Call it where the work under test should be over or cancelled: after `finish()`, or once the store is gone, which
  /// cancels its effects. A task that is cancelled no longer counts, from the moment `cancel()` returns. A task that is
  /// on its way to a sleep is not asleep yet and is not seen.
  public func expectNoSleepers(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    followers.settle()
    let deadlines = base.deadlines
    if deadlines.isEmpty { return }
    let shown = deadlines.prefix(10).map { "\($0)" }.joined(separator: ", ")
    let rest = deadlines.count > 10 ? " and \(deadlines.count - 10) more" : ""
    let subject = deadlines.count == 1 ? "1 task still sleeps" : "\(deadlines.count) tasks still sleep"
    reporter.fail(
      """
      \(subject) on the test clock, which stands at \(now): until \(shown)\(rest). \
      Move the time there, or cancel the work that sleeps.
      """, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// Moving the time as often as the work needs it.
extension TestClock {
  /// Moves the time forward by a duration, from deadline to deadline, each time once `sleepers` tasks are asleep.
  ///
  /// For work that wakes and sleeps again, such as a timer or a poll:
  ///
  /// ```swift
  /// @Test func `the position is shown every second`() async {
  ///   let clock = TestClock()
  ///   let player = Player(clock: clock)
  ///   let playing = Task { await player.play() }  // sleeps for a second, counts, sleeps …
  ///   await clock.advance(by: .seconds(3), sleepers: 1)
  ///   #expect(await player.position == 3)
  ///   playing.cancel()
  /// }
  /// ```
  ///
  /// When it returns, the tasks have done what they had to do until the new time and sleep again. That is certain as
  /// long as `sleepers` is the number of tasks that sleep on this clock at the same time: time that moves while one of
  /// them is still on its way would be lost on it. If fewer sleep, it waits for the others; if they do not come, as
  /// when one has ended for good, the test fails at the line of the call after ten seconds of real time, and the time
  /// stands still.
  ///
  /// It neither yields nor polls. It returns early when the calling task is cancelled. A negative duration and a number
  /// below one stop the test.
  ///
  /// - Parameters:
  ///   - duration: How far to move the time.
  ///   - count: How many tasks sleep at the same time.
  ///   - timeout: How long to wait for each sleep at most, in real time; nil for ten seconds.
  ///   - fileID: The file that a failure is shown in, by default the caller's.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  public func advance(
    by duration: Duration, sleepers count: Int, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    Self.check(count)
    guard duration >= .zero else { fatalError("A clock cannot be moved back: advance(by: \(duration)).") }
    let end = base.now.advanced(by: duration)
    var step = SleepStep.waiting
    while step != .reachedLimit {
      await sleepers(atLeast: count, timeout: timeout, at: site)
      if Task.isCancelled || base.sleeperCount < count { return }
      followers.wake { step = base.step(whenAsleep: count, limit: end) }
    }
  }

  /// Moves the time from deadline to deadline until nobody sleeps on this clock any more.
  ///
  /// ```swift
  /// store.send(.saveWithRetries)
  /// clock.runAll()  // every attempt is made, however long the pauses between them
  /// ```
  ///
  /// It is exact for the effects of a ``TestStore`` that was made with this clock. A task of the test's own that was
  /// woken and has not come to its next sleep is not seen: run such work by
  /// ``run(sleepers:limit:fileID:filePath:line:column:_:)``.
  ///
  /// If somebody still sleeps after `limit` moves, as when a timer ticks for ever, the test fails at the line of the
  /// call and the time stands still.
  public func runAll(
    limit: Int = 10_000,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    var moves = 0
    while moves < limit, advanceToNextDeadline() { moves += 1 }
    guard let next = nextDeadline else { return }
    reporter.fail(
      """
      The time was moved \(limit) times, to \(now), and somebody sleeps over and over, until \(next) now. Cancel that \
      work, move the time by `advance(by:)`, or pass a greater `limit`.
      """, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the operation, and moves the time to the next deadline whenever tasks sleep on this clock, until it has
  /// returned.
  ///
  /// For work whose result counts and not the moment at which it comes, whatever number of sleeps lies between:
  ///
  /// ```swift
  /// @Test func `the third attempt succeeds, after three seconds`() async throws {
  ///   let clock = TestClock()
  ///   let server = Server(failures: 2)
  ///   let answer = try await clock.run { try await retrying(on: clock) { try await server.answer() } }
  ///   #expect(answer == "hello")
  ///   #expect(clock.now.offset == .seconds(3))  // of one and of two seconds
  /// }
  /// ```
  ///
  /// The time moves only while at least `sleepers` tasks sleep, those that the operation did not start included. With
  /// the number of tasks that sleep at the same time, every run is the same: two for work that races against a timeout,
  /// of which one alone would be woken before the other is asleep. Too great a number waits for ever.
  ///
  /// If the operation is not over after `limit` moves, as when a timer ticks for ever, the test fails at the line of
  /// the call, the time stands still and the operation is cancelled. The operation runs where the caller does, for
  /// instance on the main actor, in a task of its own, which is cancelled with the caller's. What it returns or throws
  /// is returned or thrown.
  public func run<Value, Failure: Error>(
    sleepers count: Int = 1, limit: Int = 10_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ operation: @escaping () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    Self.check(count)
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let job = Job(operation)
    let isolation = #isolation
    // A task of its own, because the caller's is not ours to cancel.
    let work = Task { await job.perform(isolation: isolation) }
    let mover = Task {
      guard await move(whenAsleep: count, limit: limit) == .exhausted else { return }
      reporter.fail(exhausted(limit), at: site)
      work.cancel()
    }
    await withTaskCancellationHandler {
      await work.value
    } onCancel: {
      work.cancel()
    }
    mover.cancel()
    // Nothing moves the time any more once this returns.
    await mover.value
    return try job.outcome()
  }

  private enum End { case cancelled, exhausted }

  private func move(whenAsleep count: Int, limit: Int) async -> End {
    var moves = 0
    while true {
      await base.sleepers(atLeast: count)
      if Task.isCancelled { return .cancelled }
      if moves >= limit { return .exhausted }
      followers.wake { if base.step(whenAsleep: count) == .moved { moves += 1 } }
    }
  }

  private func exhausted(_ limit: Int) -> String {
    let next = nextDeadline.map { " It sleeps until \($0) now." } ?? ""
    return """
      The operation is not over after the time was moved \(limit) times, to \(now): \
      something sleeps over and over.\(next) \
      The operation was cancelled. Let that work end, or pass a greater `limit`.
      """
  }

  private static func check(_ count: Int) {
    guard count >= 1 else {
      fatalError("The time was to move when \(count) tasks sleep. Pass how many sleep at the same time, at least 1.")
    }
  }
}

/// An operation of the caller's, performed by another task while the caller waits for that task.
///
/// Unchecked because the two never touch it at the same time: the caller is suspended while the task performs the
/// operation, which runs on the caller's own actor, and takes the outcome when the task is over.
private final class Job<Value, Failure: Error>: @unchecked Sendable {
  private let operation: () async throws(Failure) -> Value
  private var result: Result<Value, Failure>?

  init(_ operation: @escaping () async throws(Failure) -> Value) {
    self.operation = operation
  }

  func perform(isolation: isolated (any Actor)?) async {
    do throws(Failure) {
      result = .success(try await operation())
    } catch {
      result = .failure(error)
    }
  }

  func outcome() throws(Failure) -> Value {
    guard let result else { fatalError("The outcome of an operation was asked for before it was performed.") }
    return try result.get()
  }
}
