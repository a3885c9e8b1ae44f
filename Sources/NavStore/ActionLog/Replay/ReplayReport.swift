/// What a replay came to, and what it found.
@dynamicMemberLookup
public struct ReplayReport<State: Sendable, Action: Sendable>: Sendable {
  /// A transaction that led to another state than it did when it was recorded.
  public struct Divergence: Sendable {
    /// The number of the transaction.
    public let number: Int
    /// Its actions; empty where a recorded state was compared after a transaction without a fingerprint.
    public let actions: [Action]
    /// The fingerprint in the log.
    public let expected: Fingerprint
    /// The fingerprint of the state that the replay came to.
    public let actual: Fingerprint
    /// The state that the replay came to.
    public let state: State
    /// The nearest state that was recorded in full: at that transaction or after it if there is one, else before it.
    public internal(set) var nearest: Comparison?
  }

  /// A recorded state beside one that the replay came to.
  public struct Comparison: Sendable {
    /// The number of the transaction that the recorded state is after.
    public let number: Int
    /// The state as it was recorded.
    public let recorded: State
    /// The number of the transaction that the replay's state is after: the same one, unless no state was recorded from
    /// the divergence on.
    public let replayedNumber: Int
    /// The state that the replay came to.
    public let replayed: State
  }

  /// What was found, but for the states.
  public let summary: ReplaySummary
  /// The state after transaction `number`; nil when it is not known.
  public let state: State?
  /// Where the replay came to another state. Where it goes on in another state, only the first is told.
  public let divergences: BoundedList<Divergence>

  /// Whether every recorded transaction from the beginning to the end of the session was applied.
  public var isComplete: Bool { summary.isComplete }

  /// Whether nothing speaks against the log and the reducer being those of the recording. That a log lacks its end,
  /// because its process was killed, does not.
  public var isFaithful: Bool {
    divergences.isEmpty && summary.gaps.isEmpty && summary.undecodable.isEmpty && summary.skipped == 0
      && summary.damage.first.allSatisfy { $0.reason == .torn || $0.reason == .tornTransaction }
  }

  /// The members of `summary`.
  public subscript<Value>(dynamicMember member: KeyPath<ReplaySummary, Value>) -> Value {
    summary[keyPath: member]
  }
}
