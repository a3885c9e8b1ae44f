internal import NavStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Sample sessions as action logs, which today's reducer must replay without divergence.
///
/// The logs contain the state after each action and no fingerprints. So the recorded states are migrated and compared
/// as today's values, and a property that is new is no divergence.
struct SessionSamples<State: Codable & Equatable & Sendable>: Sendable {
  private let record: @Sendable () throws -> [ContractItem]
  /// Replays a log, and returns the first failure with the number of its transaction, if it has one.
  private let replay: @Sendable (_ path: String) throws -> (failure: String, transaction: Int?)?
  private let version: Int

  init<Action: Codable & Sendable>(
    _ samples: [String: [Action]], from initialState: State, schema: ActionLogSchema<State, Action>,
    reducer: some Reducer<State, Action>
  ) {
    version = schema.version
    record = {
      try samples.sorted { $0.key < $1.key }.map { name, actions in
        let log = SessionLog(named: name, schema: schema, initialState: initialState, reducer: reducer)
        return ContractItem(title: name, sample: .session(try log.lines(of: actions)))
      }
    }
    replay = { path in
      let report = try ActionLog(paths: [path]).replay(schema, reducer: reducer)
      if let failure = report.failures.first { return (failure, report.divergences.first?.number) }
      return report.isComplete ? nil : ("The end of the session is missing.", nil)
    }
  }

  func items() throws -> [ContractItem] { try record() }

  func loss(_ lines: [JSONValue]) -> String? {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("contract-\(UUID())")
    let path = folder.appendingPathComponent("session").path
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let text = try lines.map { String(decoding: try $0.canonicalBytes, as: UTF8.self) + "\n" }.joined()
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      guard let (failure, number) = try replay(path) else { return nil }
      let action = number.flatMap { number in
        lines.first { $0["n"] == .integer(number) && $0["action"] != nil }?["action"]
      }
      let json = try action.map { String(decoding: try $0.canonicalBytes, as: UTF8.self).printable(limit: 200) }
      return (json.map { "After \($0): " } ?? "") + failure.replacing(path, with: "The session") + "\n" + hint(lines)
    } catch {
      return "\(error)".replacing(path, with: "The session")
    }
  }

  private func hint(_ lines: [JSONValue]) -> String {
    guard case .integer(let found)? = lines.first?["schema"] else { return "" }
    let form = "If the form of its states or actions has changed, "
    return found == version
      ? form + "increase the version of the ActionLogSchema to \(version + 1), and add steps from \(version)."
      : form + "correct the steps of the ActionLogSchema from version \(found) to \(version)."
  }
}

/// A recorder of one session without a clock, so that the same actions lead to the same lines.
private struct SessionLog<State: Codable & Sendable, Action: Codable & Sendable, Base: Reducer<State, Action>> {
  private let name: String
  private let schema: ActionLogSchema<State, Action>
  private let initialState: State
  private let reducer: Base

  init(named name: String, schema: ActionLogSchema<State, Action>, initialState: State, reducer: Base) {
    self.name = name
    self.schema = schema
    self.initialState = initialState
    self.reducer = reducer
  }

  func lines(of actions: [Action]) throws -> [JSONValue] {
    let steps = Locked<[(action: Action, state: State)]>([])
    let store = Store(
      initialState: initialState,
      reducer: Reduce<State, Action> { [reducer] state, action in
        let effect = reducer.reduce(into: &state, action: action)
        steps.withLock { [state] in $0.append((action, state)) }
        // Other work of the effect would run beside the test, and its actions would come in any order.
        return .merge(effect.sentActions.actions.map { .send($0) })
      })
    for action in actions { store.send(action) }
    var lines: [JSONValue] = [
      [
        "t": "header", "format": .string(LogHeader.format), "v": .integer(LogHeader.currentVersion),
        "schema": .integer(schema.version), "session": .string(name), "n": 0, "state": try json(of: initialState),
      ]
    ]
    let recorded = steps.withLock(\.self)
    for (number, step) in zip(1..., recorded) {
      lines.append(["t": "action", "n": .integer(number), "action": try json(of: step.action)])
      lines.append(["t": "snap", "n": .integer(number), "state": try json(of: step.state)])
    }
    return lines + [["t": "end", "n": .integer(recorded.count)]]
  }

  private func json(of value: some Encodable) throws -> JSONValue {
    try JSONValue(parsing: try schema.json(of: value))
  }
}
