import Foundation

/// What whoever runs the tests may set.
enum TestEnvironment {
  private static let variables = ProcessInfo.processInfo.environment

  /// `NAVSTORE_LONG`: run the long versions of the random tests.
  static let isLong = variables["NAVSTORE_LONG"] != nil

  /// `NAVSTORE_SEED`: where the random tests start; the first run of a test uses this seed, the next one the number after.
  static let seed = variables["NAVSTORE_SEED"].flatMap { UInt64($0) } ?? 1

  /// The seeds of a test that is run so many times.
  static func seeds(_ count: UInt64) -> Range<UInt64> { seed..<(seed + count) }

  /// `NAVSTORE_CONFORMANCE`: the folder of the outside test cases.
  static let conformanceFolder = variables["NAVSTORE_CONFORMANCE"]

  /// `NAVSTORE_FAILING_TESTS`: run the tests that fail on purpose.
  static let runsFailingTests = variables["NAVSTORE_FAILING_TESTS"] != nil
}
