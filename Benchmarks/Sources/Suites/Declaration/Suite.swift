/// What is measured of one part of the library: series of contenders that do the same job.
///
/// ```swift
/// for suite in Suite.all { print(suite.name, suite.series.map(\.name)) }
/// ```
///
/// A suite is declared once, as values. `Ratios` runs all of its contenders by turns and prints them beside the floor,
/// and the harness registers each with a benchmark package; neither knows what they do.
public struct Suite: Sendable {
  /// What it is called on the command line.
  public let name: String
  /// What is measured, each with a floor of its own.
  public let series: [Series]

  init(_ name: String, _ series: [Series]) {
    self.name = name
    self.series = series
  }

  /// Every suite, in the order in which data runs through the library.
  public static var all: [Suite] {
    [.store, .navigation, .streams, .persistence, .log, .links, .undo, .testStore, .explorer]
  }
}
