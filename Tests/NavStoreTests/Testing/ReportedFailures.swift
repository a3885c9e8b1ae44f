import NavStore
import NavStoreTesting

/// What a testing tool has told its reporter, instead of failing the test that tests it.
final class ReportedFailures: Sendable {
  private let entries = Locked<[(message: String, line: UInt)]>([])

  var messages: [String] { entries.withLock { $0.map(\.message) } }
  var lines: [UInt] { entries.withLock { $0.map(\.line) } }

  var reporter: FailureReporter {
    FailureReporter { [entries] message, site in
      entries.withLock { $0.append((message, site.line)) }
    } note: { _, _ in
    }
  }
}
