import Foundation

/// A path with its limit and its measured cost.
struct WantedPath {
  /// The unit of a cost.
  enum Unit {
    /// A multiple of the floor, or of the same path at another size.
    case times
    /// Allocations per operation.
    case allocations
  }

  let name: String
  /// The suite that measures the path.
  let suite: String
  let most: Double
  let measured: Double
  let unit: Unit

  private init(
    _ name: String, _ suite: String, atMost most: Double, _ measured: Double, _ unit: Unit = .times
  ) {
    self.name = name
    self.suite = suite
    self.most = most
    self.measured = measured
    self.unit = unit
  }

  /// Whether the cost is within the limit, at the printed precision.
  var isReached: Bool { (measured * 100).rounded() <= (most * 100).rounded() }

  /// The printed cost and limit.
  var figures: (measured: String, wanted: String) {
    switch unit {
    case .times: (String(format: "%.2f ×", measured), "\(most.shown(2)) ×")
    case .allocations: (measured.shown(3), most.shown(3))
    }
  }

  /// A row of the table: the limit, the measurement, and the command that prints it.
  var markdown: String { "| \(name) | \(figures.wanted) | \(figures.measured) | `Ratios \(suite)` |" }

  /// The paths whose suites were measured.
  static func all(in results: Results) throws -> [WantedPath] {
    try store(in: results) + tabs(in: results) + testStore(in: results)
  }

  private static func store(in results: Results) throws -> [WantedPath] {
    guard let send = try results.series("send", of: "store"),
      let silent = try results.series("send, with subscribers that do not read", of: "store"),
      let live = try results.series("send, with subscribers that read on other threads", of: "store"),
      let depth = try results.series("send, with a stalled subscriber", of: "store"),
      let threads = try results.series("as many sends from several threads", of: "store")
    else { return [] }
    let steady =
      [try send.contender("send")] + (silent.points + depth.points).flatMap { $0.contenders.filter { !$0.isFloor } }
    return [
      WantedPath("send, no subscriber", "store", atMost: 2, try send.contender("send").ratio),
      WantedPath(
        "send, 100 subscribers, never read", "store", atMost: 2.2, try silent.contender("idle", at: 100).ratio),
      WantedPath(
        "send, 100 subscribers, read once", "store", atMost: 2.2, try silent.contender("stalled", at: 100).ratio),
      WantedPath(
        "send, a live subscriber on another thread", "store", atMost: 8, try live.contender("send", at: 1).ratio),
      WantedPath(
        "send at depth 10,000, beside depth 10", "store", atMost: 1.2,
        try depth.ratioBeside("push, pop", at: 10_000)),
      WantedPath("as many sends by 2 threads, beside 1", "store", atMost: 1, try threads.ratioBeside("send", at: 2)),
      WantedPath(
        "allocations an action, steady state", "store", atMost: 0, steady.compactMap(\.allocations).max() ?? 0,
        .allocations),
    ]
  }

  private static func tabs(in results: Results) throws -> [WantedPath] {
    guard let tabs = try results.series("what grows with the number of tabs", of: "navigation") else { return [] }
    return try ["tabTapped", "push", "pop"].map {
      WantedPath("\($0) with 5 tabs, beside 3", "navigation", atMost: 1.1, try tabs.ratioBeside($0, at: 5))
    }
  }

  private static func testStore(in results: Results) throws -> [WantedPath] {
    guard let series = try results.series("send with an expected change", of: "teststore") else { return [] }
    // The worst case.
    let ratio = series.points.flatMap { $0.contenders.filter { !$0.isFloor } }.reduce(0) { max($0, $1.ratio) }
    return [
      WantedPath("send of a TestStore, asserted", "teststore", atMost: 6, ratio)
    ]
  }
}
