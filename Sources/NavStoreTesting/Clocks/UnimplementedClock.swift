/// A clock that fails the test when it is used, for features that must not depend on time.
///
/// A sleep fails the test at the line where the clock was created, and throws `CancellationError`. Reading the time
/// fails the test at the same line. All members may be used from any thread.
public final class UnimplementedClock: Clock, Sendable {
  /// The type of the clock's instants, which is the same as for a ``TestClock``.
  public typealias Instant = TestClock.Instant

  private let reporter: FailureReporter
  private let site: CallSite

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - fileID: The file that a failure is shown in. The default is the caller's file.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  public convenience init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      reporter: FailureReporter(), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  package init(reporter: FailureReporter, at site: CallSite) {
    self.reporter = reporter
    self.site = site
  }

  /// Fails the test, and returns the instant zero.
  public var now: Instant {
    fail("reads the time of")
    return Instant(offset: .zero)
  }

  /// Zero. Reading this property does not fail the test.
  public var minimumResolution: Duration { .zero }

  /// Fails the test.
  ///
  /// - Throws: `CancellationError`.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    fail("sleeps on")
    throw CancellationError()
  }

  private func fail(_ use: String) {
    reporter.fail(
      """
      Unexpected use of a clock: work \(use) this UnimplementedClock.

      If the feature may wait, pass a TestClock and advance it, or an ImmediateClock if no time matters.
      """, at: site)
  }
}
