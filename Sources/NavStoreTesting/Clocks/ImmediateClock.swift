internal import NavStore
internal import NavStoreInspection

/// A clock whose sleeps end immediately, for tests and previews that do not depend on time.
///
/// For example, a feature repeats a failed request after pauses of one, two, four and eight seconds:
///
/// ```swift
/// @Test func `the fifth attempt succeeds`() async throws {
///   let clock = ImmediateClock()
///   let server = Server(failures: 4)
///   let answer = try await retrying(on: clock) { try await server.answer() }
///   #expect(answer == "hello")
///   #expect(clock.now.offset == .seconds(1 + 2 + 4 + 8))
/// }
/// ```
///
/// The test does not have to know when the feature sleeps. The disadvantage is that sleeps have no duration: if two
/// tasks sleep, the task that runs first continues first, regardless of their deadlines. Therefore, this clock is not
/// suitable for these tests:
///
/// - A test of a debounce. Each key press would start a search.
/// - A test of a timeout. The timeout could end before the answer arrives.
/// - A test of the order of events.
///
/// Use a ``TestClock`` for such tests. If such a test depends only on the order of the deadlines, use
/// ``TestClock/run(sleepers:limit:fileID:filePath:line:column:_:)``, which moves the time automatically.
///
/// Work that never stops sleeping, such as a timer or a poll, would run without a pause. Therefore, the clock limits
/// the number of sleeps. The first sleep beyond the limit fails the test, at the line where the clock was created. This
/// sleep and all later sleeps end only when their tasks are cancelled.
///
/// Each sleep up to the limit moves ``now`` to its deadline, unless ``now`` is already later. If several tasks sleep on
/// one clock, the time that each task reads depends on the order in which the tasks run.
///
/// Each sleep suspends its task once. Therefore, a loop of sleeps does not block its actor, and can be cancelled. A
/// sleep in a cancelled task throws `CancellationError` and does not move the time. All members may be used from any
/// thread.
public final class ImmediateClock: Clock, Sendable {
  /// The type of the clock's instants, which is the same as for a ``TestClock``.
  public typealias Instant = TestClock.Instant

  private struct Time {
    var now = Instant(offset: .zero)
    var sleeps = 0
  }

  private let time = Locked(Time())
  /// The clock that tasks sleep on after the limit has been reached. The time of this clock never moves.
  private let stopped = ManualClock()
  private let limit: Int
  private let reporter: FailureReporter
  private let site: CallSite

  /// Creates a clock whose time is zero.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of sleeps, in all tasks together. The first sleep beyond this number fails the test.
  ///   - fileID: The file that a failure is shown in. The default is the caller's file.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  public convenience init(
    limit: Int = 10_000,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      limit: limit, reporter: FailureReporter(),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  package init(limit: Int, reporter: FailureReporter, at site: CallSite) {
    self.limit = limit
    self.reporter = reporter
    self.site = site
  }

  /// The latest deadline of all completed sleeps, or the instant zero if no sleep had a deadline after zero.
  public var now: Instant { time.withLock { $0.now } }

  /// Zero, because the clock distinguishes any two instants.
  public var minimumResolution: Duration { .zero }

  /// Moves the time to `deadline`, unless the time is already later, and returns.
  ///
  /// If more than `limit` sleeps have begun, fails the test once, and suspends until the task is cancelled. `limit` is
  /// the argument of the clock's initializer.
  ///
  /// - Parameters:
  ///   - deadline: The instant to move to.
  ///   - tolerance: Not used.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    // Without a suspension, a loop of sleeps would block its actor, and code on that actor could not cancel the loop.
    await Task.yield()
    try Task.checkCancellation()
    let sleeps = time.withLock { time in
      time.sleeps += 1
      if time.sleeps <= limit { time.now = max(time.now, Instant(offset: deadline.offset.inBounds)) }
      return time.sleeps
    }
    guard sleeps > limit else { return }
    if sleeps == limit + 1 { reportEndlessSleeps() }
    try await stopped.sleep(for: .seconds(Int64.max))
  }

  private func reportEndlessSleeps() {
    reporter.fail(
      """
      Endless sleeps: work has slept \(limit) times on this ImmediateClock, until \(now), and sleeps again. The time \
      no longer moves.

      For work that never ends, such as a timer or a poll, use a TestClock. If the work ends, pass a greater `limit`.
      """, at: site)
  }
}
