import NavStoreTesting

/// Fails the test when it is released, as a test tool does that still had something to say.
final class FailsWhenReleased: Sendable {
  private let reporter = FailureReporter()
  private let message: String
  private let site: CallSite

  init(
    _ message: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.message = message
    site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  deinit {
    reporter.fail(message, at: site)
  }
}

extension FailureReporter {
  /// Fails at the place of the call.
  func fail(
    _ message: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    fail(message, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Notes at the place of the call.
  func note(
    _ message: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    note(message, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
