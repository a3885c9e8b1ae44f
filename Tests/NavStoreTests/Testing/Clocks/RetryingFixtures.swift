/// A server that answers after a number of failures.
actor Server {
  struct Failure: Error {}

  private var failures: Int

  init(failures: Int) {
    self.failures = failures
  }

  func answer() throws -> String {
    guard failures == 0 else {
      failures -= 1
      throw Failure()
    }
    return "hello"
  }
}

/// Calls `operation` until it succeeds, with pauses of one second, two seconds, four seconds and so on.
func retrying<Value>(on clock: some Clock<Duration>, _ operation: () async throws -> Value) async throws -> Value {
  var pause = Duration.seconds(1)
  while true {
    do {
      return try await operation()
    } catch is Server.Failure {
      try await clock.sleep(for: pause)
      pause *= 2
    }
  }
}
