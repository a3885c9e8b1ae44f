/// The time since the creation of the stopwatch, measured by any clock.
package struct Stopwatch: Sendable {
  package let now: @Sendable () -> Duration
  package let sleep: @Sendable (_ until: Duration) async throws -> Void

  package init<C: Clock<Duration>>(_ clock: C) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }
}
