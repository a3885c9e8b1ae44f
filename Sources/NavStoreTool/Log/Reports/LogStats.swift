internal import NavStore
internal import NavStoreInspection

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

final class LogStats {
  private let options: LogOptions
  private var names: ScreenNames
  private var logs = 0
  private var bytes = 0
  private var totals = (sessions: 0, transactions: 0, actions: 0, gaps: 0, damage: 0)
  private var actions: [String: Int] = [:]
  private var origins: [String: Int] = [:]
  private var screens: [String: ScreenVisits] = [:]
  private var depths: [Int: Int] = [:]
  /// The number of taps on the selected tab: taps that popped its path, and taps while its root was shown.
  private var retaps = (popped: 0, scrolled: 0)
  private var time = Duration.zero
  private(set) var hasSelection = false
  private var shown: (screen: String, since: Duration)?
  private var selected: (tab: JSONText, isAtRoot: Bool)?
  private var session: String?
  private var now = Duration.zero

  init(_ options: LogOptions) {
    self.options = options
    names = ScreenNames(options.grouping)
  }

  func count(_ log: NavigationLog, _ output: ReportOutput) throws -> Bool {
    logs += 1
    session = nil
    let range = ReplayOptions(
      from: options.from.map { $0 - 1 }, until: options.until, atDivergence: .adoptRecorded,
      atUndecodable: .skipToNextState)
    let report = try log.replay(range) { [self] event in
      output.countEvent()
      hasSelection = hasSelection || event.isSelected(from: options.from)
      count(event)
    }
    bytes += Self.size(of: report.sections)
    endVisit(at: now)
    totals.gaps += report.gaps.count
    totals.damage += report.damage.count
    return report.isFaithful
  }

  private static func size(of sections: [LogSection]) -> Int {
    sections.reduce(0) { sum, section in
      var status = stat()
      let size = stat(section.path, &status) == 0 ? Int(clamping: status.st_size) : 0
      return sum + min(size, section.count ?? .max)
    }
  }

  // MARK: - Counting

  private func count(_ event: LoggedEvent) {
    switch event {
    case .began(let header, let state):
      if header.session != session {
        endVisit(at: now)
        session = header.session
        totals.sessions += 1
        now = .milliseconds(header.time)
      }
      if let state { show(state, at: .milliseconds(header.time), after: header.number) }
    case .transaction(let transaction):
      guard transaction.number >= options.from ?? 0 else {
        return show(transaction.state, at: transaction.time, after: transaction.number)
      }
      totals.transactions += 1
      totals.actions += transaction.actions.count
      origins[transaction.origin.rawValue, default: 0] += 1
      for action in transaction.actions { actions[action.name, default: 0] += 1 }
      if case .tabTapped(selected?.tab) = transaction.actions[0], let selected {
        if selected.isAtRoot { retaps.scrolled += 1 } else { retaps.popped += 1 }
      }
      show(transaction.state, at: transaction.time, after: transaction.number)
    case .replaced(let number, let time, let origin, let state):
      if number >= options.from ?? 0 {
        totals.transactions += 1
        origins[origin.rawValue, default: 0] += 1
      }
      show(state, at: time, after: number)
    case .resumed(let number, let time, let state):
      show(state, at: time, after: number)
    case .end(_, let time, _):
      advance(to: time)
    case .gap:
      endVisit(at: now)
      selected = nil
    case .diverged, .mark, .skipped, .undecodable, .damaged:
      break
    }
  }

  private func show(_ state: LoggedState, at time: Duration, after number: Int) {
    // A replay that begins at a later transaction first reports the state before that transaction.
    let start = (options.from ?? 0) - 1
    if number <= start { now = max(now, time) }
    if number < start { return }
    advance(to: time)
    depths[state.depth, default: 0] += 1
    selected = (state.selectedTab, state.path(of: state.selectedTab).isEmpty)
    let screen = names.name(of: state)
    guard screen != shown?.screen else { return }
    endVisit(at: time)
    screens[screen, default: ScreenVisits()].count += 1
    shown = (screen, time)
  }

  private func advance(to instant: Duration) {
    if instant > now {
      time += instant - now
      now = instant
    }
  }

  private func endVisit(at time: Duration) {
    guard let shown else { return }
    screens[shown.screen, default: ScreenVisits()].addDuration(max(time - shown.since, .zero))
    self.shown = nil
  }

  // MARK: - Writing

  func write(to output: ReportOutput) throws {
    var rows = [
      ("logs", "\(logs)"), ("sessions", "\(totals.sessions)"),
      ("time", EventFormatter.seconds(time) + " s"),
      ("transactions", "\(totals.transactions)"), ("actions", "\(totals.actions)"),
    ]
    if options.from == nil, options.until == nil {
      rows.append(("bytes", "\(bytes)"))
      if totals.actions > 0 { rows.append(("bytes per action", "\((bytes + totals.actions / 2) / totals.actions)")) }
    }
    let states = depths.values.reduce(0, +)
    if let deepest = depths.keys.max(), states > 0 {
      let tenths = (depths.reduce(0) { $0 + $1.key * $1.value } * 10 + states / 2) / states
      rows.append(("depth", "\(tenths / 10).\(tenths % 10) on average, \(deepest) at most"))
    }
    rows.append(("taps on the selected tab", "\(retaps.popped) back to its root, \(retaps.scrolled) at its root"))
    if totals.gaps > 0 { rows.append(("gaps", "\(totals.gaps)")) }
    if totals.damage > 0 { rows.append(("damaged lines", "\(totals.damage)")) }
    for (name, value) in rows { try output.write(name.padded(to: 26) + value) }
    try write("actions", actions, to: output)
    try write("origins", origins, to: output)
    try writeScreens(to: output)
  }

  private func write(_ title: String, _ counts: [String: Int], to output: ReportOutput) throws {
    if counts.isEmpty { return }
    try output.write("\n\(title)")
    for (name, count) in ranked(counts.map { ($0, $1) }) {
      try output.write("\(count)".indented(to: 10) + "  \(name.printable(limit: 60))")
    }
    try writeRest(counts.count, to: output)
  }

  private func writeScreens(to output: ReportOutput) throws {
    if screens.isEmpty { return }
    try output.write("\nscreens      shown   median s      total s")
    for (name, count) in ranked(screens.map { ($0, $1.count) }) {
      guard let visits = screens[name] else { continue }
      try output.write(
        "\(count)".indented(to: 18) + EventFormatter.seconds(visits.median).indented(to: 11)
          + EventFormatter.seconds(visits.total).indented(to: 13) + "  \(name)")
    }
    try writeRest(screens.count, to: output)
  }

  private func ranked(_ counts: [(String, Int)]) -> ArraySlice<(String, Int)> {
    counts.sorted { $0.1 != $1.1 ? $0.1 > $1.1 : $0.0 < $1.0 }.prefix(options.limit)
  }

  private func writeRest(_ count: Int, to output: ReportOutput) throws {
    if count > options.limit { try output.write("            +\(count - options.limit) more") }
  }
}

private struct ScreenVisits {
  var count = 0
  private(set) var total = Duration.zero
  /// The number of visits for each duration in milliseconds. Durations are rounded to three significant digits, which
  /// limits memory.
  private var durations: [Int64: Int] = [:]

  mutating func addDuration(_ duration: Duration) {
    total += duration
    var milliseconds = duration.wholeMilliseconds
    var unit: Int64 = 1
    while milliseconds >= 1_000 {
      milliseconds = (milliseconds + 5) / 10
      unit *= 10
    }
    durations[milliseconds * unit, default: 0] += 1
  }

  var median: Duration {
    let half = (durations.values.reduce(0, +) + 1) / 2
    var seen = 0
    for (milliseconds, count) in durations.sorted(by: { $0.key < $1.key }) {
      seen += count
      if seen >= half { return .milliseconds(milliseconds) }
    }
    return .zero
  }
}
