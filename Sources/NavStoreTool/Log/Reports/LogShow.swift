internal import NavStore
internal import NavStoreInspection

final class LogShow {
  private let log: NavigationLog
  private let options: LogOptions
  private let output: ReportOutput
  private let formatter: EventFormatter
  private let filterCheck: FilterCheck
  private let rows: EventRows
  private var hasBegun = false
  private var state: LoggedState?
  private var isBetweenMarks: Bool
  private(set) var hasSelection = false

  init(_ log: NavigationLog, _ options: LogOptions, _ filterCheck: FilterCheck, _ output: ReportOutput) {
    self.log = log
    self.options = options
    self.filterCheck = filterCheck
    self.output = output
    formatter = EventFormatter(log)
    rows = EventRows(log, output)
    isBetweenMarks = options.mark == nil
  }

  func run() throws -> Bool {
    let range = ReplayOptions(
      from: options.from.map { $0 - 1 }, until: options.until, atDivergence: .adoptRecorded,
      atUndecodable: .skipToNextState)
    let report = try log.replay(range) { [self] event in
      output.countEvent()
      try show(event)
    }
    if options.isJSON, !report.isFaithful {
      try output.flush()
      output.warn("\(log.name): \(report.headline)")
    }
    return report.isFaithful
  }

  // MARK: - Events

  private func show(_ event: LoggedEvent) throws {
    switch event {
    case .began(let header, let state):
      filterCheck.record(tabs: state?.tabs ?? [])
      self.state = state ?? self.state
      rows.begin(header)
      let isFirst = !hasBegun
      hasBegun = true
      if isFiltered || (options.from ?? 0) > header.number + 1 { break }
      hasSelection = hasSelection || header.number >= options.from ?? 0
      if options.isJSON {
        // The session goes on in its later files.
        guard isFirst else { break }
        return try rows.write("header", header.number, .milliseconds(header.time)) { row in
          row.info = header.information?.canonicalText
          if let state { rows.show(state, in: &row) }
        }
      }
      try output.write(output.styled(EventFormatter.text(for: header), .bold))
      if let state { try output.write(output.styled(Self.margin + state.displayText, .faint)) }
    case .transaction(let transaction):
      try show(transaction)
    case .diverged(let number):
      try finding(
        "the state differs from the recorded state: \"navtool log verify\" shows the difference", number: number)
    case .replaced(let number, let time, let origin, let state):
      filterCheck.record(origin: origin)
      filterCheck.record(tabs: state.tabs)
      if isShown(number, origin, nil, tabs: [state.selectedTab]) {
        if options.isJSON {
          try rows.write("set", number, time) { row in
            row.origin = origin.rawValue
            rows.show(state, in: &row)
          }
        } else {
          try line(number, time, origin, "", EventFormatter.text(forReplacementBy: state))
        }
      }
      self.state = state
    case .resumed(let number, let time, let state):
      filterCheck.record(tabs: state.tabs)
      self.state = state
      guard number >= options.from ?? 0 else { break }
      hasSelection = true
      if options.isJSON {
        try rows.write("snap", number, time) { row in rows.show(state, in: &row) }
      } else {
        try output.write(Self.margin + output.styled(EventFormatter.text(forResumingAfter: number), .warning))
      }
    case .mark(let number, let time, let name, let note):
      filterCheck.record(mark: name)
      if let requested = options.mark { isBetweenMarks = requested == name }
      guard number >= (options.from ?? 0), !isFiltered || isBetweenMarks && options.mark != nil else { break }
      hasSelection = true
      if options.isJSON {
        return try rows.write("mark", number, time) { row in
          row.name = name
          row.note = note?.canonicalText
        }
      }
      let note = note.map { " " + $0.canonicalText.printable(limit: 80) }
      let text = "mark \(name.printable(limit: 60))" + (note ?? "")
      try output.write(columns(nil, time) + output.styled(text, .bold))
    case .skipped(let number, let time, let origin, let actions):
      filterCheck.record(origin: origin)
      for action in actions {
        let text = LoggedActionText(action)
        filterCheck.record(tabs: text.tabs)
        guard isShown(number, origin, text.name, tabs: text.tabs) else { continue }
        if options.isJSON {
          try rows.write("action", number, time) { row in
            (row.origin, row.action, row.text) = (origin.rawValue, text.name, text.displayText)
          }
        } else {
          try line(number, time, origin, text.displayText, "not replayed", .warning)
        }
      }
    case .undecodable(let action):
      try finding(EventFormatter.text(for: action), number: action.number)
    case .damaged(let line):
      try finding(EventFormatter.text(for: line, of: log), number: nil)
    case .gap(let gap):
      state = nil
      try finding(EventFormatter.text(for: gap), number: gap.numbers.upperBound)
    case .end(let number, let time, let next):
      if isFiltered { break }
      if options.isJSON {
        guard next == nil, number >= options.from ?? 0 else { break }
        return try rows.write("end", number, time)
      }
      try output.write(columns(nil, time) + output.styled(EventFormatter.text(forEndBefore: next), .faint))
    }
  }

  private func show(_ transaction: ReplayedTransaction<LoggedState, LoggedAction>) throws {
    filterCheck.record(origin: transaction.origin)
    filterCheck.record(tabs: transaction.state.tabs)
    var current = state ?? transaction.state
    for (index, action) in transaction.actions.enumerated() {
      let text = LoggedActionText(action)
      filterCheck.record(tabs: text.tabs)
      let before = current.selectedTab
      let isKnown = state != nil
      let effect =
        !isKnown
        ? "" : options.isJSON ? rows.outcome(of: action, on: &current) : formatter.describe(action, on: &current)
      let tabs = text.tabs + [before, current.selectedTab]
      guard isShown(transaction.number, transaction.origin, text.name, tabs: tabs) else { continue }
      if options.isJSON {
        try rows.write("action", transaction.number, transaction.time) { row in
          (row.origin, row.action, row.text) = (transaction.origin.rawValue, text.name, text.displayText)
          if isKnown { row.outcome = effect }
          // What the earlier actions of a transaction show is never visible.
          if index == transaction.actions.count - 1 { rows.show(transaction.state, in: &row) }
        }
      } else {
        try line(
          transaction.number, transaction.time, transaction.origin, text.displayText, effect, isFirst: index == 0)
      }
    }
    state = transaction.state
  }

  // MARK: - Lines

  private static let margin = String(repeating: " ", count: 18)

  private var isFiltered: Bool {
    !options.actions.isEmpty || !options.tabs.isEmpty || !options.origins.isEmpty || options.mark != nil
  }

  /// Returns whether the options select an event, and records that they select something.
  private func isShown(_ number: Int, _ origin: ActionOrigin, _ name: String?, tabs: [JSONText]) -> Bool {
    guard number >= (options.from ?? 0), isBetweenMarks,
      options.actions.isEmpty || name.map(options.actions.contains) ?? false,
      options.origins.isEmpty || options.origins.contains(origin.rawValue),
      options.tabs.isEmpty || tabs.contains(where: { options.tabs.contains($0.displayText) })
    else { return false }
    hasSelection = true
    return true
  }

  private func line(
    _ number: Int, _ time: Duration, _ origin: ActionOrigin, _ action: String, _ effect: String,
    _ style: ReportOutput.Style = .faint, isFirst: Bool = true
  ) throws {
    let beginning = isFirst ? columns(number, time) : Self.margin
    let origin = origin.rawValue.printable(limit: 20).padded(to: 9)
    try output.write(
      beginning + output.styled(origin, .faint) + output.styled(action, .bold)
        + String(repeating: " ", count: max(2, 30 - action.count)) + output.styled(effect, style))
  }

  private func columns(_ number: Int?, _ time: Duration) -> String {
    (number.map(String.init) ?? "").indented(to: 6) + EventFormatter.seconds(time).indented(to: 10) + "  "
  }

  private func finding(_ text: String, number: Int?) throws {
    guard number ?? .max >= options.from ?? 0 else { return }
    hasSelection = hasSelection || number != nil
    if options.isJSON { return output.warn("\(log.name): \(text)") }
    try output.write("     ! " + output.styled(text, .bad))
  }
}

/// A check that the tabs, origins and marks in the options occur in the logs.
final class FilterCheck {
  private let options: LogOptions
  private var tabs: Set<JSONText> = []
  private var origins: Set<String> = []
  private var marks: Set<String> = []

  /// The maximum number of recorded names of each kind, which limits memory. Names in the options are recorded even if
  /// this number is exceeded.
  private static let limit = 1_000

  init(_ options: LogOptions) {
    self.options = options
  }

  func record(tabs names: @autoclosure () -> [JSONText]) {
    guard !options.tabs.isEmpty else { return }
    for tab in names() where !tabs.contains(tab) && (tabs.count < Self.limit || options.tabs.contains(tab.displayText))
    {
      tabs.insert(tab)
    }
  }

  func record(origin: ActionOrigin) {
    guard !options.origins.isEmpty else { return }
    let name = origin.rawValue
    if origins.count < Self.limit || options.origins.contains(name) { origins.insert(name) }
  }

  func record(mark name: String) {
    guard options.mark != nil else { return }
    if marks.count < Self.limit || options.mark == name { marks.insert(name) }
  }

  /// Returns a message for each name in the options that no log contains. `log` is `nil` if the command reads several
  /// logs.
  func problems(in log: String?) -> [String] {
    problems("tab", options.tabs, Set(tabs.map(\.displayText)), log) + problems("origin", options.origins, origins, log)
      + problems("mark", options.mark.map { [$0] } ?? [], marks, log)
  }

  private func problems(_ kind: String, _ requested: Set<String>, _ known: Set<String>, _ log: String?) -> [String] {
    requested.subtracting(known).sorted().map { name in
      let known = known.sorted()
      let shown =
        known.prefix(10).map { $0.printable(limit: 40) } + (known.count > 10 ? ["\(known.count - 10) more"] : [])
      let contents = known.isEmpty ? "no \(kind)s" : shown.joined(separator: ", ")
      let hint =
        ClosestName.to(name, among: known).map { "Did you mean \"\($0)\"?" }
        ?? (log == nil ? "They have" : "It has") + " \(contents)."
      let range = options.from == nil && options.until == nil ? "" : " in that range"
      return (log.map { "\($0) has" } ?? "The logs have") + " no \(kind) \"\(name)\"\(range). \(hint)"
    }
  }
}
