internal import Testing

/// Tells a failure to the test framework that runs the test.
///
/// It is made where a test's tool is made, and notes which framework runs then; failures may come from any task or thread.
package struct FailureReporter: Sendable {
  private let deliver: @Sendable (_ message: String, _ site: CallSite) -> Void
  private let deliverNote: @Sendable (_ message: String, _ site: CallSite) -> Void

  /// A reporter for the test that runs now.
  package init() {
    self.init { message, site in
      Issue.record(
        Comment(rawValue: message),
        sourceLocation: SourceLocation(
          fileID: "\(site.fileID)", filePath: "\(site.filePath)", line: Int(site.line), column: Int(site.column)))
    } note: { message, site in
      print("\(site): \(message)")
    }
  }

  /// A reporter that hands failures and notes to closures.
  package init(
    failure: @escaping @Sendable (_ message: String, _ site: CallSite) -> Void,
    note: @escaping @Sendable (_ message: String, _ site: CallSite) -> Void
  ) {
    deliver = failure
    deliverNote = note
  }

  /// The test fails, with this message, shown at the site.
  package func fail(_ message: String, at site: CallSite) {
    deliver(message, site)
  }

  /// The test goes on; the message is shown.
  package func note(_ message: String, at site: CallSite) {
    deliverNote(message, site)
  }
}
