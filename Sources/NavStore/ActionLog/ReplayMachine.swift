/// The rules of a replay, as a pure state machine: lines go in, states and findings come out.
///
/// What the reducer does to a state and how a fingerprint is made is given to it.
struct ReplayMachine<State: Sendable, Action: Sendable> {
  typealias Report = ReplayReport<State, Action>
  typealias Event = ReplayEvent<State, Action>

  /// What a replay is made with.
  struct Tools {
    /// Applies the actions of a transaction to a copy of the state.
    var reduce: (inout State, [Action]) -> Void
    /// Applies the actions of a transaction.
    var apply: (inout State, [Action], ActionOrigin) -> Void
    /// A recorded state takes the place of the one there is.
    var adopt: (State) -> Void
    /// Nil for a state that cannot be encoded, and where fingerprints were made in another way.
    var fingerprint: (State) -> Fingerprint?
    /// Is told what happens, and says whether to go on; nil when nobody wants to know.
    var emit: ((Event) -> Bool)?
  }

  /// A line of a log, with what is decoded of it.
  enum Input {
    case header(LogHeader, RecordedState?)
    case action(Action, number: Int, time: Int, origin: ActionOrigin, place: TransactionPlace, Fingerprint?)
    case undecodable(UndecodableAction, place: TransactionPlace)
    case replacement(number: Int, time: Int, origin: ActionOrigin, RecordedState)
    case state(number: Int, time: Int, RecordedState)
    case gap(number: Int, lost: Int)
    case mark(number: Int, time: Int, name: String, note: JSONValue?)
    case end(number: Int, time: Int, next: Int?)
    case unknown
    case damage(LogDamage)
  }

  /// A state in a log, which is decoded when it is needed, and nil when it does not decode.
  struct RecordedState {
    let sum: Fingerprint?
    let decode: () -> State?
  }

  private let options: ReplayOptions
  private let tools: Tools
  private(set) var report = Report()
  /// The line that is handled, for what is found there.
  var place = (file: "", line: 0)
  /// Whether nothing that follows is of interest.
  private(set) var isDone = false

  private var session: String?
  /// Whether the state is the one after transaction `report.number`.
  private var isStateKnown = false
  /// Whether the state differs from the recorded one, which was told.
  private var hasDiverged = false
  /// The last state that the log has in full and that the replay came to as well.
  private var confirmed: (number: Int, state: State)?
  /// The actions of a transaction whose last one is still to come.
  private var actions: [Action] = []
  /// After a divergence that ends the replay: the state that is taken on to the next recorded one, to compare the two.
  private var ahead: (number: Int, state: State)?

  /// - Parameter number: The transaction after which the first line has the state, when a replay does not begin at the
  ///   beginning.
  init(options: ReplayOptions, startingAfter number: Int? = nil, tools: Tools) {
    self.options = options
    self.tools = tools
    guard let number else { return }
    report.sessions = 1
    report.number = number
    report.before = number
  }

  /// How far a replay looks for a recorded state that tells more of a divergence.
  private static var farthestLook: Int { 1_024 }

  // MARK: - Lines

  mutating func handle(_ input: Input) {
    if ahead != nil { return look(ahead: input) }
    if let number = input.number, let until = options.until, number > until { return stop(.asked) }
    switch input {
    case .header(let header, let state):
      begin(header, state)
    case .action(let action, let number, let time, let origin, let place, let sum):
      guard accept(number, place) else { return }
      actions.append(action)
      if place.isLast { endTransaction(number, time, origin, sum) }
    case .undecodable(let action, let place):
      guard accept(action.number, place) else { return }
      report.undecodable.append(action)
      if isStateKnown, options.atUndecodable == .stop { return stop(.undecodable) }
      loseState()
      report.number = action.number
      report.skipped += 1
    case .replacement(let number, let time, let origin, let state):
      guard accept(number, .single) else { return }
      report.number = number
      guard adopt(state) else { return }
      report.applied += 1
      emit { .replaced(number: number, time: .milliseconds(time), origin: origin, $0) }
    case .state(let number, let time, let state):
      meet(state, number, time)
    case .gap(let number, let lost):
      reach(number - lost)
      miss(report.number + 1, number, isRecorded: true)
    case .mark(let number, let time, let name, let note):
      reach(number)
      tell(.mark(number: number, time: .milliseconds(time), name: name, note: note))
    case .end(let number, let time, let next):
      reach(number)
      report.hasEnd = next == nil
      tell(.end(number: number, time: .milliseconds(time), next: next))
    case .unknown:
      report.unknownLines += 1
    case .damage(let damage):
      note(damage)
    }
    if let until = options.until, report.number >= until, isStateKnown, actions.isEmpty { stop(.asked) }
  }

  /// There are no more lines.
  mutating func finish() {
    if let ahead { compare(with: nil, ahead.number, ahead.state) }
    isDone = true
  }

  // MARK: - Order

  /// Whether an action can be taken as the next one. What is missing before it is noted.
  private mutating func accept(_ number: Int, _ place: TransactionPlace) -> Bool {
    if report.sessions == 0 { startWithoutHeader(before: number) }
    let isContinued = number == report.number + 1 && place.index == actions.count + 1
    if isContinued { return true }
    if number <= report.number {
      note(.outOfOrder(number: number, after: report.number))
      return false
    }
    // Some of a transaction is as good as nothing of it.
    reach(place.index == 1 ? number - 1 : number)
    if place.index == 1 { return true }
    return false
  }

  /// The log has come to the end of a transaction: what was not seen before it is missing.
  private mutating func reach(_ number: Int) {
    if report.sessions == 0 { return startWithoutHeader(before: number + 1) }
    if number > report.number { miss(report.number + 1, number, isRecorded: false) }
  }

  private mutating func miss(_ first: Int, _ last: Int, isRecorded: Bool) {
    guard first <= last else { return }
    let gap = Report.Gap(numbers: first...last, isRecorded: isRecorded)
    report.gaps.append(gap)
    report.number = last
    loseState()
    tell(.gap(gap))
  }

  private mutating func note(_ damage: LogDamage) {
    report.damage.append(Report.Damage(file: place.file, line: place.line, reason: damage))
  }

  private mutating func loseState() {
    actions.removeAll()
    isStateKnown = false
    hasDiverged = false
  }

  // MARK: - Transactions

  private mutating func endTransaction(_ number: Int, _ time: Int, _ origin: ActionOrigin, _ sum: Fingerprint?) {
    defer { actions.removeAll(keepingCapacity: true) }
    report.number = number
    guard isStateKnown, var state = report.state else {
      report.skipped += 1
      return
    }
    // Not held twice while it changes, or it would be copied.
    report.state = nil
    tools.apply(&state, actions, origin)
    report.applied += 1
    report.appliedActions += actions.count
    let isVerified = verify(state, sum)
    report.state = state
    guard tools.emit != nil else { return }
    tell(
      .transaction(
        ReplayedTransaction(
          number: number, time: .milliseconds(time), origin: origin, actions: actions, state: state,
          isVerified: isVerified)))
  }

  private mutating func verify(_ state: State, _ sum: Fingerprint?) -> Bool? {
    guard let sum, let actual = tools.fingerprint(state) else { return nil }
    if sum == actual {
      report.verified += 1
      hasDiverged = false
      return true
    }
    if !hasDiverged { diverge(sum, actual, state) }
    return false
  }

  private mutating func diverge(_ expected: Fingerprint, _ actual: Fingerprint, _ state: State) {
    hasDiverged = true
    report.divergences.append(
      Report.Divergence(
        number: report.number, actions: actions, expected: expected, actual: actual, state: state, nearest: nil))
    if options.atDivergence == .stop {
      report.stop = .divergence
      ahead = (report.number, state)
    }
  }
}

// MARK: - Recorded states

extension ReplayMachine {
  private mutating func begin(_ header: LogHeader, _ state: RecordedState?) {
    actions.removeAll()
    if header.session == session || session == nil && report.sessions > 0 {
      session = header.session
      if let state { meet(state, header.number, header.time) } else { reach(header.number) }
    } else {
      session = header.session
      report.sessions += 1
      report.number = header.number
      report.before += header.number
      confirmed = nil
      loseState()
      if let state { _ = adopt(state) }
    }
    emit { .began(header, $0) }
  }

  /// The beginning of the log is missing or damaged: what comes first is taken as it is.
  private mutating func startWithoutHeader(before number: Int) {
    report.sessions = 1
    report.number = number - 1
    if number > 1 { report.gaps.append(Report.Gap(numbers: 1...number - 1, isRecorded: false)) }
  }

  /// The log has the state after a transaction: it is compared with the replay's, or takes its place.
  private mutating func meet(_ recorded: RecordedState, _ number: Int, _ time: Int) {
    reach(number)
    guard number == report.number else {
      note(.outOfOrder(number: number, after: report.number))
      return
    }
    guard isStateKnown, let state = report.state else {
      if adopt(recorded) { emit { .resumed(number: number, time: .milliseconds(time), $0) } }
      return
    }
    guard let sum = recorded.sum ?? recorded.decode().flatMap(tools.fingerprint), let actual = tools.fingerprint(state)
    else { return }
    if sum == actual {
      confirmed = (number, state)
      hasDiverged = false
      return
    }
    if !hasDiverged { diverge(sum, actual, state) }
    compare(with: recorded, number, state)
    if options.atDivergence == .adoptRecorded, adopt(recorded) {
      emit { .resumed(number: number, time: .milliseconds(time), $0) }
    }
  }

  /// Tells the last divergence by a recorded state beside the replay's, unless it was told so.
  private mutating func compare(with recorded: RecordedState?, _ number: Int, _ state: State) {
    ahead = nil
    if options.atDivergence == .stop { isDone = true }
    let comparison: Report.Comparison
    if let recorded = recorded?.decode() {
      comparison = Report.Comparison(number: number, recorded: recorded, replayedNumber: number, replayed: state)
    } else if let confirmed, let last = report.divergences.first.last {
      comparison = Report.Comparison(
        number: confirmed.number, recorded: confirmed.state, replayedNumber: last.number, replayed: last.state)
    } else {
      return
    }
    report.divergences.change(report.divergences.count - 1) { divergence in
      if divergence.nearest == nil { divergence.nearest = comparison }
    }
  }

  /// Takes a recorded state; false if it does not decode.
  private mutating func adopt(_ recorded: RecordedState) -> Bool {
    guard let state = recorded.decode() else {
      loseState()
      return false
    }
    actions.removeAll()
    report.state = state
    isStateKnown = true
    hasDiverged = false
    if recorded.sum != nil { confirmed = (report.number, state) }
    tools.adopt(state)
    return true
  }

  /// After the divergence that ends the replay: goes on by itself to the next recorded state, to compare the two.
  private mutating func look(ahead input: Input) {
    guard case (let number, var state)? = ahead else { return }
    switch input {
    case .action(let action, let next, _, _, let place, _)
    where next == number + 1 && place.index == actions.count + 1 && number - report.number < Self.farthestLook:
      actions.append(action)
      guard place.isLast else { return }
      tools.reduce(&state, actions)
      actions.removeAll()
      ahead = (next, state)
    case .state(number, _, let recorded):
      compare(with: recorded, number, state)
    case .mark, .unknown, .end:
      break
    default:
      compare(with: nil, number, state)
    }
  }

  private mutating func stop(_ reason: Report.Stop) {
    report.stop = reason
    isDone = true
  }

  private mutating func emit(_ event: (State) -> Event) {
    guard tools.emit != nil, let state = report.state else { return }
    tell(event(state))
  }

  private mutating func tell(_ event: Event) {
    if let emit = tools.emit, !emit(event) { isDone = true }
  }
}

extension ReplayMachine.Input {
  /// The number of the transaction that a line is about; for a state, that it is after.
  var number: Int? {
    switch self {
    case .header(let header, _): header.number
    case .action(_, let number, _, _, _, _), .replacement(let number, _, _, _), .state(let number, _, _),
      .gap(let number, _), .mark(let number, _, _, _), .end(let number, _, _):
      number
    case .undecodable(let action, _): action.number
    case .unknown, .damage: nil
    }
  }
}

/// Which of the actions of a transaction one is, counted from 1.
struct TransactionPlace: Hashable, Sendable {
  var index: Int
  var count: Int

  static let single = TransactionPlace(index: 1, count: 1)

  var isLast: Bool { index == count }
  var isPossible: Bool { index >= 1 && index <= count }
}
