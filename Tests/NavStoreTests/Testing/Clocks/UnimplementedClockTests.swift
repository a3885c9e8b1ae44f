import NavStore
import NavStoreTesting
import Testing

@Suite struct UnimplementedClockTests {
  @Test func `a sleep and a read of the time fail where the clock was created`() async {
    let log = FailureLog()
    let clock = UnimplementedClock(
      reporter: log.reporter, at: CallSite(fileID: #fileID, filePath: #filePath, line: 7, column: 1))
    await #expect(throws: CancellationError.self) { try await clock.sleep(until: TestClock.Instant(offset: .zero)) }
    _ = clock.now
    #expect(log.lines == [7, 7])
    #expect(
      log.headlines == [
        "Unexpected use of a clock: work sleeps on this UnimplementedClock.",
        "Unexpected use of a clock: work reads the time of this UnimplementedClock.",
      ])
  }

  @Test func `a feature without time does not use the clock`() async {
    let log = FailureLog()
    let clock = UnimplementedClock(
      reporter: log.reporter, at: CallSite(fileID: #fileID, filePath: #filePath, line: 7, column: 1))
    let store = makeTestStore(Search(), from: Search.State(), clock: clock, log: log)
    store.send(.search) { $0.isLoading = true }
    await store.receive(.found(["!"])) {
      $0.isLoading = false
      $0.results = ["!"]
    }
    await store.finish()
    #expect(log.headlines == [])
    store.send(.typed("a")) { $0.text = "a" }
    await store.finish()
    #expect(log.lines.contains(7))
  }
}
