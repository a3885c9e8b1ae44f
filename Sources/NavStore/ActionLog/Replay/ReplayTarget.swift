/// The state that a replay changes, the actions of the current transaction, and the listener of the replay.
///
/// The protocol hides the app's types. Therefore, the replayer and the parser are compiled once.
protocol ReplayTarget: LogActionDecoder {
  func dropActions(butLast: Bool)
  func apply(from origin: ActionOrigin)
  func fingerprint() -> Fingerprint?
  /// Returns whether the recorded state was decoded. If not, the target has no state.
  func adopt(_ recorded: RecordedState) -> Bool
  /// Returns the fingerprint of a recorded state whose line has no fingerprint; `nil` if the state cannot be decoded.
  func fingerprint(of recorded: RecordedState) -> Fingerprint?

  /// Stores a copy of the state as the last state that was equal to a recorded state.
  func confirm(number: Int)
  func diverge(number: Int, expected: Fingerprint, actual: Fingerprint)
  /// Applies the actions of the current transaction to a copy of the state, which is created at the first call after a
  /// divergence.
  func applyToCopy()
  /// Adds a comparison to the last divergence, unless that divergence already has one.
  ///
  /// - Parameters:
  ///   - recorded: The recorded state. If it is `nil` or cannot be decoded, the last state that was equal to a recorded
  ///     state is used.
  ///   - number: The number of the transaction after which the states are compared.
  func compare(with recorded: RecordedState?, number: Int)

  var hasListener: Bool { get }
  /// Returns whether the replay continues. It ends if the listener throws an error.
  func report(_ progress: ReplayProgress) -> Bool
}

/// A step of a replay. The target adds the state and the actions before it notifies the listener.
enum ReplayProgress {
  case began(LogHeader, isStateKnown: Bool)
  case transaction(number: Int, time: Int64, origin: ActionOrigin)
  case diverged(number: Int)
  case replaced(number: Int, time: Int64, origin: ActionOrigin)
  case resumed(number: Int, time: Int64)
  case mark(number: Int, time: Int64, name: String, note: JSONValue?)
  case skipped(number: Int, time: Int64, origin: ActionOrigin)
  case undecodable(UndecodableAction)
  case damaged(DamagedLine)
  case gap(LogGap)
  case end(number: Int, time: Int64, next: Int?)
}

/// The state and the actions of a replay, for the types of an app.
final class StateReplayTarget<State: Codable & Sendable, Action: Codable & Sendable>: ReplayTarget {
  struct Hooks {
    /// Applies actions to a state, without a store. The closure is compiled for the app's types.
    let reduce: (inout State, [Action]) -> Void
    /// Applies the actions of a transaction in a store, and returns its state; `nil` for a replay without a store.
    var replay: (([Action], ActionOrigin) -> State)?
    var adopt: (State) -> Void = { _ in }

    /// Removes all actions and keeps the memory. The closure is compiled for the app's types.
    let removeAll: (inout [Action]) -> Void

    init(
      _ reduce: @escaping (inout State, [Action]) -> Void,
      removeAll: @escaping (inout [Action]) -> Void = { $0.removeAll(keepingCapacity: true) }
    ) {
      (self.reduce, self.removeAll) = (reduce, removeAll)
    }
  }

  private var state: Cell<State>?
  private var actions: [Action] = []
  /// The copy of the state for the actions after a divergence that ends the replay; `nil` before the first of these
  /// actions.
  private var ahead: Cell<State>?
  private var word: (inout State) throws -> UInt64

  private let schema: ActionLogSchema<State, Action>
  private let hooks: Hooks
  private let each: ((ReplayEvent<State, Action>) throws -> Void)?
  private var failure: (any Error)?
  private var divergences = BoundedList<ReplayReport<State, Action>.Divergence>()
  private var confirmed: (number: Int, state: State)?
  private var adopted: State?

  init(
    _ schema: ActionLogSchema<State, Action>, _ hooks: Hooks, each: ((ReplayEvent<State, Action>) throws -> Void)?
  ) {
    self.schema = schema
    self.hooks = hooks
    self.each = each
    word = schema.makeFingerprint()
  }

  // MARK: - Actions

  /// The number of elements in `actions`. It is stored, because the count of an array of a generic type takes longer to
  /// read.
  private(set) var actionCount = 0

  func readAction(_ reader: inout JSONReader) throws {
    actions.append(try reader.decode(Action.self))
    actionCount += 1
  }

  func readAction(_ bytes: UnsafeRawBufferPointer, schema version: Int) throws {
    actions.append(try schema.decode(Action.self, bytes, from: version, schema.actionMigrations))
    actionCount += 1
  }

  func dropLastAction() {
    actions.removeLast()
    actionCount -= 1
  }

  func dropActions(butLast: Bool) {
    if butLast { actions.removeFirst(actions.count - 1) } else { hooks.removeAll(&actions) }
    actionCount = butLast ? 1 : 0
  }

  // MARK: - States

  func apply(from origin: ActionOrigin) {
    if let replay = hooks.replay { state?.value = replay(actions, origin) } else { reduce(state) }
  }

  private func reduce(_ state: Cell<State>?) {
    guard let state else { return }
    // A single action also runs in a transaction, as it did in the store, because the reducer may make several changes.
    ThreadContext.current.withTransaction { hooks.reduce(&state.value, actions) }
  }

  func makesFingerprints(named name: String?) -> Bool {
    let name = name ?? schema.fingerprintName
    guard let word = schema.makeFingerprint(named: name) else { return false }
    self.word = word
    return true
  }

  func fingerprint() -> Fingerprint? {
    guard let state else { return nil }
    return (try? word(&state.value)).map(Fingerprint.init(rawValue:))
  }

  func fingerprint(of recorded: RecordedState) -> Fingerprint? {
    guard var state = decode(recorded) else { return nil }
    return (try? word(&state)).map(Fingerprint.init(rawValue:))
  }

  func adopt(_ recorded: RecordedState) -> Bool {
    adopted = decode(recorded)
    state = adopted.map { Cell($0) }
    guard let adopted else { return false }
    hooks.adopt(adopted)
    return true
  }

  private func decode(_ recorded: RecordedState) -> State? {
    try? schema.decode(State.self, recorded.bytes, from: recorded.schema, schema.stateMigrations)
  }

  // MARK: - Divergences

  func confirm(number: Int) {
    confirmed = state.map { (number, $0.value) }
  }

  func diverge(number: Int, expected: Fingerprint, actual: Fingerprint) {
    guard let state else { return }
    divergences.append(
      .init(
        number: number, actions: actions, expected: expected, actual: actual, state: state.value, nearest: nil,
        hasRepeatedRedaction: schema.redactsAgain(actions) || adopted.map(schema.redactsAgain) == true))
    ahead = nil
  }

  func applyToCopy() {
    if ahead == nil { ahead = state.map { Cell($0.value) } }
    reduce(ahead)
  }

  func compare(with recorded: RecordedState?, number: Int) {
    guard let last = divergences.first.last, last.nearest == nil else { return }
    let comparison: ReplayReport<State, Action>.Comparison
    if let recorded = recorded.flatMap(decode),
      let replayed = number == last.number ? last.state : (ahead ?? state)?.value
    {
      comparison = .init(number: number, recorded: recorded, replayedNumber: number, replayed: replayed)
    } else if let confirmed {
      comparison = .init(
        number: confirmed.number, recorded: confirmed.state, replayedNumber: last.number, replayed: last.state)
    } else {
      return
    }
    divergences.change(divergences.count - 1) { $0.nearest = comparison }
  }

  // MARK: - Events

  var hasListener: Bool { each != nil }

  func report(_ progress: ReplayProgress) -> Bool {
    guard let each else { return true }
    do {
      if let event = event(progress) { try each(event) }
    } catch {
      failure = error
    }
    return failure == nil
  }

  private func event(_ progress: ReplayProgress) -> ReplayEvent<State, Action>? {
    switch progress {
    case .began(let header, let isStateKnown): .began(header, isStateKnown ? state?.value : nil)
    case .transaction(let number, let time, let origin):
      state.map { state in
        .transaction(
          ReplayedTransaction(
            number: number, time: .milliseconds(time), origin: origin, actions: actions, state: state.value))
      }
    case .diverged(let number): .diverged(number: number)
    case .replaced(let number, let time, let origin):
      state.map { .replaced(number: number, time: .milliseconds(time), origin: origin, $0.value) }
    case .resumed(let number, let time):
      state.map { .resumed(number: number, time: .milliseconds(time), $0.value) }
    case .mark(let number, let time, let name, let note):
      .mark(number: number, time: .milliseconds(time), name: name, note: note)
    case .skipped(let number, let time, let origin):
      .skipped(number: number, time: .milliseconds(time), origin: origin, actions: actions)
    case .undecodable(let action): .undecodable(action)
    case .damaged(let line): .damaged(line)
    case .gap(let gap): .gap(gap)
    case .end(let number, let time, let next): .end(number: number, time: .milliseconds(time), next: next)
    }
  }

  func finish(_ run: ReplayRun) throws -> ReplayReport<State, Action> {
    if let failure { throw failure }
    return ReplayReport(
      summary: try run.summary(), state: run.isStateKnown ? state?.value : nil, allDivergences: divergences)
  }
}
