import NavStore
import NavStoreTesting
import Testing

@Suite(.hangLimit) struct TestClockTests {
  final class Hint<C: Clock<Duration>>: Sendable {
    let clock: C
    init(clock: C) { self.clock = clock }
    func text() async throws -> String {
      try await clock.sleep(for: .seconds(2))
      return "Try a shorter word."
    }
  }

  @Test func `the hint comes after two seconds`() async throws {
    let clock = TestClock()
    async let text = Hint(clock: clock).text()
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    #expect(try await text == "Try a shorter word.")
  }

  @Test func `the time does not change until a test advances it`() {
    let clock = TestClock()
    #expect(clock.now.offset == .zero)
    clock.advance(by: .milliseconds(1500))
    #expect(clock.now == TestClock.Instant(offset: .milliseconds(1500)))
    clock.advance(to: .init(offset: .seconds(7)))
    #expect(clock.now.offset == .seconds(7))
    #expect(clock.nextDeadline == nil)
    #expect(!clock.advanceToNextDeadline())
  }

  @Test func `a deadline that has come does not suspend`() async throws {
    let clock = TestClock()
    clock.advance(by: .seconds(1))
    try await clock.sleep(until: .init(offset: .seconds(1)))
    try await clock.sleep(until: .init(offset: .zero))
    #expect(clock.sleeperCount == 0)
  }

  @Test func `at each deadline, only the tasks with that deadline wake`() async throws {
    let clock = TestClock()
    var sleepers: [Int: [Task<Void, any Error>]] = [:]
    for (index, seconds) in [3, 1, 2, 1, 3].enumerated() {
      sleepers[seconds, default: []].append(Task { try await clock.sleep(until: .init(offset: .seconds(seconds))) })
      await clock.sleepers(atLeast: index + 1)
    }
    for (seconds, left) in [(1, 3), (2, 2), (3, 0)] {
      #expect(clock.nextDeadline?.offset == .seconds(seconds))
      #expect(clock.advanceToNextDeadline())
      #expect(clock.now.offset == .seconds(seconds))
      #expect(clock.sleeperCount == left)
      for sleeper in sleepers[seconds] ?? [] { try await sleeper.value }
    }
  }

  @Test func `moving to the next deadline wakes only the tasks that sleep until then`() async throws {
    let clock = TestClock()
    let first = Task { try await clock.sleep(for: .seconds(1)) }
    let second = Task { try await clock.sleep(for: .seconds(2)) }
    await clock.sleepers(atLeast: 2)
    #expect(clock.advanceToNextDeadline())
    #expect(clock.now.offset == .seconds(1))
    #expect(clock.sleeperCount == 1)
    try await first.value
    #expect(clock.advanceToNextDeadline())
    try await second.value
    #expect(!clock.advanceToNextDeadline())
  }

  @Test func `a cancelled sleep throws immediately and is no longer counted`() async {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.sleepers(atLeast: 1)
    task.cancel()
    #expect(clock.sleeperCount == 0)
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a cancelled task does not begin a sleep`() async {
    let clock = TestClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `waiting for sleepers ends when its task is cancelled`() async {
    let clock = TestClock()
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      continuation.finish()
      await clock.sleepers(atLeast: 1)
    }
    for await _ in started {}
    task.cancel()
    await task.value
  }

  @Test func `cancellation and the time may race`() async {
    for _ in 0..<500 {
      let clock = TestClock()
      let task = Task { try await clock.sleep(for: .seconds(1)) }
      let observer = Task { await clock.sleepers(atLeast: 1) }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { task.cancel() }
        group.addTask { clock.advance(by: .seconds(1)) }
      }
      _ = await task.result
      observer.cancel()
      await observer.value
      #expect(clock.sleeperCount == 0)
    }
  }

  @Test func `a cancellation is never missed while a sleep begins`() async {
    let clock = TestClock()
    for _ in 0..<5_000 {
      let task = Task { try await clock.sleep(for: .seconds(1)) }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a wait for sleepers that do not come fails at its line after ten seconds of real time`() async {
    let (real, log) = (TestClock(), FailureLog())
    let clock = TestClock(reporter: log.reporter, testTimeout: TestTimeout(limit: .seconds(10), clock: real))
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.sleepers(atLeast: 1)
    for wait in [{ await clock.sleepers(atLeast: 2) }, { await clock.advance(by: .seconds(3), sleepers: 2) }]
      as [@Sendable () async -> Void]
    {
      async let waited: Void = wait()
      await real.sleepers(atLeast: 1)
      real.advance(by: .seconds(10))
      await waited
    }
    #expect(
      log.headlines
        == Array(
          repeating:
            "Missing sleepers: 1 of 2 expected tasks sleeps on the test clock after 10.0 seconds of real time.",
          count: 2))
    #expect(log.failures[0].message.contains("pass this clock to it"))
    #expect(log.lines == [#line - 15, #line - 15])
    #expect(clock.now.offset == .zero)
    sleeper.cancel()
  }

  @Test func `a timeout ends a wait for sleepers`() async {
    let (real, log) = (TestClock(), FailureLog())
    let clock = TestClock(reporter: log.reporter, testTimeout: TestTimeout(limit: .seconds(10), clock: real))
    async let waited: Void = clock.sleepers(atLeast: 1, timeout: .seconds(60))
    await real.sleepers(atLeast: 1)
    #expect(real.nextDeadline?.offset == .seconds(60))
    real.advance(by: .seconds(60))
    await waited
    #expect(
      log.headlines == [
        "Missing sleepers: 0 of 1 expected tasks sleep on the test clock after 60.0 seconds of real time."
      ])
  }
}

/// These tests have no time limit, because they wait for other processes, and for permission to start one.
@Suite(.startsProcess) struct TestClockProcessTests {
  @Test func `time cannot be moved back`() async {
    await #expect(processExitsWith: .failure) {
      TestClock().advance(by: .seconds(-1))
    }
    await #expect(processExitsWith: .failure) {
      let clock = TestClock()
      clock.advance(by: .seconds(2))
      clock.advance(to: .init(offset: .seconds(1)))
    }
  }
}
