import NavStore
import NavStoreTesting
import Testing

@Suite(.hangLimit) struct TestClockRunTests {
  // MARK: - Advancing with sleepers

  /// Counts the seconds while it is playing.
  private actor Player<C: Clock<Duration>> {
    private(set) var position = 0
    private let clock: C

    init(clock: C) {
      self.clock = clock
    }

    func play(step: Duration = .seconds(1)) async {
      while (try? await clock.sleep(for: step)) != nil { position += 1 }
    }
  }

  @Test func `the position is shown every second`() async {
    let clock = TestClock()
    let player = Player(clock: clock)
    let playing = Task { await player.play() }
    await clock.advance(by: .seconds(3), sleepers: 1)
    #expect(await player.position == 3)
    #expect(clock.now.offset == .seconds(3))
    #expect(clock.nextDeadline?.offset == .seconds(4))
    await clock.advance(by: .milliseconds(999), sleepers: 1)
    #expect(await player.position == 3)
    #expect(clock.now.offset == .milliseconds(3999))
    await clock.advance(by: .zero, sleepers: 1)
    #expect(await player.position == 3)
    playing.cancel()
    await playing.value
  }

  @Test func `tasks with different intervals keep them if the clock waits for all of them`() async {
    for _ in 0..<50 {
      let clock = TestClock()
      let players = [1, 2, 3].map { step in
        let player = Player(clock: clock)
        return (player, Task { await player.play(step: .seconds(step)) })
      }
      await clock.advance(by: .seconds(60), sleepers: 3)
      var positions: [Int] = []
      for (player, playing) in players {
        positions.append(await player.position)
        playing.cancel()
        await playing.value
      }
      #expect(positions == [60, 30, 20])
    }
  }

  @Test func `advancing with sleepers ends when its task is cancelled, and the time does not move`() async {
    let clock = TestClock()
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      continuation.finish()
      await clock.advance(by: .seconds(1), sleepers: 1)
    }
    for await _ in started {}
    task.cancel()
    await task.value
    #expect(clock.now.offset == .zero)
  }

  // MARK: - Running

  @Test func `the third attempt succeeds, after three seconds`() async throws {
    let clock = TestClock()
    let server = Server(failures: 2)
    let answer = try await clock.run { try await retrying(on: clock) { try await server.answer() } }
    #expect(answer == "hello")
    #expect(clock.now.offset == .seconds(1 + 2))
  }

  @Test func `the error of the operation is thrown, and the time does not move afterward`() async {
    let clock = TestClock()
    await #expect(throws: Server.Failure.self) {
      try await clock.run {
        try await clock.sleep(for: .seconds(1))
        throw Server.Failure()
      }
    }
    let late = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.sleepers(atLeast: 1)
    #expect(clock.now.offset == .seconds(1))
    #expect(clock.sleeperCount == 1)
    late.cancel()
    _ = await late.result
  }

  @Test func `an operation that does not sleep leaves the time where it is`() async {
    let clock = TestClock()
    #expect(await clock.run { 7 } == 7)
    #expect(clock.now.offset == .zero)
  }

  @Test func `the effects of an action are run to their end`() async {
    let clock = TestClock()
    let store = makeCounter(
      clock: clock,
      [
        "later": .run { context throws(CancellationError) in
          for _ in 0..<5 {
            try await context.sleep(for: .seconds(1))
            context.send(.add(1))
          }
        }
      ])
    await clock.run { await store.send(.run("later")).finish() }
    #expect(store.state == 5)
    #expect(clock.now.offset == .seconds(5))
    #expect(clock.sleeperCount == 0)
  }

  /// Returns which ended first: the work, which takes `seconds`, or the timeout of ten seconds.
  private static func race(_ seconds: Int, on clock: TestClock) async -> String {
    await withTaskGroup(of: String?.self) { group in
      group.addTask { (try? await clock.sleep(for: .seconds(10))).map { "timeout" } }
      group.addTask { (try? await clock.sleep(for: .seconds(seconds))).map { "work" } }
      defer { group.cancelAll() }
      return await group.next().flatMap { $0 } ?? "nothing"
    }
  }

  @Test func `in a race of two tasks, the earlier deadline wins if the clock waits for both`() async {
    for _ in 0..<200 {
      let clock = TestClock()
      #expect(await clock.run(sleepers: 2) { await Self.race(9, on: clock) } == "work")
      #expect(clock.now.offset == .seconds(9))
      #expect(await clock.run(sleepers: 2) { await Self.race(11, on: clock) } == "timeout")
      #expect(clock.now.offset == .seconds(19))
      #expect(clock.sleeperCount == 0)
    }
  }

  @Test @MainActor func `the operation runs on the actor of its caller`() async {
    let clock = TestClock()
    var count = 0
    await clock.run {
      MainActor.assertIsolated()
      try? await clock.sleep(for: .seconds(1))
      MainActor.assertIsolated()
      count += 1
    }
    #expect(count == 1)
  }

  /// Returns whether it runs on the main actor, if the caller does.
  private nonisolated static func isOnMainActor() async -> Bool { #isolation === MainActor.shared }

  @Test @MainActor func `a nonisolated async function also runs on the actor of its caller`() async {
    #expect(await Self.isOnMainActor())
    #expect(await TestClock().run(Self.isOnMainActor))
  }

  @Test func `a caller that is cancelled cancels the operation`() async {
    let clock = TestClock()
    let started = Gate()
    let never = Gate()
    let caller = Task {
      await clock.run {
        started.open()
        await never.wait()
        return Task.isCancelled
      }
    }
    await started.wait()
    caller.cancel()
    #expect(await caller.value)
  }

  @Test func `a timer that never ends is stopped at the limit, and the test fails at the line of run`() async {
    let failures = FailureLog()
    let clock = TestClock(reporter: failures.reporter)
    let line: UInt = #line + 1
    await clock.run(limit: 20) { while (try? await clock.sleep(for: .milliseconds(500))) != nil {} }
    #expect(
      failures.messages == [
        """
        The operation has not returned after the time was moved 20 times, to 10.0 seconds, because a task sleeps \
        repeatedly. It is sleeping until 10.5 seconds. The operation was cancelled. End that task, or pass a greater \
        `limit`.
        """
      ])
    #expect(failures.lines == [line])
    #expect(clock.now.offset == .seconds(10))
    #expect(clock.sleeperCount == 0)
  }

  @Test func `as many moves as the limit are allowed`() async {
    let failures = FailureLog()
    let clock = TestClock(reporter: failures.reporter)
    await clock.run(limit: 20) { for _ in 0..<20 { try? await clock.sleep(for: .seconds(1)) } }
    await clock.run(limit: 0) {}
    #expect(failures.messages.isEmpty)
  }

  @Test func `a released store cancels its sleeping effects`() async {
    let clock = TestClock()
    let keeper = StoreKeeper(
      makeCounter(
        clock: clock,
        ["later": .run { context throws(CancellationError) in try await context.sleep(for: .seconds(1)) }]))
    keeper.store?.send(.run("later"))
    await clock.sleepers(atLeast: 1)
    keeper.release()
    #expect(clock.sleeperCount == 0)
  }
}

/// Mistakes that stop a test, in separate processes.
@Suite struct TestClockRunMistakeTests {
  @Test(.startsProcess) func `moving the time back, or without a sleeping task, stops the test`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await TestClock().run(sleepers: 0) {}
    }
    result?.expectMessage("Pass the number of tasks that sleep at the same time, at least 1.")
    await #expect(processExitsWith: .failure) {
      await TestClock().advance(by: .seconds(1), sleepers: 0)
    }
    await #expect(processExitsWith: .failure) {
      await TestClock().advance(by: .seconds(-1), sleepers: 1)
    }
  }
}
