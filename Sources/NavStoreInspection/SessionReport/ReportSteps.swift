internal import NavStore

/// The steps of a report, created from the events of a replay in order.
struct ReportSteps {
  private(set) var tables = ReportTables()
  /// The steps that were not taken yet.
  private(set) var json = ReportText()
  private(set) var count = 0
  /// The number of the last transaction that is shown.
  private(set) var lastNumber = 0
  /// Whether further events are ignored, because the report has its largest size.
  private(set) var isFull = false
  /// Whether the last event is the end of the log.
  private(set) var hasEnded = false

  private let formatter: EventFormatter
  private let log: NavigationLog
  private let options: SessionReport.Options
  /// The state before the next event, or `nil` if it is unknown.
  private var state: LoggedState?
  private var hasDiverged = false
  /// The number and the time of the last event.
  private var number = 0
  private var time: Int64 = 0
  /// The time of the last step.
  private var stepTime: Int64 = 0
  /// The number of bytes that were taken.
  private var taken = 0
  /// Whether the last step is a transaction whose array has no end yet. Its recorded state may follow.
  private var isOpen = false
  /// Whether the state of that transaction is the first one that differs from the recorded state.
  private var isDivergence = false

  init(_ log: NavigationLog, _ options: SessionReport.Options) {
    self.log = log
    self.options = options
    formatter = EventFormatter(log)
  }

  mutating func add(_ event: LoggedEvent) {
    hasEnded = if case .end(_, _, nil) = event { true } else { false }
    isFull = isFull || count >= options.limit || taken + json.bytes.count + tables.size > options.largestSize
    if isFull { return }
    switch event {
    case .began(let header, let state):
      advance(to: header.number, header.time)
      if header.number >= options.from.map({ $0 - 1 }) ?? .min { add(1, EventFormatter.text(for: header), state) }
      self.state = state ?? self.state
    case .transaction(let transaction):
      add(transaction)
    case .replaced(let number, let time, let origin, let state):
      advance(to: number, time.wholeMilliseconds)
      if isShown(number) {
        begin(2, hasState: true)
        json.append(next: tables.origin(origin))
        json.append(next: tables.text(EventFormatter.text(forReplacementBy: state)))
        json.append(",")
        tables.append(state, to: &json)
        json.append("]")
      }
      self.state = state
    case .resumed(let number, let time, let state):
      if number == self.number { close(recorded: state) }
      advance(to: number, time.wholeMilliseconds)
      if isShown(number) { add(3, EventFormatter.text(forResumingAfter: number), state) }
      self.state = state
      hasDiverged = false
    case .mark(let number, let time, let name, let note):
      advance(to: number, time.wholeMilliseconds)
      if isShown(number) { add(4, name + (note.map { " " + $0.canonicalText } ?? "")) }
    case .gap(let gap):
      let isShown = isShown(gap.numbers.upperBound)
      close()
      number = gap.numbers.lowerBound &- 1
      state = nil
      if isShown { add(5, EventFormatter.text(for: gap), count: gap.numbers.upperBound &- number) }
      number = gap.numbers.upperBound
    case .undecodable(let action):
      advance(to: action.number, time)
      if isShown(action.number) { add(6, EventFormatter.text(for: action)) }
    case .damaged(let line):
      add(6, EventFormatter.text(for: line, of: log))
    case .skipped(let number, let time, let origin, let actions):
      advance(to: number, time.wholeMilliseconds)
      if isShown(number) {
        begin(7)
        let sentence = tables.text("not replayed")
        append(origin, actions) { _, _ in sentence }
        json.append("]")
      }
    case .end(let number, let time, let next):
      advance(to: number, time.wholeMilliseconds)
      add(8, EventFormatter.text(forEndBefore: next))
    }
  }

  private mutating func add(_ transaction: ReplayedTransaction<LoggedState, LoggedAction>) {
    advance(to: transaction.number, transaction.time.wholeMilliseconds)
    if isShown(transaction.number) {
      begin(0)
      var current = state
      let formatter = formatter
      append(transaction.origin, transaction.actions) { action, tables in
        guard var known = current else { return tables.text("") }
        defer { current = known }
        return tables.text(formatter.describe(action, on: &known))
      }
      json.append(",")
      if let state {
        tables.append(changeFrom: state, to: transaction.state, to: &json)
      } else {
        json.append("[[4,")
        tables.append(transaction.state, to: &json)
        json.append("]]")
      }
      isOpen = true
      isDivergence = transaction.isVerified == false && !hasDiverged
    }
    hasDiverged = transaction.isVerified == false
    state = transaction.state
  }

  /// Adds the text of an error that ends the replay.
  mutating func add(failure: LogFailure) {
    add(6, failure.description)
  }

  /// Ends the last step.
  mutating func finish() {
    close()
  }

  /// Returns the bytes of the steps since the last call.
  mutating func take() -> [UInt8] {
    defer { json.removeAll() }
    taken += json.bytes.count
    return json.bytes
  }

  // MARK: - Parts of a step

  private func isShown(_ number: Int) -> Bool { number >= options.from ?? 0 }

  private mutating func advance(to number: Int, _ time: Int64) {
    close()
    self.number = number
    // JavaScript represents greater numbers inexactly. With the limit, no difference of times overflows.
    self.time = min(max(time, -1 << 53), 1 << 53)
  }

  /// Appends the beginning of a step. If this is the first step, and the report begins at a later transaction of the
  /// log, first adds a step with the state before that transaction.
  private mutating func begin(_ kind: Int, hasState: Bool = false) {
    close()
    if count == 0, !hasState, let state, let from = options.from, number >= from - 1 {
      let number = number
      self.number = from - 1
      add(3, "the report begins after transaction \(self.number)", state)
      self.number = number
    }
    json.append(count > 0 ? ",[" : "[")
    count += 1
    json.append(kind)
    json.append(",")
    json.append(time - stepTime)
    json.append(next: number)
    stepTime = time
    lastNumber = number
  }

  private mutating func add(_ kind: Int, _ text: String, _ state: LoggedState?) {
    begin(kind, hasState: true)
    json.append(next: tables.text(text))
    json.append(",")
    if let state { tables.append(state, to: &json) } else { json.append("null") }
    json.append("]")
  }

  private mutating func add(_ kind: Int, _ text: String, count: Int? = nil) {
    begin(kind)
    json.append(next: tables.text(text))
    if let count { json.append(next: count) }
    json.append("]")
  }

  private mutating func append(
    _ origin: ActionOrigin, _ actions: [LoggedAction], sentence: (LoggedAction, inout ReportTables) -> Int
  ) {
    json.append(next: tables.origin(origin))
    json.append(",[")
    for (index, action) in actions.enumerated() {
      json.append(index > 0 ? ",[" : "[")
      json.append(tables.action(action))
      json.append(next: sentence(action, &tables))
      json.append("]")
    }
    json.append("]")
  }

  /// Ends a transaction.
  ///
  /// - Parameter recorded: The recorded state after the transaction if it is known and differs from the replayed state.
  private mutating func close(recorded: LoggedState? = nil) {
    guard isOpen else { return }
    isOpen = false
    if let recorded, let state {
      json.append(",")
      tables.append(changeFrom: state, to: recorded, to: &json)
    } else if isDivergence {
      // An empty change marks the divergence if the recorded state is not known.
      json.append(",[]")
    }
    json.append("]")
  }
}
