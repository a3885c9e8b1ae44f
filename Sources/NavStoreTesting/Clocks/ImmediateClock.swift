internal import NavStore
internal import NavStoreInspection

/// A clock on which every sleep is over at once, for tests and previews where time is in the way.
///
/// Say that a feature retries what failed, after one second, two, four:
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
/// The test needs to know nothing of the sleeps. Its price is that they have no length: of two tasks that sleep, the
/// one that runs first is over first, whatever their deadlines. So it cannot test a debounce (every key press would be
/// searched for), a timeout (it may come before the answer) or that something happens before something else. For these
/// take a ``TestClock``; where only the moment is of no interest, its
/// ``TestClock/run(sleepers:limit:fileID:filePath:line:column:_:)``.
///
/// Work that sleeps for ever, a timer or a poll, would never pause. So the clock has a limit: the sleep after that many
/// fails the test, at the line where the clock was made, and neither it nor a later one is over before its task is
/// cancelled.
///
/// ``now`` moves on by what was slept and never back. When several tasks sleep on one clock, what each of them sees of
/// it depends on which runs first.
///
/// A sleep suspends its task once, so that a loop that sleeps for ever leaves its actor to others, and can be
/// cancelled: a sleep of a cancelled task throws `CancellationError` and does not move the time. All members may be
/// used from any thread.
public final class ImmediateClock: Clock, Sendable {
  /// The same as those of ``TestClock``.
  public typealias Instant = TestClock.Instant

  private struct Time {
    var now = Instant(offset: .zero)
    var sleeps = 0
  }

  private let time = Locked(Time())
  /// Where those sleep who come after the limit.
  private let stopped = ManualClock()
  private let limit: Int
  private let reporter: FailureReporter
  private let site: CallSite

  /// Makes a clock that stands at zero.
  ///
  /// - Parameters:
  ///   - limit: How many sleeps there may be, all together.
  ///   - fileID: The file that a failure is shown in, by default the caller's.
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

  /// The latest instant that somebody has slept until.
  public var now: Instant { time.withLock { $0.now } }

  /// Zero: the clock tells any two instants apart.
  public var minimumResolution: Duration { .zero }

  /// Moves the time to `deadline`, unless it is there already, and returns.
  ///
  /// Throws `CancellationError` if the task is cancelled. The tolerance is ignored.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    // Without a suspension a loop of sleeps would keep its actor, and who wants to cancel it would never run.
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
      Endless: work has slept \(limit) times on this ImmediateClock, to \(now), and sleeps again. It stands still now.

      For a timer, a poll or whatever goes on for ever take a TestClock, and move it as far as the test needs. If the work \
      does end, pass a greater `limit`.
      """, at: site)
  }
}
