/// An encoder that writes the transactions of a store as lines of a log.
///
/// An encoder must be used by only one thread at a time.
final class LogEncoder<State: Codable & Sendable, Action: Codable & Sendable>: @unchecked Sendable {
  // The conformance to `Sendable` is unchecked, because the recorder uses its encoder only on one serial queue.

  private let writer: LogLineWriter
  private let word: (inout State) throws -> UInt64
  private let json: (Action) throws -> JSONValue
  /// Applies actions by the rules of the navigation; `nil` if the actions are not checked.
  private let applyingRules: ActionLogSchema<State, Action>.Application?
  private static var longestUnsynced: Int { 1 << 20 }
  private var header: LogHeader
  private var plan: RecordingPlan
  private var output: LogOutput

  /// The events to encode. If the recorder records a whole store, the store reuses the memory of the list.
  private var events: [RecordedEvent<State, Action>] = []
  private var state: State
  private var sum: Fingerprint?
  /// The time of the last event, in milliseconds since the session began.
  private var time: Int64 = 0
  private var actions: [Action] = []
  private var origin = ActionOrigin.user
  private var mark: LogMark?
  /// The number of transactions that were encoded, whether or not their lines have been written.
  private var added = 0
  private var isDiscarded = false
  private(set) var status = ActionLogStatus()

  init(
    schema: ActionLogSchema<State, Action>, options: ActionLogOptions, header: LogHeader, initialState: State,
    isPart: Bool = false, output: LogOutput
  ) {
    let encoder = schema.makeEncoder()
    self.json = { try JSONValue(parsing: encoder.encode($0)) }
    // The reducer of a whole store is the one that replays the log, whatever it does with an action.
    self.applyingRules = isPart ? schema.applyingRules : nil
    self.writer = LogLineWriter(encoder: encoder)
    self.word = schema.makeFingerprint()
    self.header = header
    self.plan = RecordingPlan(options: options)
    self.output = output
    self.state = initialState
    do {
      _ = try header.information?.canonicalBytes
    } catch {
      // A file needs a header even if the information cannot be encoded.
      self.header.information = nil
      status.failures += 1
      status.lastFailure = .encodingFailed("the app's information in the header: \(error.encodingReason)")
    }
  }

  // MARK: - Events

  func begin() {
    if plan.part == 0 { append(plan.lines(for: .began)) }
  }

  func record(
    from take: (inout [RecordedEvent<State, Action>]) -> Void, mark takeMark: (Int) -> LogMark?
  ) -> Bool {
    take(&events)
    for event in events {
      switch event {
      case .transaction(let actions, let origin, let time, let after):
        var actions = actions.all
        var state = after.value
        if !actions.isEmpty, !follows(&state, from: actions) {
          let isUnchanged = fingerprint() == fingerprint(of: &state)
          append(plan.lines(for: .willRecord))
          self.time = max(self.time, time.milliseconds)
          mark = LogMark(name: isUnchanged ? "refused" : "changed", note: try? .array(actions.map(json)))
          append(plan.lines(for: .refused))
          actions = []
        }
        // For a recorder of a part of a store, most transactions without actions do not change the substate.
        if actions.isEmpty, let sum = fingerprint(), sum == fingerprint(of: &state) { continue }
        append(plan.lines(for: .willRecord))
        enter(state, at: time)
        (self.actions, self.origin) = (actions, origin)
        append(plan.lines(for: actions.isEmpty ? .replacement : .transaction))
        self.actions = []
      case .lost(let transactions, let time, let after):
        append(plan.lines(for: .willRecord))
        enter(after.value, at: time)
        append(plan.lines(for: .lost(transactions: transactions)))
      case .mark(let id, let time):
        guard let mark = takeMark(id) else { continue }
        self.time = max(self.time, time.milliseconds)
        self.mark = mark
        append(plan.lines(for: .marked))
      }
    }
    return !events.isEmpty
  }

  /// Returns whether a state follows from the state before it by the rules of the navigation. It does not if the app's
  /// reducer has refused or replaced an action, or has changed the navigation further.
  private func follows(_ state: inout State, from actions: [Action]) -> Bool {
    guard var expected = applyingRules?(actions, self.state) else { return true }
    return fingerprint(of: &expected) == fingerprint(of: &state)
  }

  func end() {
    append(plan.lines(for: .ended))
  }

  private func enter(_ state: State, at time: Duration) {
    self.state = state
    sum = nil
    self.time = max(self.time, time.milliseconds)
  }

  private func fingerprint() -> Fingerprint? {
    if sum == nil { sum = fingerprint(of: &state) }
    return sum
  }

  private func fingerprint(of state: inout State) -> Fingerprint? {
    (try? word(&state)).map(Fingerprint.init(rawValue:))
  }

  // MARK: - Lines

  private func append(_ lines: [RecordingPlan.Line]) {
    for line in lines {
      if case .header = line {
        beginFile()
        continue
      }
      do {
        let count = try output.append { bytes in try write(line, to: &bytes) }
        plan.wrote(count)
      } catch {
        status.failures += 1
        status.lastFailure = .encodingFailed(error.encodingReason)
        appendInstead(of: line)
      }
    }
  }

  private func beginFile() {
    _ = fingerprint()
    let start = fileStart()
    let line = start.line()
    if !line.hasState { plan.missedState() }
    if let failure = line.failure {
      status.failures += 1
      status.lastFailure = .encodingFailed(failure.encodingReason)
    }
    plan.wrote(line.bytes.count, isFirstLine: true)
    output.beginFile(part: plan.part, line.bytes, replacement: { start.line(kept: $0).bytes })
  }

  private func fileStart() -> LogFileStart<State> {
    var header = header
    header.part = plan.part
    header.number = plan.number
    header.time = time
    return LogFileStart(writer: writer, word: word, header: header, state: state, sum: sum)
  }

  private func appendInstead(of line: RecordingPlan.Line) {
    switch line {
    case .actions(let number, _):
      status.unencodable += actions.count
      append([.replacement(number: number)])
    case .replacement(let number):
      plan.missedState()
      append([.gap(number: number, lost: 1)])
    case .state:
      plan.missedState()
    case .header, .gap, .mark, .end:
      break
    }
  }

  private func write(_ line: RecordingPlan.Line, to bytes: inout [UInt8]) throws {
    switch line {
    case .header:
      break
    case .actions(let number, let hasFingerprint):
      for (index, action) in actions.enumerated() {
        let position = PositionInTransaction(index: index + 1, count: actions.count)
        try writer.action(
          action, number: number, time: time, origin: origin, position: position,
          position.isLast && hasFingerprint ? fingerprint() : nil, to: &bytes)
      }
      added += 1
    case .replacement(let number):
      try writer.replacement(
        number: number, time: time, origin: origin, state: state, fingerprint(), to: &bytes)
      added += 1
    case .state(let number):
      try writer.state(number: number, time: time, state, fingerprint(), to: &bytes)
    case .gap(let number, let lost):
      try writer.gap(number: number, time: time, lost: lost, to: &bytes)
      status.lost += lost
    case .mark(let number):
      guard let mark else { return }
      try writer.mark(number: number, time: time, name: mark.name, note: mark.note, to: &bytes)
    case .end(let number, let next):
      try writer.end(number: number, time: time, next: next, to: &bytes)
    }
  }

  // MARK: - Files

  var isDrained: Bool { output.isDrained }

  /// Writes all lines. After an error, the next call continues where writing stopped. If more than `longestUnsynced`
  /// bytes are not yet synced, the method also syncs the file.
  func drain() throws(ActionLogError) {
    try noting { () throws(ActionLogError) in try output.drain() }
    if output.unsyncedCount > Self.longestUnsynced { try synchronize() }
  }

  func synchronize() throws(ActionLogError) {
    let start = fileStart()
    try noting { () throws(ActionLogError) in
      try output.synchronize(continuation: { start.line(kept: $0).bytes })
    }
  }

  func finish() throws(ActionLogError) {
    try noting { () throws(ActionLogError) in try output.finish() }
    status.hasEnded = plan.hasEnded
  }

  func abandon() {
    output.abandon()
  }

  /// Drops all lines that are not written, and deletes all log files at the path. If an earlier call has succeeded,
  /// does nothing, because the files at the path may belong to a later session.
  func discard() throws(ActionLogError) {
    if isDiscarded { return }
    _ = plan.lines(for: .ended)
    status.hasEnded = true
    defer { status.files = output.files }
    do {
      try output.discard()
    } catch {
      status.failures += 1
      status.lastFailure = error
      throw error
    }
    isDiscarded = true
  }

  private func noting(_ body: () throws(ActionLogError) -> Void) throws(ActionLogError) {
    defer {
      if output.isDrained { status.recorded = added }
      status.bytes = output.byteCount
      status.files = output.files
    }
    do {
      try body()
    } catch {
      status.failures += 1
      status.lastFailure = error
      throw error
    }
  }
}

struct LogMark: Sendable {
  var name: String
  var note: JSONValue?
}

extension Duration {
  /// The duration in whole milliseconds, limited to the range of times in a log. An app's clock can return any time.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    if self < .zero { return 0 }
    guard seconds < LogFields.highestTime / 1_000 else { return LogFields.highestTime }
    return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  }
}

private struct LogFileStart<State: Encodable> {
  let writer: LogLineWriter
  let word: (inout State) throws -> UInt64
  let header: LogHeader
  let state: State
  let sum: Fingerprint?

  /// Encodes the first line of the file. If a value cannot be encoded, the line does not contain it, so that every file
  /// has a header.
  ///
  /// - Parameter kept: The number of valid bytes in each earlier file of the part; `nil` for the first file of the
  ///   part.
  /// - Returns: The bytes of the line, and whether the line contains the state. If the app's information or the rules
  ///   cannot be encoded, the line contains neither, and `failure` is the error.
  func line(kept: [Int]? = nil) -> (bytes: [UInt8], hasState: Bool, failure: (any Error)?) {
    var header = header
    header.kept = kept
    var bytes: [UInt8] = []
    do {
      var state = state
      let sum = sum ?? (try? word(&state)).map(Fingerprint.init(rawValue:))
      try writer.header(header, state: state, sum, to: &bytes)
      return (bytes, true, nil)
    } catch {}
    bytes.removeAll()
    do {
      try writer.header(header, state: State?.none, nil, to: &bytes)
      return (bytes, false, nil)
    } catch {
      bytes.removeAll()
      header.information = nil
      header.rules = nil
      try? writer.header(header, state: State?.none, nil, to: &bytes)
      return (bytes, false, error)
    }
  }
}
