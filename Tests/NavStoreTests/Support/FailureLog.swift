import NavStore
import NavStoreTesting

/// Stores the failures and notes of a testing tool instead of reporting them to the framework that runs the test.
final class FailureLog: Sendable {
  struct Entry: Equatable, Sendable {
    let message: String
    let line: UInt
  }

  private let entries = Locked<(failures: [Entry], notes: [Entry], reports: [ReportAttachment])>(([], [], []))

  var failures: [Entry] { entries.withLock { $0.failures } }
  var notes: [Entry] { entries.withLock { $0.notes } }
  /// The reports that are attached to failures.
  var reports: [ReportAttachment] { entries.withLock { $0.reports } }

  var messages: [String] { failures.map(\.message) }
  var lines: [UInt] { failures.map(\.line) }

  /// The first line of each failure.
  var headlines: [String] { failures.map { Self.headline($0.message) } }

  var reporter: FailureReporter { reporter(reports: nil) }

  /// Returns a reporter that also stores reports in a folder.
  func reporter(reports: String?) -> FailureReporter {
    FailureReporter(
      reports: reports,
      failure: { message, site, report in
        self.entries.withLock {
          $0.failures.append(Entry(message: message, line: site.line))
          if let report { $0.reports.append(report) }
        }
      },
      note: { message, site in
        self.entries.withLock { $0.notes.append(Entry(message: message, line: site.line)) }
      })
  }

  private static func headline(_ message: String) -> String {
    String(message.prefix { $0 != "\n" })
  }
}
