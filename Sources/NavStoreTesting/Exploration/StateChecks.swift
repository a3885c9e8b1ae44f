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
      FailedChecks.Failure { try isState(state) } == nil
    }
  }
}

/// What did not hold: for each check the first case, and how many there were.
struct FailedChecks: Sendable {
  enum Check: Hashable, Sendable {
    case invariant(Int)
    case transitionInvariant(Int)
    case goal(Int)
    case endOfEffects
  }

  struct FailedCheck: Sendable {
    let check: Check
    /// The numbers of the actions that lead there, among those offered in each state.
    var choices: [Int]
    /// The error that the check threw.
    let explanation: String?
    var count = 1
  }

  private(set) var list: [FailedCheck] = []

  mutating func add(_ check: Check, explanation: String? = nil, count: Int = 1, choices: @autoclosure () -> [Int]) {
    if let index = list.firstIndex(where: { $0.check == check }) {
      list[index].count += count
    } else {
      list.append(FailedCheck(check: check, choices: choices(), explanation: explanation, count: count))
    }
  }

  /// Notes each invariant that a state breaks, and says whether there is one.
  mutating func check<State, Action>(
    _ state: State, by checks: StateChecks<State, Action>, choices: @autoclosure () -> [Int]
  ) -> Bool {
    var isBroken = false
    for (number, invariant) in checks.invariants.enumerated() {
      guard let failure = Failure({ try invariant.holds(state) }) else { continue }
      add(.invariant(number), explanation: failure.explanation, choices: choices())
      isBroken = true
    }
    return isBroken
  }

  /// Notes each invariant that a transition breaks.
  mutating func check<State, Action>(
    _ before: State, _ action: Action, _ after: State, by checks: StateChecks<State, Action>,
    choices: @autoclosure () -> [Int]
  ) {
    for (number, invariant) in checks.transitionInvariants.enumerated() {
      guard let failure = Failure({ try invariant.holds(before, action, after) }) else { continue }
      add(.transitionInvariant(number), explanation: failure.explanation, choices: choices())
    }
  }
}

extension FailedChecks {
  /// A check that said no, or that threw an error which says why.
  struct Failure {
    let explanation: String?

    init?(_ holds: () throws -> Bool) {
      do {
        if try holds() { return nil }
        explanation = nil
      } catch {
        explanation = "\(error)"
      }
    }
  }
}
