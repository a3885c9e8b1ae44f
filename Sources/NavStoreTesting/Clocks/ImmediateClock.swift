internal import NavStore

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
/// searched for), a timeout (it may come before the answer) or that something happens before something else, and work
/// that tries again for ever does so without a pause. For these take a ``TestClock``; where only the moment is of no
/// interest, its ``TestClock/run(sleepers:limit:fileID:filePath:line:column:_:)``.
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

  private let time = Locked(Instant(offset: .zero))

  /// Makes a clock that stands at zero.
  public init() {}

  /// The latest instant that somebody has slept until.
  public var now: Instant { time.withLock { $0 } }

  /// Zero: the clock tells any two instants apart.
  public var minimumResolution: Duration { .zero }

  /// Moves the time to `deadline`, unless it is there already, and returns.
  ///
  /// Throws `CancellationError` if the task is cancelled. The tolerance is ignored.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    // Without a suspension a loop of sleeps would keep its actor, and who wants to cancel it would never run.
    await Task.yield()
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
  }
}
