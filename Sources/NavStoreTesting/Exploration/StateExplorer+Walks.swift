internal import NavStoreInspection

extension StateExplorer {
  /// Takes random sequences of actions, for spaces that are too large to explore, and says what it saw.
  ///
  /// What does not hold is shown with a sequence from which no action can be left out; there may be a shorter one. What must
  /// always be reachable cannot be decided by walks. The time grows with the number of actions, and so does the memory: 16
  /// to 32 bytes for each state. It runs on the calling thread, and stops early when its task is cancelled.
  ///
  /// - Parameters:
  ///   - count: The number of sequences.
  ///   - length: The number of actions in each.
  ///   - seed: Where the random numbers start. The same seed takes the same sequences.
  public func walk(count: Int = 100, length: Int = 100, seed: UInt64 = 1) -> ExplorationReport<State, Action> {
    var walks = Walks(system, checks: checks)
    walks.run(count: count, length: length, seed: seed)
    return Report(
      states: walks.seen.count,
      transitions: walks.transitions,
      duplicates: walks.duplicates,
      unchanged: walks.unchanged,
      depth: walks.depth,
      end: walks.end,
      untriedStates: nil,
      unreachedActions: unreachedActions(walks.hasChanged),
      effectsNotRun: walks.effectsNotRun,
      violations: violations(walks.findings.list.map(shrunk)),
      undecided: zip(checks.goals, walks.missing).filter { $0.1 > 0 }.map { .init(name: $0.0.name, states: $0.1) },
      seed: seed,
      system: system,
      forEachTransition: { [system, checks = checks.withoutGoals] body in
        var walks = Walks(system, checks: checks)
        walks.run(count: count, length: length, seed: seed, observe: body)
      })
  }

  private func shrunk(_ finding: Findings.Finding) -> Findings.Finding {
    func show(_ choices: [Int]) -> Findings.Finding? {
      var walks = Walks(system, checks: checks.withoutGoals)
      walks.run(choices)
      return walks.findings.list.first { $0.check == finding.check }
    }
    // A list begins with the simplest actions: earlier ones are tried in the place of later ones.
    let shrinker = SequenceShrinker<Int>(simpler: { Array(0..<$0) })
    let choices = shrinker.shrink(finding.choices) { show($0) != nil }?.elements
    guard var shrunk = choices.flatMap(show) else { return finding }
    shrunk.count = finding.count
    return shrunk
  }
}
