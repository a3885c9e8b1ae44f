#if canImport(XCTest)
  /// The way to XCTest, for a tool that was made in one of its test cases or outside of them.
  struct XCTestChannel: Sendable {
    private let owner = XCTestObserver.shared.currentTestCase

    /// Returns nil if XCTest shows the failure, at once or at the end of the suite; else the message to show elsewhere.
    func fail(_ message: String, at site: CallSite) -> String? {
      XCTestObserver.shared.fail(message, at: site, from: owner)
    }

    /// Runs `check` when the test case ends.
    func whenTestCaseEnds(_ check: @escaping @Sendable () -> Void) {
      if let owner { owner.addCheck(check) }
    }
  }
#else
  /// The way to XCTest, in a build without it.
  struct XCTestChannel: Sendable {
    func fail(_ message: String, at site: CallSite) -> String? { message }
    func whenTestCaseEnds(_ check: @escaping @Sendable () -> Void) {}
  }
#endif
