/// Where a replay begins and ends, and what it does where the log and the reducer disagree.
public struct ReplayOptions: Hashable, Sendable {
  /// What a replay does when it comes to another state than the recording did.
  public enum DivergencePolicy: String, Hashable, Sendable, CaseIterable {
    /// It stops.
    case stop
    /// It goes on with the state that it came to.
    case keepGoing
    /// It goes on with the state that it came to, and takes the recorded one where the log next holds one.
    case adoptRecorded
  }

  /// What a replay does at an action that does not decode.
  public enum UndecodablePolicy: String, Hashable, Sendable, CaseIterable {
    /// It stops before the action.
    case stop
    /// It goes on from the next state that the log holds.
    case skipToNextState
  }

  /// Begin at the last recorded state that is not after this transaction. Nil to begin at the beginning.
  public var from: Int?
  /// Stop after this transaction. Nil to go to the end.
  public var until: Int?
  /// What to do when the states differ.
  public var atDivergence: DivergencePolicy
  /// What to do at an action that does not decode.
  public var atUndecodable: UndecodablePolicy

  /// Options: the whole log, stopping at the first divergence and at the first action that does not decode.
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

/// How fast a log is replayed.
public enum ReplaySpeed: Hashable, Sendable {
  /// Without waiting.
  case atOnce
  /// With the pauses of the recording, divided by this; 1 is as it was, 2 is twice as fast.
  case scaled(Double)

  /// With the pauses of the recording.
  public static var recorded: ReplaySpeed { .scaled(1) }
}

/// Something that a replay came to, in order.
public enum ReplayEvent<State: Sendable, Action: Sendable>: Sendable {
  /// A file begins, with this state if it is known.
  case began(LogHeader, State?)
  /// A transaction was applied and led to a state.
  case transaction(ReplayedTransaction<State, Action>)
  /// The state was replaced by what is no action of this log.
  case replaced(number: Int, time: Duration, origin: ActionOrigin, State)
  /// The state was taken from the log, because the one before was not known or differed.
  case resumed(number: Int, time: Duration, State)
  /// Somebody marked this place.
  case mark(number: Int, time: Duration, name: String, note: JSONValue?)
  /// A transaction was read and not applied, because the state before it is not known.
  case skipped(number: Int, time: Duration, origin: ActionOrigin, actions: [Action])
  /// An action does not decode.
  case undecodable(UndecodableAction)
  /// A line cannot be used.
  case damaged(DamagedLine)
  /// Transactions are missing.
  case gap(LogGap)
  /// The recorder was closed, or went on to the file with this part of the session.
  case end(number: Int, time: Duration, next: Int?)
}

/// A transaction of a log, as it was replayed.
public struct ReplayedTransaction<State: Sendable, Action: Sendable>: Sendable {
  /// Its number in the session, counted from 1.
  public let number: Int
  /// When it happened, counted from the beginning of the session.
  public let time: Duration
  /// Where it came from.
  public let origin: ActionOrigin
  /// Its actions, at least one.
  public let actions: [Action]
  /// The state that it led to in the replay.
  public let state: State
  /// Whether the log has a fingerprint of the state, and it is this state's; nil when the log has none.
  public let isVerified: Bool?
}
