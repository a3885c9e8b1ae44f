import NavStoreTesting

/// An object that fails the test when it is released, like a test tool with an unreported failure.
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
  /// Reports a failure at the call site.
  func fail(
    _ message: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    fail(message, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Adds a note at the call site.
  func note(
    _ message: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    note(message, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
