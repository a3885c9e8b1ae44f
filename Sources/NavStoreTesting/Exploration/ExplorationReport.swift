internal import NavStoreInspection

/// The result of an exploration. Its description contains the size of the exploration, the violations, and what the
/// exploration could not decide.
///
/// The report of an exploration stores all states that were found, because its graphs require them.
public struct ExplorationReport<State: Hashable & Sendable, Action: Sendable>: Sendable {
  /// A failed check. The description contains the source of a test with a sequence of actions that led to the failure.
  package struct Violation: Sendable {
    package enum Check: Hashable, Sendable {
      case invariant(String)
      /// The violated invariant of transitions, by name. The last action of the sequence violates the invariant.
      case transitionInvariant(String)
      /// A goal with this name, which must always be reachable. No sequence of actions leads from the last state to the
      /// goal.
      case reachability(String)
      /// The effects of the last action send actions, whose effects send actions, and so on, for more than a thousand
      /// generations or a hundred thousand actions. The call that sends the last action to a store would probably not
      /// return.
      case endOfEffects
    }

    package let check: Check
    /// The actions that lead from the initial state to the violation.
    ///
    /// In an exploration, this is a shortest sequence that leads to a violation of this check without passing through a
    /// state that violates an invariant. In a random walk, usually no action of the sequence can be left out, but a
    /// shorter sequence may exist.
    package let actions: [Action]
    /// The state before the last action, or `nil` if the initial state violates the check.
    package let before: State?
    package let after: State
    /// The description of the error that the check threw, or `nil` if the check returned `false`.
    package let explanation: String?
    /// The number of states or transitions that violate the check. Random walks count a state each time they find it.
    package let count: Int
    /// A Boolean value that indicates whether the same actions led to the violation again when they were repeated. If
    /// `false`, the reducer probably depends on something other than the state and the action.
    package let isRepeatable: Bool

    let source: PrintedTestArguments
  }

  /// A goal that must always be reachable, and the number of states for which the exploration could not decide whether
  /// the goal is reachable. All sequences that might lead from these states to the goal pass through states whose
  /// actions were not tried. For random walks, every state that is not the goal counts as undecided.
  package struct Undecided: Hashable, Sendable {
    package let name: String
    package let states: Int
  }

  /// The number of different states that were found. Random walks compare only the hash values of states.
  public let states: Int
  /// The number of transitions. Each attempt to reduce an action in a state is one transition.
  public let transitions: Int
  /// The number of transitions that led to a state that had already been found, including transitions that did not
  /// change the state.
  package let duplicates: Int
  package let unchanged: Int
  /// The largest distance of a state from the initial state, in actions. In random walks, the length of the longest
  /// walk.
  package let depth: Int
  package let end: ExplorationEnd
  /// The number of states in which not every action was tried, excluding states that violate an invariant. `nil` for
  /// random walks.
  package let untriedStates: Int?
  /// The actions that did not change any state. Empty if the explorer was created with a function that returns the
  /// actions.
  package let unreachedActions: [Action]
  /// The number of asynchronous effects, and of cancellations, that the reducer returned. None of them was run.
  package let effectsNotRun: Int
  /// The violations, ordered by the length of their sequences, shortest first.
  package let foundViolations: [Violation]
  package let undecided: [Undecided]
  package let seed: UInt64?

  /// The descriptions of the violations, those with the shortest sequences of actions first. A description contains the
  /// source of a test that shows the violation, the state at the end, and the change that the last action made.
  public var violations: [String] { foundViolations.map(\.description) }

  /// Whether every action was tried in every state that was found, except in states that violate an invariant. `false`
  /// for random walks.
  ///
  /// If the exploration is complete and has no ``violations``, each goal of
  /// ``StateExplorer/alwaysReachable(_:_:)`` can be reached from every state that was found.
  public var isComplete: Bool { end == .complete }

  /// Returns one state of each kind, for example one for each screen, as samples for a ``Contract``.
  ///
  /// - Parameter name: A closure that returns the name of a state's kind, or `nil` if the state is no sample.
  /// - Returns: The states by name. Of the states with the same name, the result contains one that the fewest actions
  ///   lead to. After random walks, it contains the one that was found first.
  /// - Complexity: O(n), where n is the number of transitions, which are repeated.
  public func samples(named name: (State) -> String?) -> [String: State] {
    var samples: [String: State] = [:]
    func add(_ state: State) {
      if let name = name(state), samples[name] == nil { samples[name] = state }
    }
    add(system.initialState)
    forEachTransition { add($0.after) }
    return samples
  }

  let system: TransitionSystem<State, Action>
  /// Returns the states whose actions were not all tried, with those that violate an invariant. `nil` for random walks,
  /// which try all actions of no state.
  let statesToTry: @Sendable () -> [State]?
  let forEachTransition: @Sendable (_ body: (TransitionSystem<State, Action>.Transition) -> Void) -> Void
}

extension ExplorationReport.Violation {
  package var name: String {
    switch check {
    case .invariant(let name), .transitionInvariant(let name), .reachability(let name): name
    case .endOfEffects: "effects end"
    }
  }
}

package enum ExplorationEnd: Hashable, Sendable {
  /// Every action was tried in every state that was found, except in states that violate an invariant.
  case complete
  /// All sequences of actions up to the maximum length were tried. Longer sequences were not tried.
  case depth
  /// Another state was found after the maximum number of states.
  case states
  case cancelled
  case walks
}

extension ExplorationReport: CustomStringConvertible {
  /// A summary in a few lines: the size of the exploration, its violations, and the goals that it could not decide.
  public var description: String {
    var lines = [
      "\(counted(states, "state")), \(counted(transitions, "transition")), depth \(depth), "
        + "\(counted(duplicates, "duplicate")) of which \(grouped(unchanged)) changed nothing",
      endDescription,
    ]
    if !unreachedActions.isEmpty {
      lines.append("changed no state: \(unreachedActions.map { swiftSource($0) }.joined(separator: ", "))")
    }
    if effectsNotRun > 0 { lines.append("effects not run: \(grouped(effectsNotRun))") }
    for violation in foundViolations {
      lines.append(
        "does not hold: \(violation.name), seen \(counted(violation.count, "time")), "
          + "first after [\(violation.actions.map { swiftSource($0) }.joined(separator: ", "))]")
    }
    for goal in undecided {
      lines.append("not decided: whether \(goal.name) can be reached from \(counted(goal.states, "state"))")
    }
    return lines.joined(separator: "\n")
  }

  /// Whether a state violates an invariant. The exploration does not continue from such a state.
  private var hasBrokenInvariant: Bool {
    foundViolations.contains { if case .invariant = $0.check { true } else { false } }
  }

  private var endDescription: String {
    let untried = untriedStates.map { $0 > 0 ? ", \(counted($0, "state")) not tried" : "" } ?? ""
    return switch end {
    case .complete where hasBrokenInvariant:
      "complete: every action was tried in every state that violates no invariant"
    case .complete: "complete: every action was tried in every state"
    case .depth: "ended at the maximum length of sequences" + untried
    case .states: "ended at the maximum number of states" + untried
    case .cancelled: "ended because its task was cancelled" + untried
    case .walks: "random walks" + (seed.map { ", seed \($0)" } ?? "")
    }
  }
}

/// Returns a number and a noun as text, for example `1 state` or `1,234 states`.
func counted(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}

private func grouped(_ number: Int) -> String {
  var result = ""
  for (index, digit) in "\(number)".reversed().enumerated() {
    if index > 0, index.isMultiple(of: 3) { result = "," + result }
    result = "\(digit)" + result
  }
  return result
}
