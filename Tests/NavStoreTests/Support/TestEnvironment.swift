import Foundation

/// The environment variables that configure the tests.
enum TestEnvironment {
  private static let variables = ProcessInfo.processInfo.environment

  /// `NAVSTORE_LONG`: whether the long versions of the random tests run.
  static let isLong = variables["NAVSTORE_LONG"] != nil

  /// `NAVSTORE_SEED`: the seed of the first run of each random test. The next run uses the next number.
  static let seed = variables["NAVSTORE_SEED"].flatMap { UInt64($0) } ?? 1

  /// Returns the seeds of a test that runs several times.
  static func seeds(_ count: UInt64) -> Range<UInt64> { seed..<(seed + count) }

  /// `NAVSTORE_FAILING_TESTS`: whether the tests run that fail on purpose.
  static let runsFailingTests = variables["NAVSTORE_FAILING_TESTS"] != nil
}
