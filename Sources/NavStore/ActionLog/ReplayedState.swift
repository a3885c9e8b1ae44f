/// The state and the actions of a replay, for the types of an app.
@usableFromInline
final class ReplayedState<State: Codable & Sendable, Action: Codable & Sendable>: ReplaySubject {
  /// What is done to the state for each transaction, compiled for the caller's types.
  @usableFromInline
  struct Hooks {
    @usableFromInline let reduce: (inout State?, [Action]) -> Void
    /// Nil for a replay on the state alone.
    @usableFromInline var publish: Publishing?

    @usableFromInline
    init(reduce: @escaping (inout State?, [Action]) -> Void) {
      self.reduce = reduce
    }
  }

  /// How a replay is seen in a store.
  @usableFromInline
  struct Publishing {
    let apply: ([Action], ActionOrigin) -> State
    let adopt: (State) -> Void
  }

  private let schema: ActionLogSchema<State, Action>
  private let hooks: Hooks
  private let word: (State) throws -> UInt64
  private let each: ((ReplayEvent<State, Action>) throws -> Void)?
  /// What `each` threw.
  private(set) var failure: (any Error)?

  private(set) var report = ReplayReport<State, Action>()
  private var actions: [Action] = []
  /// The last state that the log has in full and that the replay came to as well.
  private var confirmed: (number: Int, state: State)?
  /// A copy of the state that goes on after a divergence.
  private var ahead: State?

  init(
    _ schema: ActionLogSchema<State, Action>, _ hooks: Hooks, each: ((ReplayEvent<State, Action>) throws -> Void)?
  ) {
    self.schema = schema
    self.hooks = hooks
    self.each = each
    word = schema.makeFingerprint()
  }

  // MARK: - Actions

  var actionCount: Int { actions.count }

  func readAction(_ reader: inout JSONReader) throws {
    actions.append(try reader.decode(Action.self))
  }

  func readAction(_ bytes: UnsafeRawBufferPointer, schema version: Int) throws {
    actions.append(try schema.decode(Action.self, bytes, from: version, schema.actionMigrations))
  }

  func dropLastAction() {
    actions.removeLast()
  }

  func dropActions(butLast: Bool) {
    if butLast { actions.removeFirst(actions.count - 1) } else { actions.removeAll(keepingCapacity: true) }
  }

  // MARK: - States

  func apply(from origin: ActionOrigin) {
    if let publish = hooks.publish {
      report.state = publish.apply(actions, origin)
    } else {
      hooks.reduce(&report.state, actions)
    }
  }

  func fingerprint() -> Fingerprint? {
    report.state.flatMap { try? word($0) }.map(Fingerprint.init(rawValue:))
  }

  func fingerprint(of recorded: RecordedState) -> Fingerprint? {
    guard let state = decode(recorded) else { return nil }
    return (try? schema.makeFingerprint()(state)).map(Fingerprint.init(rawValue:))
  }

  func adopt(_ recorded: RecordedState) -> Bool {
    report.state = decode(recorded)
    guard let state = report.state else { return false }
    hooks.publish?.adopt(state)
    return true
  }

  private func decode(_ recorded: RecordedState) -> State? {
    try? schema.decode(State.self, recorded.bytes, from: recorded.schema, schema.stateMigrations)
  }

  // MARK: - Divergences

  func confirm(number: Int) {
    confirmed = report.state.map { (number, $0) }
  }

  func diverge(number: Int, expected: Fingerprint, actual: Fingerprint) {
    guard let state = report.state else { return }
    report.divergences.append(
      .init(number: number, actions: actions, expected: expected, actual: actual, state: state, nearest: nil))
    ahead = state
  }

  func goAhead() {
    hooks.reduce(&ahead, actions)
  }

  func compare(with recorded: RecordedState?, number: Int) {
    guard let last = report.divergences.first.last, last.nearest == nil else { return }
    let comparison: ReplayReport<State, Action>.Comparison
    if let recorded = recorded.flatMap(decode), let replayed = number == last.number ? last.state : ahead {
      comparison = .init(number: number, recorded: recorded, replayedNumber: number, replayed: replayed)
    } else if let confirmed {
      comparison = .init(
        number: confirmed.number, recorded: confirmed.state, replayedNumber: last.number, replayed: last.state)
    } else {
      return
    }
    report.divergences.change(report.divergences.count - 1) { $0.nearest = comparison }
  }

  // MARK: - News

  func tell(_ news: ReplayNews) -> Bool {
    guard let each else { return true }
    do {
      if let event = event(news) { try each(event) }
    } catch {
      failure = error
    }
    return failure == nil
  }

  private func event(_ news: ReplayNews) -> ReplayEvent<State, Action>? {
    switch news {
    case .began(let header): .began(header, report.state)
    case .transaction(let number, let time, let origin, let isVerified):
      report.state.map { state in
        .transaction(
          ReplayedTransaction(
            number: number, time: .milliseconds(time), origin: origin, actions: actions, state: state,
            isVerified: isVerified))
      }
    case .replaced(let number, let time, let origin):
      report.state.map { .replaced(number: number, time: .milliseconds(time), origin: origin, $0) }
    case .resumed(let number, let time):
      report.state.map { .resumed(number: number, time: .milliseconds(time), $0) }
    case .mark(let number, let time, let name, let note):
      .mark(number: number, time: .milliseconds(time), name: name, note: note)
    case .gap(let gap): .gap(gap)
    case .end(let number, let time, let next): .end(number: number, time: .milliseconds(time), next: next)
    }
  }

  /// The report, when the replay is over. Throws what `each` threw, and if nothing was a line of a log.
  func finish(_ run: ReplayRun) throws -> ReplayReport<State, Action> {
    if let failure { throw failure }
    report.summary = try run.summary()
    if !run.isStateKnown { report.state = nil }
    return report
  }
}
