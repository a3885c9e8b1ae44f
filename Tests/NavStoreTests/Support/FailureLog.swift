import NavStore
import NavStoreTesting

/// Stores the failures and notes of a testing tool instead of reporting them to the framework that runs the test.
final class FailureLog: Sendable {
  struct Entry: Equatable, Sendable {
    let message: String
    let line: UInt
  }

  private let entries = Locked<(failures: [Entry], notes: [Entry])>(([], []))

  var failures: [Entry] { entries.withLock { $0.failures } }
  var notes: [Entry] { entries.withLock { $0.notes } }

  var messages: [String] { failures.map(\.message) }
  var lines: [UInt] { failures.map(\.line) }

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
