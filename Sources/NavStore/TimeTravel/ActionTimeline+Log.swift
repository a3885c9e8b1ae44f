extension ActionLog {
  /// Returns a timeline of the log's transactions, which views the state after the last one.
  ///
  /// ```swift
  /// let (timeline, report) = try log.timeline(schema, reducer: NavigationReducer())
  /// print(report.isFaithful, timeline.entries.count)
  /// ```
  ///
  /// The states are those of the given reducer, even if the log was recorded with another one. The contents of a log
  /// never stop the program. The report lists the states that differ from the recorded ones, and the lines that cannot
  /// be used. If transactions are missing, the next recorded state of the log becomes an entry that replaces the state.
  /// The timeline also has such an entry at the start of each later session in the log.
  ///
  /// - Parameters:
  ///   - schema: The schema that the recorder used.
  ///   - reducer: The reducer that applies the actions.
  ///   - maximumCount: The maximum number of entries, at least 1. The oldest entries become part of the start.
  ///   - options: The first and the last transaction, and the policies of the replay. By default, neither a divergence
  ///     nor an action that cannot be decoded ends the timeline.
  /// - Returns: The timeline and the report of the replay.
  /// - Throws: ``ActionLogError`` if a file cannot be read or is not a log that the schema supports, or if the log has
  ///   no state that can be decoded.
  /// - Complexity: O(n), where n is the length of the log.
  public func timeline<State, Action>(
    _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>, maximumCount: Int = .max,
    options: ReplayOptions = ReplayOptions(atDivergence: .keepGoing, atUndecodable: .skipToNextState)
  ) throws -> (timeline: ActionTimeline<State, Action>, report: ReplayReport<State, Action>) {
    var timeline: ActionTimeline<State, Action>?
    var session: String?
    func adopt(_ state: State, origin: ActionOrigin, time: Duration) {
      if timeline == nil {
        timeline = ActionTimeline(start: state, reducer: reducer, maximumCount: maximumCount)
      } else {
        timeline?.append(replacement: state, origin: origin, time: time)
      }
    }
    let report = try replayEvents(schema, reducer: reducer, options: options) { event in
      switch event {
      case .began(let header, let state):
        // A later file of the same session begins with the state that the entries already lead to.
        let isFirst = timeline == nil || session != nil && session != header.session
        if let state, isFirst { adopt(state, origin: .restore, time: .milliseconds(header.time)) }
        session = header.session
      case .transaction(let transaction):
        timeline?.append(transaction.actions, origin: transaction.origin, time: transaction.time)
      case .replaced(_, let time, let origin, let state):
        adopt(state, origin: origin, time: time)
      case .resumed(_, let time, let state):
        adopt(state, origin: .restore, time: time)
      case .diverged, .mark, .skipped, .undecodable, .damaged, .gap, .end:
        break
      }
    }
    guard let timeline else { throw ActionLogError.noInitialState(file: paths.first ?? "") }
    return (timeline, report)
  }
}

extension ActionTimeline where State: Codable, Action: Codable {
  /// Writes a log of the start and of the entries that are not left out, as an ``ActionLogRecorder`` does.
  ///
  /// An entry that replaces the state with an equal state is not written.
  ///
  /// - Parameters:
  ///   - path: The path of the log. If log files for the path exist, the new file has the next number.
  ///   - schema: The schema of the log.
  ///   - information: A value that the app adds to the first line of each file, for example the app's version.
  /// - Returns: The path of the log's first file.
  /// - Throws: ``ActionLogError`` if the log cannot be written, or if a value cannot be encoded. In the latter case,
  ///   the rest of the log is written. Instead of a transaction whose action cannot be encoded, the log contains the
  ///   state after the transaction, or a gap.
  /// - Complexity: O(n), where n is the number of entries. The reducer is called for each action.
  @discardableResult
  public func writeLog(
    to path: String, _ schema: ActionLogSchema<State, Action>, information: JSONValue? = nil
  ) throws(ActionLogError) -> String {
    let output = LogOutput(names: try LogFileNames(path: path), keptFiles: nil, fileSystem: POSIXFileSystem())
    let encoder = LogEncoder(
      schema: schema, options: ActionLogOptions(), header: .beginning(schema, information), initialState: start,
      output: output)
    defer { encoder.abandon() }
    encoder.begin()
    var copy = self
    copy.view(at: 0)
    for entry in entries {
      copy.stepForward()
      if entry.isExcluded { continue }
      _ = encoder.record(from: { $0 = [entry.event(leadingTo: copy.state)] }, mark: { _ in nil })
      try encoder.drain()
    }
    encoder.end()
    try encoder.finish()
    if let failure = encoder.status.lastFailure { throw failure }
    return encoder.status.files.first ?? path
  }
}

extension ActionTimeline.Entry {
  fileprivate func event(leadingTo state: State) -> RecordedEvent<State, Action> {
    .transaction(.list(replacement == nil ? actions : []), origin: origin, time: time, after: Boxed(state))
  }
}
