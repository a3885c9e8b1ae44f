internal import NavStore

/// The steps of a report, created from the events of a replay or from the transactions of a store, in order.
struct ReportSteps<Subject: ReportSubject> {
  private(set) var tables = ReportTables()
  private(set) var json = ReportText()
  private(set) var count = 0
  private(set) var lastNumber = 0
  /// Whether further events are ignored, because the report has its largest size.
  private(set) var isFull = false
  private(set) var hasEnded = false
  private(set) var hasSelection = false
  private(set) var hasNavigation = false
  /// The indexes of the steps whose state is the first one of several, or the only one, that differs from the recorded
  /// state.
  private(set) var divergences: [Int] = []
  /// The steps for a comparison with another session; `nil` if there is none.
  private(set) var compared: ComparedSteps?

  private let subject: Subject
  private let options: ReportOptions
  private var state: LoggedState?
  private var number = 0
  private var time: Int64 = 0
  private var stepTime: Int64 = 0
  private var taken = 0
  /// The number of the last step that has a state, and the index of that step.
  private var stateStep: (number: Int, index: Int)?

  init(_ subject: Subject, _ options: ReportOptions, isCompared: Bool = false) {
    self.subject = subject
    self.options = options
    compared = isCompared ? ComparedSteps() : nil
  }

  mutating func add(_ event: ReplayEvent<Subject.State, Subject.Action>) {
    let previous = count
    addSteps(of: event)
    guard count > previous, var steps = compared.take() else { return }
    steps.add(event, of: subject, at: count - 1)
    compared = steps
  }

  private mutating func addSteps(of event: ReplayEvent<Subject.State, Subject.Action>) {
    hasEnded = if case .end(_, _, nil) = event { true } else { false }
    if !hasRoom() { return }
    hasSelection = hasSelection || event.isSelected(from: options.from)
    switch event {
    case .began(let header, let state):
      advance(to: header.number, header.time)
      let state = state.flatMap(subject.navigation)
      if header.number >= options.from.map({ $0 - 1 }) ?? .min { add(1, EventFormatter.text(for: header), state) }
      self.state = state ?? self.state
    case .transaction(let transaction):
      add(
        transaction.number, transaction.time.wholeMilliseconds, transaction.origin, transaction.actions,
        to: transaction.state)
    case .diverged(let number):
      if let stateStep, stateStep.number == number { divergences.append(stateStep.index) }
    case .replaced(let number, let time, let origin, let state):
      add(number, time.wholeMilliseconds, origin, replacedBy: state)
    case .resumed(let number, let time, let state):
      let state = subject.navigation(in: state)
      advance(to: number, time.wholeMilliseconds)
      if isShown(number) { add(3, EventFormatter.text(forResumingAfter: number), state) }
      self.state = state
    case .mark(let number, let time, let name, let note):
      advance(to: number, time.wholeMilliseconds)
      if isShown(number) { add(4, name + (note.map { " " + $0.canonicalText } ?? "")) }
    case .gap(let gap):
      let isShown = isShown(gap.numbers.upperBound)
      number = gap.numbers.lowerBound &- 1
      state = nil
      if isShown { add(5, EventFormatter.text(for: gap), count: gap.numbers.upperBound &- number) }
      number = gap.numbers.upperBound
    case .undecodable(let action):
      advance(to: action.number, time)
      if isShown(action.number) { add(6, subject.text(for: action)) }
    case .damaged(let line):
      // While the log grows, the rest of an incomplete line will follow.
      if options.isFollowed, line.reason == .torn || line.reason == .tornTransaction { break }
      add(6, subject.text(for: line))
    case .skipped(let number, let time, let origin, let actions):
      advance(to: number, time.wholeMilliseconds)
      if isShown(number) {
        begin(7)
        append(origin, actions, actions.map { _ in "not replayed" })
        json.append("]")
      }
    case .end(let number, let time, let next):
      advance(to: number, time.wholeMilliseconds)
      add(8, EventFormatter.text(forEndBefore: next))
    }
  }

  mutating func begin(_ text: String, in state: Subject.State) {
    self.state = subject.navigation(in: state)
    add(1, text, self.state)
  }

  /// Adds a transaction. The time is in milliseconds since the session began.
  mutating func add(
    _ number: Int, _ time: Int64, _ origin: ActionOrigin, _ actions: [Subject.Action], to state: Subject.State
  ) {
    if !hasRoom() { return }
    advance(to: number, time)
    let new = subject.navigation(in: state)
    if isShown(number) {
      begin(0)
      stateStep = (number, count - 1)
      append(origin, actions, subject.sentences(for: actions, from: self.state, to: new))
      json.append(",")
      append(changeTo: new)
      json.append("]")
    }
    self.state = new ?? self.state
  }

  mutating func add(_ number: Int, _ time: Int64, _ origin: ActionOrigin, replacedBy state: Subject.State) {
    if !hasRoom() { return }
    advance(to: number, time)
    let state = subject.navigation(in: state)
    if isShown(number) {
      begin(2, hasState: true)
      json.append(next: tables.origin(origin))
      json.append(next: tables.text(state.map(EventFormatter.text(forReplacementBy:)) ?? "the state was replaced"))
      append(next: state)
    }
    self.state = state
  }

  mutating func add(failure: String) {
    add(6, failure)
  }

  mutating func take() -> [UInt8] {
    defer { json.removeAll() }
    taken += json.bytes.count
    return json.bytes
  }

  // MARK: - Parts of a step

  private func isShown(_ number: Int) -> Bool { number >= options.from ?? 0 }

  private mutating func hasRoom() -> Bool {
    isFull = isFull || count >= options.limit || taken + json.bytes.count + tables.size > options.largestSize
    return !isFull
  }

  private mutating func advance(to number: Int, _ time: Int64) {
    self.number = number
    // JavaScript represents greater numbers inexactly. With the limit, no difference of times overflows.
    self.time = min(max(time, -1 << 53), 1 << 53)
  }

  /// Begins a step. If this is the first step, and the report begins at a later transaction of the log, first adds a
  /// step with the state before that transaction.
  private mutating func begin(_ kind: Int, hasState: Bool = false) {
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
    if hasState { stateStep = (number, count - 1) }
  }

  private mutating func add(_ kind: Int, _ text: String, _ state: LoggedState?) {
    begin(kind, hasState: true)
    json.append(next: tables.text(text))
    append(next: state)
  }

  private mutating func append(next state: LoggedState?) {
    json.append(",")
    if let state {
      hasNavigation = true
      tables.append(state, to: &json)
    } else {
      json.append("null")
    }
    json.append("]")
  }

  /// Appends the change to a navigation. A navigation that does not exist any more stays as it was.
  private mutating func append(changeTo new: LoggedState?) {
    guard let new else { return json.append("[]") }
    hasNavigation = true
    if let state {
      tables.append(changeFrom: state, to: new, to: &json)
    } else {
      json.append("[[4,")
      tables.append(new, to: &json)
      json.append("]]")
    }
  }

  private mutating func add(_ kind: Int, _ text: String, count: Int? = nil) {
    begin(kind)
    json.append(next: tables.text(text))
    if let count { json.append(next: count) }
    json.append("]")
  }

  private mutating func append(_ origin: ActionOrigin, _ actions: [Subject.Action], _ sentences: [String]) {
    json.append(next: tables.origin(origin))
    json.append(",[")
    for (index, action) in actions.enumerated() {
      json.append(index > 0 ? ",[" : "[")
      json.append(subject.index(of: action, in: &tables))
      json.append(next: tables.text(sentences[index]))
      json.append("]")
    }
    json.append("]")
  }
}
