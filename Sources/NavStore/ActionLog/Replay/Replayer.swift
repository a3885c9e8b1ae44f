/// The rules of a replay. A replayer applies the lines of a log to a replay target, in order, and collects the
/// findings.
///
/// The replayer checks the numbers of transactions, decides which actions are applied, and compares fingerprints. It
/// does not use the app's types; only the target does.
struct Replayer {
  private let options: ReplayOptions
  private let target: any ReplayTarget
  private let hasListener: Bool
  private(set) var summary = ReplaySummary()
  var location = (file: "", line: 0)
  private(set) var isDone = false

  private var session: String?
  /// The number of a transaction that has an undecodable action; `nil` if the current transaction has none. The
  /// remaining actions of that transaction are ignored.
  private var abandoned: Int?
  /// Whether the target's state is the state after transaction `summary.number`.
  private(set) var isStateKnown = false
  /// Whether the states differ. While this is `true`, no further divergence is reported.
  private var hasDiverged = false
  /// Whether the state results from fewer transactions than the recorded states, so it is not compared with them.
  private var hasLeftOut = false
  /// Whether a transaction was applied whose state was not compared with a recorded one.
  private var hasUncompared = false
  /// The number of the last transaction that was applied to the copy of the state; `nil` while no copy is in use.
  ///
  /// After a divergence that ends the replay, the remaining actions are applied to the copy, up to the next recorded
  /// state. The copy is then compared with that state.
  private var copyNumber: Int?

  /// Creates a replayer. `number` is the number of the transaction whose resulting state is in the first line; `nil` if
  /// the replay begins at the start of a file.
  init(
    options: ReplayOptions, startingAfter number: Int? = nil, in session: String? = nil, target: any ReplayTarget
  ) {
    self.options = options
    self.target = target
    self.session = session
    hasListener = target.hasListener
    guard let number else { return }
    summary.sessions = 1
    summary.number = number
    summary.before = number
  }

  /// The maximum number of transactions that are read after a divergence to find a recorded state for the comparison.
  private static let longestLookahead = 1_024

  // MARK: - Lines

  mutating func enter(_ section: LogSection, after lines: Int = 0) {
    summary.sections.append(section)
    location = (section.path, lines)
  }

  mutating func handle(_ line: LogLine) {
    if let copyNumber { return lookAhead(from: copyNumber, line) }
    if let number = line.number, let until = options.until, number > until { return stop(.requested) }
    switch line {
    case .header(let header, let state):
      begin(header, state)
    case .action(let number, let time, let origin, let position, let sum):
      guard accepts(number, position) else { return }
      if position.isLast { endTransaction(number, time, origin, sum) }
    case .undecodable(let action, let position):
      if action.number == abandoned { return summary.undecodable.append(action) }
      guard accepts(action.number, position, isRead: false) else { return }
      summary.undecodable.append(action)
      report(.undecodable(action))
      if isStateKnown, options.atUndecodable == .stop { return stop(.undecodable) }
      abandon(action.number, isOver: position.isLast)
      forgetState()
      summary.skipped += 1
    case .replacement(let number, let time, let origin, let state):
      guard accepts(number, .single, isRead: false) else { return }
      summary.number = number
      if leavesOut(number) { return }
      guard adopt(state) else { return }
      summary.applied += 1
      report(.replaced(number: number, time: time, origin: origin))
    case .state(let number, let time, let state):
      compareState(state, number, time)
    case .gap(let number, let lost):
      advance(to: number - lost)
      recordGap(summary.number + 1, number, isRecorded: true)
    case .mark(let number, let time, let name, let note):
      advance(to: number)
      report(.mark(number: number, time: time, name: name, note: note))
    case .end(let number, let time, let next):
      advance(to: number)
      summary.hasEnd = next == nil
      report(.end(number: number, time: time, next: next))
    case .unknown:
      summary.unknownLines += 1
    case .damage(let damage):
      recordDamage(damage)
    }
    if let until = options.until, summary.number >= until, isStateKnown, target.actionCount == 0, copyNumber == nil {
      stop(.requested)
    }
  }

  mutating func finish() {
    if let copyNumber {
      compare(with: nil, copyNumber)
    } else if target.actionCount > 0, !isDone {
      recordDamage(.tornTransaction)
    }
    endDivergence()
    isDone = true
  }

  // MARK: - Order

  /// Returns whether an action is the next one of the log. Records the transactions that are missing before the action,
  /// and removes an action that is not accepted from the target's list.
  ///
  /// - Parameters:
  ///   - number: The number of the action's transaction.
  ///   - position: The position of the action in its transaction.
  ///   - isRead: Whether the action was decoded and is the last one in the target's list.
  private mutating func accepts(_ number: Int, _ position: PositionInTransaction, isRead: Bool = true) -> Bool {
    if number == abandoned {
      if isRead { target.dropLastAction() }
      return false
    }
    let index = target.actionCount + (isRead ? 0 : 1)
    if number == summary.number + 1, position.index == index, summary.sessions > 0 { return true }
    startWithoutHeader(before: number)
    if number <= summary.number {
      if isRead { target.dropLastAction() }
      recordDamage(.outOfOrder(number: number, after: summary.number))
      return false
    }
    // A transaction whose first actions are missing cannot be applied. The whole transaction is recorded as missing.
    let isFirst = position.index == 1
    target.dropActions(butLast: isRead && isFirst)
    recordGap(summary.number + 1, isFirst ? number - 1 : number, isRecorded: false)
    return isFirst
  }

  private mutating func abandon(_ number: Int, isOver: Bool) {
    target.dropActions(butLast: false)
    summary.number = number
    abandoned = isOver ? nil : number
  }

  private mutating func advance(to number: Int) {
    startWithoutHeader(before: number + 1)
    if number > summary.number || target.actionCount > 0 { target.dropActions(butLast: false) }
    recordGap(summary.number + 1, number, isRecorded: false)
  }

  private mutating func recordGap(_ first: Int, _ last: Int, isRecorded: Bool) {
    guard first <= last else { return }
    let gap = LogGap(numbers: first...last, isRecorded: isRecorded)
    summary.gaps.append(gap)
    summary.number = last
    forgetState()
    report(.gap(gap))
  }

  private mutating func startWithoutHeader(before number: Int) {
    guard summary.sessions == 0 else { return }
    summary.sessions = 1
    recordGap(1, number - 1, isRecorded: false)
  }

  private mutating func forgetState() {
    isStateKnown = false
    endDivergence()
  }

  private mutating func recordDamage(_ damage: LogDamage) {
    let line = DamagedLine(file: location.file, line: location.line, reason: damage)
    summary.damage.append(line)
    report(.damaged(line))
  }

  // MARK: - Transactions

  private mutating func endTransaction(_ number: Int, _ time: Int64, _ origin: ActionOrigin, _ sum: Fingerprint?) {
    defer { target.dropActions(butLast: false) }
    summary.number = number
    if leavesOut(number) { return }
    guard isStateKnown else {
      summary.skipped += 1
      return report(.skipped(number: number, time: time, origin: origin))
    }
    summary.applied += 1
    summary.appliedActions += target.actionCount
    target.apply(from: origin)
    hasUncompared = true
    report(.transaction(number: number, time: time, origin: origin))
    guard !hasLeftOut, let sum, let actual = target.fingerprint() else { return }
    if sum == actual { verify() } else { diverge(sum, actual) }
  }

  private mutating func leavesOut(_ number: Int) -> Bool {
    guard options.leftOut.contains(number) else { return false }
    hasLeftOut = true
    return true
  }

  /// Records that the state equals a recorded one. A state that was compared already, or that was adopted, is not
  /// counted.
  private mutating func verify() {
    if hasUncompared { summary.verified += 1 }
    hasUncompared = false
    endDivergence()
  }

  private mutating func endDivergence() {
    if hasDiverged { target.compare(with: nil, number: summary.number) }
    hasDiverged = false
  }

  private mutating func diverge(_ expected: Fingerprint, _ actual: Fingerprint) {
    if hasDiverged { return }
    hasDiverged = true
    target.diverge(number: summary.number, expected: expected, actual: actual)
    report(.diverged(number: summary.number))
    if options.atDivergence == .stop {
      summary.stop = .divergence
      copyNumber = summary.number
    }
  }

  // MARK: - Recorded states

  private mutating func begin(_ header: LogHeader, _ state: RecordedState?) {
    target.dropActions(butLast: false)
    summary.hasEnd = false
    abandoned = nil
    if header.session == session || session == nil && summary.sessions > 0 {
      session = header.session
      if let state { compareState(state, header.number, header.time) } else { advance(to: header.number) }
    } else {
      session = header.session
      summary.sessions += 1
      summary.number = header.number
      // The sum must not overflow, even if the log has many sessions with large numbers.
      summary.before = min(summary.before, Int.max / 2) + header.number
      forgetState()
      if let state { _ = adopt(state) }
    }
    report(.began(header, isStateKnown: isStateKnown))
  }

  private mutating func compareState(_ recorded: RecordedState, _ number: Int, _ time: Int64) {
    advance(to: number)
    guard number == summary.number else {
      recordDamage(.outOfOrder(number: number, after: summary.number))
      return
    }
    guard isStateKnown else {
      if adopt(recorded) { report(.resumed(number: number, time: time)) }
      return
    }
    if hasLeftOut { return }
    guard let sum = recorded.sum ?? target.fingerprint(of: recorded), let actual = target.fingerprint() else {
      return
    }
    if sum == actual {
      verify()
      target.confirm(number: number)
      return
    }
    diverge(sum, actual)
    compare(with: recorded, number)
    if options.atDivergence == .adoptRecorded, adopt(recorded) { report(.resumed(number: number, time: time)) }
  }

  private mutating func adopt(_ recorded: RecordedState) -> Bool {
    target.dropActions(butLast: false)
    guard target.adopt(recorded) else {
      recordDamage(.undecodableState)
      forgetState()
      return false
    }
    isStateKnown = true
    hasLeftOut = false
    hasUncompared = false
    endDivergence()
    target.confirm(number: summary.number)
    return true
  }

  /// Handles a line after the divergence that ends the replay. Applies actions to the copy of the state, up to the next
  /// recorded state.
  private mutating func lookAhead(from reached: Int, _ line: LogLine) {
    switch line {
    case .action(let number, _, _, let position, _)
    where number == reached + 1 && position.index == target.actionCount
      && reached - summary.number < Self.longestLookahead:
      guard position.isLast else { return }
      target.applyToCopy()
      target.dropActions(butLast: false)
      copyNumber = number
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
    target.compare(with: recorded, number: number)
    if copyNumber != nil || options.atDivergence == .stop { isDone = true }
    copyNumber = nil
  }

  // MARK: - Ends

  private mutating func stop(_ reason: ReplayStop) {
    summary.stop = reason
    isDone = true
  }

  private mutating func report(_ progress: ReplayProgress) {
    if hasListener, !target.report(progress) { isDone = true }
  }
}
