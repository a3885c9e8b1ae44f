internal import NavStoreInspection
public import NavStore

/// A replay of many recorded sessions with a changed reducer or with changed rules. It shows what the change means for
/// real users before it is released.
///
/// ```swift
/// let test = try await BackTest(
///   replaying: folder, schema, reducer: changedReducer, insteadOf: originalReducer
/// ) { replayed, sessions in
///   if replayed.isMultiple(of: 1_000) { print("\(replayed) of \(sessions)") }
/// }
/// for difference in test.differences {
///   print(difference)
///   print(difference.test ?? "")
/// }
/// ```
///
/// Each session is replayed up to its first difference from the recorded states. If you pass the reducer of the
/// recording as `original`, the differences are those that a user sees, and each names what the action led to before.
/// Differences are of the same kind if the actions have the same names, and lead from the same kind of screen to the
/// same kind of screen, whatever values the routes contain.
public struct BackTest: Sendable {
  /// A kind of difference, and the sessions that have it as their first difference.
  public struct Difference: Sendable {
    let kind: String
    let details: String
    /// The number of sessions.
    public let sessions: Int
    /// The session that differs after the fewest transactions.
    public let log: ActionLog
    /// The number of the transaction of that session that differs. The value is 0 if the log cannot be read.
    public let transaction: Int
    /// The source of a test that replays that session up to the difference and expects the recorded state, or `nil` if
    /// the session cannot be printed as a test. See `ActionLog.swiftTest` for its placeholders.
    public let test: String?
  }

  /// The number of sessions that were replayed.
  public let sessions: Int
  /// The differences, those of the most sessions first.
  public let differences: [Difference]

  /// Replays the sessions whose files are in a folder.
  ///
  /// The files have the extension `navlog`. Sessions are replayed in parallel, one per processor. The memory does not
  /// depend on their number or length.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - schema: The schema that the logs were recorded with.
  ///   - reducer: The changed reducer, or a reducer with the changed rules.
  ///   - original: The reducer that the logs were recorded with. The states of both reducers are compared after each
  ///     transaction, except for `NavigationState.visits`. Pass `nil` if the program does not contain that reducer:
  ///     the states are then compared with the recorded fingerprints, which the visits are part of.
  ///   - progress: A function that receives the number of sessions that were replayed, and the number of all sessions.
  /// - Throws: An error of the file system if the folder cannot be listed; `CancellationError` if the task is
  ///   cancelled. A log that cannot be read is a difference.
  /// - Complexity: O(n) time, where n is the length of the logs. O(m) memory, where m is the number of files.
  public init<State, Action>(
    replaying folder: String, _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    insteadOf original: (any Reducer<State, Action>)? = nil,
    progress: (@Sendable (_ replayed: Int, _ sessions: Int) -> Void)? = nil
  ) async throws {
    let logs = try ActionLog.sessions(inFolder: folder)
    let count = logs.count
    let result = await BackTestResult.replaying(count, progress: { progress?($0, count) }) { session in
      let values = AppValues()
      guard let original else {
        return SessionDifference(replaying: logs[session], schema, reducer: reducer) {
          values.kind(of: $0, from: $1, to: $2)
        }
      }
      return SessionDifference(
        replaying: logs[session], schema, reducer: original, changed: reducer, areEqual: values.areEqual
      ) { values.kind(of: $0, from: $1, to: $2, recorded: $3) }
    }
    try Task.checkCancellation()
    sessions = result.sessions
    differences = result.groups.map { group in
      let (log, number) = (logs[group.shortest], group.difference.transaction)
      let recording: any Reducer<State, Action> = original ?? reducer
      return Difference(
        kind: group.difference.kind, details: group.difference.details, sessions: group.sessions, log: log,
        transaction: number,
        test: number > 0
          ? try? log.swiftTest(schema, reducer: recording, transactions: 1...number, named: group.difference.kind) : nil
      )
    }
  }
}

extension BackTest: CustomStringConvertible {
  /// A line with the number of sessions, and lines for each kind of difference.
  public var description: String {
    let differing = differences.reduce(0) { $0 + $1.sessions }
    return (["\(counted(sessions, "session")), \(differing) with a difference"] + differences.map(\.description))
      .joined(separator: "\n")
  }
}

extension BackTest.Difference: CustomStringConvertible {
  /// The number of sessions and the kind of the difference: `371 sessions: back from cart in a cover leads to /home`.
  /// A second line describes the shortest session.
  public var description: String {
    "\(counted(sessions, "session")): \(kind)\n  \(log.paths.first ?? ""): \(details)"
  }
}
