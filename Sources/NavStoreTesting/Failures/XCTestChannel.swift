#if canImport(XCTest)
  /// The way to XCTest, for a tool that was made in one of its test cases or outside of them.
  struct XCTestChannel: Sendable {
    private let owner = XCTestObserver.shared.currentTestCase

    /// Returns nil if XCTest shows the failure, at once or at the end of the suite; else the message to show elsewhere.
    func fail(_ message: String, at site: CallSite) -> String? {
      XCTestObserver.shared.fail(message, at: site, from: owner)
    }
  }
#else
  /// The way to XCTest, in a build without it.
  struct XCTestChannel: Sendable {
    func fail(_ message: String, at site: CallSite) -> String? { message }
  }
#endif
