/// The rules of a replay, as a state machine: lines go in, and what is to be done with the subject comes out as calls.
struct Replayer {
  private let options: ReplayOptions
  private let subject: any ReplayTarget
  private let isHeard: Bool
  private(set) var summary = ReplaySummary()
  /// The line that is handled, for what is found there.
  var place = (file: "", line: 0)
  /// Whether nothing that follows is of interest.
  private(set) var isDone = false

  private var session: String?
  /// A transaction of which an action did not decode: the rest of its actions is passed over.
  private var left: Int?
  /// Whether the state is the one after transaction `summary.number`.
  private(set) var isStateKnown = false
  /// Whether the state differs from the recorded one, which was told.
  private var hasDiverged = false
  /// After a divergence that ends the replay: the transaction that the copy of the state has come to, which goes on to
  /// the next recorded state so that the two can be compared.
  private var ahead: Int?

  /// - Parameters:
  ///   - number: The transaction after which the first line has the state, when a replay does not begin at the
  ///     beginning.
  ///   - session: The session that it begins in then, if it is known.
  init(
    options: ReplayOptions, startingAfter number: Int? = nil, in session: String? = nil, subject: any ReplayTarget
  ) {
    self.options = options
    self.subject = subject
    self.session = session
    isHeard = subject.isHeard
    guard let number else { return }
    summary.sessions = 1
    summary.number = number
    summary.before = number
  }

  /// How far a replay looks for a recorded state that tells more of a divergence.
  private static let farthestLook = 1_024

  // MARK: - Lines

  mutating func handle(_ line: LogLine) {
    if let ahead { return look(ahead: ahead, line) }
    if let number = line.number, let until = options.until, number > until { return stop(.asked) }
    switch line {
    case .header(let header, let state):
      begin(header, state)
    case .action(let number, let time, let origin, let place, let sum):
      guard accept(number, place) else { return }
      if place.isLast { endTransaction(number, time, origin, sum) }
    case .undecodable(let action, let place):
      if action.number == left { return summary.undecodable.append(action) }
      guard accept(action.number, place, isRead: false) else { return }
      summary.undecodable.append(action)
      tell(.undecodable(action))
      if isStateKnown, options.atUndecodable == .stop { return stop(.undecodable) }
      leave(action.number, isOver: place.isLast)
      loseState()
      summary.skipped += 1
    case .replacement(let number, let time, let origin, let state):
      guard accept(number, .single, isRead: false) else { return }
      summary.number = number
      guard adopt(state) else { return }
      summary.applied += 1
      tell(.replaced(number: number, time: time, origin: origin))
    case .state(let number, let time, let state):
      meet(state, number, time)
    case .gap(let number, let lost):
      reach(number - lost)
      miss(summary.number + 1, number, isRecorded: true)
    case .mark(let number, let time, let name, let note):
      reach(number)
      tell(.mark(number: number, time: time, name: name, note: note))
    case .end(let number, let time, let next):
      reach(number)
      summary.hasEnd = next == nil
      tell(.end(number: number, time: time, next: next))
    case .unknown:
      summary.unknownLines += 1
    case .damage(let damage):
      note(damage)
    }
    if let until = options.until, summary.number >= until, isStateKnown, subject.actionCount == 0, ahead == nil {
      stop(.asked)
    }
  }

  /// There are no more lines.
  mutating func finish() {
    if let ahead {
      compare(with: nil, ahead)
    } else if subject.actionCount > 0, !isDone {
      note(.tornTransaction)
    }
    converge()
    isDone = true
  }

  // MARK: - Order

  /// Whether an action can be taken as the next one. What is missing before it is noted.
  ///
  /// - Parameter isRead: Whether it is the last of the subject's actions.
  private mutating func accept(_ number: Int, _ place: PositionInTransaction, isRead: Bool = true) -> Bool {
    if number == left {
      if isRead { subject.dropLastAction() }
      return false
    }
    let index = subject.actionCount + (isRead ? 0 : 1)
    if number == summary.number + 1, place.index == index, summary.sessions > 0 { return true }
    startWithoutHeader(before: number)
    if number <= summary.number {
      if isRead { subject.dropLastAction() }
      note(.outOfOrder(number: number, after: summary.number))
      return false
    }
    // Some of a transaction is as good as nothing of it.
    let isFirst = place.index == 1
    subject.dropActions(butLast: isRead && isFirst)
    miss(summary.number + 1, isFirst ? number - 1 : number, isRecorded: false)
    return isFirst
  }

  /// Passes over a transaction of which an action does not decode.
  private mutating func leave(_ number: Int, isOver: Bool) {
    subject.dropActions(butLast: false)
    summary.number = number
    left = isOver ? nil : number
  }

  /// The log has come to the end of a transaction: what was not seen before it is missing.
  private mutating func reach(_ number: Int) {
    startWithoutHeader(before: number + 1)
    if number > summary.number || subject.actionCount > 0 { subject.dropActions(butLast: false) }
    miss(summary.number + 1, number, isRecorded: false)
  }

  private mutating func miss(_ first: Int, _ last: Int, isRecorded: Bool) {
    guard first <= last else { return }
    let gap = LogGap(numbers: first...last, isRecorded: isRecorded)
    summary.gaps.append(gap)
    summary.number = last
    loseState()
    tell(.gap(gap))
  }

  /// Where the beginning of the log is missing or damaged, what comes first is taken as it is.
  private mutating func startWithoutHeader(before number: Int) {
    guard summary.sessions == 0 else { return }
    summary.sessions = 1
    miss(1, number - 1, isRecorded: false)
  }

  private mutating func loseState() {
    isStateKnown = false
    converge()
  }

  private mutating func note(_ damage: LogDamage) {
    let line = DamagedLine(file: place.file, line: place.line, reason: damage)
    summary.damage.append(line)
    tell(.damaged(line))
  }

  // MARK: - Transactions

  private mutating func endTransaction(_ number: Int, _ time: Int64, _ origin: ActionOrigin, _ sum: Fingerprint?) {
    defer { subject.dropActions(butLast: false) }
    summary.number = number
    guard isStateKnown else {
      summary.skipped += 1
      return tell(.skipped(number: number, time: time, origin: origin))
    }
    summary.applied += 1
    summary.appliedActions += subject.actionCount
    subject.apply(from: origin)
    let isVerified = verify(sum)
    tell(.transaction(number: number, time: time, origin: origin, isVerified: isVerified))
  }

  /// Whether the state is the recorded one; nil when that cannot be known.
  private mutating func verify(_ sum: Fingerprint?) -> Bool? {
    guard let sum, let actual = subject.fingerprint() else { return nil }
    if sum == actual {
      summary.verified += 1
      converge()
      return true
    }
    diverge(sum, actual)
    return false
  }

  /// The states are the same again, or the recorded one was taken: what was told of the divergence is all there is.
  private mutating func converge() {
    if hasDiverged { subject.compare(with: nil, number: summary.number) }
    hasDiverged = false
  }

  private mutating func diverge(_ expected: Fingerprint, _ actual: Fingerprint) {
    if hasDiverged { return }
    hasDiverged = true
    subject.diverge(number: summary.number, expected: expected, actual: actual)
    if options.atDivergence == .stop {
      summary.stop = .divergence
      ahead = summary.number
    }
  }

  // MARK: - Recorded states

  private mutating func begin(_ header: LogHeader, _ state: RecordedState?) {
    subject.dropActions(butLast: false)
    summary.hasEnd = false
    left = nil
    if header.session == session || session == nil && summary.sessions > 0 {
      session = header.session
      if let state { meet(state, header.number, header.time) } else { reach(header.number) }
    } else {
      session = header.session
      summary.sessions += 1
      summary.number = header.number
      // However many sessions there are, and whatever they say.
      summary.before = min(summary.before, Int.max / 2) + header.number
      loseState()
      if let state { _ = adopt(state) }
    }
    tell(.began(header, isStateKnown: isStateKnown))
  }

  /// The log has the state after a transaction: it is compared with the replay's, or takes its place.
  private mutating func meet(_ recorded: RecordedState, _ number: Int, _ time: Int64) {
    reach(number)
    guard number == summary.number else {
      note(.outOfOrder(number: number, after: summary.number))
      return
    }
    guard isStateKnown else {
      if adopt(recorded) { tell(.resumed(number: number, time: time)) }
      return
    }
    guard let sum = recorded.sum ?? subject.fingerprint(of: recorded), let actual = subject.fingerprint() else {
      return
    }
    if sum == actual {
      converge()
      subject.confirm(number: number)
      return
    }
    diverge(sum, actual)
    compare(with: recorded, number)
    if options.atDivergence == .adoptRecorded, adopt(recorded) { tell(.resumed(number: number, time: time)) }
  }

  /// Takes a recorded state; false if it does not decode.
  private mutating func adopt(_ recorded: RecordedState) -> Bool {
    subject.dropActions(butLast: false)
    guard subject.adopt(recorded) else {
      note(.undecodableState)
      loseState()
      return false
    }
    isStateKnown = true
    converge()
    subject.confirm(number: summary.number)
    return true
  }

  /// After the divergence that ends the replay: goes on by itself to the next recorded state, to compare the two.
  private mutating func look(ahead reached: Int, _ line: LogLine) {
    switch line {
    case .action(let number, _, _, let place, _)
    where number == reached + 1 && place.index == subject.actionCount && reached - summary.number < Self.farthestLook:
      guard place.isLast else { return }
      subject.goAhead()
      subject.dropActions(butLast: false)
      ahead = number
    case .state(reached, _, let recorded):
      compare(with: recorded, reached)
    case .header(let header, let recorded?) where header.session == session && header.number == reached:
      compare(with: recorded, reached)
    case .mark, .unknown, .end:
      break
    default:
      compare(with: nil, reached)
    }
  }

  private mutating func compare(with recorded: RecordedState?, _ number: Int) {
    subject.compare(with: recorded, number: number)
    if ahead != nil || options.atDivergence == .stop { isDone = true }
    ahead = nil
  }

  // MARK: - Ends

  private mutating func stop(_ reason: ReplayStop) {
    summary.stop = reason
    isDone = true
  }

  private mutating func tell(_ news: ReplayProgress) {
    if isHeard, !subject.tell(news) { isDone = true }
  }
}
