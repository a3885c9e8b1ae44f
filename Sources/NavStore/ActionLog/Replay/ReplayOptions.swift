/// The start and the end of a replay, and its policies for divergences and undecodable actions.
public struct ReplayOptions: Hashable, Sendable {
  /// What a replay does when a state differs from the recorded one.
  public enum DivergencePolicy: String, Hashable, Sendable, CaseIterable {
    /// The replay stops.
    case stop
    /// The replay continues with its own state.
    case keepGoing
    /// The replay continues with its own state until the next snapshot in the log, and then adopts the state in the
    /// snapshot.
    case adoptRecorded
  }

  /// What a replay does when it reaches an action that cannot be decoded.
  public enum UndecodablePolicy: String, Hashable, Sendable, CaseIterable {
    /// The replay stops before the transaction of the action. If the state before that transaction is not known, the
    /// replay skips the transaction instead.
    case stop
    /// The replay skips the action's transaction and all later ones up to the next recorded state in the log, and
    /// continues from that state. A recorded state is a snapshot, or a state that the log contains instead of actions.
    case skipToNextState
  }

  /// The number of the transaction to begin at; `nil` to begin at the start of the log. The replay begins at the last
  /// snapshot that was recorded at or before this transaction.
  package var from: Int?
  package var until: Int?
  /// The numbers of transactions that are not applied. After the first of them, the replay continues with its own state
  /// and compares it with no recorded state, until the log contains a state that the app replaced.
  package var leftOut: Set<Int> = []
  package var atDivergence: DivergencePolicy
  package var atUndecodable: UndecodablePolicy

  /// Creates options. By default, a replay begins at the start of the log, and stops at the first divergence or at the
  /// first action that cannot be decoded.
  public init(
    from: Int? = nil, until: Int? = nil, atDivergence: DivergencePolicy = .stop,
    atUndecodable: UndecodablePolicy = .stop
  ) {
    self.from = from
    self.until = until
    self.atDivergence = atDivergence
    self.atUndecodable = atUndecodable
  }
}

/// An event of a replay. Events are reported in the order of the log.
package indirect enum ReplayEvent<State: Sendable, Action: Sendable>: Sendable {
  /// The start of a file. The state is `nil` if it is not known.
  case began(LogHeader, State?)
  case transaction(ReplayedTransaction<State, Action>)
  /// The state after the transaction differs from the recorded one. The event follows that of the transaction. If the
  /// states after several consecutive transactions differ, only the first of them has such an event.
  case diverged(number: Int)
  /// A transaction replaced the state. The log contains the new state instead of the transaction's actions.
  case replaced(number: Int, time: Duration, origin: ActionOrigin, State)
  /// The replay adopted a recorded state, because its own state was not known or differed from the recorded one.
  case resumed(number: Int, time: Duration, State)
  case mark(number: Int, time: Duration, name: String, note: JSONValue?)
  /// A transaction was not applied, because the state before the transaction is not known.
  case skipped(number: Int, time: Duration, origin: ActionOrigin, actions: [Action])
  case undecodable(UndecodableAction)
  case damaged(DamagedLine)
  case gap(LogGap)
  /// The line that ends a file was read. A file can lack this line, for example after a crash of the app. `next` is the
  /// number of the part that follows; `nil` at the end of the session.
  case end(number: Int, time: Duration, next: Int?)
}

/// A transaction that was replayed.
public struct ReplayedTransaction<State: Sendable, Action: Sendable>: Sendable {
  /// The number of the transaction in the session, counted from 1.
  public let number: Int
  /// The recorded time of the transaction, since the session began.
  public let time: Duration
  /// The origin of the transaction.
  public let origin: ActionOrigin
  /// The actions of the transaction, at least one.
  public let actions: [Action]
  /// The state of the replay after the transaction.
  public let state: State
}
