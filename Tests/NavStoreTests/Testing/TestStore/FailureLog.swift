import NavStore
import NavStoreTesting

/// Keeps the failures and notes of a test store, instead of telling them to the framework that runs the test.
final class FailureLog: Sendable {
  struct Entry: Equatable, Sendable {
    let message: String
    let line: UInt
  }

  private let entries = Locked<(failures: [Entry], notes: [Entry])>(([], []))

  var failures: [Entry] { entries.withLock { $0.failures } }
  var notes: [Entry] { entries.withLock { $0.notes } }

  /// The first line of each failure.
  var headlines: [String] { failures.map { Self.headline($0.message) } }

  var reporter: FailureReporter {
    FailureReporter(
      failure: { message, site in
        self.entries.withLock { $0.failures.append(Entry(message: message, line: site.line)) }
      },
      note: { message, site in
        self.entries.withLock { $0.notes.append(Entry(message: message, line: site.line)) }
      })
  }

  private static func headline(_ message: String) -> String {
    String(message.prefix { $0 != "\n" })
  }
}

/// A test store whose failures are kept in a log. Its line is `line`.
func makeTestStore<R: Reducer>(
  _ reducer: R, from state: R.State, clock: any Clock<Duration> = TestClock(), log: FailureLog,
  backstop: Backstop = Backstop(limit: .seconds(60)), line: UInt = #line
) -> TestStore<R.State, R.Action> where R.State: Equatable {
  TestStore(
    Store(initialState: state, reducer: reducer, clock: clock), initialState: state, clock: clock, backstop: backstop,
    reporter: log.reporter, site: CallSite(fileID: #fileID, filePath: #filePath, line: line, column: 1))
}
