struct StateChecks<State: Sendable, Action: Sendable>: Sendable {
  var invariants: [Invariant] = []
  var transitionInvariants: [TransitionInvariant] = []
  var goals: [Goal] = []

  var withoutGoals: StateChecks {
    StateChecks(invariants: invariants, transitionInvariants: transitionInvariants)
  }

  // The conditions are structures, because reading a closure from an array of tuples allocates memory.

  /// A condition that must hold in every state.
  struct Invariant: Sendable {
    let name: String
    let holds: @Sendable (State) throws -> Bool
  }

  /// A condition that must hold for every transition.
  struct TransitionInvariant: Sendable {
    let name: String
    let holds: @Sendable (_ before: State, _ action: Action, _ after: State) throws -> Bool
  }

  /// A goal: a kind of state that must be reachable from every state.
  struct Goal: Sendable {
    let name: String
    let isState: @Sendable (State) throws -> Bool

    /// Returns whether a state is the goal. Returns `false` if the closure throws an error.
    func isReached(in state: State) -> Bool {
      FailedChecks.Failure { try isState(state) } == nil
    }
  }
}

/// The checks that failed, each with its first violation and the number of its violations.
struct FailedChecks: Sendable {
  enum Check: Hashable, Sendable {
    case invariant(Int)
    case transitionInvariant(Int)
    case goal(Int)
    case endOfEffects
  }

  struct FailedCheck: Sendable {
    let check: Check
    /// The actions that lead to the violation. Each number is the index of an action in the list that is offered at
    /// that point of the sequence.
    var choices: [Int]
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

  mutating func check<State, Action>(
    _ state: State, by checks: StateChecks<State, Action>, choices: @autoclosure () -> [Int]
  ) -> Bool {
    var isBroken = false
    for number in checks.invariants.indices {
      guard let failure = Failure({ try checks.invariants[number].holds(state) }) else { continue }
      add(.invariant(number), explanation: failure.explanation, choices: choices())
      isBroken = true
    }
    return isBroken
  }

  mutating func check<State, Action>(
    _ before: State, _ action: Action, _ after: State, by checks: StateChecks<State, Action>,
    choices: @autoclosure () -> [Int]
  ) {
    for number in checks.transitionInvariants.indices {
      guard let failure = Failure({ try checks.transitionInvariants[number].holds(before, action, after) }) else {
        continue
      }
      add(.transitionInvariant(number), explanation: failure.explanation, choices: choices())
    }
  }
}

extension FailedChecks {
  /// The failure of a check that returned `false` or threw an error. The initializer returns `nil` if the check
  /// returned `true`.
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
