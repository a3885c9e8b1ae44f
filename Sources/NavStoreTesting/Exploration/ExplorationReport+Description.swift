internal import NavStoreInspection

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
