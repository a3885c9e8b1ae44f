import NavStore
import NavStoreTesting
import Testing

@Suite(.hangLimit) struct ImmediateClockTests {
  @Test func `the fifth attempt succeeds`() async throws {
    let clock = ImmediateClock()
    let server = Server(failures: 4)
    let answer = try await retrying(on: clock) { try await server.answer() }
    #expect(answer == "hello")
    #expect(clock.now.offset == .seconds(1 + 2 + 4 + 8))
  }

  @Test func `sleeps move the time, and never back`() async throws {
    let clock = ImmediateClock()
    #expect(clock.now.offset == .zero)
    try await clock.sleep(for: .seconds(2))
    try await clock.sleep(for: .milliseconds(500))
    #expect(clock.now.offset == .milliseconds(2500))
    try await clock.sleep(until: .init(offset: .seconds(1)))
    try await clock.sleep(for: .seconds(-1))
    #expect(clock.now.offset == .milliseconds(2500))
  }

  @Test func `a sleep in a cancelled task throws and moves nothing`() async {
    let clock = ImmediateClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now.offset == .zero)
  }

  // Without a suspension in each sleep, the loop would block the main actor, and the line that cancels it would never
  // run. The standard library's `sleep(for:)` leaves the actor anyway.
  @Test @MainActor func `an endless loop of sleeps does not block its actor, and ends when it is cancelled`() async {
    let clock = ImmediateClock()
    let (ticks, tick) = AsyncStream.makeStream(of: Void.self)
    let loop = Task {
      while !Task.isCancelled {
        try? await clock.sleep(until: clock.now.advanced(by: .seconds(1)))
        tick.yield()
      }
    }
    for await _ in ticks.prefix(3) {}
    loop.cancel()
    await loop.value
    #expect(clock.now.offset >= .seconds(2))
  }

  @Test func `a test need not move the time for an effect that sleeps`() async {
    let store = makeCounter(
      clock: ImmediateClock(),
      [
        "later": .run { context throws(CancellationError) in
          try await context.sleep(for: .seconds(60))
          context.send(.add(1))
        }
      ])
    await store.send(.run("later")).finish()
    #expect(store.state == 1)
  }

  @Test func `a timer that never ends fails the test where the clock was created, and sleeps until it is cancelled`()
    async
  {
    let log = FailureLog()
    let clock = ImmediateClock(
      limit: 3, reporter: log.reporter, at: CallSite(fileID: #fileID, filePath: #filePath, line: 7, column: 1))
    let store = makeTestStore(Search(), from: Search.State(), clock: clock, log: log)
    store.send(.startTimer)
    #expect(
      log.headlines == [
        "Endless sleeps: work has slept 3 times on this ImmediateClock, until 3.0 seconds, and sleeps again. "
          + "The time no longer moves."
      ])
    #expect(log.failures[0].message.contains("use a TestClock"))
    #expect(log.lines == [7])
    for ticks in 1...3 { await store.receive(.tick) { $0.ticks = ticks } }
    // A second sleep beyond the limit is not reported, and does not move the time either.
    store.send(.startTimer)
    #expect(clock.now.offset == .seconds(3))
    store.send(.stopTimer)
    await store.finish()
    #expect(log.failures.count == 1)
  }

  @Test func `many tasks may sleep on one clock`() async throws {
    let clock = ImmediateClock()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        group.addTask {
          let start = clock.now
          try await clock.sleep(for: .seconds(1))
          #expect(clock.now >= start.advanced(by: .seconds(1)))
        }
      }
      try await group.waitForAll()
    }
    #expect((1...100).contains(clock.now.offset.components.seconds))
  }
}
