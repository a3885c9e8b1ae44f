/// The measurements of one part of the library: series of contenders that do the same job.
///
/// ```swift
/// for suite in Suite.all { print(suite.name, suite.series.map(\.name)) }
/// ```
///
/// A suite is declared once, as a value. `Ratios` runs its contenders in turns and compares them with the floor. The
/// harness registers each of them with a benchmark package.
public struct Suite: Sendable {
  /// The name on the command line.
  public let name: String
  /// The series, each with its own floor.
  public let series: [Series]

  init(_ name: String, _ series: [Series]) {
    self.name = name
    self.series = series
  }

  /// All suites, in the order in which data flows through the library.
  public static var all: [Suite] {
    [.store, .navigation, .screens, .streams, .persistence, .log, .links, .undo, .testStore, .explorer]
  }
}
