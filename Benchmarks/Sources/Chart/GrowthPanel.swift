/// A small chart of the time of an operation against a size.
struct GrowthPanel {
  /// A contender at several sizes.
  struct Line {
    let label: String
    let isFloor: Bool
    /// The nanoseconds per operation, the smallest size first.
    let values: [(size: Int, time: Double)]
    let growth: Growth
  }

  let title: String
  /// The unit of the sizes.
  let axis: String
  let lines: [Line]

  /// A panel for each measured suite, and several for the store and the navigation.
  static func all(in results: Results) throws -> [GrowthPanel] {
    try Declaration.all.compactMap { try $0.panel(in: results) }
  }
}

extension GrowthPanel {
  /// The contents of a panel, by their names in the results.
  private struct Declaration {
    let title: String
    let suite: String
    /// For each line, its series, its name there and its name in the picture.
    let lines: [(series: String, contender: String, label: String)]

    /// Lines of one series.
    init(_ title: String, _ suite: String, _ series: String, _ lines: KeyValuePairs<String, String>) {
      self.title = title
      self.suite = suite
      self.lines = lines.map { (series, $0.key, $0.value) }
    }

    /// The same contender in several series.
    init(_ title: String, _ suite: String, of contender: String, _ series: KeyValuePairs<String, String>) {
      self.title = title
      self.suite = suite
      self.lines = series.map { ($0.key, contender, $0.value) }
    }

    /// Returns the panel with its measurements, or nil if its suite was not measured.
    func panel(in results: Results) throws -> GrowthPanel? {
      var axis = ""
      var drawn: [Line] = []
      for line in lines {
        guard let series = try results.series(line.series, of: suite) else { return nil }
        axis = series.axis ?? ""
        let found = series.points.compactMap { point in
          point.contenders.first { $0.name == line.contender }.map { (size: point.size ?? 0, contender: $0) }
        }
        guard found.count > 1 else {
          throw Results.Missing(
            description: "The series \"\(series.name)\" does not have \"\(line.contender)\" at two sizes.")
        }
        let values = found.map { (size: $0.size, time: $0.contender.nanoseconds) }
        drawn.append(
          Line(
            label: line.label, isFloor: found[0].contender.isFloor, values: values,
            growth: Growth(exponent: series.growth[line.contender], values: values)))
      }
      return GrowthPanel(title: title, axis: axis, lines: drawn)
    }

    static let all = [
      Declaration(
        "store: subscribers that do not read", "store", "send, with subscribers that do not read",
        ["three arrays by hand": "arrays by hand", "idle": "send, never read", "stalled": "send, read once"]),
      Declaration(
        "store: depth", "store", "send, with a stalled subscriber",
        ["three arrays by hand": "arrays by hand", "push, pop": "send of push and pop"]),
      Declaration(
        "store: threads", "store", "as many sends from several threads",
        ["three arrays by hand": "arrays by hand, one thread", "send": "send"]),
      Declaration(
        "navigation: depth", "navigation", of: "NavigationReducer",
        [
          "push, pop": "push, pop", "deepLink": "deepLink", "bringToFront of the first route": "bringToFront",
          "setPath to one more, and to one less": "setPath",
        ]),
      Declaration(
        "navigation: tabs", "navigation", "what grows with the number of tabs",
        ["tabTapped": "tabTapped", "push": "push", "pop": "pop"]),
      Declaration(
        "streams: every action, in bursts", "streams", "every action, taken in bursts",
        ["by hand, yielded to an AsyncStream": "AsyncStream by hand", "transactions": "transactions"]),
      Declaration(
        "persistence: a state becomes bytes", "persistence", "a state becomes bytes",
        ["JSONEncoder, sorted keys": "JSONEncoder", "Persistence.encoded": "Persistence.encoded"]),
      Declaration(
        "log: replayed and verified", "log", "a log is replayed",
        [
          "JSONDecoder for each line, NavigationReducer": "by hand",
          "replay, verified, routes as JSON": "replay, verified",
        ]),
      Declaration(
        "links: a URL is parsed", "links", "a link is parsed",
        ["split by hand": "split by hand", "DeepLinkTable.parse": "DeepLinkTable.parse"]),
      Declaration(
        "undo: depth", "undo", "push, pop, undoable",
        ["by hand, the last 100 states kept": "100 states by hand", "store with undoable()": "undoable()"]),
      Declaration(
        "teststore: depth", "teststore", "send with an expected change",
        ["a copy, the reducer, the change, ==": "copy, reducer, ==", "TestStore": "TestStore.send"]),
      Declaration(
        "explorer: depth of search", "explorer", "what users do all the time, 16 actions",
        ["a Set of states and a list by hand": "a Set by hand", "StateExplorer": "StateExplorer"]),
    ]
  }
}
