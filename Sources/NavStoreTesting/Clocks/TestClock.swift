internal import NavStore
internal import NavStoreInspection

/// A clock for tests whose time moves only when the test moves it.
///
/// For example, a feature shows a hint when the user has not typed for two seconds:
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
/// With a `ContinuousClock`, a test of this feature takes two seconds. A test that waits "a little longer" than two
/// seconds fails on a busy machine. With a `TestClock`, the test takes no time and does not depend on the speed of the
/// machine:
///
/// ```swift
/// @Test func `the hint comes after two seconds`() async throws {
///   let clock = TestClock()
///   async let text = Hint(clock: clock).text()
///   await clock.sleepers(atLeast: 1)  // the feature sleeps
///   clock.advance(by: .seconds(1))
///   await clock.sleepers(atLeast: 1)  // the feature still sleeps after one second
///   clock.advance(by: .seconds(1))
///   #expect(try await text == "Try a shorter word.")
/// }
/// ```
///
/// The call to ``sleepers(atLeast:timeout:fileID:filePath:line:column:)`` makes the test deterministic. The deadline of
/// a sleep is computed from the clock's time when the sleep begins. If the test moved the time before the sleep began,
/// the feature would still sleep for the full two seconds. The test therefore waits until the tasks that it intends to
/// wake are asleep.
///
/// - Use ``advance(by:sleepers:timeout:fileID:filePath:line:column:)`` for work that sleeps repeatedly. The function
///   waits for the sleeping tasks and moves the time.
/// - Use ``run(sleepers:limit:fileID:filePath:line:column:_:)`` to move the time until an operation returns.
/// - Use an ``ImmediateClock`` for a test that does not depend on time.
///
/// A sleeping task keeps its clock alive, so the clock cannot detect sleepers that remain after the test.
///
/// All members may be used from any thread or actor. A sleep throws `CancellationError` as soon as its task is
/// cancelled.
public final class TestClock: Clock, Sendable {
  /// A point in the time of a ``TestClock`` or an ``ImmediateClock``, relative to the time at which the clock was
  /// created.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The duration from the creation of the clock to this instant, in the clock's own time.
    public var offset: Duration

    package init(offset: Duration) {
      self.offset = offset
    }

    /// Returns the instant that is `duration` later. The number of seconds is limited to the range of `Int64`.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset.addingInBounds(duration)) }

    /// Returns the duration from this instant to another instant.
    public func duration(to other: Instant) -> Duration { other.offset.addingInBounds(.zero - offset.inBounds) }

    /// Returns whether the first instant is before the second.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }

    /// The offset as text, for example `1.5 seconds`.
    public var description: String { "\(offset)" }
  }

  private let base = ManualClock()
  private let reporter: FailureReporter
  private let testTimeout: TestTimeout
  let followers = ClockFollowers()

  /// Creates a clock whose time is zero. The clock reports failures to the current test.
  public convenience init() {
    self.init(reporter: FailureReporter())
  }

  package init(reporter: FailureReporter, testTimeout: TestTimeout = TestTimeout(limit: TestTimeout.standardLimit)) {
    self.reporter = reporter
    self.testTimeout = testTimeout
  }

  /// The current time, which changes only when the test moves it.
  public var now: Instant { Instant(offset: base.now.offset) }

  /// Zero, because the clock distinguishes any two instants.
  public var minimumResolution: Duration { .zero }

  /// The number of tasks that are sleeping on this clock.
  public var sleeperCount: Int { base.sleeperCount }

  package var nextDeadline: Instant? { base.nextDeadline.map { Instant(offset: $0.offset) } }

  /// Suspends until the test has moved the time to `deadline`. Returns immediately if the time is already at or after
  /// `deadline`.
  ///
  /// - Parameters:
  ///   - deadline: The instant at which the sleep ends.
  ///   - tolerance: Not used.
  /// - Throws: `CancellationError` if the task is cancelled before the sleep ends, even if the deadline had passed when
  ///   the sleep began.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await base.sleep(until: ManualClock.Instant(offset: deadline.offset), tolerance: tolerance)
  }

  /// Suspends until at least `count` tasks are sleeping on this clock.
  ///
  /// The function does not yield or poll: when the last of the expected tasks begins to sleep, that sleep resumes the
  /// caller. If fewer than `count` tasks are sleeping when the timeout ends, the test fails at the line of the call.
  /// The function returns early if the calling task is cancelled.
  ///
  /// - Parameters:
  ///   - count: The number of sleeping tasks to wait for.
  ///   - timeout: The longest time to wait, in real time. The default is ten seconds. Only a failing test waits until
  ///     the timeout ends.
  ///   - fileID: The file that a failure is shown in. The default is the caller's file.
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

  private func sleepers(atLeast count: Int, timeout: Duration?, at site: CallSite) async {
    await testTimeout.wait(
      until: { base.sleeperCount >= count }, by: { [base] in await base.sleepers(atLeast: count) }, limit: timeout,
      reporter, at: site
    ) { limit in
      """
      Missing sleepers: \(sleeperCount) of \(count) expected tasks \(sleeperCount == 1 ? "sleeps" : "sleep") on the \
      test clock after \(limit) of real time.

      Either the work was not started (call `run()` for a persistence), or it has ended, or it sleeps on another \
      clock. In the last case, pass this clock to it.
      """
    }
  }

  /// Moves the time forward and wakes every sleeper whose deadline is reached, in the order of the deadlines. Sleepers
  /// with equal deadlines wake in the order in which their sleeps began.
  ///
  /// The time moves from deadline to deadline. If a ``TestStore`` was created with this clock, the function waits at
  /// each deadline until the effects of the store have ended or are suspended. The effects continue in the order in
  /// which they were woken. Therefore, an effect that ticks every second ticks five times if the time moves by five
  /// seconds.
  ///
  /// The function does not wait for other tasks. Their executors determine the order in which they run, even on one
  /// actor. When such a task sleeps again, its next sleep begins at the new time. Therefore, five consecutive sleeps of
  /// one second require five calls to this function, or one call to
  /// ``advance(by:sleepers:timeout:fileID:filePath:line:column:)``.
  ///
  /// The number of seconds is limited to the range of `Int64`.
  ///
  /// - Precondition: The duration is not negative.
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

  /// Moves the time forward to `instant`, as ``advance(by:)`` does. Stops the program if `instant` is before ``now``.
  package func advance(to instant: Instant) {
    advance(by: now.duration(to: instant))
  }

  /// Moves the time to the next deadline, and returns whether a task was sleeping.
  @discardableResult package func advanceToNextDeadline() -> Bool {
    followers.settle()
    var hasWoken = false
    followers.wake { hasWoken = base.advanceToNextDeadline() }
    return hasWoken
  }
}

/// Functions that move the time as often as the work under test requires.
extension TestClock {
  /// Moves the time forward from deadline to deadline, and waits before each move until `sleepers` tasks are asleep.
  ///
  /// Use this function for work that sleeps repeatedly, such as a timer or a poll:
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
  /// When the function returns, the tasks have finished their work for the new time and are sleeping again. For
  /// `sleepers`, pass the number of tasks that sleep on this clock at the same time. With a smaller number, the time
  /// could move while one of these tasks is not asleep, and that task would sleep too long.
  ///
  /// If fewer than `sleepers` tasks are asleep when the timeout ends, for example because a task has ended, the test
  /// fails at the line of the call, and the time does not move further.
  ///
  /// The function does not yield or poll. It returns early if the calling task is cancelled.
  ///
  /// - Parameters:
  ///   - duration: The duration to move the time by.
  ///   - count: The number of tasks that sleep at the same time.
  ///   - timeout: The longest time to wait before each move until `sleepers` tasks are asleep, in real time. The
  ///     default is ten seconds.
  ///   - fileID: The file that a failure is shown in. The default is the caller's file.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  /// - Precondition: `duration` is not negative, and `count` is at least 1.
  public func advance(
    by duration: Duration, sleepers count: Int, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    Self.check(count)
    guard duration >= .zero else {
      fatalError("advance(by: \(duration)) moves the clock back. Pass a duration that is not negative.")
    }
    let end = base.now.advanced(by: duration)
    var step = SleepStep.waiting
    while step != .reachedLimit {
      await sleepers(atLeast: count, timeout: timeout, at: site)
      if Task.isCancelled || base.sleeperCount < count { return }
      followers.wake { step = base.step(whenAsleep: count, limit: end) }
    }
  }

  /// Moves the time from deadline to deadline until no task is sleeping on this clock.
  ///
  /// ```swift
  /// store.send(.saveWithRetries)
  /// clock.runAll()  // every attempt is made, however long the pauses between them
  /// ```
  ///
  /// After each move, the function waits for the effects of a ``TestStore`` that was created with this clock. It does
  /// not wait for other tasks, or for effects that work on another actor, and may return before such a task begins its
  /// next sleep. For these tasks, use ``run(sleepers:limit:fileID:filePath:line:column:_:)``.
  ///
  /// If a task is still sleeping after `limit` moves, for example a timer that never ends, the test fails at the line
  /// of the call, and the time does not move further.
  public func runAll(
    limit: Int = 10_000,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    var moves = 0
    while moves < limit, advanceToNextDeadline() { moves += 1 }
    guard let next = nextDeadline else { return }
    reporter.fail(
      """
      The time was moved \(limit) times, to \(now), and a task is still sleeping, until \(next). Cancel that task, \
      move the time with `advance(by:)`, or pass a greater `limit`.
      """, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the operation, and moves the time to the next deadline whenever tasks are sleeping on this clock, until the
  /// operation has returned.
  ///
  /// Use this function for work if only its result matters, and not the duration or the number of its sleeps:
  ///
  /// ```swift
  /// @Test func `the third attempt succeeds, after three seconds`() async throws {
  ///   let clock = TestClock()
  ///   let server = Server(failures: 2)
  ///   let answer = try await clock.run { try await retrying(on: clock) { try await server.answer() } }
  ///   #expect(answer == "hello")
  ///   #expect(clock.now.offset == .seconds(3))  // pauses of one second and of two seconds
  /// }
  /// ```
  ///
  /// The time moves only while at least `sleepers` tasks are sleeping, including tasks that the operation did not
  /// start. If `sleepers` is the number of tasks that sleep at the same time, every run of the test has the same
  /// result. For example, pass 2 if the work sleeps and also has a timeout. With 1, the time could move while only one
  /// of the two tasks is asleep. If the number is too large, the function may wait forever.
  ///
  /// If the operation has not returned after `limit` moves, for example because a timer never ends, the test fails at
  /// the line of the call, the time does not move further, and the operation is cancelled.
  ///
  /// The operation runs on the caller's actor, in a task that is cancelled together with the calling task. The function
  /// returns or throws what the operation returns or throws.
  public func run<Value, Failure: Error>(
    sleepers count: Int = 1, limit: Int = 10_000, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ operation: @escaping () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    Self.check(count)
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let job = Job(operation)
    let isolation = #isolation
    // The operation runs in a separate task, because this function may cancel the operation but must not cancel the
    // caller's task.
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
    // The time must not move after this function has returned.
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
    let next = nextDeadline.map { " It is sleeping until \($0)." } ?? ""
    return """
      The operation has not returned after the time was moved \(limit) times, to \(now), because a task sleeps \
      repeatedly.\(next) The operation was cancelled. End that task, or pass a greater `limit`.
      """
  }

  private static func check(_ count: Int) {
    guard count >= 1 else {
      fatalError(
        "The number of sleepers is \(count). Pass the number of tasks that sleep at the same time, at least 1."
      )
    }
  }
}

/// An operation that another task performs while the caller waits for that task.
///
/// The conformance to `Sendable` is unchecked because the caller and the task never access the object at the same time.
/// The caller is suspended while the task performs the operation on the caller's actor, and reads the outcome after the
/// task has ended.
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
    guard let result else {
      fatalError("The outcome of an operation was read before it was known. This is an error in NavStore: report it.")
    }
    return try result.get()
  }
}
