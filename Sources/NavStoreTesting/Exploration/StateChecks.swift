/// What must hold, by name.
struct StateChecks<State: Sendable, Action: Sendable>: Sendable {
  var invariants: [(name: String, holds: @Sendable (State) throws -> Bool)] = []
  var transitionInvariants: [(name: String, holds: @Sendable (State, Action, State) throws -> Bool)] = []
  var goals: [Goal] = []

  var withoutGoals: StateChecks {
    StateChecks(invariants: invariants, transitionInvariants: transitionInvariants)
  }

  /// What must always be reachable.
  struct Goal: Sendable {
    let name: String
    let isState: @Sendable (State) throws -> Bool

    /// Whether a state is one; not if the question threw.
    func isReached(in state: State) -> Bool {
      Findings.Failure { try isState(state) } == nil
    }
  }
}
