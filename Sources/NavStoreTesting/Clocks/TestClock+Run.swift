internal import NavStore
internal import NavStoreInspection

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
