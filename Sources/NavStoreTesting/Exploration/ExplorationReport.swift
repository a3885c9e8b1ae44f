internal import NavStoreInspection

/// What an exploration saw: how much there was, what does not hold, and what could not be told.
///
/// It keeps the states that were found, for ``graph(of:)``.
public struct ExplorationReport<State: Hashable & Sendable, Action: Sendable>: Sendable {
  /// Something that does not hold, with a sequence of actions that shows it.
  public struct Violation: Sendable {
    /// What does not hold.
    public enum Check: Hashable, Sendable {
      /// An invariant of states.
      case invariant(String)
      /// An invariant of transitions. It does not hold for the last action.
      case transitionInvariant(String)
      /// What must always be reachable. No sequence leads there from the last state.
      case reachability(String)
      /// The effects of the last action send, and the effects of what they send, and so on, a thousand times over or
      /// for a hundred thousand actions. A store would hang.
      case endOfEffects
    }

    /// What does not hold.
    public let check: Check
    /// The actions that lead to it from the initial state: in an exploration as few as there can be that do not pass
    /// through another violation of states, and in a random walk as few as leaving some out shows.
    public let actions: [Action]
    /// The state before the last action; nil when the initial state is it.
    public let before: State?
    /// The state after the actions.
    public let after: State
    /// The error that the check threw, as text.
    public let explanation: String?
    /// How many states or transitions were seen for which it does not hold. A random walk counts one as often as it
    /// sees it.
    public let count: Int
    /// Whether the same actions led there once more. If not, the reducer reads something besides its state and its
    /// action.
    public let isRepeatable: Bool

    let source: PrintedTestArguments
  }

  /// Something that must always be reachable, and how many states there are for which nobody knows, because they lead
  /// to it at most through states whose actions were not tried.
  public struct Undecided: Hashable, Sendable {
    /// What must be reachable.
    public let name: String
    /// The number of states.
    public let states: Int
  }

  /// How many states were found. A random walk tells them apart by their hash values.
  public let states: Int
  /// How many actions were tried, each in a state.
  public let transitions: Int
  /// How many transitions led to a state that was known already, or left the state as it was.
  public let duplicates: Int
  /// How many transitions left the state as it was.
  public let unchanged: Int
  /// The most actions that a state is away from the initial one; in random walks the length of the longest.
  public let depth: Int
  /// Why it ended.
  public let end: ExplorationEnd
  /// How many states are there whose actions were not all tried, besides those that break an invariant; nil for random
  /// walks.
  public let untriedStates: Int?
  /// The given actions that changed no state. Empty where a function of the state says which actions to try.
  public let unreachedActions: [Action]
  /// How many pieces of work, and cancellations of such, the reducer asked for. None was carried out.
  public let effectsNotRun: Int
  /// What does not hold, the shortest sequences first.
  public let violations: [Violation]
  /// What could not be decided within the bounds.
  public let undecided: [Undecided]
  /// Where the random walks started; nil when there were none.
  public let seed: UInt64?

  let system: TransitionSystem<State, Action>
  let forEachTransition: @Sendable (_ body: (TransitionSystem<State, Action>.Transition) -> Void) -> Void
}

extension ExplorationReport.Violation {
  /// The name of what does not hold.
  public var name: String {
    switch check {
    case .invariant(let name), .transitionInvariant(let name), .reachability(let name): name
    case .endOfEffects: "effects come to an end"
    }
  }
}

/// Why an exploration ended.
public enum ExplorationEnd: Hashable, Sendable {
  /// Every action was tried in every state.
  case complete
  /// The longest sequences that were asked for were tried.
  case depth
  /// As many states as were asked for were found.
  case states
  /// The task was cancelled.
  case cancelled
  /// As many random walks as were asked for were made.
  case walks
}

extension ExplorationReport: CustomStringConvertible {
  /// A few lines: how much there was, what does not hold, and what could not be told.
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
    for violation in violations {
      lines.append(
        "does not hold: \(violation.name), seen \(counted(violation.count, "time")), "
          + "first after [\(violation.actions.map { swiftSource($0) }.joined(separator: ", "))]")
    }
    for goal in undecided {
      lines.append("not decided: whether \(goal.name) can be reached from \(counted(goal.states, "state"))")
    }
    return lines.joined(separator: "\n")
  }

  private var endDescription: String {
    let untried = untriedStates.map { $0 > 0 ? ", \(counted($0, "state")) not tried" : "" } ?? ""
    return switch end {
    case .complete: "complete: every action was tried in every state"
    case .depth: "ended at the longest sequences asked for" + untried
    case .states: "ended at the number of states asked for" + untried
    case .cancelled: "ended because its task was cancelled" + untried
    case .walks: "random walks" + (seed.map { ", seed \($0)" } ?? "")
    }
  }
}

/// `1 state`, `1,234 states`
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
